import type { Address } from '../../people/addresses/address.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { retryingConflicts } from '../../platform/database/retry-conflict.ts'
import { type Cart, emptyDetails, loadCart, type StoredCart, type StoredLine } from './cart.store.ts'
import { MAX_LINES, maxLineQuantity } from './cart.ts'
import { clearCart, lockCart, updateCart, writeCart } from './change-cart.store.ts'

export type MergeResult = Awaited<ReturnType<typeof mergeLocked>>

const nothingMerged: MergeResult = { movedCount: 0, existingCount: 0, skipped: [] }

/** docs/cart-merging.md (MINI-06). The customer's cart is locked first, so two tabs signing in at once merge once. */
export const mergeCarts = retryingConflicts(tryMerge)

async function tryMerge(db: Db, guestKey: string, userId: number, now: Date): Promise<MergeResult> {
  if (isBlank(await loadCart(db, guestKey))) return nothingMerged
  return db.transaction(async (tx) => {
    const customer = await lockCart(tx, String(userId), now)
    const guest = await lockCart(tx, guestKey, now)
    return isBlank(guest) ? nothingMerged : mergeLocked(tx, guest, customer, userId, now)
  })
}

async function mergeLocked(tx: Tx, guest: StoredCart, customer: StoredCart, userId: number, now: Date) {
  const { lines, skipped } = mergeLines(customer.lines, guest.lines)
  const mergedKeys = new Set(lines.map((line) => line.key))
  const written = await writeCart(
    tx,
    customer,
    {
      upsertLines: lines,
      removeKeys: customer.lines.filter((line) => !mergedKeys.has(line.key)).map((line) => line.key),
      recentRequestIds: [...customer.recentRequestIds, ...guest.recentRequestIds].slice(-10),
    },
    now,
  )
  if (!written) throw new Error('A locked cart was changed')
  await updateCart(tx, customer.id, now, mergedDetails(guest, customer))

  // The emptied guest cart stays and names the customer: a pending payment of its order then empties the right cart.
  await clearCart(tx, guest.id, now, { ...emptyDetails, customerId: userId })
  return {
    movedCount: guest.lines.length,
    existingCount: customer.lines.length,
    skipped: skipped.map((line) => line.sellable.name),
  }
}

/** The newer values win, but an estimate by province does not replace a full address. */
function mergedDetails(guest: Cart, customer: Cart) {
  const preferred = (guestAddress: Partial<Address>, customerAddress: Partial<Address>) =>
    guestAddress.address1 || (isFilled(guestAddress) && !customerAddress.address1) ? guestAddress : customerAddress
  return {
    billing: preferred(guest.billing, customer.billing),
    shipping: preferred(guest.shipping, customer.shipping),
    shippingMethod: guest.shippingMethod ?? customer.shippingMethod,
    currency: guest.currency ?? customer.currency,
    paymentMethod: guest.paymentMethod ?? customer.paymentMethod,
    customerNote: guest.customerNote || customer.customerNote,
    placedOrderId: guest.placedOrderId ?? customer.placedOrderId,
    placedOrderDigest: guest.placedOrderDigest ?? customer.placedOrderDigest,
    // Whether coupons can be combined is decided by the price rules.
    couponCodes: [...new Set([...customer.couponCodes, ...guest.couponCodes])],
  }
}

const isFilled = (address: Partial<Address>): boolean => Object.values(address).some(Boolean)

const isBlank = (cart: Cart): boolean => cart.lines.length === 0 && !isFilled(cart.billing) && !isFilled(cart.shipping)

/** The larger quantity of an item in both: most likely the same wish. The guest's lines are newer and go first. */
export function mergeLines(customerLines: readonly StoredLine[], guestLines: readonly StoredLine[]) {
  const guestLineByKey = new Map(guestLines.map((line) => [line.key, line]))
  const lastPosition = Math.max(0, ...customerLines.map((line) => line.position))
  const customerKeys = new Set(customerLines.map((line) => line.key))
  const combined = customerLines.map((line) => {
    const guestLine = guestLineByKey.get(line.key)
    return guestLine
      ? { ...line, quantity: Math.max(line.quantity, guestLine.quantity), quotedPriceCents: guestLine.quotedPriceCents }
      : line
  })
  const added = guestLines
    .filter((line) => !customerKeys.has(line.key))
    .map((line, index) => ({ ...line, position: lastPosition + index + 1 }))

  const newestFirst = [...combined, ...added].toSorted(
    (one, other) =>
      Number(guestLineByKey.has(other.key)) - Number(guestLineByKey.has(one.key)) || one.position - other.position,
  )
  const withinStockLines = capToStock(newestFirst)
  const byPosition = (lines: readonly StoredLine[]) => lines.toSorted((one, other) => one.position - other.position)
  return {
    lines: byPosition(withinStockLines.slice(0, MAX_LINES)),
    skipped: byPosition(withinStockLines.slice(MAX_LINES)),
  }
}

/** The first line of a product gets its quantity, later lines only the remaining stock. */
function capToStock(lines: readonly StoredLine[]): StoredLine[] {
  const allocated = new Map<number, number>()
  return lines.flatMap((line) => {
    const { id } = line.sellable
    const allocatedBefore = allocated.get(id) ?? 0
    const quantity =
      allocatedBefore === 0 ? line.quantity : Math.min(line.quantity, maxLineQuantity(line.sellable) - allocatedBefore)
    if (quantity < 1) return []
    allocated.set(id, allocatedBefore + quantity)
    return [{ ...line, quantity }]
  })
}
