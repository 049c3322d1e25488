/** The text about paying later on product cards in listings, and the settings that scripts read for it. */
import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { defaultSettings, type Settings } from '../../../settings.ts'
import { products } from '../../catalog/catalog.table.ts'
import { refreshProducts } from '../../catalog/refresh-product.ts'

const { stripe_klarna: klarna, stripe_afterpay: afterpay } = defaultSettings.gateways
const { app, db, shop } = await openShop({ settings: recordedSettings })
const original = shop.settings()
let gateways: Settings['gateways'] = original.gateways
Object.assign(shop, { settings: () => ({ ...original, gateways }) })

const everywhere = { enabled: true, sections: ['product', 'cart', 'shop'] } as const
const show = (changes: Partial<Settings['gateways']>): void => {
  gateways = { ...original.gateways, ...changes }
  shop.pages.clear()
}
afterEach(() => show({}))

const page = async (path = '/shop/', headers: Record<string, string> = {}) =>
  (await app.request(path, { headers })).text()
const messages = (html: string) =>
  [...html.matchAll(/<p id="wc-stripe-shop-message-(\w+)-(\d+)"[^>]*>([^<]*)</g)].map(([, id, product, text]) => ({
    id,
    product: Number(product),
    text,
  }))
const paramsOf = (html: string) =>
  JSON.parse(/var wc_stripe_bnpl_shop_params=(.*?)[;<](?=var |\/script)/.exec(html)?.[1] ?? 'null') as Record<
    string,
    unknown
  > | null

test('nothing stands on cards unless the owner wants it there', async () => {
  const before = await page()
  show({ stripe_afterpay: { ...afterpay, enabled: true }, stripe_klarna: { ...klarna, enabled: true } })
  expect(await page()).toBe(before)
  expect([messages(before), paramsOf(before)]).toEqual([[], null])
})

test('each card names the payments of its price, and scripts know its products', async () => {
  show({ stripe_afterpay: { ...afterpay, ...everywhere }, stripe_klarna: { ...klarna, ...everywhere } })
  for (const path of ['/shop/', '/product-category/oolong/', '/shop/?s=tea', '/size/50-g/']) {
    const html = await page(path)
    const told = messages(html)
    const params = paramsOf(html)
    const cards = [...html.matchAll(/<li class="product type-product post-(\d+)/g)].map(([, id]) => Number(id))
    expect(told.length, path).toBeGreaterThan(0)
    expect(new Set(html.match(/ id="wc-stripe-shop-message[^"]*"/g)).size).toBe(told.length)
    const listed = params?.products as { id: number; price: number; price_cents: number; product_type: string }[]
    expect(cards).toEqual(expect.arrayContaining(listed.map(({ id }) => id)))
    expect(listed.map(({ id }) => id)).toEqual(expect.arrayContaining(told.map(({ product }) => product)))
    for (const { price, price_cents: cents } of listed) expect(cents).toBe(Math.round(price * 100))
    for (const { id, product, text = '' } of told) {
      const [each, last = each] = [...text.matchAll(/\$([\d.]+)/g)].map(([, amount]) => Number(amount))
      if (each !== undefined && last !== undefined)
        expect(each * 300 + last * 100).toBeCloseTo(listed.find((one) => one.id === product)?.price_cents ?? 0)
      expect(text).toMatch(id === 'stripe_klarna' ? /^Pay later or over time with Klarna\.$/ : /with Afterpay\.$/)
    }
    expect(params).toMatchObject({
      currency: 'CAD',
      excluded_product_types: ['external', 'grouped'],
      stripe_afterpay: { page: 'shop', gateway_id: 'stripe_afterpay', hide_ineligible: 'no', user_id: 0 },
      stripe_klarna: { page: 'shop', messageOptions: { countryCode: 'CA', paymentMethodTypes: ['klarna'] } },
    })
  }
})

test('a product that cannot be bought here says nothing', async () => {
  const wasType = async (type: 'external' | 'simple') => {
    await db
      .update(products)
      .set({ type, externalUrl: 'https://teahouse.example/' })
      .where(eq(products.id, referenceIds.simple))
    await db.transaction((tx) => refreshProducts(tx, [referenceIds.simple], shop.now()))
  }
  show({ stripe_klarna: { ...klarna, ...everywhere } })
  const has = async () =>
    messages(await page('/shop/?per_page=100')).some(({ product }) => product === referenceIds.simple)
  expect(await has()).toBe(true)
  await wasType('external')
  expect(await has()).toBe(false)
  await wasType('simple')
})

test('prices outside the limits name them, or nothing where that is hidden', async () => {
  const limits = { ...afterpay.limits, CAD: { minCents: 10_000_000, maxCents: null } }
  show({ stripe_afterpay: { ...afterpay, ...everywhere, limits } })
  expect(messages(await page())[0]?.text).toBe('Afterpay is available for orders from $100,000.')
  show({ stripe_afterpay: { ...afterpay, ...everywhere, limits, hideIneligible: 'yes' } })
  expect(messages(await page())).toEqual([])
  expect(paramsOf(await page())?.stripe_afterpay).toMatchObject({ hide_ineligible: 'yes' })
})
