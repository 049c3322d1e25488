import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { homeBlocks } from '../../src/faces/storefront/home/blocks/home-blocks.ts'
import { siteLibrary } from '../../src/site/builder/site-library.ts'
import { refusedOptions } from '../../src/site/features/expand-features.tsx'
import { readOptions } from '../../src/things/blocks/options.ts'
import { attributes } from './attributes.ts'
import { categories } from './categories.ts'
import { postComments } from './comments.ts'
import { customers } from './customers.ts'
import { home } from './home.ts'
import { menus } from './menus.ts'
import { pages as seedPages } from './pages.ts'
import { posts } from './posts.ts'
import { productLinks } from './product-links.ts'
import { products } from './products.ts'
import { projects, projectViews } from './projects.ts'
import { reviews } from './reviews.ts'
import type { SeedBlock } from './seed-blocks.ts'
import { business, footerHighlights, storeNotice } from './site-content.ts'
import type { SeedProduct, SeedReply, SeedVariation } from './types.ts'

const sellables = products.flatMap((product): readonly (SeedProduct | SeedVariation)[] =>
  product.type === 'simple' ? [product] : (product.variations ?? []),
)
const bySlug = new Map(products.map((product) => [product.slug, product]))
const bySku = new Map(sellables.map((sellable) => [sellable.sku, sellable]))
const categorySlugs = new Set(categories.map((category) => category.slug))
const terms = new Map(attributes.map((attribute) => [attribute.slug, attribute.terms]))
const variable = products.filter((product) => product.type === 'variable')
const bySize = variable.filter((product) => product.facts !== undefined)
const publishedOf = (sku: string) =>
  products.find((product) => product.sku === sku || product.variations?.some((variation) => variation.sku === sku))

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(textsIn)
const pages = seedPages.map(({ blocks, html, ...page }) => ({ ...page, html: html ?? textsIn(blocks).join('\n') }))
const documents: readonly (readonly SeedBlock[])[] = [
  home,
  ...seedPages.flatMap(({ blocks }) => (blocks ? [blocks] : [])),
]

const repeated = (values: readonly string[]) => values.filter((value, index) => values.indexOf(value) !== index)
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, ' ')
    .trim()
    .split(/\s+/)
