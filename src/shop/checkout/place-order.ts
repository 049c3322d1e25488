import pLimit from 'p-limit'
import { saveAddresses } from '../../people/identity/users.store.ts'
import { type Tx } from '../../platform/database/connect.ts'
import { toShopCurrency } from '../../platform/money/exchange.ts'
import { type Cart, mergedCartIds, type StoredCart } from '../cart/cart.store.ts'
import { unpurchasableLines } from '../cart/cart.ts'
import { clearCart, lockCart, recordPlacedOrder, updateCart } from '../cart/change-cart.store.ts'
import { removeCoupons } from '../cart/change-coupons.ts'
import { hasChanged } from '../cart/checkout-draft.ts'
import { cartPricing, priceCart, validateCartCoupons } from '../cart/price-cart.ts'
import { invalidatePages } from '../catalog/invalidate-pages.ts'
import { sendStockMessages } from '../catalog/messages/stock-messages.ts'
import { lockProducts } from '../catalog/refresh-product.ts'
import { allocateStock, checkHold, lockStock } from '../inventory/stock.store.ts'
import { availabilityChanged, type Shortfall } from '../inventory/stock.ts'
import { newOrderKey } from '../orders/order-key.ts'
import { hasActiveAttempt } from '../orders/order-payment.ts'
import {
  findOrder,
  insertOrder,
  lockUnpaidOrdersOfCarts,
  type Order,
  type OrderRow,
  writeTransition,
} from '../orders/orders.store.ts'
import {
  createAccount,
  releaseOrder,
  sendWelcomeEmail,
  setPendingAccount,
  toPendingAccount,
  transitionOrder,
} from '../orders/transition-order.ts'
import { isGatewayAvailable, offlinePayment } from '../payment-methods/payment-methods.ts'
import { loadCoupons, lockLimitedCoupons } from '../pricing/coupons.store.ts'
import type { Total } from '../pricing/total.ts'
import { acceptOffline, assessOffline, type OfflineProblem } from '../risk/assess-payment.ts'
import type { Challenge } from '../risk/checkout-throttle.ts'
import {
  buyerOf,
  canReserve,
  isReservationLimited,
  lockBuyer,
  networkName,
  reservationOfItems,
} from '../risk/unpaid-reservations.ts'
import type { CheckoutContext } from './context.ts'
import { orderOfCart, type Purchase } from './new-order.ts'
import { offlineProblem } from './order-pay/pay-pending-order.ts'
import { payableOfCart } from './order-pay/payable.ts'
import type { PlaceOrderProblem, StoredOrder } from './outcome.ts'

const MAX_ORDER_CENTS = 2_147_483_647

type Placed =
  | { readonly ok: true; readonly order: Order; readonly isNew: boolean }
  | { readonly ok: false; readonly problem: PlaceOrderProblem | OfflineProblem }

const refuse = (problem: PlaceOrderProblem | OfflineProblem) => ({ ok: false, problem }) as const

/**
 * A card order stays `pending` and the cart unchanged until it is paid (`settle-payment.ts`); any other is accepted here
 * and the cart emptied. A refusal changes nothing, except that coupons that no longer apply leave the cart.
 */
export async function placeOrder(
  shop: CheckoutContext,
  purchase: Purchase,
  challenge: Challenge,
): Promise<StoredOrder> {
  const placed = await queue(() => tryPlaceOrder(shop, purchase, challenge.isMet))
  if (placed.ok) return { ...placed, page: 'checkout' }
  const { problem } = placed
  if (problem.kind === 'coupons') {
    const codes = problem.coupons.map((coupon) => coupon.code)
    await removeCoupons(shop, purchase.cart.sessionKey, codes, shop.now())
  }
  // The order is not stored, so only the log records it.
  if (problem.kind === 'blocked')
    shop.log.warn({ reasons: problem.assessment.reasons }, 'the fraud rules have blocked an order')
  return {
    ok: false,
    problem: problem.kind === 'blocked' || problem.kind === 'challenged' ? offlineProblem(problem, challenge) : problem,
  }
}

/** More would only wait for the same stock and number rows, where PostgreSQL guarantees no order of arrival. */
const queue = pLimit(3)

