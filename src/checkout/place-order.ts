import { randomBytes } from 'node:crypto'
import pLimit from 'p-limit'
import { keepAddresses } from '../accounts/customer-address.ts'
import { type Cart, mergedFrom } from '../cart/cart.store.ts'
import { type LineProblem, unbuyableLines } from '../cart/cart.ts'
import { clearCart, lockCart, rememberPlaced, touchCart } from '../cart/change-cart.store.ts'
import { dropCoupons } from '../cart/change-coupons.ts'
import { couponsOf, priceCart } from '../cart/price-cart.ts'
import { choiceLabels } from '../catalog/choice-labels.ts'
import { lockProducts } from '../catalog/lock-products.ts'
import { packSize } from '../catalog/pack-size.ts'
import type { Tx } from '../database/connect.ts'
import { changing } from '../database/transaction.ts'
import {
  firstPassword,
  makeAccount,
  pendingAccount,
  setPendingAccount,
  type WantedAccount,
  welcome,
} from '../orders/new-account.ts'
import { orderAmounts } from '../orders/order-amounts.ts'
import { findOrder, insertOrder, lockOpenOrdersOfCarts, type NewOrder, type Order } from '../orders/orders.store.ts'
import { takeStep } from '../orders/take-step.ts'
import { canonicalEmail } from '../pricing/canonical-email.ts'
import type { RefusedCoupon } from '../pricing/coupon.ts'
import { loadCoupons, lockLimitedCoupons } from '../pricing/coupons.store.ts'
import type { Total } from '../pricing/total.ts'
import { isOffered } from '../settings/gateways.ts'
import type { GatewayId } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { lockShelves, lookForStock, takeStock } from '../stock/stock.store.ts'
import { hasTurned, type Shortfall } from '../stock/stock.ts'
import { tellPages } from '../stock/tell-pages.ts'
import type { Address } from './address.ts'
import { giveUp } from './give-up.ts'
import { firstTry } from './hold-goods.ts'
import { isNews } from './keep-decisions.ts'
import { goodsIn, isHoldLimited, lockHolder, mayHold, networkName } from './unpaid-hold.ts'

/** Everything the shopper decided. No amount is in it: what it costs is worked out here. */
export type Purchase = {
  /** As it was read a moment ago. */
  readonly cart: Cart
  readonly billing: Address
  readonly shipping: Address
  readonly customerNote: string
  readonly paymentMethod: GatewayId
  /** The rate the shopper asked for; null: the first one offered. */
  readonly shippingMethod: string | null
  /** Names what was submitted, so that the same form sent again is known as such. */
  readonly digest: string
  readonly via: 'checkout' | 'store-api'
  readonly customerId: number | null
  /** An account to make once the order is accepted; left out for somebody who has one, or wants none. */
  readonly account?: WantedAccount
  readonly clientAddress: string
  readonly userAgent: string
  readonly attribution: Readonly<Record<string, string>>
}

export type PlaceProblem =
  /** Nothing is in the cart, and this form has not been seen before. */
  | { readonly kind: 'empty-cart' }
  | { readonly kind: 'no-shipping' }
  /** Switched off, or not with this way to send it. */
  | { readonly kind: 'payment-not-offered' }
  /** More than may be kept for one buyer without a payment. */
  | { readonly kind: 'too-much-unpaid' }
  /** An account was wanted, and the e-mail address has one. */
  | { readonly kind: 'email-taken' }
  /** They have been taken off the cart: the shopper is told, and sees the new total before buying. */
  | { readonly kind: 'coupons'; readonly coupons: readonly RefusedCoupon[] }
  | { readonly kind: 'lines'; readonly lines: readonly { name: string; problem: LineProblem }[] }
  | {
      readonly kind: 'sold-out-meanwhile'
      readonly lines: readonly { name: string; wanted: number; available: number }[]
    }

