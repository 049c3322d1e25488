/**
 * The recorded exchanges about reports. The recorded shop counted orders only later, so its first responses are empty.
 * Ours are the same before there are orders; the later responses are compared with those for the orders it had then.
 */
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ada, teapots, writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, recordedCallers } from '../../../../test/support/users.ts'
import { compareBodies } from '../../../../test/wire/compare.ts'
import { type Exchange, explained, recordedExchanges } from '../../../../test/wire/replay.ts'
import { createApp } from '../../../app.ts'
import { users } from '../../../people/identity/accounts.table.ts'
import { paymentRefunds } from '../../orders/payments/payments.table.ts'

const now = new Date('2026-11-24T01:40:00Z')
const { db, shop } = await openShop({ template: { name: 'empty', prepare: async () => {} }, now: () => now })
const app = createApp({ ...shop, url: 'https://shop.test' })
const owner = await createSignedInUser(shop, 'administrator')
const customer = await createSignedInUser(shop, 'customer')
await db.update(users).set({ createdAt: new Date('2025-10-01T12:00:00Z') })
const registered = new Date('2026-11-24T12:00:00Z')
for (let one = 0; one < 7; one += 1)
  await db.insert(users).values({ name: 'Ada', email: `ada${one}@shop.test`, createdAt: registered })

const callers = await recordedCallers(shop, { owner: owner.id, customer: customer.id })

/** The counts are another shop's; only kinds and their names are compared. */
const counted = (where: string) => /^body\[\d\]\.total$/.test(where)
const deviations: readonly (readonly [name: RegExp, reason: string, where: RegExp])[] = [
  [/orders\/totals$|read-only key/, 'reports-no-drafts', /^body\.length$/],
  [/^index$/, 'reports-that-there-are', /^body\.length$/],
  [/^orders synchronised.*sales/, 'reports-without-dust', /total_refunds$/],
]
const observed = new Set<string>()

async function replay({ name, request, response, trimmed, ...exchange }: Exchange): Promise<void> {
  const { auth = 'none' } = exchange as { auth?: string }
  const ours = await app.request(request.url, { headers: callers[auth] ?? {} })
  const differences = compareBodies(response.body, await ours.json(), { isCut: trimmed !== undefined })
  const isExplained = (where: string) =>
    deviations.some(([names, reason, pattern]) => {
      const isIt = names.test(name) && pattern.test(where)
      if (isIt) observed.add(reason)
      return isIt
    })
  const rest = differences.filter(({ where }) => !counted(where) && !isExplained(where))
  expect([ours.status, rest], name).toEqual([response.status, []])
}

const exchanges = recordedExchanges('wc-v3-reports')
const isLater = ({ name }: Exchange) => name.startsWith('orders synchronised')
test.each(exchanges.filter((one) => !isLater(one)).map((one) => [one.name, one] as const))('%s', (_, one) =>
  replay(one),
)

test('with the orders that the recorded shop had, reports say what its did', async () => {
  await db.execute(sql`update users set created_at = '2025-01-01'`)
  let numbers = 100
  const place = (amounts: Parameters<typeof writeOrder>[1] = {}) =>
    writeOrder(db, {
      status: 'completed',
      invoiceNumber: (numbers += 1),
      createdAt: new Date('2026-11-23T20:00:00Z'),
      itemsSubtotalCents: 0,
      itemsTotalCents: 0,
      shippingCents: 0,
      taxCents: 0,
      totalCents: 0,
      billing: ada,
      lines: [],
      shippingLines: [],
      taxLines: [],
      ...amounts,
    })
  const line = (productId: number, name: string, quantity: number, totalCents: number) => ({
    ...teapots,
    productId,
    name,
    quantity,
    subtotalCents: totalCents,
    totalCents,
    taxCents: 0,
  })
  const back = await place({
    itemsSubtotalCents: 7596,
    itemsTotalCents: 7596,
    shippingCents: 995,
    taxCents: 1116,
    totalCents: 9707,
    refundedCents: 9707,
    status: 'refunded',
    lines: [line(17, 'Assam Reference 2', 4, 7596)],
  })
  await db.insert(paymentRefunds).values({
    orderId: back.id,
    amountCents: 9707,
    idempotencyKey: 'all',
    status: 'succeeded',
    createdAt: now,
    parts: [
      { kind: 'line', id: back.lines[0]?.id ?? 0, quantity: 4, totalCents: 7596, taxCents: 1000 },
      { kind: 'shipping', id: 1, quantity: 0, totalCents: 995, taxCents: 116 },
    ],
  })
  await place({
    itemsSubtotalCents: 2799,
    itemsTotalCents: 2799,
    taxCents: 364,
    totalCents: 3163,
    lines: [line(21, 'Brewing guide', 2, 1800), line(56, 'Sencha Reference', 1, 999)],
  })
  const rest = await Promise.all([1, 2, 3].map(() => place({ lines: [line(18, 'Assam Reference 3', 1, 0)] })))
  const last = await place()
  expect([...rest, last]).toHaveLength(4)
  // The fourth product of the recording was refunded, too.
  for (const one of rest)
    await db.insert(paymentRefunds).values({
      orderId: one.id,
      amountCents: 1,
      idempotencyKey: `one-${one.id}`,
      status: 'succeeded',
      createdAt: now,
      parts: [{ kind: 'line', id: one.lines[0]?.id ?? 0, quantity: 1, totalCents: 0, taxCents: 0 }],
    })
  for (const one of exchanges.filter(isLater)) await replay(one)
  expect([...observed].filter((reason) => !explained.has(reason))).toEqual([])
  expect(observed.size).toBe(deviations.length)
})

test('each customer who has paid is counted once, and neither staff nor guests are', async () => {
  const [payer, other] = await db.select({ id: users.id }).from(users).where(eq(users.role, 'customer')).limit(2)
  const paidAt = now
  const orders = [
    { customerId: payer?.id, paidAt },
    { customerId: payer?.id, paidAt },
    { customerId: other?.id },
    { customerId: owner.id, paidAt },
    { paidAt },
  ]
  for (const one of orders) await writeOrder(db, one)
  const customers = await db.$count(users, eq(users.role, 'customer'))
  const answer = await app.request('/wp-json/wc/v3/reports/customers/totals', {
    headers: callers['consumer key, read_write'] ?? {},
  })
  expect(await answer.json()).toMatchObject([
    { slug: 'paying', total: 1 },
    { slug: 'non_paying', total: customers - 1 },
  ])
})
