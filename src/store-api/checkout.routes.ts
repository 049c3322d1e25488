import { hasPasswordLength, LEAST_PASSWORD, LONGEST_PASSWORD } from '../accounts/password-length.ts'
import { type Cart, loadCart } from '../cart/cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import { keepDecisions } from '../checkout/keep-decisions.ts'
import { decideAccount, enterNewAccount, wantedAccount } from '../checkout/new-account.ts'
import { type PlaceProblem, placeOrder } from '../checkout/place-order.ts'
import { MISSING_CARD, TOO_MUCH_UNPAID } from '../checkout/problems.tsx'
import { takePayment } from '../checkout/take-payment.ts'
import { goodsOfCart } from '../checkout/unpaid-hold.ts'
import type { WantedAccount } from '../orders/new-account.ts'
import type { Order } from '../orders/orders.store.ts'
import { enabledGateways, offeredGateways } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { clientAddress } from '../web/client-address.ts'
import { missingError } from './address-error.ts'
import { type StoreError, storeError, storeJson } from './answer.ts'
import { cartCall } from './call.ts'
import { type CartCall, refuse, refuseWithCart } from './cart-call.ts'
import { cartJson, lineErrorJson } from './cart-json.ts'
import { couponErrorText } from './cart-problems.ts'
import { viewCart } from './cart-view.store.ts'
import { draftJson } from './checkout-json.ts'
import { checkoutReaders, note, paymentMethod, readCheckout, type StoreCheckout } from './checkout-params.ts'
import { answerTaken, type Ended, notOfferedError, paymentError, throughOrderDoor } from './pay.ts'
import { payExisting } from './pay-order.ts'
import type { StoreRoute } from './router.ts'
import { checkoutShape } from './shapes/checkout-shape.ts'
import { type StoreSession, setSessionHeaders, signedInAs } from './store-session.ts'

const getCheckout = cartCall(
  { summary: 'The checkout as far as it has come', session: 'nonce', answers: { 200: checkoutShape } },
  (call) => answerDraft(call, call.cart),
)

const putCheckout = cartCall(
  {
    summary: 'Keeps what has been decided, without placing an order',
    session: 'nonce',
    body: (settings) => ({ payment_method: paymentMethod(settings), order_notes: note }),
    answers: { 200: checkoutShape },
  },
  async (call, { payment_method: method, order_notes: words }) => {
    const cart = await keepDecisions(call.shop, call.cart, {
      ...(method === undefined ? {} : { paymentMethod: method }),
      ...(words === undefined ? {} : { customerNote: words }),
    })
    return answerDraft(call, cart)
  },
)

async function answerDraft({ context, shop, session, dropped }: CartCall, cart: Cart): Promise<Response> {
  const total = priceCart(shop, cart)
  await setSessionHeaders(context, shop, session, cart, total)
  const methods = offeredGateways(shop.settings(), total.shippingRate?.id ?? null)
  const chosen = methods.find((id) => id === cart.paymentMethod) ?? methods[0] ?? ''
  return storeJson(
    context,
    draftJson(cart, {
      customerId: session.userId,
      paymentMethod: chosen,
      cart: cartJson(shop, await viewCart(shop.db, cart), total, dropped),
    }),
  )
}

/**
 * Places an order and pays it. The same body again answers the same order, however often and at once it is sent
 * (CHK-18).
 */
const postCheckout = cartCall(
  {
    summary: 'Places an order and pays it',
    session: 'nonce',
    body: checkoutReaders,
    required: ['billing_address'],
    validate: (values, fields, settings) => {
      const posted = readCheckout(values, fields, settings)
      return posted.ok ? null : posted.error
    },
    answers: { 200: checkoutShape },
    errors: {
      woocommerce_rest_cart_empty: 409,
      woocommerce_rest_cart_coupon_errors: 409,
      woocommerce_rest_product_not_purchasable: 409,
      woocommerce_rest_product_out_of_stock: 409,
      woocommerce_rest_product_partially_out_of_stock: 409,
      woocommerce_rest_invalid_address: 400,
      woocommerce_rest_invalid_shipping_option: 400,
      woocommerce_rest_checkout_missing_payment_method: 400,
      woocommerce_rest_payment_error: 400,
      woocommerce_rest_checkout_payment_method_disabled: 400,
      'registration-error-email-exists': 400,
      'registration-error-missing-password': 400,
      rate_limit_exceeded: 429,
    },
  },
  async (call, values, fields) => {
    const { context, shop } = call
    const posted = readCheckout(values, fields, shop.settings())
    if (!posted.ok) return storeError(context, posted.error)
    const { checkout } = posted

    const { cart } = call
    if (call.dropped.length > 0)
      return refuseWithCart(call, cart, placeError({ kind: 'coupons', coupons: call.dropped }))
    if (cart.lines.length === 0 && cart.placedDigest !== checkout.digest)
      return refuseWithCart(call, cart, emptyCartError)
    const wanted = accountFor(call, checkout)
    const problem = checkoutProblem(shop, cart, checkout) ?? passwordProblem(wanted)
    if (problem) return refuse(call, problem)
    const decided =
      cart.lines.length === 0
        ? ({ ok: true, account: wanted } as const)
        : await decideAccount(context, shop, wanted, checkout.billing.email)
    if (!decided.ok) return refuse(call, emailTakenError)
    const { account } = decided

    const priced = priceCart(shop, { ...cart, billing: checkout.billing, shipping: checkout.shipping })
    const given = {
      email: checkout.billing.email,
      cartId: cart.id,
      mark: `${cart.id} ${checkout.digest}`,
      proof: checkout.proof,
      pass: '',
      isByCard: checkout.paymentMethod === 'stripe_cc',
      ...(priced.needsPayment ? { goods: goodsOfCart(cart, priced) } : {}),
    }
    return throughOrderDoor(call, given, () => place(call, checkout, account))
  },
)

