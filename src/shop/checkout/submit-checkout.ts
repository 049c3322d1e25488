import type { Context } from 'hono'
import type { ReactNode } from 'react'
import type { CheckoutProblem } from '../../people/addresses/address-check.ts'
import { currentUser } from '../../people/identity/auth-session.ts'
import { FULL_TERMS_TEXT } from '../../people/identity/consents/consent-texts.ts'
import { passwordRefusalTexts } from '../../people/identity/passwords/password-rules.ts'
import { knownDevice, rememberDevice } from '../../people/identity/sign-in/known-device.ts'
import type { NoticeList } from '../../platform/ui/notices.tsx'
import { clientAddress } from '../../platform/web/client-address.ts'
import { type Cart, isOrderedBy } from '../cart/cart.store.ts'
import { priceCart } from '../cart/price-cart.ts'
import type { NewAccount } from '../orders/transition-order.ts'
import { enabledGateway, paymentDataProblem } from '../payment-methods/payment-methods.ts'
import { type Refusal, refusalText } from '../risk/checkout-throttle.ts'
import { sanitizeAttribution } from '../tracking/attribution.ts'
import {
  areTermsRequired,
  checkoutProblems,
  type Fields,
  parseCheckoutForm,
  WAIT_TOKEN_FIELD,
} from './checkout-form.ts'
import {
  CANNOT_BE_PAID,
  errorNotices,
  fieldNotices,
  INVALID_PAYMENT_METHOD,
  paymentFailureNotices,
  placeOrderNotices,
  sessionExpired,
} from './checkout-notices.tsx'
import type { CheckoutContext } from './context.ts'
import { refuseAccountPassword, requestedAccount, resolveAccount, signInNewAccount } from './new-account.ts'
import type { Purchase } from './new-order.ts'
import { isAccepted, isRefused, type RefusedOutcome, type Submitted } from './outcome.ts'
import { type Shopper, submitOrder } from './submit-order.ts'

export type SubmitRefusal = {
  readonly kind: 'refused'
  readonly notices: NoticeList
  /** Mistakes in form fields, which a page may word differently. */
  readonly problems?: readonly CheckoutProblem[]
  readonly refusal?: Refusal
  readonly outcome?: RefusedOutcome
  /** Only a page that is loaded anew can succeed. */
  readonly isPageOutdated?: true
}

export const refuse = (notices: NoticeList): SubmitRefusal => ({ kind: 'refused', notices })
export const refuseFields = (problems: readonly CheckoutProblem[]): SubmitRefusal => ({
  ...refuse(fieldNotices(problems)),
  problems,
})
export const refuseWith = (text: ReactNode): SubmitRefusal => refuse(errorNotices(text))

/** The whole of "Place order": reads the form, checks it, submits the order; the first refusal ends it. */
export async function submitCheckout(
  context: Context,
  shop: CheckoutContext,
  cart: Cart,
  fields: Fields,
  via: 'page' | 'wallet-sheet' = 'page',
): Promise<Submitted | SubmitRefusal> {
  const checkout = await readCheckout(context, shop, { cart, fields, via })
  const checked = await checkCheckout(context, shop, checkout)
  if (checked.kind === 'refused') return checked
  const { account } = checked
  const purchase = purchaseOf(context, shop, checkout, account)
  const shopper = shopperOf(context, shop, fields, purchase.customerId)
  const { total } = checkout
  const outcome = await submitOrder(shop, { kind: 'place', shopper, purchase, paymentData: fields, total })
  if (isRefused(outcome)) return refusalOf(outcome, shop.url)
  if (outcome.kind === 'paid') rememberDevice(context, shop, { orderId: outcome.order.id })
  if (account && isAccepted(outcome)) await signInNewAccount(context, shop, outcome.order, account)
  return outcome
}

type SubmittedForm = { readonly cart: Cart; readonly fields: Fields; readonly via: 'page' | 'wallet-sheet' }
type Checkout = Awaited<ReturnType<typeof readCheckout>>

async function readCheckout(context: Context, shop: CheckoutContext, sent: SubmittedForm) {
  const { cart, fields } = sent
  const settings = shop.settings()
  const form = parseCheckoutForm(fields, settings)
  const { billing, shipping, shippingMethod } = form
  const method = enabledGateway(form.paymentMethod, settings)
  const user = await currentUser(context, shop)
  // As `placeOrder` will price it: the cart has only what was saved when its totals were last asked for.
  const chosen = { paymentMethod: method ?? cart.paymentMethod, shippingMethod: shippingMethod ?? cart.shippingMethod }
  return {
    ...sent,
    form,
    settings,
    total: priceCart(shop, { ...cart, billing, shipping, ...chosen }),
    method,
    userId: user?.id ?? null,
    requested: !user && form.createsAccount ? requestedAccount(fields.account_password ?? '', settings) : null,
    isRepeat: isOrderedBy(cart, form.digest),
  }
}

