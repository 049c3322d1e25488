import type { Address } from '../../people/addresses/address.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { type Cart, loadCart, type StoredCart } from './cart.store.ts'
import { clearCart, lockCart, updateCart, writeCart } from './change-cart.store.ts'
import { mergeLines } from './merge-lines.ts'

export type MergeResult = {
  /** Number of lines moved from the guest's cart. */
  readonly movedCount: number
  /** Number of lines that the customer's cart already had, from an earlier visit. */
  readonly existingCount: number
  /** Names of the items that did not fit. */
  readonly skipped: readonly string[]
}

const nothingMerged: MergeResult = { movedCount: 0, existingCount: 0, skipped: [] }

/**
 * Merges a guest's cart into the customer's after sign-in (MINI-06; cases in docs/cart-merging.md). Runs in one
 * transaction with the customer's cart locked first, so that two tabs signing in at once merge once. An empty guest cart
 * changes nothing.
 */
export async function mergeCarts(db: Db, guestKey: string, userId: number, now: Date): Promise<MergeResult> {
  if (isBlank(await loadCart(db, guestKey))) return nothingMerged
  return db.transaction(async (tx) => {
    const customer = await lockCart(tx, String(userId), now)
    const guest = await lockCart(tx, guestKey, now)
    return isBlank(guest) ? nothingMerged : mergeLocked(tx, guest, customer, userId, now)
  })
}

async function mergeLocked(
  tx: Tx,
  guest: StoredCart,
  customer: StoredCart,
  userId: number,
  now: Date,
): Promise<MergeResult> {
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
    paymentMethod: guest.paymentMethod ?? customer.paymentMethod,
    customerNote: guest.customerNote || customer.customerNote,
    placedOrderId: guest.placedOrderId ?? customer.placedOrderId,
    placedOrderDigest: guest.placedOrderDigest ?? customer.placedOrderDigest,
    // Whether coupons can be combined is decided by the price rules.
    couponCodes: [...new Set([...customer.couponCodes, ...guest.couponCodes])],
  }
}

const emptyDetails = {
  billing: {},
  shipping: {},
  shippingMethod: null,
  paymentMethod: null,
  customerNote: '',
  couponCodes: [],
  removedLines: {},
}

const isFilled = (address: Partial<Address>): boolean => Object.values(address).some(Boolean)

const isBlank = (cart: Cart): boolean => cart.lines.length === 0 && !isFilled(cart.billing) && !isFilled(cart.shipping)