/** With an id in place of each name. */
const numbered = (value: object): Readonly<Record<string, unknown>> =>
  JSON.parse(JSON.stringify(value).replaceAll(/"(?:picture|product|post|product_cat):[^"]*"/g, '1'))
const linksIn = (html: string) => [...html.matchAll(/(?:href|url)="([^"]+)"/g)].map((match) => match[1] ?? '')

/** Whether a link within the shop has a target. */
const hasTarget = (href: string): boolean => {
  if (href.startsWith('mailto:') || href.startsWith('tel:')) return true
  const [, first, second] = href.split('/')
  if (first === 'product') return bySlug.has(second ?? '')
  if (first === 'product-category') return categorySlugs.has(second ?? '')
  if (first === 'blog') return second === '' || posts.some((post) => post.slug === second)
  if (first === 'project') return projects.some((project) => project.slug === second)
  if (['portfolio', 'shop', 'my-account'].includes(first ?? '')) return second === ''
  return pages.some((page) => page.slug === first)
}

describe('names', () => {
  test('no slug is used twice', () => {
    expect(repeated([...products, ...posts, ...pages, ...projects].map((entry) => entry.slug))).toEqual([])
    expect(repeated(categories.map((category) => category.slug))).toEqual([])
    for (const attribute of attributes) expect(repeated(attribute.terms.map((term) => term.slug))).toEqual([])
  })

  test('no SKU is used twice', () => {
    expect(repeated(products.flatMap((p) => [p.sku, ...(p.variations ?? []).map((v) => v.sku)]))).toEqual([])
  })

  test('slugs are lowercase words and hyphens', () => {
    const plain = /^[a-z0-9]+(-[a-z0-9]+)*$/
    for (const { slug } of [...products, ...posts, ...pages, ...projects, ...categories]) expect(slug).toMatch(plain)
    for (const attribute of attributes) {
      expect(attribute.slug).toMatch(/^pa_[a-z]+$/)
      for (const term of attribute.terms) expect(term.slug).toMatch(plain)
    }
  })
})

describe('references', () => {
  test('a category comes after its parent', () => {
    categories.forEach((category, index) => {
      if (category.parent === undefined) return
      expect(categories.slice(0, index).map((earlier) => earlier.slug)).toContain(category.parent)
    })
  })

  test('products name categories and attribute terms that exist', () => {
    for (const product of products) {
      expect(product.categories.length, product.slug).toBeGreaterThan(0)
      expect(
        product.categories.filter((slug) => !categorySlugs.has(slug)),
        product.slug,
      ).toEqual([])
      for (const [slug, names] of Object.entries(product.attributes)) {
        const known = (terms.get(slug) ?? []).map((term) => term.name)
        expect(
          names.filter((name) => !known.includes(name)),
          `${product.slug} ${slug}`,
        ).toEqual([])
      }
    }
  })

  test('every category and every attribute term is used', () => {
    const used = new Set(products.flatMap((product) => product.categories))
    const leaves = categories.filter((category) => !categories.some((child) => child.parent === category.slug))
    expect(leaves.map((category) => category.slug).filter((slug) => !used.has(slug))).toEqual([])
    for (const attribute of attributes) {
      const names = new Set(products.flatMap((product) => product.attributes[attribute.slug] ?? []))
      expect(
        attribute.terms.filter((term) => !names.has(term.name)),
        attribute.slug,
      ).toEqual([])
    }
  })

  test('reviews are not older than their product', () => {
    for (const review of reviews) {
      const product = bySlug.get(review.product)
      expect(product, review.product).toBeDefined()
      expect(review.daysAgo, `${review.product}, ${review.author}`).toBeLessThanOrEqual(product?.publishedDaysAgo ?? -1)
    }
    expect(repeated(reviews.map((review) => `${review.product} ${review.email}`))).toEqual([])
  })

  test('orders contain SKUs that are for sale and existed at the time', () => {
    for (const order of customers.flatMap((customer) => customer.orders)) {
      for (const line of order.lines) {
        expect(bySku.has(line.sku), line.sku).toBe(true)
        expect(order.daysAgo, line.sku).toBeLessThanOrEqual(publishedOf(line.sku)?.publishedDaysAgo ?? -1)
        expect(line.quantity).toBeGreaterThan(0)
      }
    }
  })

  test('a verified owner ordered the product before reviewing it', () => {
    for (const customer of customers) {
      for (const review of reviews.filter((written) => written.email === customer.email && written.verified)) {
        const before = customer.orders.filter((order) => order.daysAgo > review.daysAgo)
        const bought = before.flatMap((order) => order.lines.map((line) => publishedOf(line.sku)?.slug))
        expect(bought, `${customer.name}, ${review.product}`).toContain(review.product)
      }
    }
  })

  test('blocks have settings that they take, and their links have targets', () => {
    const blocks = siteLibrary(homeBlocks({} as never)).blocks
    const refused = (one: SeedBlock): string[] => {
      const definition = blocks.find(({ name }) => name === one.block)
      if (!definition) return [`no block ${one.block}`]
      const { block: _, items = [], content = [], ...settings } = one
      return [
        ...readOptions(definition.options, numbered(settings)).refused,
        ...(items as object[]).flatMap((item) => {
          const { html: _html, ...given } = numbered(item) as { html?: string }
          return definition.item ? readOptions(definition.item.options, given).refused : ['items']
        }),
        ...(content as SeedBlock[]).flatMap(refused),
      ]
    }
    expect(documents.flat().flatMap(refused)).toEqual([])
    const links = [...textsIn(documents), ...footerHighlights.map(({ href }) => href)].filter((text) =>
      text.startsWith('/'),
    )
    expect(links.length).toBeGreaterThan(15)
    expect(links.filter((href) => !hasTarget(href))).toEqual([])
  })

  test('grouped products, up-sells and cross-sells link to other existing products', () => {
    const named = [
      ...products.flatMap(({ slug, groupItems = [] }) => groupItems.map((part) => [slug, part])),
      ...Object.entries(productLinks).flatMap(([slug, { upSells = [], crossSells = [] }]) =>
        [slug, ...upSells, ...crossSells].map((linked, index) => [index === 0 ? '' : slug, linked]),
      ),
    ]
    expect(named.filter(([slug, linked]) => slug === linked || !bySlug.has(linked ?? ''))).toEqual([])
    for (const product of products) {
      expect((product.groupItems ?? []).length > 0, product.slug).toBe(product.type === 'grouped')
      expect(product.externalUrl !== undefined, product.slug).toBe(product.type === 'external')
    }
  })

  test('links in posts, pages and projects have targets', () => {
    for (const text of [...posts, ...pages, ...projects]) {
      expect(
        linksIn(text.html).filter((href) => !hasTarget(href)),
        text.slug,
      ).toEqual([])
    }
  })
})

describe('references of the site', () => {
  const names = (
    JSON.parse(readFileSync(join(import.meta.dirname, 'pictures/pictures.json'), 'utf8')) as { name: string }[]
  ).map(({ name }) => name)

  test('every picture that a text names exists', () => {
    const inTexts = pages.flatMap(({ html }) => [...html.matchAll(/\{([a-z0-9-]+)\}/g)].map(([, name]) => name ?? ''))
    const ofProjects = projects.flatMap(({ slug }) => projectViews.map((view) => `house-${slug}-${view}`))
    const inBlocks = textsIn(documents).flatMap((text) => /^picture:(.+)$/.exec(text)?.[1] ?? [])
    expect(inBlocks.length).toBeGreaterThan(10)
    expect([...inTexts, ...ofProjects, ...inBlocks].filter((name) => !names.includes(name))).toEqual([])
  })

  test('shortcodes of pages have only options that their features take', () => {
    for (const { slug, html } of pages)
      expect(refusedOptions(html.replaceAll(/\{[a-z0-9-]+\}/g, '1')), slug).toEqual([])
  })

  test('shortcodes that enclose text end', () => {
    const alone = new Set(['client', 'cookies', 'pickup', 'payment_methods'])
    for (const { slug, html } of pages) {
      const named = (pattern: RegExp) =>
        [...html.matchAll(pattern)].map(([, name]) => name ?? '').filter((name) => !alone.has(name))
      expect(named(/\[([a-z_]+)[\s\]]/g).sort(), slug).toEqual(named(/\[\/([a-z_]+)\]/g).sort())
    }
  })

  test('menus lead to pages, categories and addresses that exist', () => {
    const exists = {
      page: (to: string) => pages.some(({ slug }) => slug === to),
      product_cat: categorySlugs.has.bind(categorySlugs),
      link: (to: string) => to === '' || hasTarget(to),
    }
    const items = [...menus.top, ...menus.side, ...menus.footer]
    expect(items.filter(({ kind, to }) => !exists[kind](to))).toEqual([])
    expect(menus.top.filter(({ depth }) => depth === 0).length).toBeLessThanOrEqual(8)
  })

  test('comments are not older than their post, and replies not older than what they answer', () => {
    const dated = (comment: SeedReply, limit: number): boolean =>
      comment.daysAgo <= limit && (comment.replies ?? []).every((reply) => dated(reply, comment.daysAgo))
    const ages = new Map(posts.map(({ slug, daysAgo }) => [slug, daysAgo]))
    expect(postComments.filter((comment) => !dated(comment, ages.get(comment.post) ?? -1))).toEqual([])
    expect(new Set(postComments.map(({ post }) => post)).size).toBeGreaterThanOrEqual(8)
    const most = Math.max(...posts.map(({ slug }) => postComments.filter(({ post }) => post === slug).length))
    expect(most).toBeGreaterThan(20)
  })
})

describe('[PLAT-02] the catalogue', () => {
  test('at least 60 products, and every kind of tea', () => {
    expect(products.length).toBeGreaterThanOrEqual(64)
    const least = { white: 5, green: 10, yellow: 3, oolong: 9, black: 9, dark: 5, herbal: 4 }
    for (const [kind, count] of Object.entries(least)) {
      expect(products.filter((product) => product.facts?.kind === kind).length, kind).toBeGreaterThanOrEqual(count)
    }
    expect(products.filter((product) => product.categories.includes('remedies'))).toHaveLength(4)
    expect(products.filter((product) => product.illustration.type === 'vessel').length).toBeGreaterThanOrEqual(14)
  })

  test('every tea has origin, harvest and processing', () => {
    for (const { facts, slug, attributes: shown } of products) {
      if (facts === undefined) continue
      expect(facts.origin.length, slug).toBeGreaterThan(3)
      expect(facts.harvest, slug).toBeTruthy()
      expect(facts.steeping.grams, slug).toBeGreaterThan(0)
      expect(facts.steeping.millilitres, slug).toBeGreaterThanOrEqual(60)
      expect(facts.steeping.celsius, slug).toBeGreaterThanOrEqual(50)
      expect(facts.steeping.celsius, slug).toBeLessThanOrEqual(100)
      expect(facts.steeping.minutes, slug).toBeGreaterThan(0)
      expect(facts.steeping.infusions, slug).toBeGreaterThanOrEqual(1)
      const caffeine = terms.get('pa_caffeine')?.find((term) => term.slug === facts.caffeine)?.name
      expect(shown['pa_caffeine'], slug).toEqual([caffeine])
      if (facts.country !== 'Several origins') expect(shown['pa_origin'], slug).toContain(facts.country)
    }
  })

  test('each tea category holds its own type of tea', () => {
    const kinds = {
      'white-tea': 'white',
      'green-tea': 'green',
      'yellow-tea': 'yellow',
      oolong: 'oolong',
      'black-tea': 'black',
      'dark-tea': 'dark',
    }
    for (const [category, kind] of Object.entries(kinds)) {
      const inside = products.filter((product) => product.categories.includes(category))
      expect(new Set(inside.map((product) => product.facts?.kind)), category).toEqual(new Set([kind]))
    }
  })

  test('teas are groceries for tax; teaware and remedies are not', () => {
    for (const product of products) {
      const grocery = product.illustration.type === 'tea' && !product.categories.includes('remedies')
      expect(product.taxClass, product.slug).toBe(grocery ? 'grocery' : 'standard')
    }
  })

  test('pictures can be drawn: colours are #RRGGBB', () => {
    for (const { illustration, slug } of products) {
      const colours =
        illustration.type === 'tea' ? [...illustration.leafColours, illustration.liquor] : illustration.colours
      for (const colour of colours) expect(colour, slug).toMatch(/^#[0-9A-F]{6}$/)
    }
    for (const category of categories) expect(category.tint).toMatch(/^#[0-9A-F]{6}$/)
  })

  test('no two teas have the same picture', () => {
    const looks = products.flatMap(({ illustration }) =>
      illustration.type === 'tea' ? [`${illustration.leaf} ${illustration.leafColours} ${illustration.liquor}`] : [],
    )
    expect(repeated(looks)).toEqual([])
  })
})

describe('prices and stock', () => {
  test('prices are positive whole cents, and a sale price is below the regular one', () => {
    for (const { sku, regularPriceCents, salePriceCents } of sellables) {
      expect(Number.isSafeInteger(regularPriceCents), sku).toBe(true)
      expect(regularPriceCents, sku).toBeGreaterThan(0)
      if (salePriceCents === undefined) continue
      expect(Number.isSafeInteger(salePriceCents), sku).toBe(true)
      expect(salePriceCents, sku).toBeGreaterThan(0)
      expect(salePriceCents, sku).toBeLessThan(regularPriceCents ?? 0)
    }
  })

  test('a larger size costs more, and less per gram', () => {
    for (const product of bySize) {
      const sizes = product.variations ?? []
      sizes.slice(1).forEach((size, index) => {
        const smaller = sizes[index]
        expect(size.regularPriceCents, size.sku).toBeGreaterThan(smaller?.regularPriceCents ?? Infinity)
        expect(size.regularPriceCents / (size.netGrams ?? 0), size.sku).toBeLessThan(
          (smaller?.regularPriceCents ?? 0) / (smaller?.netGrams ?? 1),
        )
      })
    }
  })

  test('every product has a weight, and a higher weight with its packaging', () => {
    for (const { sku, weightGrams, netGrams } of sellables) {
      expect(weightGrams, sku).toBeGreaterThan(0)
      if (netGrams !== undefined) expect(weightGrams, sku).toBeGreaterThan(netGrams)
    }
  })

  test('some products are sold out, some low on stock, some without stock tracking, some on sale, six featured', () => {
    const simple = products.filter((product) => product.type === 'simple')
    const onSale = products.filter((p) => (p.variations ?? [p]).some((s) => s.salePriceCents !== undefined))
    expect(simple.filter((product) => product.stock === 0)).toHaveLength(4)
    expect(simple.filter((product) => product.stock === 2 || product.stock === 3).length).toBeGreaterThanOrEqual(3)
    expect(simple.filter((product) => product.stock === null).length).toBeGreaterThanOrEqual(2)
    expect(simple.filter((product) => product.stock === undefined)).toEqual([])
    expect(onSale).toHaveLength(9)
    expect(products.filter((product) => product.featured)).toHaveLength(6)
  })

  test('three or four teas come in sizes, and their variations are exactly those sizes', () => {
    expect(bySize.length).toBeGreaterThanOrEqual(3)
    expect(bySize.length).toBeLessThanOrEqual(4)
    for (const product of bySize) {
      const names = product.attributes['pa_size'] ?? []
      const slugs = names.map((name) => terms.get('pa_size')?.find((term) => term.name === name)?.slug)
      expect(
        product.variations?.map((variation) => variation.attributes),
        product.slug,
      ).toEqual(slugs.map((slug) => ({ pa_size: slug })))
      expect(product.regularPriceCents, product.slug).toBeUndefined()
      expect(product.stock, product.slug).toBeUndefined()
    }
    const sizes = bySize.flatMap((product) => product.variations ?? [])
    expect(sizes.some((size) => size.stock === 0)).toBe(true)
    expect(sizes.some((size) => size.salePriceCents !== undefined)).toBe(true)
  })

  test('the size on the label is the net weight', () => {
    for (const product of products) {
      const size = product.attributes['pa_size']
      if (product.type === 'simple' && size !== undefined) expect(size, product.slug).toEqual([`${product.netGrams} g`])
      for (const variation of size === undefined ? [] : (product.variations ?? [])) {
        expect(variation.attributes['pa_size'], variation.sku).toBe(`${variation.netGrams}-g`)
      }
    }
  })
})

describe('content', () => {
  test('at least 40 reviews of at least 18 products, from one star to five', () => {
    expect(reviews.length).toBeGreaterThanOrEqual(40)
    expect(new Set(reviews.map((review) => review.product)).size).toBeGreaterThanOrEqual(18)
    expect([...new Set(reviews.map((review) => review.rating))].sort()).toEqual([1, 2, 3, 4, 5])
    expect(reviews.some((review) => !review.verified)).toBe(true)
  })

  test('twelve posts of 500 to 900 words in sections, each with its picture', () => {
    expect(posts).toHaveLength(12)
    for (const post of posts) {
      const count = wordsOf(post.html).length
      expect(count, post.slug).toBeGreaterThanOrEqual(500)
      expect(count, post.slug).toBeLessThanOrEqual(900)
      expect(post.html.match(/<h2>/g)?.length ?? 0, post.slug).toBeGreaterThanOrEqual(3)
      expect(post.picture).toBe(`post-${post.slug}`)
    }
  })

  test('all pages exist', () => {
    const slugs = ['about', 'shipping-returns', 'contact', 'wholesale', 'faq', 'privacy-policy', 'terms', 'tea-guide']
    expect(pages.map((page) => page.slug)).toEqual(slugs)
    for (const page of pages) expect(wordsOf(page.html).length, page.slug).toBeGreaterThan(100)
  })

  test('posts and pages use only allowed elements, all of them closed', () => {
    const allowed = new Set(['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'a', 'br'])
    for (const { slug, html } of [...posts, ...pages, ...projects]) {
      const open: string[] = []
      for (const [, slash, tag] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
        expect(allowed.has(tag ?? ''), `${slug} <${tag}>`).toBe(true)
        if (tag === 'br') continue
        if (slash === '') open.push(tag ?? '')
        else expect(open.pop(), slug).toBe(tag)
      }
      expect(open, slug).toEqual([])
    }
  })

  test('shipping texts, store notice and footer agree on amounts', () => {
    const shipping = pages.find((page) => page.slug === 'shipping-returns')?.html ?? ''
    for (const text of [shipping, footerHighlights[0]?.text ?? '']) {
      expect(text).toContain('$9.95')
      expect(text).toContain('$75')
    }
    expect(storeNotice.text).toContain('$75')
    const contact = pages.find((page) => page.slug === 'contact')?.html ?? ''
    const { company, address1, city, postcode } = business.address
    for (const line of [business.email, business.phone, company, address1, city, postcode])
      expect(contact).toContain(line)
  })

  test('no text uses exclamation marks', () => {
    const texts = [
      ...products.flatMap((product) => [product.name, product.subtitle, product.short, ...product.description]),
      ...reviews.map((review) => review.text),
      ...[...posts, ...pages, ...projects].flatMap((text) => [text.title, text.excerpt, text.html]),
      ...categories.map((category) => category.description),
      JSON.stringify(home),
    ]
    expect(texts.filter((text) => text.includes('!'))).toEqual([])
  })
})

describe('customers', () => {
  test('postal codes begin with a letter of their province', () => {
    const letters: Readonly<Record<string, string>> = {
      NL: 'A',
      NS: 'B',
      PE: 'C',
      NB: 'E',
      QC: 'GHJ',
      ON: 'KLMNP',
      MB: 'R',
      SK: 'S',
      AB: 'T',
      BC: 'V',
      NT: 'X',
      NU: 'X',
      YT: 'Y',
    }
    for (const { address } of customers) {
      expect(address.postcode).toMatch(/^[A-Z]\d[A-Z] \d[A-Z]\d$/)
      expect(letters[address.state] ?? '').toContain(address.postcode.charAt(0))
    }
  })

  test('phone numbers are reserved fictitious ones', () => {
    for (const { address } of customers) expect(address.phone).toMatch(/^\d{3}-555-01\d{2}$/)
    expect(business.phone).toMatch(/^\d{3}-555-01\d{2}$/)
  })

  test('Maya has three orders and Luc has two', () => {
    expect(customers.map((customer) => [customer.email, customer.orders.length])).toEqual([
      ['customer@samovar.test', 3],
      ['luc@samovar.test', 2],
    ])
  })
})
