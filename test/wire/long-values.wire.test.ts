/** A refusal does not repeat a value at length. */
import { expect, test } from 'vitest'
import { jsonClient } from '../support/json-client.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'

const { app, shop } = await openShop()
const call = jsonClient<{ id: number; code: string }>(
  app,
  '/wp-json/wc/v3',
  await createSignedInUser(shop, 'administrator'),
)
const long = 'x'.repeat(50_000)

test.each([
  ['/taxes', { country: 'CA', postcode: long }],
  ['/shipping/zones/0/methods', { method_id: 'free_shipping', settings: { min_amount: long } }],
  ['/products/55/variations', { attributes: [{ name: long, option: '50 g' }] }],
])('POST %s', async (path, body) => {
  const { status, json } = await call('POST', path, body)
  expect([status, json.code]).toEqual([400, 'rest_invalid_param'])
  expect(JSON.stringify(json).length).toBeLessThan(1000)
})
