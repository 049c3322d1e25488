import { describe, expect, test } from 'vitest'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { findProduct } from '../../../shop/catalog/catalog.store.ts'
import type { ShippingMethod, ShippingZone } from '../../../shop/pricing/shipping.ts'
import { attributesOf, now, openTestProductPage, tags } from './open-test-product-page.ts'
import { productStructuredData } from './product-structured-data.ts'

const { db, page, pictures, save, simple } = await openTestProductPage()

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

  test('what shipping costs is declared only where the page promises it', async () => {
    const product = await findProduct(db, { id: await simple('Sent') })
    if (!product) throw new Error('no product')
    const flat = { kind: 'flat_rate', instanceId: 1, title: 'Post', costCents: 995, taxable: true } as const
    const free = { kind: 'free_shipping', instanceId: 2, title: 'Free' } as const
    const canada = (...methods: ShippingMethod[]): ShippingZone => {
      return { name: 'Canada', locations: [{ type: 'country', code: 'CA' }], methods }
    }
    const quebec: ShippingZone = { name: 'Quebec', locations: [{ type: 'state', code: 'CA:QC' }], methods: [] }
    const shippingDetailsOf = (shipsTo: readonly string[], ...zones: ShippingZone[]) => {
      const pricing = { shipping: { zones }, shipsTo, base: { country: 'CA', state: 'ON' } }
      const context = { now, shopUrl: 'https://shop.test', shopName: 'Shop', pricing, returnDays: 30 }
      return (productStructuredData(product, [], context) as { offers: Thing }).offers.shippingDetails
    }
    const detailsInCanada = (...zones: ShippingZone[]) => shippingDetailsOf(['CA'], ...zones)
    const cost = (value: string) => ({ shippingRate: { value } })
    expect(detailsInCanada(canada(flat))).toMatchObject(cost('9.95'))
    expect(detailsInCanada(canada(flat, { ...free, minAmountCents: 1000 }))).toMatchObject(cost('0.00'))
    expect(detailsInCanada(canada(flat, { ...free, minAmountCents: 1001 }))).toMatchObject(cost('9.95'))
    expect(detailsInCanada(canada({ ...flat, classCosts: { '': '7' } }))).toBeUndefined()
    expect(detailsInCanada(canada({ ...flat, cost: '5 + 2 * [qty]' }))).toBeUndefined()
    expect(detailsInCanada(quebec, canada(flat))).toBeUndefined()
    expect(shippingDetailsOf(['US'], canada(flat))).toBeUndefined()
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