export type Placed =
  /** `hasEmptied`: this very call took everything out of the cart. */
  | { readonly ok: true; readonly order: Order; readonly isNew: boolean; readonly hasEmptied: boolean }
  | { readonly ok: false; readonly problem: PlaceProblem }

/** Gateways whose money comes later by itself: the order is accepted at once. */
export const acceptedAs = { cod: 'processing', bacs: 'on-hold', cheque: 'on-hold' } as const

/**
 * Turns a cart into an order, in one transaction: lock the cart; answer the order already placed, if there is one;
 * check; take stock and coupons; write order and mails. A card order stays `pending` with its cart in place until the money is
 * there (`settle-payment.ts`); every other one is accepted here and its cart emptied. A refusal changes nothing, but
 * coupons that no longer count leave the cart.
 */
export async function placeOrder(shop: Shop, purchase: Purchase): Promise<Placed> {
  const placed = await inLine(() => tryToPlace(shop, purchase))
  if (!placed.ok && placed.problem.kind === 'coupons') {
    const codes = placed.problem.coupons.map((coupon) => coupon.code)
    await dropCoupons(shop, purchase.cart.id, codes, shop.now())
  }
  return placed
}

/**
 * Orders of one process are written three at a time, the others in the order they came. They would wait for each other's
 * shelves and for the row of numbers anyway, where whoever comes last may go first, each with a connection that a page
 * could use.
 */
const inLine = pLimit(3)

