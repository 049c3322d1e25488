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
import { menus } from './menus.ts'
import {
  bySku,
  bySlug,
  categorySlugs,
  documents,
  hasTarget,
  linksIn,
  numbered,
  pages,
  publishedOf,
  repeated,
  terms,
  textsIn,
} from './open-test-content.ts'
import { posts } from './posts.ts'
import { productLinks } from './product-links.ts'
import { products } from './products.ts'
import { projects, projectViews } from './projects.ts'
import { reviews } from './reviews.ts'
import type { SeedBlock } from './seed-blocks.ts'
import { footerHighlights } from './site-content.ts'
import type { SeedReply } from './types.ts'

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
