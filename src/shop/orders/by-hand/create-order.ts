import type { Address } from '../../../people/addresses/address.ts'
import { lockUserKey } from '../../../people/identity/users.store.ts'
import { type Result, refused } from '../../../platform/database/result.ts'
import { allocateStock } from '../../inventory/stock.store.ts'
import { isPaidOnDelivery, isProviderMethod } from '../../payment-methods/payment-methods.ts'
import type { WithPricing } from '../../pricing/context.ts'
import { lockLimitedCoupons } from '../../pricing/coupons.store.ts'
import { MAX_META } from '../change-order.ts'
import type { OrderContext } from '../context.ts'
import { newOrderKey } from '../order-key.ts'
import { writeOrderMeta } from '../order-meta.store.ts'
import type { SentMeta } from '../order-meta.ts'
import { marksPaid } from '../order-payment.ts'
import { needsPayment } from '../order-status.ts'
import { finishAllocation, firstShortfall, payableUntil, stockItemsOf } from '../order-stock.ts'
import { insertOrder, insertOrderNote } from '../orders.store.ts'
import type { CreatedVia, OrderStatus } from '../orders.table.ts'
import { releaseOrder, transitionOrder } from '../transition-order.ts'
import type { ItemsChange, ItemsProblem } from './items.ts'
import { priceItems } from './price-items.ts'

export type OrderByHand = {
  readonly items: ItemsChange
  readonly billing: Address
  readonly shipping: Address
  readonly customerId: number | null
  readonly customerNote: string
  readonly currency: string
  readonly paymentMethod: string
  readonly paymentMethodTitle: string
  readonly paymentReference: string
  readonly createdVia: CreatedVia
  readonly to: OrderStatus
  /** Paid already, without the provider. */
  readonly isPaid: boolean
  readonly meta: readonly SentMeta[]
  readonly author: string
}

export type CreateProblem =
  | ItemsProblem
  | { readonly kind: 'no-such-customer' | 'by-provider' | 'too-much-meta' | 'status' }

type CreateResult = Result<{ orderId: number }, CreateProblem>

/** Creates an order for staff or an API client: prices it, allocates stock and sets its status in one transaction. */
export async function createOrder(shop: OrderContext & WithPricing, order: OrderByHand): Promise<CreateResult> {
  const { items: itemsChange, isPaid, author, meta, to: requestedStatus, ...fields } = order
  const now = shop.now()
  const isClosed = requestedStatus === 'cancelled' || requestedStatus === 'failed'
  if (requestedStatus === 'refunded' || (isClosed && isPaid)) return refused({ kind: 'status' })
  return shop.db.transaction(async (tx): Promise<CreateResult> => {
    await lockLimitedCoupons(tx, itemsChange.coupons ?? [])
    if (order.customerId !== null && !(await lockUserKey(tx, order.customerId)))
      return refused({ kind: 'no-such-customer' })
    const priced = await priceItems(shop, tx, { ...order, order: null, now }, itemsChange)
    if (!priced.ok) return priced
    const { shippingIds: _, ...items } = priced.items
    // A free order needs no payment, so it is completed.
    const paidAs = isPaidOnDelivery(order.paymentMethod) || items.totalCents === 0 ? 'completed' : 'processing'
    const to = isPaid && requestedStatus !== 'completed' ? paidAs : requestedStatus
    const isPaidNow = isPaid || marksPaid(order, to)
    const isByProvider = isProviderMethod(order.paymentMethod) && items.totalCents > 0
    if (isByProvider && (isPaidNow || to === 'processing')) return refused({ kind: 'by-provider' })

    const inserted = await insertOrder(tx, {
      ...fields,
      ...items,
      orderKey: newOrderKey(),
      status: 'pending',
      pricesIncludeTax: shop.pricing().pricesIncludeTax,
      holdsStock: !isClosed,
      // An unpaid order can be paid, and hold its stock, as long as one that awaits a bank transfer.
      holdExpiresAt: needsPayment(to) ? payableUntil(shop) : null,
      attribution: order.createdVia === 'admin' ? { source_type: 'admin' } : {},
      createdAt: now,
      updatedAt: now,
    })
    if ((await writeOrderMeta(tx, inserted.id, meta, MAX_META)) === null) return refused({ kind: 'too-much-meta' })
    await insertOrderNote(tx, inserted.id, 'Made by hand.', now, author)
    const stock = await allocateStock(tx, inserted.id, isClosed ? [] : stockItemsOf(inserted))
    const allocation = await finishAllocation(shop, tx, inserted, { stock, event: `order:${inserted.id}` })
    if (!allocation.ok) return refused(firstShortfall(allocation))
    if (to === 'cancelled') await releaseOrder(shop, tx, inserted)
    const change = { author, ...(isPaidNow ? { paid: { transactionId: null } } : {}) }
    if (to !== 'pending' && !(await transitionOrder(shop, tx, inserted, to, change)))
      throw new Error(`A new order cannot be made ${to}`)
    return { ok: true, orderId: inserted.id }
  })
}