async function tryToPlace(shop: Shop, purchase: Purchase): Promise<Placed> {
  const now = shop.now()
  return changing<Placed>(shop.db, async (tx) => {
    const found = await lockCart(tx, purchase.cart.id, now, purchase.cart)
    if (found.lines.length === 0) return answerAgain(tx, found, purchase)
    const holder = holderOf(purchase)
    if (isHoldLimited(shop)) await lockHolder(tx, holder)

    const decided = withDecisions(found, purchase)
    await lockLimitedCoupons(tx, decided.couponCodes)
    const merged = await mergedFrom(tx, decided.id)
    // A cart of which no order was ever made has none that is open.
    const isFirst = found.placedOrderId === null && merged.length === 0
    const open = isFirst ? [] : await lockOpenOrdersOfCarts(tx, [decided.id, ...merged])
    const same = open.find((order) => order.cartId === decided.id && order.cartVersion === decided.version)
    if (same) {
      await rememberPlaced(tx, decided.id, same.id, purchase.digest)
      const wish = purchase.account ?? null
      if (wish || same.pendingAccount) await setPendingAccount(tx, same.id, wish)
      return { ok: true, order: await mustFind(tx, same.id), isNew: false, hasEmptied: false }
    }
    const wants = decided.lines.map((line) => ({ productId: line.sellable.id, quantity: line.quantity }))
    if (open.length > 0) {
      const shelves = await lockShelves(
        tx,
        open.map((older) => older.id),
        wants,
      )
      await lockProducts(tx, [...shelves, ...wants.map((want) => want.productId)])
      for (const older of open) await giveUp(shop, tx, older, 'The shopper has changed the cart since.')
    }

    const cart = { ...decided, coupons: await couponsFor(tx, decided, purchase) }
    const problems = unbuyableLines(cart.lines, now)
    if (problems.length > 0) return { ok: false, problem: { kind: 'lines', lines: problems } }

    const { refused } = couponsOf(cart, now)
    if (refused.length > 0) return { ok: false, problem: { kind: 'coupons', coupons: refused } }

    const total = priceCart(shop, cart)
    if (total.needsShipping && !total.shippingRate) return { ok: false, problem: { kind: 'no-shipping' } }

    const method = purchase.paymentMethod
    if (total.needsPayment && !isOffered(shop.settings(), method, total.shippingRate?.id ?? null))
      return { ok: false, problem: { kind: 'payment-not-offered' } }

    const isPaidLater = total.needsPayment && method === 'stripe_cc'
    const goods = { ...goodsIn(wants), cents: total.itemsTotalCents }
    const holdsStock = !total.needsPayment || (await mayHold(shop, tx, holder, goods))
    if (!holdsStock && !isPaidLater) return { ok: false, problem: { kind: 'too-much-unpaid' } }

    const { account } = purchase
    const orderKey = newOrderKey()
    const accountId =
      account && !isPaidLater
        ? await makeAccount(tx, purchase.billing, firstPassword(shop, { orderKey }, account), now)
        : null
    if (account && !isPaidLater && accountId === null) return { ok: false, problem: { kind: 'email-taken' } }
    const customerId = purchase.customerId ?? accountId
    if (customerId !== null)
      await keepAddresses(tx, customerId, { billing: purchase.billing, shipping: purchase.shipping })

    const pending = account && isPaidLater ? await pendingAccount(account) : null
    const whole = await orderFrom(shop, tx, cart, total, { ...purchase, customerId })
    const order = await insertOrder(tx, { ...whole, orderKey, holdsStock, pendingAccount: pending })
    if (account && accountId !== null)
      await welcome(shop, tx, order, { userId: accountId, isChosen: account.password !== null })
    const placed = { ...decisionsOf(purchase), placedOrderId: order.id, placedDigest: purchase.digest }
    if (isPaidLater) await touchCart(tx, cart.id, now, { ...placed, version: cart.version })
    else
      await clearCart(tx, cart.id, now, {
        ...placed,
        shippingMethod: null,
        couponCodes: [],
        version: cart.version + 1,
      })

    // What other buyers wait for comes last: the shelves, and then the numbers.
    const stock = await (holdsStock ? takeStock : lookForStock)(tx, order.id, wants)
    if (!stock.ok) return { ok: false, problem: { kind: 'sold-out-meanwhile', lines: namesOf(cart, stock.shortfalls) } }
    if (!isPaidLater && stock.taken.some(hasTurned))
      await lockProducts(
        tx,
        wants.map((want) => want.productId),
      )
    if (holdsStock) await tellPages(shop, tx, stock.taken, now)
    if (isPaidLater) return { ok: true, order, isNew: true, hasEmptied: false }
    const accepted =
      total.needsPayment && method !== 'stripe_cc'
        ? await takeStep(shop, tx, order, acceptedAs[method])
        : await takeStep(shop, tx, order, 'processing', {
            paid: { transactionId: null },
            why: 'Nothing was to be paid.',
          })
    if (!accepted) throw new Error(`A new order could not be accepted: ${order.id}`)
    return { ok: true, order: accepted, isNew: true, hasEmptied: true }
  })
}

/** An empty cart: either this very form was sent before and its order is the answer, or the session is over. */
async function answerAgain(tx: Tx, cart: Cart, purchase: Purchase): Promise<Placed> {
  if (cart.placedOrderId === null || cart.placedDigest !== purchase.digest)
    return { ok: false, problem: { kind: 'empty-cart' } }
  const order = await findOrder(tx, cart.placedOrderId)
  // One that was never paid may be gone by now (drop-abandoned-orders.ts).
  return order ? { ok: true, order, isNew: false, hasEmptied: false } : { ok: false, problem: { kind: 'empty-cart' } }
}

/** The cart as the form has it. Only a real change counts as a new version of it. */
function withDecisions(cart: Cart, purchase: Purchase): Cart {
  const decisions = decisionsOf(purchase)
  return isNews(cart, decisions) ? { ...cart, ...decisions, version: cart.version + 1 } : cart
}

const decisionsOf = (purchase: Purchase) => ({
  billing: purchase.billing,
  shipping: purchase.shipping,
  customerNote: purchase.customerNote,
  paymentMethod: purchase.paymentMethod,
  ...(purchase.shippingMethod === null ? {} : { shippingMethod: purchase.shippingMethod }),
})