async function place(call: CartCall, checkout: StoreCheckout, account: WantedAccount | null): Promise<Ended> {
  const { context, shop, cart } = call
  const placed = await placeOrder(shop, {
    cart,
    billing: checkout.billing,
    shipping: checkout.shipping,
    customerNote: checkout.customerNote ?? cart.customerNote,
    paymentMethod: checkout.paymentMethod ?? enabledGateways(shop.settings())[0] ?? 'stripe_cc',
    shippingMethod: cart.shippingMethod,
    digest: checkout.digest,
    via: 'store-api',
    customerId: call.session.userId === 0 ? null : call.session.userId,
    ...(account ? { account } : {}),
    clientAddress: clientAddress(context),
    userAgent: context.req.header('user-agent') ?? '',
    attribution: checkout.attribution,
  })
  if (!placed.ok) {
    const now = { ...call, cart: await loadCart(shop.db, cart.id) }
    const error = placeError(placed.problem)
    const answer = error.status === 409 ? await refuseWithCart(now, now.cart, error) : await refuse(now, error)
    return { answer, outcome: 'nothing' }
  }
  const taken = await takePayment(shop, placed.order, checkout.paymentToken, placed.isNew)
  const isAccepted = taken.kind === 'done' && (placed.isNew || taken.outcome === 'paid')
  const session = account && isAccepted ? await enter(call, taken.order, account) : call.session
  return answerTaken({ ...call, session }, taken)
}

/** The account to make: none for somebody who has one. */
const accountFor = ({ shop, session }: CartCall, { accountPassword }: StoreCheckout): WantedAccount | null =>
  session.userId === 0 && accountPassword !== undefined ? wantedAccount(accountPassword, shop.settings()) : null

/** Whoever made an account is signed in by their cookies; a program with a cart token has none and stays a guest. */
async function enter(call: CartCall, order: Order, account: WantedAccount): Promise<StoreSession> {
  const { context, shop, session } = call
  if (session.via === 'token') return session
  const signedIn = await enterNewAccount(context, shop, order, account)
  if (!signedIn) return session
  return { id: String(signedIn.user.id), via: 'cookie', ...signedInAs(signedIn) }
}

const emptyCartError: StoreError = {
  status: 409,
  code: 'woocommerce_rest_cart_empty',
  message: 'Cannot place an order, your cart is empty.',
}
const noShippingError: StoreError = {
  status: 400,
  code: 'woocommerce_rest_invalid_shipping_option',
  message: 'Sorry, this order requires a shipping option.',
}
const emailTakenError: StoreError = {
  status: 400,
  code: 'registration-error-email-exists',
  message: 'An account is already registered with your email address. Please log in.',
}

/** A password somebody chose and that is too short or missing, or null. */
function passwordProblem(account: WantedAccount | null): StoreError | null {
  if (account === null || account.password === null || hasPasswordLength(account.password)) return null
  const message =
    account.password === ''
      ? 'Please choose a password for your account.'
      : `The password needs ${LEAST_PASSWORD} to ${LONGEST_PASSWORD} characters.`
  return { status: 400, code: 'registration-error-missing-password', message }
}

/** What stands in the way before anything is written, in the order and words of store-checkout.json. */
function checkoutProblem(shop: Shop, cart: Cart, checkout: StoreCheckout): StoreError | null {
  const total = priceCart(shop, { ...cart, billing: checkout.billing, shipping: checkout.shipping })
  const missing = missingError({
    billing: checkout.missing.billing,
    shipping: total.needsShipping ? checkout.missing.shipping : [],
  })
  if (missing) return missing
  if (total.needsShipping && !total.shippingRate) return noShippingError
  if (!total.needsPayment) return null
  if (checkout.paymentMethod === undefined) {
    return {
      status: 400,
      code: 'woocommerce_rest_checkout_missing_payment_method',
      message: 'No payment method provided.',
    }
  }
  return checkout.paymentMethod === 'stripe_cc' && checkout.paymentToken === '' ? paymentError(MISSING_CARD) : null
}

function placeError(problem: PlaceProblem): StoreError {
  switch (problem.kind) {
    case 'empty-cart':
      return emptyCartError
    case 'no-shipping':
      return noShippingError
    case 'payment-not-offered':
      return notOfferedError
    case 'too-much-unpaid':
      return { ...notOfferedError, message: TOO_MUCH_UNPAID }
    case 'email-taken':
      return emailTakenError
    case 'coupons':
      return {
        status: 409,
        code: 'woocommerce_rest_cart_coupon_errors',
        message: problem.coupons.map((coupon) => couponErrorText(coupon.code, coupon.problem)).join(' '),
      }
    case 'lines':
      return lineError(
        problem.lines.map(({ name, problem: line }) =>
          lineErrorJson(name, line.kind === 'price-changed' ? { kind: 'gone' } : line),
        ),
      )
    case 'sold-out-meanwhile':
      return lineError(
        problem.lines.map(({ name, available }) => lineErrorJson(name, { kind: 'less-stock', available })),
      )
  }
}

/** The first line that cannot be had names the error; all of them are told. */
const lineError = (errors: readonly { code: string; message: string }[]): StoreError => ({
  status: 409,
  code: errors[0]?.code ?? 'woocommerce_rest_cart_error',
  message: errors.map((error) => error.message).join(' '),
})

export const checkoutRoutes: readonly StoreRoute[] = [
  { path: '/checkout', methods: { GET: getCheckout, POST: postCheckout, PUT: putCheckout, PATCH: putCheckout } },
  { path: '/checkout/:id{[0-9]+}', shown: '/checkout/(?P<id>[\\d]+)', methods: { POST: payExisting } },
]