async function checkCheckout(context: Context, shop: CheckoutContext, checkout: Checkout) {
  const { requested, form, isRepeat } = checkout
  const refusal =
    refuseCart(shop, checkout) ??
    refuseForm(checkout) ??
    (await refusePassword(shop, checkout)) ??
    refusePayment(shop, checkout)
  if (refusal) return refusal
  const account = isRepeat ? requested : await resolveAccount(context, shop, requested, form.billing.email)
  return account === 'email-taken'
    ? refuse(placeOrderNotices({ kind: 'email-taken' }, shop.url))
    : ({ kind: 'checked', account } as const)
}

function refuseCart(shop: CheckoutContext, { cart, fields, total, isRepeat }: Checkout): SubmitRefusal | null {
  if (cart.lines.length === 0 && !isRepeat) return refuse(sessionExpired(shop.url))
  // As shown on the submitted page; the shopper may have switched the currency in another window since.
  const shownCurrency = shop.pricing().currencies?.length ? fields.currency?.toUpperCase() : undefined
  return shownCurrency === undefined || shownCurrency === total.currency
    ? null
    : refusalOf({ kind: 'refused', problem: { kind: 'currency-changed' } }, shop.url)
}

function refuseForm({ fields, form, settings, total, requested, via }: Checkout): SubmitRefusal | null {
  const problems = checkoutProblems(fields, form, settings, {
    needsShipping: total.needsShipping,
    createsAccount: requested !== null,
    // Wallet accounts have a single name, and some people have no more than one.
    optional: via === 'wallet-sheet' ? ['first_name'] : [],
  })
  return problems.length > 0 ? refuseFields(problems) : null
}

async function refusePassword(shop: CheckoutContext, { requested, form }: Checkout): Promise<SubmitRefusal | null> {
  const refusal = await refuseAccountPassword(shop, requested, form.billing)
  const text = refusal && passwordRefusalTexts[refusal]
  return text === null ? null : refuse([{ kind: 'error', field: 'account_password', text, fieldText: text }])
}

function refusePayment(shop: CheckoutContext, { fields, total, method }: Checkout): SubmitRefusal | null {
  if (total.needsShipping && !total.shippingRate)
    return refusalOf({ kind: 'refused', problem: { kind: 'no-shipping' } }, shop.url)
  if (method === null && total.needsPayment) return refuseWith(INVALID_PAYMENT_METHOD)
  const problem = method && total.needsPayment ? paymentDataProblem(method, fields) : null
  return problem === null ? null : refuseWith(problem)
}

const purchaseOf = (
  context: Context,
  shop: CheckoutContext,
  { cart, fields, form, total, method, userId, via }: Checkout,
  account: NewAccount | null,
): Purchase => ({
  cart,
  billing: form.billing,
  shipping: form.shipping,
  customerNote: form.customerNote,
  shippingMethod: form.shippingMethod,
  digest: form.digest,
  customerId: userId,
  currency: total.currency,
  authorizedCents:
    parseTotalCents(fields.expected_total_cents) ??
    (via === 'wallet-sheet' ? displayedCents(cart, total.currency) : parseTotalCents(fields.shown_total_cents)),
  paymentMethod: method ?? '',
  via: 'checkout',
  account: account ?? undefined,
  terms: areTermsRequired(fields, shop.settings()) ? FULL_TERMS_TEXT : undefined,
  clientAddress: clientAddress(context),
  userAgent: context.req.header('user-agent') ?? '',
  attribution: sanitizeAttribution(attributionFields(fields)),
})

/** The total that a buyer has authorized, which is only compared: a text that is no amount equals no total. */
export function parseTotalCents(text = ''): number | undefined {
  if (text.trim() === '') return undefined
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : -1
}

/** The total that the wallet's sheet displayed last. An amount in another currency equals no total. */
function displayedCents({ displayedTotal }: Cart, currency: string): number | undefined {
  if (!displayedTotal) return undefined
  return displayedTotal.currency === currency ? displayedTotal.cents : -1
}

export const shopperOf = (context: Context, shop: CheckoutContext, fields: Fields, userId: number | null): Shopper => ({
  userId,
  address: clientAddress(context),
  paidOrderId: knownDevice(context, shop)?.orderId ?? null,
  proof: fields.proof ?? '',
  waitToken: fields[WAIT_TOKEN_FIELD] ?? '',
})

export function refusalOf(outcome: RefusedOutcome, shopUrl: string): SubmitRefusal {
  if (outcome.kind === 'declined')
    return { ...refuse(paymentFailureNotices({ text: outcome.text, isCard: true })), outcome }
  const { problem } = outcome
  switch (problem.kind) {
    case 'throttled':
      return { ...refuseWith(refusalText(problem.refusal)), refusal: problem.refusal, outcome }
    case 'payment':
      return refuseWith(problem.text)
    case 'closed':
      return refuseWith(CANNOT_BE_PAID)
    default:
      return { ...refuse(placeOrderNotices(problem, shopUrl)), outcome }
  }
}

function attributionFields(fields: Fields): Record<string, string> {
  const prefix = 'wc_order_attribution_'
  const attribution = Object.entries(fields).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(attribution.map(([name, value]) => [name.slice(prefix.length), value]))
}
