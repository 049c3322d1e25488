import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { adminRest } from '../../../../test/support/admin-rest.ts'
import { ada, writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { emails } from '../../../things/messages/emails.table.ts'
import { orders } from '../orders.table.ts'
import type { OrderJson } from '../rest/order-json.ts'
import { orderBulkActions } from './order-bulk-actions.ts'

const { app, db, shop } = await openShop()
const rest = adminRest({ app, url: shop.url }, await createSignedInUser(shop, 'administrator'))

test.each([
  ['failed', 'on hold', null],
  ['on-hold', 'processing', 1],
  ['on-hold', 'completed', 2],
  ['processing', 'completed', 3],
  ['processing', 'on hold', 4],
  ['completed', 'processing', 5],
] as const)('an undo from %s to %s says that emails stay sent if the customer got one', async (from, to, invoice) => {
  const { id } = await writeOrder(db, { status: from, holdsStock: from !== 'failed' })
  await db.update(orders).set({ invoiceNumber: invoice }).where(eq(orders.id, id))
  await db.delete(emails)
  const order = await rest.get<OrderJson>(`/wp-json/wc/v3/orders/${id}`, AbortSignal.timeout(9000))
  const action = orderBulkActions([]).find(({ label }) => label === `Change to ${to}`)
  const result = await action?.run([order], rest, { report: () => undefined })
  expect(result?.undo).toBeDefined()
  const told = (await db.select().from(emails)).filter(({ recipient }) => recipient === ada.email)
  expect(result?.text.includes('emails that were sent stay sent')).toBe(told.length > 0)
})
