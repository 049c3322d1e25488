import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { newBuyer } from '../../../../test/running/buyer.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { findProduct } from '../../../shop/catalog/catalog.store.ts'
import { attributes as attributeTable } from '../../../shop/catalog/catalog.table.ts'
import type { ProductInput } from '../../../shop/catalog/product-record.ts'
import { saveProduct } from '../../../shop/catalog/save-product.ts'
import type { VariationData } from '../../../shop/catalog/variation-data.tsx'
import type { ShippingMethod, ShippingZone } from '../../../shop/pricing/shipping.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { terms } from '../../../things/entries/terms.table.ts'
import { media } from '../../../things/media/media.table.ts'
import { productStructuredData } from './product-structured-data.ts'

const now = new Date('2026-11-20T12:00:00Z')
const { app, db } = await openShop({ now: () => now })

const save = async (input: ProductInput): Promise<number> => {
  const saved = await db.transaction((tx) => saveProduct(tx, input, { now }))
  if (!saved.ok) throw new Error(saved.problem.kind)
  return saved.id
}
const simple = (name: string, more: Partial<ProductInput> = {}) =>
  save({ type: 'simple', name, regularPriceCents: 1000, ...more })

const page = async (path: string, init?: RequestInit) => {
  const response = await app.request(path, init)
  return { status: response.status, html: await response.text() }
}
const tags = (html: string, name: string) => html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []
const plain = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
const attributesOf = (tag: string): Record<string, string> =>
  Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, plain(value)]))
