import { eq } from 'drizzle-orm'
import type { Address } from '../../src/people/addresses/address.ts'
import { users } from '../../src/people/identity/accounts.table.ts'
import { createUser } from '../../src/people/identity/users.store.ts'
import type { Tx } from '../../src/platform/database/connect.ts'
import { addSales } from '../../src/shop/catalog/add-sales.ts'
import { orderAmounts } from '../../src/shop/orders/order-summary.ts'
import { insertOrder, insertOrderNote } from '../../src/shop/orders/orders.store.ts'
import { canadianPricing } from '../../src/shop/pricing/canadian-pricing.ts'
import type { ShippingConfig } from '../../src/shop/pricing/shipping.ts'
import { calculateTotal } from '../../src/shop/pricing/total.ts'
import { customers } from './customers.ts'
import { daysBefore } from './days-before.ts'
import { staff } from './demo-users.ts'
import type { SeededSellable } from './seed-catalog.ts'
import type { SeedCustomer } from './types.ts'

type SeededCustomer = { readonly customer: SeedCustomer; readonly userId: number }

/** The demo accounts. Their passwords are printed in the README, so they exist only in the demo seed. */
export async function seedUsers(tx: Tx, now: Date): Promise<readonly SeededCustomer[]> {
  for (const member of staff) await mustCreate(tx, { ...member, now })
  const seeded: SeededCustomer[] = []
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

async function mustCreate(tx: Tx, input: Parameters<typeof createUser>[1]): Promise<number> {
  const created = await createUser(tx, input)
  if (!created.ok) throw new Error(`${input.email} exists already`)
  return created.userId
}

function addressOf({ address, email }: SeedCustomer): Address {
  return { ...address, address2: address.address2 ?? '', company: '', country: 'CA', email }
}

/** Order attribution of the orders, one after the other. */
const attributions: readonly Readonly<Record<string, string>>[] = [
  { source_type: 'organic', utm_source: 'google', utm_medium: 'organic', device_type: 'Desktop' },
  { source_type: 'typein', utm_source: '(direct)', device_type: 'Mobile' },
  { source_type: 'utm', utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'autumn', device_type: 'Mobile' },
  { source_type: 'typein', utm_source: '(direct)', device_type: 'Desktop' },
]

/** Past orders of the customers, priced with the usual price rules. They allocate no stock. */
export async function seedOrders(
  tx: Tx,
  {
    customers: seededCustomers,
    bySku,
    shipping,
  }: {
    readonly customers: readonly SeededCustomer[]
    readonly bySku: ReadonlyMap<string, SeededSellable>
    readonly shipping: ShippingConfig
  },
  now: Date,
): Promise<void> {
  const pastOrders = seededCustomers.flatMap(({ customer, userId }) =>
    customer.orders.map((order) => ({ customer, userId, order })),
  )
  for (const [index, { customer, userId, order }] of pastOrders
    .toSorted((a, b) => b.order.daysAgo - a.order.daysAgo)
    .entries()) {
    const placedAt = daysBefore(now, order.daysAgo)
    const paidAt = new Date(placedAt.getTime() + 40_000)
    const address = addressOf(customer)
    const items = order.lines.map((line) => {
      const sellable = bySku.get(line.sku)
      if (!sellable) throw new Error(`An order of ${customer.email} names the unknown ${line.sku}`)
      return { ...line, sellable }
    })
    const total = calculateTotal({
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
      config: { ...canadianPricing, shipping },
      date: placedAt,
    })
    const { id } = await insertOrder(tx, {
      status: order.status,
      orderKey: `wc_order_demo${String(index + 1).padStart(10, '0')}`,
      customerId: userId,
      ...orderAmounts(total),
      billing: address,
      shipping: address,
      paymentMethod: 'stripe_cc',
      paymentMethodTitle: 'Card',
      createdVia: 'seed',
      attribution: attributions[index % attributions.length] ?? {},
      createdAt: placedAt,
      updatedAt: paidAt,
      paidAt,
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
    await insertOrderNote(tx, id, 'Paid by card. Order status changed from Pending payment to Processing.', paidAt)
    if (order.status === 'completed')
      await insertOrderNote(
        tx,
        id,
        'Order status changed from Processing to Completed.',
        daysBefore(now, Math.max(0, order.daysAgo - 4)),
      )
  }
}
