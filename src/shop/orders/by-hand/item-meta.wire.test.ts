/** `meta_data` of the items of orders: stored, changed and removed by API clients. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { whileDeleting } from '../../../../test/support/while-deleting.ts'
import { anonymiseOrders } from '../anonymise-orders.ts'
import { setOrder } from '../orders.store.ts'
import { orderLines, orders } from '../orders.table.ts'
import { type Json, line, openOrdersByHand } from './open-test-by-hand.ts'

const { app, call, clock, customer, db, edit, make, refused, reset } = await openOrdersByHand()

let tin = 0
beforeEach(async () => {
  ;({ tin } = await reset())
})

type Meta = { readonly id: number; readonly key: string; readonly value: unknown }
const parts = ['line_items', 'shipping_lines', 'fee_lines'] as const
type Part = (typeof parts)[number]
const metaOf = (json: Json, part: Part): readonly Meta[] => json[part][0]?.meta_data as Meta[]
/** What clients have stored; the shop's own entries are left out. */
const storedOf = (json: Json, part: Part) =>
  metaOf(json, part)
    .filter(({ key }) => key !== 'Items' && key !== 'pa_size')
    .map(({ key, value }) => [key, value])

const sent = [
  { key: 'gift', value: ' To Bob\n\nwith love ' },
  { key: '_scan', value: { crate: 7, ok: true } },
  { key: 'count', value: 3 },
]
const stored = [
  ['gift', ' To Bob\n\nwith love '],
  ['_scan', { crate: 7, ok: true }],
  ['count', '3'],
]
const makeWithMeta = (more: object = {}) =>
  make({
    customer_id: customer.id,
    line_items: [line(tin, 1, { meta_data: sent })],
    shipping_lines: [{ method_id: 'flat_rate', method_title: 'Flat rate', total: '9.95', meta_data: sent }],
    fee_lines: [{ name: 'Gift wrap', total: '3.00', meta_data: sent }],
    ...more,
  })
const idOf = (json: Json, part: Part): number => json[part][0]?.id ?? 0

test('is stored with new items as it was sent, and shown with lines to customers where it is a visible text', async () => {
  const json = await makeWithMeta()
  for (const part of parts) expect([part, storedOf(json, part)]).toEqual([part, stored])
  expect((await call('GET', `/${json.id}`)).json.fee_lines).toEqual(json.fee_lines)
  const page = await (await app.request(`/my-account/view-order/${json.id}/`, customer)).text()
  expect(page).toContain('gift: To Bob with love')
  expect(page).not.toMatch(/_scan|crate/)
})

test.each(parts)('of existing %s is changed by id or key, added, and removed by null', async (part) => {
  const made = await makeWithMeta({ payment_method: 'bacs', status: 'completed' })
  const item = (meta_data: unknown) => ({ [part]: [{ id: idOf(made, part), meta_data }] })
  const [gift, scan] = metaOf(made, part).filter(({ key }) => key === 'gift' || key === '_scan')
  const changed = await edit(
    made.id,
    item([
      { id: gift?.id, key: 'gift', value: 'To Eve' },
      { key: 'count', value: '4' },
      { key: '_scan', value: null },
      { id: 987_654_321, key: 'parcel', value: ['A', 'B'] },
    ]),
  )
  const now = [
    ['gift', 'To Eve'],
    ['count', '4'],
    ['parcel', ['A', 'B']],
  ]
  expect(storedOf(changed, part)).toEqual(now)
  expect(metaOf(changed, part).find(({ key }) => key === 'gift')?.id).toBe(gift?.id)
  expect(metaOf(changed, part).map(({ id }) => id)).not.toContain(scan?.id)
  expect(changed.total).toBe(made.total)
  const batch = await call('POST', '/batch', { update: [{ id: made.id, ...item([{ id: gift?.id, value: null }]) }] })
  expect(batch.status).toBe(200)
  const after = (await call('GET', `/${made.id}`)).json
  expect(storedOf(after, part)).toEqual(now.slice(1))
})

test('sent back as it was read changes nothing', async () => {
  const made = await makeWithMeta()
  const { status, json } = await call('PUT', `/${made.id}`, {
    line_items: made.line_items,
    shipping_lines: made.shipping_lines,
    fee_lines: made.fee_lines,
  })
  expect([status, json]).toEqual([200, made])
})

