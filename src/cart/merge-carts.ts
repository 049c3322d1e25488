import type { Address } from '../checkout/address.ts'
import type { Db, Tx } from '../database/connect.ts'
import { type Cart, loadCart } from './cart.store.ts'
import { clearCart, lockCart, touchCart, writeCart } from './change-cart.store.ts'
import { mergeLines } from './merge-lines.ts'

export type Merged = {
  /** Lines of the guest's cart that are now in the customer's. */
  readonly brought: number
  /** Lines that were already there, from an earlier visit. */
  readonly found: number
  /** Names of what found no room. */
  readonly leftOut: readonly string[]
}

const nothing: Merged = { brought: 0, found: 0, leftOut: [] }

/**
 * Puts a guest's cart into the customer's they turned out to be (MINI-06; the cases are in docs/cart-merging.md). In one
 * transaction, both carts locked in the order of their ids, so that two tabs signing in at once do it once. A guest's
 * cart with nothing in it changes nothing.
 */
export async function mergeCarts(db: Db, guestId: string, userId: number, now: Date): Promise<Merged> {
  const customerId = String(userId)
  if (guestId === customerId || isUntouched(await loadCart(db, guestId))) return nothing
  return db.transaction(async (tx) => {
    const locked = new Map<string, Cart>()
    for (const id of [guestId, customerId].toSorted()) locked.set(id, await lockCart(tx, id, now))
    const [guest, customer] = [locked.get(guestId), locked.get(customerId)]
    if (!guest || !customer) throw new Error('unreachable')
    return isUntouched(guest) ? nothing : mergeLocked(tx, guest, customer, userId, now)
  })
}

async function mergeLocked(tx: Tx, guest: Cart, customer: Cart, userId: number, now: Date): Promise<Merged> {
  const { lines, leftOut } = mergeLines(customer.lines, guest.lines)
  const kept = new Set(lines.map((line) => line.key))
  const written = await writeCart(
    tx,
    customer,
    {
      put: lines,
      drop: customer.lines.filter((line) => !kept.has(line.key)).map((line) => line.key),
      recentAdds: [...customer.recentAdds, ...guest.recentAdds].slice(-10),
    },
    now,
  )
  if (!written) throw new Error('A locked cart was changed')
  await touchCart(tx, customer.id, now, { ...choicesOf(guest, customer), customerId: userId })

  // The guest's cart stays as a sign of where its lines went: a payment under way for it empties the right cart.
  await clearCart(tx, guest.id, now, { ...undecided, customerId: userId })
  return {
    brought: guest.lines.length,
    found: customer.lines.length,
    leftOut: leftOut.map((line) => line.sellable.name),
  }
}

/** What was decided last counts, but an estimate by province does not push a whole address aside. */
function choicesOf(guest: Cart, customer: Cart) {
  const newer = (one: Partial<Address>, other: Partial<Address>) =>
    one.address1 || (isFilled(one) && !other.address1) ? one : other
  return {
    billing: newer(guest.billing, customer.billing),
    shipping: newer(guest.shipping, customer.shipping),
    shippingMethod: guest.shippingMethod ?? customer.shippingMethod,
    paymentMethod: guest.paymentMethod ?? customer.paymentMethod,
    customerNote: guest.customerNote || customer.customerNote,
    placedOrderId: guest.placedOrderId ?? customer.placedOrderId,
    placedDigest: guest.placedDigest ?? customer.placedDigest,
    // Whether they go together is for the price rules to say.
    couponCodes: [...new Set([...customer.couponCodes, ...guest.couponCodes])],
  }
}

const undecided = {
  billing: {},
  shipping: {},
  shippingMethod: null,
  paymentMethod: null,
  customerNote: '',
  couponCodes: [],
  removedLines: {},
}

const isFilled = (address: Partial<Address>): boolean => Object.values(address).some(Boolean)

const isUntouched = (cart: Cart): boolean =>
  cart.lines.length === 0 && !isFilled(cart.billing) && !isFilled(cart.shipping)
