import { expect } from 'vitest'
import { addProduct } from '../../../../test/faults/stock.ts'
import { jsonClient } from '../../../../test/support/json-client.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { ada } from '../../../../test/support/store-client.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { createApp } from '../../../app.ts'

export type Item = Record<string, unknown> & { readonly id: number; readonly total: string; readonly quantity: number }
export type Json = Record<string, unknown> & {
  readonly id: number
  readonly total: string
  readonly line_items: readonly Item[]
  readonly fee_lines: readonly Item[]
  readonly shipping_lines: readonly Item[]
  readonly data?: { readonly params?: Record<string, string> }
}
export const billing = { ...ada, email: 'ada@shop.test' }
export const line = (product_id: number, quantity: number, more = {}) => ({ product_id, quantity, ...more })

export const cents = (text: unknown) => Math.round(Number(text) * 100)
export const sum = (items: readonly Record<string, unknown>[], field: string) =>
  items.reduce((all, item) => all + cents(item[field]), 0)
/** Expects that parts, taxes and total of an order fit together. */
export function addsUp(json: Json) {
  const parts = [json.line_items, json.fee_lines, json.shipping_lines].map((items) => sum(items, 'total'))
  const net = parts.reduce((all, part) => all + part, 0)
  expect(cents(json.total)).toBe(net + cents(json.total_tax))
  const taxes = json.tax_lines as Item[]
  expect(sum(taxes, 'tax_total') + sum(taxes, 'shipping_tax_total')).toBe(cents(json.total_tax))
  const taxesOf = (parts: readonly Item[]) =>
    parts.flatMap((part) => {
      const own = part.taxes as Item[]
      expect(sum(own, 'total')).toBe(cents(part.total_tax))
      return own
    })
  const [items, shipping] = [taxesOf([...json.line_items, ...json.fee_lines]), taxesOf(json.shipping_lines)]
  for (const { rate_id, tax_total, shipping_tax_total } of taxes) {
    const total = (own: readonly Item[]) =>
      sum(
        own.filter(({ id }) => id === rate_id),
        'total',
      )
    expect([total(items), total(shipping)]).toEqual([cents(tax_total), cents(shipping_tax_total)])
  }
}

const start = new Date('2026-11-21T09:00:00Z')

/** A shop whose time and prices a test sets, and the owner’s calls that make and change orders. */
export async function openOrdersByHand() {
  const clock = { now: start }
  const { shop, db, pool, enqueuedJobs } = await openShop({ now: () => clock.now })
  const recordedPricing = shop.pricing()
  const current = { pricing: recordedPricing }
  const app = createApp({ ...shop, pricing: () => current.pricing })
  const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
  const customer = await createSignedInUser(shop, 'customer')

  const call = jsonClient<Json>(app, '/wp-json/wc/v3/orders', owner)
  async function make(body: Record<string, unknown>) {
    const { status, json } = await call('POST', '', { billing, ...body })
    expect([status, status === 201 ? null : json]).toEqual([201, null])
    return json
  }
  async function edit(id: number, body: Record<string, unknown>) {
    const { status, json } = await call('PUT', `/${id}`, body)
    expect([status, status === 200 ? null : json]).toEqual([200, null])
    return json
  }
  /** Expects that the request is refused and changes nothing; returns the error. */
  async function refused(method: string, path: string, body: unknown) {
    const before = await digestShop(db)
    const { status, json } = await call(method, path, body)
    expect(await digestShop(db)).toEqual(before)
    return { status, code: json.code, message: json.message, params: json.data?.params }
  }
  const notes = async (id: number) =>
    ((await call('GET', `/${id}/notes`)).json as unknown as { note: string }[]).map(({ note }) => note)

  /** Sets time and prices back, removes all orders, and adds two products: 20 tins at $10.00 and 5 jars at $24.50. */
  async function reset() {
    clock.now = start
    current.pricing = recordedPricing
    await pool.query('truncate orders, emails, coupons cascade')
    return { tin: await addProduct(db, 20, 1000), jar: await addProduct(db, 5, 2450) }
  }

  return {
    shop,
    app,
    db,
    pool,
    enqueuedJobs,
    owner,
    customer,
    recordedPricing,
    clock,
    current,
    call,
    make,
    edit,
    refused,
    notes,
    reset,
  }
}
