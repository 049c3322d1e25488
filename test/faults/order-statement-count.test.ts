/** Number of statements per checkout: each round trip prolongs locks that other buyers wait for. */
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { defaultSettings } from '../../src/settings.ts'
import { choiceLabels } from '../../src/shop/catalog/choice-labels.ts'
import { newBuyer, type SendRequest } from '../running/buyer.ts'
import { openShop } from '../support/shop.ts'
import { addProduct } from './stock.ts'

// Installed before the first connection, because a connection wraps `query` to name prepared statements.
const driver = vi.spyOn(pg.Client.prototype, 'query')

const { gateways } = defaultSettings
const { app, db, pool } = await openShop({
  settings: { gateways: { ...gateways, bacs: { ...gateways.bacs, enabled: true } } },
})
const ask: SendRequest = async (path, init) => app.request(path, init)

let count = 0
pool.on('connect', (client) => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    count += 1
    return query(...args)
  }) as pg.ClientBase['query']
})

/**
 * Measured, including begin, commit and the checkout throttle. Investigate a higher number; update this one when it is
 * lower.
 */
test.each([
  ['bacs', 10],
  ['stripe_cc', 21],
])('[CHK-18] one item bought by %s takes at most %i statements from request to response', async (method, max) => {
  const tin = await addProduct(db, 50)
  const buyer = newBuyer(ask)
  await buyer.add(tin)
  const page = await buyer.openCheckout()
  await buyer.review(page)
  count = 0
  const answer = await buyer.checkout(page, { payment_method: method, stripe_cc_token_key: 'pm_card_visa' })
  expect(answer.result).toBe('success')
  expect(count).toBeLessThanOrEqual(max)
})

test('[CHK-18] webhooks add no statement', async () => {
  await pool.query(`insert into webhooks (name, topic, delivery_url, secret, created_at, updated_at)
    select topic, topic, 'http://receiver.test/', '', now(), now()
    from unnest('{order.created,order.updated,product.updated,action.woocommerce_payment_complete}'::text[]) topic`)
  const tin = await addProduct(db, 50)
  const buyer = newBuyer(ask)
  await buyer.add(tin)
  const page = await buyer.openCheckout()
  await buyer.review(page)
  await pool.query('truncate webhook_deliveries')
  count = 0
  expect((await buyer.checkout(page, { payment_method: 'bacs' })).result).toBe('success')
  expect(count).toBeLessThanOrEqual(10)
  const { rows } = await pool.query<{ topic: string }>('select topic from webhook_deliveries order by id')
  expect(rows.map(({ topic }) => topic)).toEqual(
    expect.arrayContaining(['order.created', 'order.updated', 'product.updated']),
  )
  await pool.query('truncate webhooks, webhook_deliveries')
})

test('[CHK-18] every statement of a frequent purchase is prepared', async () => {
  const tin = await addProduct(db, 50)
  for (let purchase = 0; purchase < 4; purchase += 1) {
    const buyer = newBuyer(ask)
    await buyer.add(tin)
    const page = await buyer.openCheckout()
    await buyer.review(page)
    driver.mockClear()
    await buyer.checkout(page, { payment_method: 'bacs' })
  }
  const statements = driver.mock.calls as unknown as [string | pg.QueryConfig, unknown[] | undefined][]
  const unprepared = statements.filter(
    ([statement, values]) => typeof statement === 'object' && !statement.name && (values?.length ?? 0) > 0,
  )
  expect(unprepared).toEqual([])
})

test('[MINI-01] the names of chosen options are read by one prepared statement, however many there are', async () => {
  const chosen: Record<string, string>[] = [
    { pa_size: '50-g' },
    { pa_size: '100-g' },
    { pa_size: 'no', pa_grade: 'no' },
  ]
  driver.mockClear()
  for (const size of [1, 2, 3]) await choiceLabels(db, chosen.slice(0, size))
  const all = (driver.mock.calls as unknown as [pg.QueryConfig][]).map(([statement]) => statement)
  const statements = all.filter(({ text }) => text?.includes('from "attributes"'))
  expect(new Set(statements.map(({ text }) => text)).size).toBe(1)
  expect(statements.at(-1)?.name).toBeDefined()
})