const textOf = (html: string) =>
  plain(html.replaceAll(/<[^>]+>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()
const part = (html: string, from: string | RegExp, to: string) => {
  const start = html.search(from)
  return start < 0 ? '' : html.slice(start, html.indexOf(to, start) + to.length)
}
const noticesOf = (html: string) => textOf(part(html, 'class="woocommerce-notices-wrapper"', '<div id="product-'))

async function pictures(count: number): Promise<number[]> {
  const made = await db
    .insert(media)
    .values(
      Array.from({ length: count }, (_, index) => ({
        path: `2026/11/view-${Math.random().toString(36).slice(2)}-${index}.webp`,
        mime: 'image/webp',
        width: 1200,
        height: index === 1 ? 900 : 1500,
        bytes: 1,
        alt: `View ${index + 1}`,
        title: `Title ${index + 1}`,
        caption: index === 0 ? 'A caption with <b>no</b> markup' : '',
      })),
    )
    .returning({ id: media.id })
  return made.map((row) => row.id)
}

describe('the gallery', () => {
  test('[GAL-06 large URL, large size, alt, caption from data-caption, caption from title] each image has its large address and size, its alt, and a caption, else a title', async () => {
    await simple('Pictured', { pictureIds: await pictures(3) })
    const { html } = await page('/product/pictured/')
    const gallery = part(html, 'class="woocommerce-product-gallery ', '<div class="summary')
    const images = tags(gallery, 'img')
      .map(attributesOf)
      .filter((image) => image['data-large_image'])
    expect(
      images.map((image) => [image['data-large_image_width'], image['data-large_image_height'], image.alt]),
    ).toEqual([
      ['1200', '1500', 'View 1'],
      ['1200', '900', 'View 2'],
      ['1200', '1500', 'View 3'],
    ])
    expect(images[0]?.['data-large_image']).toMatch(
      /^http:\/\/shop\.test\/wp-content\/uploads\/2026\/11\/view-.*\.webp$/,
    )
    expect(images[0]?.['data-caption']).toBe('A caption with <b>no</b> markup')
    expect([images[1]?.['data-caption'], images[1]?.title]).toEqual(['', 'Title 2'])
    expect(images[0]?.class).toBe('wp-post-image')
    const items = tags(gallery, 'div')
      .map(attributesOf)
      .filter((item) => item['data-thumb'])
    expect(items).toHaveLength(3)
    expect(items[0]?.['data-thumb']).toMatch(/^http:\/\/shop\.test\/wp-content\/uploads\/2026\/11\/view-.*-160w\.webp$/)
    const trigger = tags(gallery, 'a')
      .map(attributesOf)
      .find((link) => link.class?.includes('__trigger'))
    expect(trigger).toMatchObject({
      'aria-label': 'View full-screen image gallery',
      role: 'button',
      'aria-haspopup': 'dialog',
      'aria-controls': 'photoswipe-fullscreen-dialog',
      href: images[0]?.['data-large_image']?.replace('http://shop.test', ''),
    })
  })

  test('[GAL-01] it is sent as sliders of such shops find it before their work, without their names', async () => {
    await simple('Untouched', { pictureIds: await pictures(3) })
    const gallery = part(
      (await page('/product/untouched/')).html,
      'class="woocommerce-product-gallery ',
      '<div class="summary',
    )
    expect(gallery).not.toMatch(/flex-(viewport|control|active|direction)/)
    expect(gallery).toMatch(/<ol [^>]*aria-label="Pictures"/)
  })

  test('[GAL-02] one image: neither thumbnails nor anything to slide', async () => {
    await simple('Alone', { pictureIds: await pictures(1) })
    const { html } = await page('/product/alone/')
    const gallery = part(html, 'class="woocommerce-product-gallery ', '<div class="summary')
    expect(gallery).toContain('woocommerce-product-gallery__image')
    expect(gallery).not.toContain('data-viewport')
    expect(gallery).not.toContain('data-thumbs')
  })

  test('a product without a picture has a gallery with nothing in it', async () => {
    await simple('Bare')
    const { html, status } = await page('/product/bare/')
    expect(status).toBe(200)
    expect(html).toContain('class="woocommerce-product-gallery ')
    expect(html).not.toContain('woocommerce-product-gallery__trigger')
  })
})

describe('choosing', () => {
  const [sizeId, glazeId] = [9001, 9002]
  let termId = 9000
  beforeAll(() =>
    db.insert(attributeTable).values([
      { id: sizeId, slug: 'pa_volume', label: 'Volume' },
      { id: glazeId, slug: 'pa_glaze', label: 'Glaze' },
    ]),
  )
  const values = async (taxonomy: string, slugs: readonly string[]) => {
    const rows = slugs.map((slug, position) => {
      termId += 1
      return { id: termId, taxonomy, slug, name: slug.toUpperCase(), position }
    })
    await db.insert(terms).values(rows)
    return rows.map((row) => row.id)
  }

  async function variable(name: string, volumes: readonly string[], glazes: readonly string[]): Promise<number> {
    const id = await save({
      type: 'variable',
      name,
      attributes: [
        { attributeId: sizeId, termIds: await values('pa_volume', volumes), isForVariations: true },
        { attributeId: glazeId, termIds: await values('pa_glaze', glazes), isForVariations: true },
      ],
    })
    for (const [index, volume] of volumes.entries()) {
      for (const [place, glaze] of glazes.entries()) {
        await save({
          type: 'variation',
          name,
          parentId: id,
          sku: `${name}-${volume}-${glaze}`,
          regularPriceCents: 1000 + index * 100 + place,
          choices: { pa_volume: volume, pa_glaze: glaze },
        })
      }
    }
    return id
  }
  const formOf = (html: string) => part(html, /<form[^>]*variations_form/, '</form>')
  const dataOf = (html: string) => attributesOf(tags(html, 'form').find((tag) => tag.includes('variations_form')) ?? '')

  test('[ATC-12] up to 30 variations stand in the form, with the recorded keys', async () => {
    await variable('Thirty', ['v1', 'v2', 'v3', 'v4', 'v5', 'v6'], ['g1', 'g2', 'g3', 'g4', 'g5'])
    const { html } = await page('/product/thirty/')
    const found = JSON.parse(dataOf(html)['data-product_variations'] ?? '') as VariationData[]
    expect(found).toHaveLength(30)
    expect(found[0]).toMatchObject({
      attributes: { attribute_pa_volume: 'v1', attribute_pa_glaze: 'g1' },
      display_price: 10,
      is_in_stock: true,
    })
    expect(formOf(html)).toContain('wc-variation-selection-needed')
    // The island's props do not repeat the variation data.
    expect(html.match(/display_regular_price/g)).toHaveLength(30)
  })

  test('[ATC-12] above 30 they are asked for one by one, and the page of a choice knows that one', async () => {
    await variable('Many', ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7', 'm8'], ['n1', 'n2', 'n3', 'n4'])
    const { html } = await page('/product/many/?attribute_pa_volume=m8&attribute_pa_glaze=n4')
    expect(dataOf(html)['data-product_variations']).toBe('false')
    const body = new URLSearchParams({ product_id: dataOf(html)['data-product_id'] ?? '' })
    body.set('attribute_pa_volume', 'm8')
    body.set('attribute_pa_glaze', 'n4')
    const answer = (await (
      await app.request('/?wc-ajax=get_variation', { method: 'POST', body })
    ).json()) as VariationData
    expect(answer).toMatchObject({ sku: 'Many-m8-n4', display_price: 17.03 })
    expect(
      tags(formOf(html), 'input')
        .map(attributesOf)
        .find((input) => input.name === 'variation_id')?.value,
    ).toBe(String(answer.variation_id))
    expect(html.match(/display_regular_price/g)).toHaveLength(1)
    expect(answer.is_purchasable).toBe(true)

    await db.update(entries).set({ password: 'oolong' }).where(eq(entries.slug, 'many'))
    const buyer = newBuyer(async (path, init) => app.request(path, init))
    const canBuy = async () =>
      ((await (await buyer.post('/?wc-ajax=get_variation', Object.fromEntries(body))).json()) as VariationData)
        .is_purchasable
    expect(await canBuy()).toBe(false)
    await buyer.post('/product/many/', { post_password: 'oolong' })
    expect(await canBuy()).toBe(true)
  })

  test('[ATC-12] choices of the address, and values of which there is only one, are taken up', async () => {
    await variable('Single', ['only-volume'], ['left', 'right'])
    const chosen = (html: string) =>
      (formOf(html).match(/<option[^>]*selected[^>]*>/g) ?? []).map((option) => attributesOf(option).value)
    expect(chosen((await page('/product/single/')).html)).toContain('only-volume')
    expect(chosen((await page('/product/single/?attribute_pa_glaze=right')).html)).toEqual(['only-volume', 'right'])
    expect(chosen((await page('/product/single/?attribute_pa_glaze=nonsense')).html)).not.toContain('nonsense')
  })
})

describe('kinds of products', () => {
  test('a grouped product lists its parts with a number each, and how each can be had', async () => {
    const cup = await simple('Group Cup', { stock: { tracksInventory: true, onHand: 2 } })
    const pot = await simple('Group Pot', { isSoldIndividually: true })
    const gone = await simple('Group Gone', { stock: { tracksInventory: true, onHand: 0 } })
    const id = await save({
      type: 'grouped',
      name: 'Group Table',
      groupItemIds: [cup, pot, gone, referenceIds.variable],
    })
    const { html } = await page('/product/group-table/')
    const form = part(html, /<form[^>]*grouped_form/, '</form>')
    const inputs = tags(form, 'input').map(attributesOf)
    expect(inputs.filter((input) => input.name?.startsWith('quantity['))).toMatchObject([
      { name: `quantity[${cup}]`, type: 'number', min: '0', max: '2', value: '0' },
      { name: `quantity[${pot}]`, type: 'checkbox', value: '1' },
    ])
    expect(inputs.find((input) => input.name === 'add-to-cart')).toMatchObject({ type: 'hidden', value: String(id) })
    expect(form).toContain('woocommerce-grouped-product-list group_table')
    expect(form).toContain('Select options')
    expect(textOf(form)).toContain('Group Gone Sold out')
    expect(tags(html, 'div').some((tag) => tag.includes('product-type-grouped'))).toBe(true)
  })

  test('an external product is a link to where it is sold, and never goes into a cart', async () => {
    const id = await save({
      type: 'external',
      name: 'Elsewhere',
      regularPriceCents: 2000,
      externalUrl: 'https://books.example/slow-tea?a=1&b=2',
      buttonText: 'Buy it there',
    })
    const { html } = await page('/product/elsewhere/')
    const link = tags(html, 'a')
      .map(attributesOf)
      .find((tag) => tag.class?.includes('single_add_to_cart_button'))
    expect(link?.href).toBe('https://books.example/slow-tea?a=1&b=2')
    expect(link?.rel).toContain('nofollow')
    expect(textOf(part(html, /<a[^>]*single_add_to_cart_button/, '</a>'))).toBe('Buy it there')
    expect(html).not.toContain('<form class="cart')
    expect(html).toContain('Sold and shipped by books.example')

    const buyer = newBuyer(async (path, init) => app.request(path, init))
    expect(await buyer.add(id)).toMatchObject({ error: true })
    expect(buyer.cookies.has('woocommerce_items_in_cart')).toBe(false)
  })

  test('what is sold one at a time has no number field', async () => {
    await simple('One Only', { isSoldIndividually: true })
    const form = part((await page('/product/one-only/')).html, /<form[^>]*class="cart/, '</form>')
    const fields = tags(form, 'input').map(attributesOf)
    expect(fields.filter(({ name }) => name)).toMatchObject([{ type: 'hidden', name: 'quantity', value: '1' }])
  })

  test('up-sells come first in the one row of what to look at next, and what is sold out leads on', async () => {
    const better = await simple('Better One')
    await simple('Good One', { upSellIds: [better], stock: { tracksInventory: true, onHand: 0 } })
    const { html } = await page('/product/good-one/')
    const row = part(html, '<section id="related"', '</section>')
    expect(/post-(\d+)/.exec(row)?.[1]).toBe(String(better))
    expect(html.match(/<section[^>]*products/g)).toHaveLength(1)
    expect(textOf(part(html, 'class="stock out-of-stock"', '</div>'))).toContain('See similar')
  })

  test('a sale says its last day, on the clock of the shop', async () => {
    // Midnight in Toronto after 29 November.
    const saleUntil = new Date('2026-11-30T05:00:00Z')
    await simple('Reduced', { salePriceCents: 800, saleUntil })
    expect((await page('/product/reduced/')).html).toContain('Sale ends Sunday, November 29')
    await simple('Reduced Forever', { salePriceCents: 800 })
    expect((await page('/product/reduced-forever/')).html).not.toContain('Sale ends')
  })
})

describe('adding a group', () => {
  let group = 0
  let cup = 0
  let pot = 0
  const fetchPath = async (path: string, init?: RequestInit) => app.request(path, init)
  beforeAll(async () => {
    cup = await simple('Set Cup', { stock: { tracksInventory: true, onHand: 5 } })
    pot = await simple('Set Pot', { stock: { tracksInventory: true, onHand: 1 } })
    group = await save({ type: 'grouped', name: 'Set', groupItemIds: [cup, pot] })
  })
  /** Submits the form as a browser without JavaScript does, and follows the redirect. */
  const send = async (buyer: ReturnType<typeof newBuyer>, fields: Record<string, string>) => {
    const answer = await buyer.post('/product/set/', { 'add-to-cart': String(group), ...fields })
    expect(answer.status).toBe(303)
    return noticesOf(await (await buyer.send(answer.headers.get('location') ?? '')).text())
  }
  const inCart = async (buyer: ReturnType<typeof newBuyer>) =>
    textOf(part(await (await buyer.send('/cart/')).text(), 'woocommerce-cart-form__contents', '</table>'))

  test('everything that was chosen goes in with one button, and is told', async () => {
    const buyer = newBuyer(fetchPath)
    const output = await send(buyer, { [`quantity[${cup}]`]: '2', [`quantity[${pot}]`]: '1' })
    expect(output).toContain('2 × “Set Cup” have been added to your cart.')
    expect(output).toContain('“Set Pot” has been added to your cart.')
    expect(await inCart(buyer)).toMatch(/Set Cup.*Set Pot/)
  })

  test('nothing chosen: says what to do, and nobody gets a cart', async () => {
    const buyer = newBuyer(fetchPath)
    const said = await send(buyer, { [`quantity[${cup}]`]: '0', [`quantity[${pot}]`]: '' })
    expect(said).toContain('Please choose the quantity of items you wish to add to your cart…')
    expect(buyer.cookies.has('woocommerce_items_in_cart')).toBe(false)
    expect(await send(newBuyer(fetchPath), {})).toContain('Please choose the quantity of items')
  })

  test('what there is goes in, what there is not is told by name', async () => {
    const buyer = newBuyer(fetchPath)
    const said = await send(buyer, { [`quantity[${cup}]`]: '3', [`quantity[${pot}]`]: '2' })
    expect(said).toContain('3 × “Set Cup” have been added')
    expect(said).toContain('You cannot add that amount of “Set Pot”')
    expect(await inCart(buyer)).not.toContain('Set Pot')
  })

  test('the same without leaving the page: fragments when all went in, else the page that tells', async () => {
    const buyer = newBuyer(fetchPath)
    const all = await buyer.add(group, 0, { quantity: '', [`quantity[${cup}]`]: '1' })
    expect(all.fragments?.['div.widget_shopping_cart_content']).toContain('Set Cup')
    const some = await buyer.add(group, 0, { quantity: '', [`quantity[${cup}]`]: '1', [`quantity[${pot}]`]: '9' })
    expect(some).toEqual({ error: true, product_url: 'http://shop.test/product/set/' })
    const said = noticesOf(await (await buyer.send('/product/set/')).text())
    expect(said).toContain('“Set Cup” has been added')
    expect(said).toContain('You cannot add that amount of “Set Pot”')
  })

  test('an answer that was lost and is asked for again adds once', async () => {
    const buyer = newBuyer(fetchPath)
    const fields = { quantity: '', [`quantity[${cup}]`]: '2', request_id: 'a-name-of-its-own' }
    await buyer.add(group, 0, fields)
    await buyer.add(group, 0, fields)
    expect(await inCart(buyer)).toContain('Set Cup')
    const cart = (await (await buyer.send('/wp-json/wc/store/v1/cart')).json()) as { items: { quantity: number }[] }
    expect(cart.items.map((item) => item.quantity)).toEqual([2])
  })
})

test('the policy of the page allows the videos of its description', async () => {
  const frameOf = async (slug: string) =>
    /frame-src [^;]*/.exec((await app.request(`/product/${slug}/`)).headers.get('content-security-policy') ?? '')?.[0]
  const content = '<p>Pouring</p><iframe src="https://www.youtube.com/embed/abc"></iframe>'
  await simple('Filmed', { content })
  await simple('Unfilmed')
  expect(await frameOf('filmed')).toContain('https://www.youtube.com')
  expect(await frameOf('unfilmed')).not.toContain('youtube')
})

describe('what machines read', () => {
  type Thing = { '@type': string } & Record<string, unknown>
  const graph = (html: string): Thing[] => {
    const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
    const data = JSON.parse(text) as { '@context': string; '@graph': Thing[] }
    expect(data['@context']).toBe('https://schema.org/')
    return data['@graph']
  }
  const productIn = (html: string) => graph(html).find((thing) => thing['@type'] === 'Product')

  /** Fields that schema.org consumers require, with patterns of their values. */
  const required: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
    Product: { name: /./, url: /^http/, offers: /./, description: /./ },
    Offer: {
      price: /^\d+\.\d\d$/,
      priceCurrency: /^CAD$/,
      availability: /^https:\/\/schema\.org\/(InStock|OutOfStock|BackOrder)$/,
      itemCondition: /^https:\/\/schema\.org\/NewCondition$/,
      url: /^http/,
    },
    AggregateOffer: { lowPrice: /^\d+\.\d\d$/, highPrice: /^\d+\.\d\d$/, priceCurrency: /^CAD$/, offerCount: /^[1-9]/ },
    AggregateRating: { ratingValue: /^[1-5](\.\d+)?$/, reviewCount: /^[1-9]/ },
    Review: { author: /./, reviewRating: /./ },
    Rating: { ratingValue: /^[1-5]$/, bestRating: /^5$/ },
    Person: { name: /./ },
    BreadcrumbList: { itemListElement: /./ },
    ListItem: { position: /^\d+$/, name: /./ },
    OfferShippingDetails: { shippingRate: /./, shippingDestination: /./ },
    MonetaryAmount: { value: /^\d+\.\d\d$/, currency: /^CAD$/ },
    MerchantReturnPolicy: {
      applicableCountry: /^CA$/,
      returnPolicyCategory: /FiniteReturnWindow$/,
      merchantReturnDays: /^30$/,
    },
  }
  const faultsOf = (value: unknown, path = ''): string[] => {
    if (Array.isArray(value)) return value.flatMap((item, index) => faultsOf(item, `${path}[${index}]`))
    if (typeof value !== 'object' || value === null) return []
    const thing = value as Thing
    const own = Object.entries(required[thing['@type']] ?? {}).flatMap(([name, pattern]) => {
      const text = typeof thing[name] === 'object' ? 'object' : String(thing[name] ?? '')
      return pattern.test(text) ? [] : [`${path}.${name} of ${thing['@type']}: ${text}`]
    })
    return [...own, ...Object.entries(thing).flatMap(([name, inner]) => faultsOf(inner, `${path}.${name}`))]
  }

  test('a simple product on sale: one offer with its last day, what sending costs, and that it can come back', async () => {
    const saleUntil = new Date('2026-11-30T05:00:00Z')
    await simple('Told', { salePriceCents: 800, saleUntil, sku: 'TOLD', excerpt: '<p>Short &amp; &lt;sweet&gt;.</p>' })
    const { html } = await page('/product/told/')
    // Text, not HTML: nobody reads entities in search results.
    expect(productIn(html)?.description).toBe('Short & <sweet>.')
    for (const name of ['name="description"', 'property="og:description"'])
      expect(html).toContain(`<meta ${name} content="Short &amp; &lt;sweet&gt;."/>`)
    expect(faultsOf(graph(html))).toEqual([])
    expect(productIn(html)?.offers).toMatchObject({
      '@type': 'Offer',
      price: '8.00',
      priceValidUntil: '2026-11-29',
      availability: 'https://schema.org/InStock',
      shippingDetails: { shippingDestination: { addressCountry: 'CA' } },
      hasMerchantReturnPolicy: { merchantReturnDays: 30 },
    })
    expect(graph(html)[0]).toMatchObject({ '@type': 'BreadcrumbList' })
  })

  test('what sending costs is told only where the page promises it', async () => {
    const product = await findProduct(db, { id: await simple('Sent') })
    if (!product) throw new Error('no product')
    const flat = { kind: 'flat_rate', instanceId: 1, title: 'Post', costCents: 995, taxable: true } as const
    const free = { kind: 'free_shipping', instanceId: 2, title: 'Free' } as const
    const canada = (...methods: ShippingMethod[]): ShippingZone => {
      return { name: 'Canada', locations: [{ type: 'country', code: 'CA' }], methods }
    }
    const quebec: ShippingZone = { name: 'Quebec', locations: [{ type: 'state', code: 'CA:QC' }], methods: [] }
    const told = (...zones: ShippingZone[]) => {
      const base = { country: 'CA', state: 'ON' }
      const context = { now, shopUrl: 'https://shop.test', shopName: 'Shop', shipping: { zones }, base, returnDays: 30 }
      return (productStructuredData(product, [], context) as { offers: Thing }).offers.shippingDetails
    }
    const cost = (value: string) => ({ shippingRate: { value } })
    expect(told(canada(flat))).toMatchObject(cost('9.95'))
    expect(told(canada(flat, { ...free, minAmountCents: 1000 }))).toMatchObject(cost('0.00'))
    expect(told(canada(flat, { ...free, minAmountCents: 1001 }))).toMatchObject(cost('9.95'))
    expect(told(canada({ ...flat, classCosts: { '': '7' } }))).toBeUndefined()
    expect(told(canada({ ...flat, cost: '5 + 2 * [qty]' }))).toBeUndefined()
    expect(told(quebec, canada(flat))).toBeUndefined()
  })

  test('a variable product: from the cheapest to the dearest, and each with an address of its own', async () => {
    const slug = (await findProduct(db, { id: referenceIds.variable }))?.slug
    const { html } = await page(`/product/${slug}/`)
    expect(faultsOf(graph(html))).toEqual([])
    const offers = productIn(html)?.offers as Thing & { offers: Thing[] }
    expect(offers['@type']).toBe('AggregateOffer')
    expect(offers.offers).toHaveLength(offers.offerCount as number)
    expect(offers.offers[0]?.url).toContain(`/product/${slug}/?attribute_pa_size=`)
  })

  test('reviews count as they are, and grouped and external products say what they can', async () => {
    const part = await simple('Machine Part')
    await save({ type: 'grouped', name: 'Machine Group', excerpt: 'Together', groupItemIds: [part] })
    await save({
      type: 'external',
      name: 'Machine Link',
      excerpt: 'There',
      regularPriceCents: 900,
      externalUrl: 'https://other.example/x',
    })
    for (const slug of ['machine-group', 'machine-link']) {
      expect([slug, faultsOf(graph((await page(`/product/${slug}/`)).html))]).toEqual([slug, []])
    }
    expect(productIn((await page('/product/machine-link/')).html)?.offers).toMatchObject({
      seller: { name: 'other.example' },
    })
  })

  test('a shared link shows picture, price and whether it can be had', async () => {
    await simple('Shared', { pictureIds: await pictures(1), sku: 'SHARED' })
    const { html } = await page('/product/shared/')
    const meta = Object.fromEntries(
      tags(html, 'meta')
        .map(attributesOf)
        .flatMap(({ property, content }) => (property ? [[property, content]] : [])),
    )
    expect(meta).toMatchObject({
      'og:type': 'product',
      'og:url': 'http://shop.test/product/shared/',
      'og:image:width': '1200',
      'og:image:height': '1500',
      'og:image:alt': 'View 1',
      'product:price:amount': '10.00',
      'product:price:currency': 'CAD',
      'product:availability': 'in stock',
      'product:retailer_item_id': 'SHARED',
    })
    expect(
      tags(html, 'link')
        .map(attributesOf)
        .find((link) => link.rel === 'canonical')?.href,
    ).toBe('http://shop.test/product/shared/')
  })
})
