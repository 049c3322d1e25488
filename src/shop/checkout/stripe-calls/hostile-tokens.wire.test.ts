/** Tokens that no script of the provider makes never reach it. */
import { beforeEach, expect, test } from 'vitest'
import { ontario } from '../../../../test/running/buyer.ts'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { everyWallet, openShop, recordedSettings } from '../../../../test/support/shop.ts'
import { orders } from '../../orders/orders.table.ts'

const { app, db, pool } = await openShop({ settings: { ...recordedSettings, gateways: everyWallet } })

beforeEach(async () => {
  await pool.query('truncate orders, payments, carts, stock_movements, rate_limits cascade')
})

/** In a header they cannot be sent; half of a character, at the end after cutting too, is no text at all. */
const tokens = [
  '😀',
  'a\nb',
  'pm_1\r\nIdempotency-Key: other',
  '\ud800',
  `a${'😀'.repeat(100)}`,
  '../customers',
  ' pm_1 ',
]

const express = { page_id: 'product', product_id: String(referenceIds.simple), qty: '1' }
const sheet = (method: string, token: string) => ({
  ...{ ...ontario, ...express, payment_method: method, [`${method}_token_key`]: token },
})

test.each(['stripe_googlepay', 'stripe_cc'])('%s: they are no token, and nothing is ordered', async (method) => {
  for (const token of tokens) {
    const response = await app.request('/wp-json/wc-stripe/v1/checkout', {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(sheet(method, token)),
    })
    expect([token, response.status, await response.json()]).toMatchObject([token, 200, { result: 'failure' }])
  }
  expect(await db.$count(orders)).toBe(0)
})
