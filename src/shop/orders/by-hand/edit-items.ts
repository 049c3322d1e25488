import type { Tx } from '../../../platform/database/connect.ts'
import { type Result, refused } from '../../../platform/database/result.ts'
import { formatMoney } from '../../../platform/money/money.ts'
import { addSales } from '../../catalog/add-sales.ts'
import type { WithPayments } from '../../gateways/context.ts'
import { changeHold } from '../../inventory/stock.store.ts'
import type { WithPricing } from '../../pricing/context.ts'
import type { OrderContext } from '../context.ts'
import { grantDownloads } from '../downloads/order-downloads.ts'
import { hasActiveAttempt, isOfOtherProvider } from '../order-payment.ts'
import { finishAllocation, firstShortfall, payableUntil } from '../order-stock.ts'
import { findOrder, insertOrderNote, type Order, setOrder } from '../orders.store.ts'
import { endUnstartedPayment, findActivePayment, type Payment } from '../payments/payments.store.ts'
import { hasFailed, refundsOfOrders } from '../payments/refunds.store.ts'
import { cancelStartedPayment } from '../transition-order.ts'
import { editingOf } from './editing.ts'
import type { ItemsChange, ItemsProblem } from './items.ts'
import { clearCoupons, writeItems } from './parts.store.ts'
import { priceItems, quantityByProduct } from './price-items.ts'

type PayingContext = OrderContext & WithPayments

type EditResult = Result<{ order: Order }, ItemsProblem>

const promisedStatuses: readonly Payment['status'][] = ['requires_capture', 'processing', 'succeeded']

/** A payment in progress would be for the old contents. */
function isBeingPaid(shop: PayingContext, order: Order, payment: Payment | null): boolean {
  if (hasActiveAttempt(order, shop.now())) return true
  if (!payment || isOfOtherProvider(shop, payment)) return false
  return payment.status === 'requires_action' || payment.unansweredAt !== null
}

const contentsOf = (lines: NonNullable<ItemsChange['linesBefore']>): string =>
  lines
    .map(({ id, quantity }) => `${id}:${quantity}`)
    .toSorted()
    .join()

/** Changes lines, fees, shipping and coupons of a locked order, and with them tax, total, stock and sales counts. */
export async function editItems(
  shop: PayingContext & WithPricing,
  tx: Tx,
  order: Order,
  change: ItemsChange,
  author: string,
): Promise<EditResult> {
  const now = shop.now()
  const editing = editingOf(order)
  const payment = await findActivePayment(tx, order.id)
  if (order.anonymisedAt !== null) return refused({ kind: 'anonymised' })
  if (editing === 'none') return refused({ kind: 'closed' })
  const { totalCents, lines } = order
  const { totalBefore = totalCents, linesBefore = lines } = change
  if (totalBefore !== totalCents || contentsOf(linesBefore) !== contentsOf(lines))
    return refused({ kind: 'outdated', totalCents, lines })
  if (isBeingPaid(shop, order, payment)) return refused({ kind: 'being-paid' })
  if ((await refundsOfOrders(tx, [order.id])).some((refund) => !hasFailed(refund)))
    return refused({ kind: 'refunded-in-part' })

  await clearCoupons(tx, order.id)
  const priced = await priceItems(shop, tx, { ...order, order, now }, change)
  if (!priced.ok) return priced
  const { items } = priced
  const isPromised = payment !== null && promisedStatuses.includes(payment.status)
  const isFixed = editing === 'same-total' || isPromised
  if (isFixed && items.totalCents !== order.totalCents)
    return refused({ kind: 'total-fixed', totalCents: order.totalCents })
  // A promised payment fits its order only while that names the same version of its cart.
  const detachesCart = order.status === 'pending' && order.cartId !== null && !isPromised
  if (payment && (detachesCart || items.totalCents !== order.totalCents)) {
    await endUnstartedPayment(tx, order.id, now)
    await cancelStartedPayment(shop, tx, order)
  }
  await writeItems(tx, order.id, items, now)
  // The cart's contents differ now: a checkout still open creates another order.
  if (detachesCart) await setOrder(tx, order.id, { cartId: null, cartVersion: null })
  // One that costs nothing waits for the staff, who may take as long as a payment; its hold may have ended meanwhile.
  if ((order.totalCents === 0) !== (items.totalCents === 0) && order.holdExpiresAt !== null)
    await setOrder(tx, order.id, { holdExpiresAt: payableUntil(shop) })
  const edited = await findOrder(tx, order.id)
  if (!edited) throw new Error(`Order ${order.id} is gone`)
  await insertOrderNote(tx, order.id, noteOf(order, edited), now, author)

  const pieces = { before: quantityByProduct(order.lines), after: quantityByProduct(edited.lines) }
  if (order.holdsStock) {
    const event = `order:${order.id}:${now.getTime()}`
    const hold = await finishAllocation(shop, tx, edited, { stock: await changeHold(tx, order.id, pieces), event })
    if (!hold.ok) return refused(firstShortfall(hold))
  }
  if (order.paidAt !== null) await grantDownloads(tx, edited, now, order.lines)
  if (order.invoiceNumber !== null) await addSales(tx, salesDifference(order.lines, edited.lines))
  return { ok: true, order: edited }
}

/** Differences to the sales counts of an order that was accepted and counted already. */
function salesDifference(before: Order['lines'], after: Order['lines']) {
  const sold = [...after, ...before.map((line) => ({ ...line, quantity: -line.quantity }))]
  const byProduct = Map.groupBy(sold, ({ productId }) => productId)
  return [...byProduct]
    .map(([productId, lines]) => ({ productId, quantity: lines.reduce((sum, line) => sum + line.quantity, 0) }))
    .filter(({ quantity }) => quantity !== 0)
}

function noteOf(before: Order, after: Order): string {
  const quantityOf = (line: Order['lines'][number] | undefined) => line?.quantity ?? 0
  const ids = [...new Set([...before.lines, ...after.lines].map(({ id }) => id))]
  const lines = ids.flatMap((id) => {
    const [was, is] = [before, after].map(({ lines: all }) => all.find((line) => line.id === id))
    return quantityOf(was) === quantityOf(is) ? [] : [`${(is ?? was)?.name} ${quantityOf(was)} → ${quantityOf(is)}`]
  })
  const total =
    before.totalCents === after.totalCents
      ? 'The total stays.'
      : `Total ${formatMoney(before.totalCents, before.currency)} → ${formatMoney(after.totalCents, after.currency)}.`
  return `Items changed by hand${lines.length === 0 ? '' : `: ${lines.join(', ')}`}. ${total}`
}
