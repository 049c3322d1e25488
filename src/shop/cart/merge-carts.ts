import type { Address } from '../../people/addresses/address.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { type Cart, loadCart } from './cart.store.ts'
import { clearCart, lockCart, updateCart, writeCart } from './change-cart.store.ts'
import { mergeLines } from './merge-lines.ts'

export type MergeResult = {
  /** Lines of the guest's cart that are now in the customer's. */
  readonly movedCount: number
  /** Lines that were already there, from an earlier visit. */
  readonly existingCount: number
  /** Names of what found no room. */
  readonly skipped: readonly string[]
}

const nothingMerged: MergeResult = { movedCount: 0, existingCount: 0, skipped: [] }

/**
 * Puts a guest's cart into the customer's they turned out to be (MINI-06; the cases are in docs/cart-merging.md). In one
 * transaction, both carts locked in the order of their ids, so that two tabs signing in at once do it once. A guest's
 * cart with nothing in it changes nothing.
 */
export async function mergeCarts(db: Db, guestId: string, userId: number, now: Date): Promise<MergeResult> {
  const customerId = String(userId)
  if (guestId === customerId || isBlank(await loadCart(db, guestId))) return nothingMerged
  return db.transaction(async (tx) => {
    const locked = new Map<string, Cart>()
    for (const id of [guestId, customerId].toSorted()) locked.set(id, await lockCart(tx, id, now))
    const [guest, customer] = [locked.get(guestId), locked.get(customerId)]
    if (!guest || !customer) throw new Error('unreachable')
    return isBlank(guest) ? nothingMerged : mergeLocked(tx, guest, customer, userId, now)
  })
}

async function mergeLocked(tx: Tx, guest: Cart, customer: Cart, userId: number, now: Date): Promise<MergeResult> {
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
  await updateCart(tx, customer.id, now, { ...mergedDetails(guest, customer), customerId: userId })

  // The guest's cart stays as a sign of where its lines went: a payment under way for it empties the right cart.
  await clearCart(tx, guest.id, now, { ...emptyDetails, customerId: userId })
  return {
    movedCount: guest.lines.length,
    existingCount: customer.lines.length,
    skipped: skipped.map((line) => line.sellable.name),
  }
}

/** What was decided last counts, but an estimate by province does not push a whole address aside. */
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
    placedDigest: guest.placedDigest ?? customer.placedDigest,
    // Whether they go together is for the price rules to say.
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
