import { readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { findProduct } from '../../../shop/catalog/catalog.store.ts'
import { products } from '../../../shop/catalog/catalog.table.ts'

const { app, shop } = await openShop()
const sampler = `/product/${(await findProduct(shop.db, { id: referenceIds.variable }))?.slug}/`

const get = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, headers: response.headers, html: await response.text() }
}
/** Asserting on a boolean keeps the page's HTML out of the failure message. */
const has = (html: string, text: string) => html.includes(text)
/** Whether the page has a tag with all these attributes, in any order. */
const hasTag = (html: string, name: string, attributes: Record<string, string>) =>
  (html.match(new RegExp(`<${name}\\b[^>]*>`, 'g')) ?? []).some((tag) =>
    Object.entries(attributes).every(([key, value]) => tag.includes(`${key}="${value}"`)),
  )
const variationId = (html: string) => /<input(?=[^>]*class="variation_id")[^>]*value="(\d+)"/.exec(html)?.[1]
const structured = (html: string) => {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  return JSON.parse(text)['@graph'] as ({ '@type': string } & Record<string, unknown>)[]
}
const attribute = (html: string, name: string) =>
  new RegExp(`${name}="([^"]*)"`)
    .exec(html)?.[1]
    ?.replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')

test('[CAT-03] the listing has the public class names, and sets no cookie', async () => {
  const { status, headers, html } = await get('/shop/')
  expect(status).toBe(200)
  expect(headers.get('set-cookie')).toBeNull()
  for (const mark of [
    'post-type-archive-product woocommerce-shop woocommerce woocommerce-page woocommerce-no-js',
    'woocommerce-products-header__title page-title',
    '<ul class="products columns-',
    'class="woocommerce-pagination',
    'class="woocommerce-ordering',
    'woocommerce-loop-product__title',
    'ajax_add_to_cart',
  ]) {
    expect(has(html, mark)).toBe(true)
  }
  expect(html.match(/<li class="product type-product /g)).toHaveLength(12)
  expect(html).toMatch(/data-product_id="\d+" data-product_sku="[^"]+" data-success_message="[^"]+"/)
})

test('[CAT-08] pages have their own URLs; out of range is 404', async () => {
  expect(has((await get('/shop/page/2/')).html, 'Showing 13–24 of')).toBe(true)
  expect((await get('/shop/page/99/')).status).toBe(404)
  expect(has((await get('/product-category/oolong/')).html, 'tax-product_cat term-oolong')).toBe(true)
  expect((await get('/product-category/no-such-shelf/')).status).toBe(404)
})

test('[CAT-08] the search term is escaped', async () => {
  const { html } = await get(`/shop/?s=${encodeURIComponent('"><script>alert(1)</script>')}&post_type=product`)
  expect(has(html, '<script>alert(1)')).toBe(false)
  expect(has(html, 'Nothing found for “')).toBe(true)
  expect(has(html, 'name="robots" content="noindex')).toBe(true)
})

test('[CAT-06] a product on sale says both prices aloud', async () => {
  const { html } = await get('/shop/?s=Spring+Needle')
  expect(has(html, 'Original price was: $58.39.')).toBe(true)
  expect(has(html, 'Current price is: $46.71.')).toBe(true)
})

test('[SITE-08 answers 404, marked] a missing product answers 404 and is marked as such', async () => {
  const { status, html } = await get('/product/no-such-tea/')
  expect(status).toBe(404)
  expect(has(html, '<body class="error404 ')).toBe(true)
  expect((await get(`/product/${encodeURIComponent('<b>')}/`)).status).toBe(404)
})

test('a simple product has the form that works without script', async () => {
  const { html, headers } = await get('/product/tea-1/')
  expect(headers.get('set-cookie')).toBeNull()
  expect(has(html, `id="product-${referenceIds.simple}"`)).toBe(true)
  const form = /<form[^>]*class="cart"[^>]*>.*?<\/form>/s.exec(html)?.[0] ?? ''
  expect(hasTag(form.toLowerCase(), 'form', { method: 'post', enctype: 'multipart/form-data' })).toBe(true)
  expect(hasTag(form, 'button', { type: 'submit', name: 'add-to-cart', value: '131' })).toBe(true)
  expect(hasTag(form, 'input', { type: 'number', name: 'quantity', min: '1', step: '1', inputMode: 'numeric' })).toBe(
    true,
  )
  expect(form).toContain('class="input-text qty text')
})

test('[GAL-06] gallery pictures carry their large address, size and caption', async () => {
  const { html } = await get('/product/tea-1/')
  expect(html).toMatch(
    /data-caption="[^"]*" data-src="[^"]+" data-large_image="[^"]+" data-large_image_width="1200" data-large_image_height="1200"/,
  )
})

test('a variable product carries its variations with the recorded keys', async () => {
  const { exchanges } = JSON.parse(
    readFileSync(new URL('../../../../test/recorded/woocommerce/wc-ajax-get-variation.json', import.meta.url), 'utf8'),
  ) as { exchanges: { response: { body: Record<string, unknown> } }[] }
  // The payment plugin adds one key, which the recorded shop did not have.
  const recorded = { ...exchanges[0]?.response.body, display_price_cents: 0 }
  const { html } = await get(sampler)
  const variations = JSON.parse(attribute(html, 'data-product_variations') ?? '[]') as Record<string, unknown>[]
  expect(variations.map((variation) => variation.variation_id)).toEqual(Object.values(referenceIds.sizes))
  for (const variation of variations) {
    expect(Object.keys(variation).toSorted()).toEqual(Object.keys(recorded).toSorted())
    for (const [key, value] of Object.entries(recorded)) {
      expect([key, typeof variation[key]]).toEqual([key, typeof value])
    }
  }
  expect(
    hasTag(html, 'select', {
      id: 'pa_size',
      name: 'attribute_pa_size',
      'data-attribute_name': 'attribute_pa_size',
      'data-show_option_none': 'yes',
    }),
  ).toBe(true)
  // The first size that is in stock is preselected.
  expect(variationId(html)).toBe(String(referenceIds.sizes['100-g']))
})

test('attributes in the URL are preselected, and such a page is not cached', async () => {
  const kept = shop.pages.size.pages
  const { html } = await get(`${sampler}?attribute_pa_size=100-g`)
  expect(variationId(html)).toBe(String(referenceIds.sizes['100-g']))
  expect(variationId((await get(`${sampler}?attribute_pa_size=9-kg`)).html)).toBe('0')
  expect(shop.pages.size.pages).toBe(kept)
})

test('?wc-ajax=get_variation returns the variation, false, or an empty body', async () => {
  const fetchPath = async (fields: Record<string, string>) => {
    const body = new URLSearchParams(fields)
    return (await app.request('/?wc-ajax=get_variation', { method: 'POST', body })).text()
  }
  const product_id = String(referenceIds.variable)
  expect(JSON.parse(await fetchPath({ product_id, attribute_pa_size: '100-g' }))).toMatchObject({
    variation_id: referenceIds.sizes['100-g'],
    is_in_stock: true,
  })
  expect(await fetchPath({ product_id, attribute_pa_size: '9-kg' })).toBe('false')
  expect(await fetchPath({ product_id })).toBe('false')
  expect(await fetchPath({ product_id: '131' })).toBe('false')
  expect(await fetchPath({ product_id: 'abc' })).toBe('false')
  expect(await fetchPath({})).toBe('')
})

test('?wc-ajax=get_variation says whether the variation is a download', async () => {
  const id = referenceIds.sizes['100-g']
  const isDownload = async () => {
    const body = new URLSearchParams({ product_id: String(referenceIds.variable), attribute_pa_size: '100-g' })
    const answer = await app.request('/?wc-ajax=get_variation', { method: 'POST', body })
    return ((await answer.json()) as { is_downloadable: boolean }).is_downloadable
  }
  expect(await isDownload()).toBe(false)
  await shop.db.update(products).set({ isDownloadable: true }).where(eq(products.id, id))
  expect(await isDownload()).toBe(true)
})

test('[ATC-12] pictures of a variation have working absolute URLs', async () => {
  const body = new URLSearchParams({ product_id: String(referenceIds.variable), attribute_pa_size: '100-g' })
  const answer = await app.request('/?wc-ajax=get_variation', { method: 'POST', body })
  const { image } = (await answer.json()) as { image: Record<string, string> }
  const single = ['url', 'src', 'full_src', 'gallery_thumbnail_src', 'thumb_src'].map((name) => image[name] ?? '')
  const sources = (image.srcset ?? '').split(', ').map((source) => source.split(' '))
  for (const [address = ''] of [...single.map((one) => [one]), ...sources])
    expect(address).toMatch(/^http:\/\/shop\.test\/wp-content\/uploads\/[\w/.-]+$/)
  expect(sources.length).toBeGreaterThan(1)
  expect(sources.every(([, width]) => /^\d+w$/.test(width ?? ''))).toBe(true)
  const { html } = await get(sampler)
  const inPage = JSON.parse(attribute(html, 'data-product_variations') ?? '[]') as { image: typeof image }[]
  expect(inPage.map((variation) => variation.image)).toContainEqual(image)
})

test('search engines read price, stock and rating', async () => {
  const data = structured((await get('/product/tea-1/')).html)
  const product = data.find((item) => item['@type'] === 'Product')
  expect(product).toMatchObject({
    name: 'Golden Needle Green Tea No. 1',
    offers: { '@type': 'Offer', price: '61.03', priceCurrency: 'CAD', availability: 'https://schema.org/InStock' },
  })
  expect(product?.aggregateRating).toMatchObject({ '@type': 'AggregateRating', reviewCount: 3 })
  expect(data.find((item) => item['@type'] === 'BreadcrumbList')).toBeDefined()
  const sizes = structured((await get(sampler)).html).find((item) => item['@type'] === 'Product')
  expect(sizes?.offers).toMatchObject({ '@type': 'AggregateOffer', offerCount: 3 })
})

test('a sold-out product says so and links to similar ones', async () => {
  const { html } = await get('/product/tea-7/')
  expect(has(html, 'stock out-of-stock')).toBe(true)
  expect(has(html, 'single_add_to_cart_button')).toBe(false)
  expect(has(html, 'href="#related"')).toBe(true)
  expect(has((await get('/shop/?s=Mountain+Needle+Black')).html, 'See similar')).toBe(true)
})

test('only canonical URLs are cached', async () => {
  shop.pages.clear()
  await get('/shop/?orderby=price&paged=1')
  await get('/product/tea-1/')
  expect(shop.pages.size.pages).toBe(2)
  await get('/shop/?s=needle')
  await get('/shop/?utm_source=letter')
  await get('/product/tea-1/?utm_source=letter')
  expect(shop.pages.size.pages).toBe(2)
})