function tryPlaceOrder(shop: CheckoutContext, purchase: Purchase, isProven: boolean): Promise<Placed> {
  const now = shop.now()
  return shop.db.transaction(async (tx) => {
    const lockedCart = await lockCart(tx, purchase.cart.sessionKey, now, purchase.cart)
    if (lockedCart.lines.length === 0) return repeatedOrder(tx, lockedCart, purchase)
    const draftCart = withDraft(lockedCart, purchase)
    await lockLimitedCoupons(tx, draftCart.couponCodes)
    const mergedIds = await mergedCartIds(tx, draftCart)
    // If the cart has placed no order, there is no unpaid order of it.
    const isFirstOrder = lockedCart.placedOrderId === null && mergedIds.length === 0
    const buyer = buyerOf({ ...purchase, cartId: draftCart.id, clientNetwork: networkName(purchase.clientAddress) })
    if (isReservationLimited(shop)) await lockBuyer(tx, buyer)
    const openOrders = isFirstOrder ? [] : await lockUnpaidOrdersOfCarts(tx, [draftCart.id, ...mergedIds])
    const couponUser = { cartId: draftCart.id, email: purchase.billing.email, customerId: purchase.customerId }
    const withCoupons = async () => ({
      ...draftCart,
      coupons: await loadCoupons(tx, draftCart.couponCodes, couponUser),
    })
    const sameCart = openOrders.find(
      (order) =>
        order.cartId === draftCart.id &&
        order.cartVersion === draftCart.version &&
        // The owner may have disabled the currency since.
        order.currency === purchase.currency,
    )
    // Prices may have changed since. A buyer who has authorized no total expects the one that the cart shows; but while
    // a payment is in progress, another order would charge a repeated request twice.
    const expectedCents = async (order: OrderRow) =>
      purchase.authorizedCents ??
      (hasActiveAttempt(order, now) ? order.totalCents : priceCart(shop, await withCoupons()).totalCents)
    const existing = sameCart && (await expectedCents(sameCart)) === sameCart.totalCents ? sameCart : undefined
    if (existing) {
      await recordPlacedOrder(tx, draftCart.id, existing.id, purchase.digest)
      const requestedAccount = purchase.account ?? null
      if (requestedAccount || existing.pendingAccount) await setPendingAccount(tx, existing.id, requestedAccount)
      const order = await findOrder(tx, existing.id)
      if (!order) throw new Error(`Order ${existing.id} is gone`)
      return { ok: true, order, isNew: false }
    }
    const items = draftCart.lines.map((line) => ({ productId: line.sellable.id, quantity: line.quantity }))
    const productIds = items.map((item) => item.productId)
    if (openOrders.length > 0) {
      const openIds = openOrders.map((openOrder) => openOrder.id)
      await lockProducts(tx, [...(await lockStock(tx, openIds, items)), ...productIds])
      for (const openOrder of openOrders) {
        await writeTransition(tx, openOrder, 'cancelled', now, { reason: 'The cart or its total has changed since.' })
        await releaseOrder(shop, tx, openOrder)
      }
    }

    const { billing, paymentMethod: method } = purchase
    // Coupons with their current usage by this buyer, locked so that no other order can use them up.
    const cart = await withCoupons()
    const problems = unpurchasableLines(cart.lines, now)
    if (problems.length > 0) return refuse({ kind: 'lines', lines: problems })

    const { rejected } = validateCartCoupons(cartPricing(shop, cart), cart, now)
    if (rejected.length > 0) return refuse({ kind: 'coupons', coupons: rejected })

    const total = priceCart(shop, cart)
    const problem = problemOfTotal(shop, cart, total, purchase)
    if (problem) return refuse(problem)

    const offline = offlinePayment(method)
    const awaitsPayment = total.needsPayment && offline === null
    const reservation = { ...reservationOfItems(items), cents: toShopCurrency(total.itemsTotalCents, total) }
    const holdsStock = !total.needsPayment || (await canReserve(shop, tx, buyer, reservation))
    if (!holdsStock && !awaitsPayment) return refuse({ kind: 'too-much-unpaid' })
    const { account } = purchase
    const orderKey = newOrderKey()
    const accountId =
      account && !awaitsPayment ? await createAccount(tx, { billing, orderKey }, account.password, now) : null
    if (account && !awaitsPayment && accountId === null) return refuse({ kind: 'email-taken' })
    const customerId = purchase.customerId ?? accountId
    const accountToCreate = account && awaitsPayment ? await toPendingAccount(account) : null
    const newOrder = await orderOfCart(shop, tx, cart, total, { ...purchase, customerId })
    const order = await insertOrder(tx, {
      ...newOrder,
      orderKey,
      holdsStock,
      pendingAccount: accountToCreate,
      agreedTerms: purchase.terms === undefined ? undefined : { text: purchase.terms, email: billing.email, at: now },
    })
    const isOffline = total.needsPayment && offline !== null
    const assessed = isOffline ? await assessOffline(shop, tx, order, isProven) : null
    if (assessed && !assessed.ok) return refuse(assessed.problem)
    if (account && accountId !== null)
      await sendWelcomeEmail(shop, tx, order, { userId: accountId, hasChosenPassword: account.password !== null })
    const placedFields = { ...draftOf(purchase), placedOrderId: order.id, placedOrderDigest: purchase.digest }
    if (awaitsPayment) await updateCart(tx, cart.id, now, { ...placedFields, version: cart.version })
    else
      await clearCart(tx, cart.id, now, {
        ...placedFields,
        customerNote: '',
        shippingMethod: null,
        couponCodes: [],
        version: cart.version + 1,
      })

    // Rows that other shoppers wait for are locked last: stock, then invoice numbers.
    if (customerId !== null) await saveAddresses(tx, customerId, { billing, shipping: purchase.shipping })
    const allocation = await (holdsStock ? allocateStock : checkHold)(tx, order.id, items)
    if (!allocation.ok)
      return refuse({ kind: 'insufficient-stock', lines: shortfallLines(cart, allocation.shortfalls) })
    if (!awaitsPayment && allocation.held.some(availabilityChanged)) await lockProducts(tx, productIds)
    if (holdsStock) await invalidatePages(shop, tx, allocation.held, now)
    if (holdsStock) await sendStockMessages(shop, tx, allocation.held, `order:${order.id}`)
    if (awaitsPayment) return { ok: true, order, isNew: true }
    const accepted = assessed
      ? await acceptOffline(shop, tx, order, assessed.assessment)
      : await transitionOrder(shop, tx, order, 'processing', {
          paid: { transactionId: null },
          reason: 'Nothing was to be paid.',
        })
    if (!accepted) throw new Error(`A new order could not be accepted: ${order.id}`)
    return { ok: true, order: accepted, isNew: true }
  })
}