test('stays with its item while others are added, priced again or removed', async () => {
  const made = await makeWithMeta({
    fee_lines: [
      { name: 'A', total: '1' },
      { name: 'B', total: '2', meta_data: sent },
    ],
  })
  const edited = await edit(made.id, {
    line_items: [
      { id: idOf(made, 'line_items'), quantity: 2, meta_data: [{ key: 'count', value: null }] },
      line(tin, 1, { meta_data: [{ key: 'second', value: 'yes' }] }),
    ],
    shipping_lines: [{ id: idOf(made, 'shipping_lines'), total: '5.00' }],
    fee_lines: [{ id: idOf(made, 'fee_lines'), name: null }],
  })
  expect(storedOf(edited, 'line_items')).toEqual(stored.slice(0, 2))
  expect(edited.line_items[1]?.meta_data).toMatchObject([{ key: 'second', value: 'yes' }])
  expect(storedOf(edited, 'shipping_lines')).toEqual(stored)
  expect(storedOf(edited, 'fee_lines')).toEqual(stored)
})

test('stays with its item when another was removed meanwhile, and is refused if that was its own', async () => {
  const made = await makeWithMeta({ line_items: [1, 2, 3].map((quantity) => line(tin, quantity)) })
  const [first, second] = made.line_items.map(({ id }) => id)
  const put = () => call('PUT', `/${made.id}`, { line_items: [{ id: second, meta_data: sent }] })
  const removing = (id: number | undefined) =>
    whileDeleting(
      db,
      async (tx) => {
        await setOrder(tx, made.id, { updatedAt: clock.now })
        await tx.delete(orderLines).where(eq(orderLines.id, id ?? 0))
      },
      put,
    )
  const answer = await removing(first)
  expect(answer.status).toBe(200)
  expect(answer.json.line_items.map((one) => [one.quantity, (one.meta_data as Meta[]).length])).toEqual([
    [2, sent.length],
    [3, 0],
  ])
  await edit(made.id, { line_items: [{ id: second, meta_data: sent.map(({ key }) => ({ key, value: null })) }] })
  expect(await removing(second)).toMatchObject({ status: 400, json: { code: 'woocommerce_rest_invalid_item_id' } })
})

test.each([
  ['no key', [{ value: 'x' }]],
  ['no value', [{ key: 'x' }]],
  ['a long key', [{ key: 'k'.repeat(256), value: 'x' }]],
  ['a long value', [{ key: 'x', value: 'v'.repeat(20_001) }]],
  ['another type', { key: 'x', value: 'y' }],
  ['too many', Array.from({ length: 101 }, (_, index) => ({ key: `k${index}`, value: 'x' }))],
  ['too many with those it has', Array.from({ length: 98 }, (_, index) => ({ key: `k${index}`, value: 'x' }))],
])('with %s is refused, and nothing is changed', async (_, meta_data) => {
  const made = await makeWithMeta()
  for (const part of parts) {
    const answer = await refused('PUT', `/${made.id}`, { [part]: [{ id: idOf(made, part), meta_data }] })
    expect([part, answer.status]).toEqual([part, 400])
  }
})

test('what was chosen of a product is no metadata that could be changed', async () => {
  const made = await make({ line_items: [line(tin, 1)] })
  const choices = [{ label: 'Size', value: '50 g' }]
  await db.execute(`update order_lines set choices = '${JSON.stringify(choices)}' where order_id = ${made.id}`)
  const { json } = await call('GET', `/${made.id}`)
  const id = idOf(json, 'line_items')
  const [size] = metaOf(json, 'line_items')
  expect(size).toMatchObject({ key: 'pa_size', value: '50-g' })
  for (const meta of [
    { ...size, value: '100-g' },
    { ...size, value: null },
    { key: 'pa_size', value: '100-g' },
  ]) {
    const answer = await refused('PUT', `/${made.id}`, { line_items: [{ id, meta_data: [meta] }] })
    expect(answer.status).toBe(400)
  }
})

test('is personal data: it goes when the order is made anonymous', async () => {
  const made = await makeWithMeta({ status: 'completed' })
  await db.transaction((tx) => anonymiseOrders(tx, [made.id], clock.now))
  const { json } = await call('GET', `/${made.id}`)
  for (const part of parts) expect([part, storedOf(json, part)]).toEqual([part, []])
  const [row] = await db.select().from(orders).where(eq(orders.id, made.id))
  expect(row?.fees).toMatchObject([{ name: 'Gift wrap', totalCents: 300 }])
  const more = { line_items: [{ id: idOf(made, 'line_items'), meta_data: sent }] }
  expect((await call('PUT', `/${made.id}`, more)).status).toBe(409)
})
