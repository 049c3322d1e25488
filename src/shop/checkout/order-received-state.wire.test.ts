import { expect, test } from 'vitest'
import { writeOrder } from '../../../test/support/orders.ts'
import { openShop } from '../../../test/support/shop.ts'
import type { NewOrder } from '../orders/orders.store.ts'

const { app, db } = await openShop({ now: () => new Date('2026-11-22T12:00:00Z') })

async function pageOf(changes: Partial<NewOrder>): Promise<string> {
  const { id, orderKey } = await writeOrder(db, changes)
  const html = await (await app.request(`/checkout/order-received/${id}/?key=${orderKey}`)).text()
  return html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

const long = { createdAt: new Date('2026-09-12T12:00:00Z'), paidAt: new Date('2026-09-12T12:01:00Z') }

test('an order completed long ago shows that, with the date it was shipped', async () => {
  const page = await pageOf({ ...long, status: 'completed', completedAt: new Date('2026-09-14T16:00:00Z') })
  expect(page).toContain('This order is complete, Ada.')
  expect(page).toContain('We shipped it on September 14, 2026.')
  expect(page).toMatch(/Status Completed/)
  expect(page).not.toMatch(/Thank you|has been received|on its way to/)
})

const shippingLines = [{ rateId: 'local_pickup:3', title: 'Pickup', totalCents: 0, taxCents: 0 }]

test('a pickup order was ready for pickup, and has been picked up if it was paid at pickup', async () => {
  const done = { ...long, status: 'completed', completedAt: long.paidAt, shippingLines } as const
  expect(await pageOf(done)).toContain('It was ready for pickup on September 12, 2026.')
  expect(await pageOf({ ...done, paymentMethod: 'cod' })).toContain('You picked it up on September 12, 2026.')
})

test('no page of a pickup order mentions shipping', async () => {
  const pages = await Promise.all(
    (['on-hold', 'processing', 'completed', 'cancelled', 'refunded'] as const).flatMap((status) =>
      ['bacs', 'cod'].map((paymentMethod) =>
        pageOf({ createdAt: long.createdAt, status, completedAt: long.paidAt, paymentMethod, shippingLines }),
      ),
    ),
  )
  for (const page of pages) expect(page).not.toMatch(/\bship(ped)?\b|parcel|carrier|at your door/i)
  expect(pages[0]).toContain('We will get it ready for pickup as soon as your payment reaches us.')
  expect(pages[2]).toContain('We email you that it is ready for you at the shop.')
  expect(pages[3]).not.toContain('We email you that it is ready')
})

test('a confirmation email is announced only on the day of the order', async () => {
  const paid = { status: 'processing', paidAt: new Date('2026-11-22T11:00:00Z') } as const
  expect(await pageOf({ ...paid, createdAt: paid.paidAt })).toContain('A confirmation is on its way to ada@shop.test')
  expect(await pageOf({ ...paid, createdAt: long.createdAt })).not.toContain('A confirmation is on its way')
})