function problemOfTotal(shop: CheckoutContext, cart: Cart, total: Total, purchase: Purchase): PlaceOrderProblem | null {
  if (total.currency !== purchase.currency) return { kind: 'currency-changed' }
  if (!isAuthorized(total, purchase)) return { kind: 'total-changed', total }
  if (Math.max(total.itemsSubtotalCents, total.totalCents) > MAX_ORDER_CENTS) return { kind: 'amount-too-large' }
  if (total.needsShipping && !total.shippingRate) return { kind: 'no-shipping' }
  if (!total.needsPayment) return null
  const { paymentMethod: method } = purchase
  const isOffered = method !== '' && isGatewayAvailable(shop.settings(), method, payableOfCart(shop, cart, total))
  return isOffered ? null : { kind: 'payment-not-offered' }
}

/** Whether the buyer authorized this total in a wallet's sheet. Without a sheet, the page's button shows the total. */
const isAuthorized = ({ totalCents }: Pick<Order, 'totalCents'>, { authorizedCents }: Purchase): boolean =>
  authorizedCents === undefined || authorizedCents === totalCents

/** For an empty cart: the order, if the same form was submitted before; otherwise the session has expired. */
async function repeatedOrder(tx: Tx, cart: StoredCart, purchase: Purchase): Promise<Placed> {
  const isRepeat = cart.placedOrderId !== null && cart.placedOrderDigest === purchase.digest
  // An order that was never paid may have been deleted (payment-jobs.ts).
  const order = isRepeat && (await findOrder(tx, cart.placedOrderId))
  return order ? { ok: true, order, isNew: false } : refuse({ kind: 'empty-cart' })
}

/** The cart with the submitted input. Only a real change increases its version. */
function withDraft(cart: StoredCart, purchase: Purchase): StoredCart {
  const draft = draftOf(purchase)
  return hasChanged(cart, draft) ? { ...cart, ...draft, version: cart.version + 1 } : cart
}

const draftOf = (purchase: Purchase) => ({
  billing: purchase.billing,
  shipping: purchase.shipping,
  customerNote: purchase.customerNote,
  ...(purchase.paymentMethod === '' ? {} : { paymentMethod: purchase.paymentMethod }),
  ...(purchase.shippingMethod === null ? {} : { shippingMethod: purchase.shippingMethod }),
})

const shortfallLines = (cart: Cart, shortfalls: readonly Shortfall[]) =>
  shortfalls.map((shortfall) => ({
    name: cart.lines.find((line) => line.sellable.id === shortfall.productId)?.sellable.name ?? 'A product',
    requested: shortfall.requested,
    available: shortfall.available,
  }))
