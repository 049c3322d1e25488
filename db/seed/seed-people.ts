import { eq } from 'drizzle-orm'
import { users } from '../../src/accounts/accounts.table.ts'
import { createUser } from '../../src/accounts/create-user.ts'
import { addSales } from '../../src/catalog/add-sales.ts'
import type { Address } from '../../src/checkout/address.ts'
import type { Tx } from '../../src/database/connect.ts'
import { orderAmounts } from '../../src/orders/order-amounts.ts'
import { addNote, insertOrder } from '../../src/orders/orders.store.ts'
import { canadianPricing } from '../../src/pricing/canadian-pricing.ts'
import { totalOf } from '../../src/pricing/total.ts'
import { daysBefore } from './days.ts'
import { staff } from './demo-people.ts'
import { customers } from './people.ts'
import type { SeededSellable } from './seed-catalogue.ts'
import { demoShipping } from './seed-settings.ts'
import type { SeedCustomer } from './shapes.ts'

type Seeded = { readonly customer: SeedCustomer; readonly userId: number }

/** The people who can sign in. Their passwords are printed in the README: they exist in a demo seed only. */
export async function seedPeople(tx: Tx, now: Date): Promise<readonly Seeded[]> {
  for (const person of staff) await mustCreate(tx, { ...person, now })
  const seeded: Seeded[] = []
  for (const customer of customers) {
    const userId = await mustCreate(tx, {
      email: customer.email,
      name: customer.name,
      password: 'samovar-customer',
      role: 'customer',
      now: daysBefore(now, 90),
    })
    const address = addressOf(customer)
    await tx.update(users).set({ billing: address, shipping: address }).where(eq(users.id, userId))
    seeded.push({ customer, userId })
  }
  return seeded
}

async function mustCreate(tx: Tx, person: Parameters<typeof createUser>[1]): Promise<number> {
  const made = await createUser(tx, person)
  if (!made.ok) throw new Error(`${person.email} exists already`)
  return made.userId
}

function addressOf({ address, email }: SeedCustomer): Address {
  return { ...address, address2: address.address2 ?? '', company: '', country: 'CA', email }
}

/** Where the buyers came from, one order after the other. */
const visits: readonly Readonly<Record<string, string>>[] = [
  { source_type: 'organic', utm_source: 'google', utm_medium: 'organic', device_type: 'Desktop' },
  { source_type: 'typein', utm_source: '(direct)', device_type: 'Mobile' },
  { source_type: 'utm', utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'autumn', device_type: 'Mobile' },
  { source_type: 'typein', utm_source: '(direct)', device_type: 'Desktop' },
]

/** What the customers bought before today, priced by the one function that prices a cart. Takes no stock: it left long ago. */
export async function seedOrders(
  tx: Tx,
  people: readonly Seeded[],
  bySku: ReadonlyMap<string, SeededSellable>,
  now: Date,
): Promise<void> {
  const past = people.flatMap(({ customer, userId }) => customer.orders.map((order) => ({ customer, userId, order })))
  for (const [index, { customer, userId, order }] of past
    .toSorted((a, b) => b.order.daysAgo - a.order.daysAgo)
    .entries()) {
    const placed = daysBefore(now, order.daysAgo)
    const paid = new Date(placed.getTime() + 40_000)
    const address = addressOf(customer)
    const items = order.lines.map((line) => {
      const sellable = bySku.get(line.sku)
      if (!sellable) throw new Error(`An order of ${customer.email} names the unknown ${line.sku}`)
      return { ...line, sellable }
    })
    const total = totalOf({
      lines: items.map(({ sku, quantity, sellable }) => ({
        key: sku,
        productId: sellable.id,
        name: sellable.product.name,
        quantity,
        unitPriceCents: sellable.priceCents,
        taxClass: sellable.product.taxClass,
        needsShipping: true,
        weightGrams: sellable.weightGrams,
      })),
      destination: { country: 'CA', state: address.state },
      config: { ...canadianPricing, shipping: demoShipping },
      on: placed,
    })
    const { id } = await insertOrder(tx, {
      status: order.status,
      orderKey: `wc_order_demo${String(index + 1).padStart(10, '0')}`,
      customerId: userId,
      ...orderAmounts(total),
      billing: address,
      shipping: address,
      paymentMethod: 'stripe_cc',
      paymentTitle: 'Card',
      createdVia: 'seed',
      attribution: visits[index % visits.length] ?? {},
      createdAt: placed,
      updatedAt: paid,
      paidAt: paid,
      ...(order.status === 'completed' ? { completedAt: daysBefore(now, Math.max(0, order.daysAgo - 4)) } : {}),
      lines: total.lines.map((line, at) => {
        const { sellable } = items[at] as (typeof items)[number]
        return {
          productId: sellable.parentId ?? sellable.id,
          variationId: sellable.parentId === null ? 0 : sellable.id,
          name: line.name,
          sku: line.key,
          choices: [...sellable.choices],
          packSize: sellable.packSize,
          quantity: line.quantity,
          unitPriceCents: line.unitPriceCents,
          subtotalCents: line.subtotalCents,
          totalCents: line.totalCents,
          taxCents: line.taxCents,
          taxClass: line.taxClass,
          imagePath: sellable.imagePath,
        }
      }),
    })
    await addSales(
      tx,
      items.map(({ quantity, sellable }) => ({ productId: sellable.parentId ?? sellable.id, quantity })),
    )
    await addNote(tx, id, 'Paid by card. Order status changed from Pending payment to Processing.', paid)
    if (order.status === 'completed')
      await addNote(
        tx,
        id,
        'Order status changed from Processing to Completed.',
        daysBefore(now, Math.max(0, order.daysAgo - 4)),
      )
  }
}