/** The cart's coupons with their uses as they are now that nobody else can use them up, for whoever is buying. */
const couponsFor = (tx: Tx, cart: Cart, { customerId, billing }: Purchase) =>
  loadCoupons(tx, cart.couponCodes, { cartId: cart.id, email: billing.email, customerId })

async function mustFind(tx: Tx, id: number): Promise<Order> {
  const order = await findOrder(tx, id)
  if (!order) throw new Error(`Order ${id} is gone`)
  return order
}

const holderOf = ({ cart, billing, customerId, clientAddress }: Purchase) => ({
  customerId,
  cartId: cart.id,
  email: canonicalEmail(billing.email),
  clientNetwork: networkName(clientAddress),
})

/** Until when the goods of an order placed now are kept while it is paid for; null: without an end. */
function holdUntil(shop: Pick<Shop, 'settings' | 'now'>): Date | null {
  const { holdStockMinutes } = shop.settings()
  return holdStockMinutes > 0 ? new Date(shop.now().getTime() + holdStockMinutes * 60_000) : null
}

const namesOf = (cart: Cart, shortfalls: readonly Shortfall[]) =>
  shortfalls.map((shortfall) => ({
    name: cart.lines.find((line) => line.sellable.id === shortfall.productId)?.sellable.name ?? 'A product',
    wanted: shortfall.wanted,
    available: shortfall.available,
  }))

const newOrderKey = (): string => `wc_order_${randomBytes(12).toString('base64url').replace(/[-_]/g, 'x')}`

async function orderFrom(
  shop: Shop,
  tx: Tx,
  cart: Cart,
  total: Total,
  purchase: Purchase,
): Promise<Omit<NewOrder, 'orderKey'>> {
  const now = shop.now()
  const labels = await choiceLabels(
    tx,
    cart.lines.map((line) => line.choices),
  )
  return {
    status: 'pending',
    cartId: cart.id,
    cartVersion: cart.version,
    customerId: purchase.customerId,
    ...orderAmounts(total),
    pricesIncludeTax: shop.pricing().pricesIncludeTax,
    billing: purchase.billing,
    shipping: purchase.shipping,
    paymentMethod: purchase.paymentMethod,
    paymentTitle: shop.settings().gateways[purchase.paymentMethod].title,
    customerNote: purchase.customerNote,
    createdVia: purchase.via,
    clientAddress: purchase.clientAddress,
    clientNetwork: networkName(purchase.clientAddress),
    userAgent: purchase.userAgent.slice(0, 500),
    attribution: { ...purchase.attribution },
    createdAt: now,
    updatedAt: now,
    ...(purchase.paymentMethod === 'stripe_cc' && total.needsPayment
      ? { heldUntil: holdUntil(shop), ...firstTry(now) }
      : {}),
    coupons: total.coupons.map((coupon) => ({
      code: coupon.code,
      couponId: coupon.id,
      discountCents: coupon.discountCents,
      discountTaxCents: coupon.discountTaxCents,
      usedBy: purchase.billing.email.trim().toLowerCase(),
    })),
    lines: total.lines.map((priced) => {
      const line = cart.lines.find((candidate) => candidate.key === priced.key)
      if (!line) throw new Error(`The total has a line ${priced.key} that is not in the cart`)
      return {
        productId: line.sellable.parentId ?? line.sellable.id,
        variationId: line.sellable.parentId === null ? 0 : line.sellable.id,
        name: line.sellable.name,
        sku: line.sellable.sku,
        choices: labels(line.choices),
        packSize: packSize(line.sellable.netGrams),
        quantity: line.quantity,
        unitPriceCents: priced.unitPriceCents,
        subtotalCents: priced.subtotalCents,
        totalCents: priced.totalCents,
        taxCents: priced.taxCents,
        taxClass: priced.taxClass,
        imagePath: line.sellable.picture?.path ?? null,
        takesStock: line.sellable.shelf.isKept,
      }
    }),
  }
}
