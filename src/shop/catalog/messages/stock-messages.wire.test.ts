import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { newBuyer } from '../../../../test/running/buyer.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { setStock } from '../../../../test/support/stock.ts'
import { defaultSettings } from '../../../settings.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { returnStock } from '../../inventory/stock.store.ts'
import { stockLevels } from '../../inventory/stock.table.ts'
import { type StockChange, stockAlertOf } from '../../inventory/stock.ts'
import { invalidatePages } from '../invalidate-pages.ts'
import { saveProduct } from '../save-product.ts'

const { gateways } = defaultSettings
const { app, shop, db, pool } = await openShop({
  settings: { lowStockThreshold: 5, gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } },
})
const productId = referenceIds.simple

const setLevel = (onHand: number, lowStockAmount: number | null = null) =>
  setStock(db, productId, onHand, lowStockAmount)

beforeEach(async () => {
  Object.assign(shop.settings(), { emails: {} })
  await pool.query('truncate orders, payments, emails, stock_movements, rate_limits cascade')
})

const alerts = async () =>
  (await db.select().from(emails).orderBy(emails.id))
    .filter(({ template }) => template.endsWith('-stock'))
    .map(({ template, data }) => [template, (data as { left: number }).left])

async function buy(quantity: number, payment: Readonly<Record<string, string>> = { payment_method: 'bacs' }) {
  const buyer = newBuyer(async (path, init) => app.request(path, init))
  await buyer.add(productId, quantity)
  return { buyer, answer: await buyer.checkout(await buyer.openCheckout(), payment) }
}
const left = async () =>
  (await db.select().from(stockLevels).where(eq(stockLevels.productId, productId)))[0]?.onHand ?? 0

test.each<[Partial<StockChange>, ReturnType<typeof stockAlertOf>]>([
  [{ before: 6, after: 5 }, 'low'],
  [{ before: 9, after: 1 }, 'low'],
  [{ before: 7, after: 6 }, null],
  [{ before: 5, after: 4 }, null],
  [{ before: 9, after: 0 }, 'out'],
  [{ before: 1, after: 0 }, 'out'],
  [{ before: 0, after: 0 }, null],
  [{ before: 0, after: 3 }, null],
  [{ before: 3, after: 9 }, null],
  [{ before: 6, after: 5, lowStockAmount: 2 }, null],
  [{ before: 3, after: 2, lowStockAmount: 2 }, 'low'],
  [{ before: 2, after: 1, lowStockAmount: 0 }, null],
])('%j: %s', (change, alert) => {
  expect(stockAlertOf({ productId, before: 0, after: 0, ...change }, 5)).toBe(alert)
})

test('the owner is told once when the limit is crossed, and once when nothing is left', async () => {
  await setLevel(8)
  for (const quantity of [2, 2, 1, 3]) await buy(quantity)
  expect([await left(), await alerts()]).toEqual([
    0,
    [
      ['low-stock', 4],
      ['no-stock', 0],
    ],
  ])
  const [first] = await db.select().from(emails).where(eq(emails.template, 'low-stock'))
  expect(first).toMatchObject({ recipient: shop.settings().ownerEmail, status: 'waiting' })
  if (!first) return
  const { text } = await shop.messages.content(db, first)
  expect(text).toContain('4 left')
})

test('shoppers see how many are left at the amount of the product, which goes before that of the shop', async () => {
  const seen = async () => {
    const answer = await app.request(`/wp-json/wc/store/v1/products/${productId}`)
    const product = (await answer.json()) as { low_stock_remaining: number; stock_availability: { text: string } }
    return [product.low_stock_remaining, product.stock_availability.text]
  }
  await setLevel(4, 2)
  expect(await seen()).toEqual([null, 'In stock'])
  await setLevel(8, 9)
  expect(await seen()).toEqual([8, 'Only 8 left'])

  const heard: string[] = []
  const listener = await pool.connect()
  await listener.query('listen samovar_page_tags')
  listener.on('notification', (news) => heard.push(...(news.payload ?? '').split(' ')))
  const tagsOf = async (work: () => Promise<unknown>) => {
    heard.length = 0
    await work()
    await listener.query('select 1')
    return heard
  }
  expect(await tagsOf(() => buy(1))).toContain(`product:${productId}`)
  const { rows } = await pool.query<{ id: number }>('select id from orders')
  const giveBack = () =>
    db.transaction(async (tx) => invalidatePages(shop, tx, await returnStock(tx, rows[0]?.id ?? 0), shop.now()))
  expect(await tagsOf(giveBack)).toContain(`product:${productId}`)
  listener.release(true)
  expect(await seen()).toEqual([8, 'Only 8 left'])
})

test('of buyers at the same time one crosses the limit', async () => {
  await setLevel(9)
  await Promise.all(Array.from({ length: 6 }, () => buy(1)))
  expect([await left(), await alerts()]).toEqual([3, [['low-stock', 5]]])
})

test('a card that is declined again and again says it once, and a refused order nothing', async () => {
  await setLevel(6)
  const declined = { payment_method: 'stripe_cc', stripe_cc_token_key: 'pm_card_chargeDeclined' }
  const { buyer } = await buy(2, declined)
  await buyer.checkout(await buyer.openCheckout(), declined)
  expect([await left(), await alerts()]).toEqual([6, [['low-stock', 4]]])
  const page = await buyer.openCheckout()
  await setLevel(1)
  expect((await buyer.checkout(page, { payment_method: 'bacs' })).result).toBe('failure')
  expect(await alerts()).toHaveLength(1)
})

test('the owner switches it off, and a product may have its own amount', async () => {
  await setLevel(6)
  Object.assign(shop.settings(), { emails: { 'low-stock': { enabled: false } } })
  await buy(2)
  expect(await alerts()).toEqual([])
  Object.assign(shop.settings(), { emails: {} })
  await setLevel(9, 8)
  await buy(1)
  expect(await alerts()).toEqual([['low-stock', 8]])
})

test('a count by hand tells it as a sale does', async () => {
  await setLevel(9)
  const count = (onHand: number) =>
    db.transaction((tx) =>
      saveProduct(tx, { id: productId, type: 'simple', stock: { onHand } }, { now: shop.now(), shop }),
    )
  expect(await count(3)).toMatchObject({ ok: true, outcome: 'updated' })
  expect(await count(3)).toMatchObject({ ok: true, outcome: 'unchanged' })
  expect(await alerts()).toEqual([['low-stock', 3]])
})
