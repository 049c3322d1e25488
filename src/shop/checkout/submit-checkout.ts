import type { Context } from 'hono'
import type { ReactNode } from 'react'
import type { CheckoutProblem } from '../../people/addresses/address-check.ts'
import { currentUser } from '../../people/identity/auth-session.ts'
import { FULL_TERMS_TEXT } from '../../people/identity/consents/consent-texts.ts'
import { passwordRefusalTexts } from '../../people/identity/passwords/password-rules.ts'
import { knownDevice, rememberDevice } from '../../people/identity/sign-in/known-device.ts'
import type { NoticeList } from '../../platform/ui/notices.tsx'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Cart } from '../cart/cart.store.ts'
import type { ToldTotal } from '../cart/cart.table.ts'
import { priceCart } from '../cart/price-cart.ts'
import { enabledGateway, paymentDataProblem, paymentMethods } from '../payment-methods/payment-methods.ts'
import { type Refusal, refusalText } from '../risk/checkout-throttle.ts'
import { sanitizeAttribution } from '../tracking/attribution.ts'
import { isAcceptedNow, type Outcome } from './charge-order.ts'
import {
  areTermsRequired,
  checkoutProblems,
  type Fields,
  parseCheckoutForm,
  WAIT_TOKEN_FIELD,
} from './checkout-form.ts'
import {
  CANNOT_BE_PAID,
  CURRENCY_CHANGED,
  errorNotices,
  fieldNotices,
  INVALID_PAYMENT_METHOD,
  paymentFailureNotices,
  placeOrderNotices,
  sessionExpired,
} from './checkout-notices.tsx'
import type { CheckoutContext } from './context.ts'
import { refuseAccountPassword, requestedAccount, resolveAccount, signInNewAccount } from './new-account.ts'
import type { Purchase } from './purchase.ts'
import { type Shopper, submitOrder } from './submit-order.ts'

/** An order is placed, or paid, or its payment continues. */
export type Submitted = Exclude<Outcome, { readonly kind: 'declined' | 'refused' }>

export type SubmitRefusal = {
  readonly kind: 'refused'
  /** As calls answer, in the recorded words. */
  readonly notices: NoticeList
  /** Mistakes in the form's fields, which a page may tell in other words. */
  readonly problems?: readonly CheckoutProblem[]
  /** Refused by the throttle: too many failures before, and what is required to proceed. */
  readonly refusal?: Refusal
  /** Why the order was not placed or paid; omitted for mistakes in the form. */
  readonly outcome?: Extract<Outcome, { readonly kind: 'declined' | 'refused' }>
}

export const refuse = (notices: NoticeList): SubmitRefusal => ({ kind: 'refused', notices })
export const refuseFields = (problems: readonly CheckoutProblem[]): SubmitRefusal => ({
  ...refuse(fieldNotices(problems)),
  problems,
})
export const refuseWith = (text: ReactNode): SubmitRefusal => refuse(errorNotices(text))

/** How a wallet's sheet differs from the form. */
export type WalletSheet = {
  /** What it was told last: its buyer has authorized that, unless the form says what. */
  readonly told: ToldTotal | null
}

/** The whole of "Place order", for the script's call and the plain form: parses, validates and submits the form. */
export async function submitCheckout(
  context: Context,
  shop: CheckoutContext,
  cart: Cart,
  fields: Fields,
  sheet?: WalletSheet,
): Promise<Submitted | SubmitRefusal> {
  const settings = shop.settings()
  const form = parseCheckoutForm(fields, settings)
  const isRepeat = cart.lines.length === 0 && cart.placedOrderId !== null && cart.placedOrderDigest === form.digest
  if (cart.lines.length === 0 && !isRepeat) return refuse(sessionExpired(shop.url))

  const priced = priceCart(shop, { ...cart, billing: form.billing, shipping: form.shipping })
  // Shown on the page that was sent; another window may have chosen another currency since.
  const shownCurrency = shop.pricing().currencies?.length ? fields.currency?.toUpperCase() : undefined
  if (shownCurrency !== undefined && shownCurrency !== priced.currency) return refuseWith(CURRENCY_CHANGED)
  const user = await currentUser(context, shop)
  const requested = !user && form.createsAccount ? requestedAccount(fields.account_password ?? '', settings) : null
  const options = {
    ...{ needsShipping: priced.needsShipping, createsAccount: requested !== null },
    // Accounts of wallets have one name, and some people have no more.
    optional: sheet ? (['first_name'] as const) : [],
  }
  const problems = checkoutProblems(fields, form, settings, options)
  if (problems.length > 0) return refuseFields(problems)
  const passwordRefusal = await refuseAccountPassword(shop, requested, form.billing)
  if (passwordRefusal !== null) {
    const text = passwordRefusalTexts[passwordRefusal]
    return refuse([{ kind: 'error', field: 'account_password', text, fieldText: text }])
  }
  if (priced.needsShipping && !priced.shippingRate)
    return refusalOf({ kind: 'refused', problem: { kind: 'no-shipping' } }, shop.url)
  const method = enabledGateway(form.paymentMethod, settings)
  if (method === null && (priced.needsPayment || isRepeat)) return refuseWith(INVALID_PAYMENT_METHOD)
  const dataProblem = method && priced.needsPayment ? paymentDataProblem(method, fields) : null
  if (dataProblem !== null) return refuseWith(dataProblem)

  const account = isRepeat ? requested : await resolveAccount(context, shop, requested, form.billing.email)
  if (account === 'email-taken') return refuse(placeOrderNotices({ kind: 'email-taken' }, shop.url))

  const customerId = user?.id ?? null
  const authorizedCents = authorizedIn(fields) ?? toldIn(priced.currency, sheet?.told)
  const { billing, shipping, customerNote, shippingMethod, digest } = form
  const purchase: Purchase = {
    ...{ cart, billing, shipping, customerNote, shippingMethod, digest, customerId },
    currency: priced.currency,
    ...(authorizedCents === undefined ? {} : { authorizedCents }),
    paymentMethod: method ?? paymentMethods[0].id,
    via: 'checkout',
    ...(account ? { account } : {}),
    ...(areTermsRequired(fields, settings) ? { terms: FULL_TERMS_TEXT } : {}),
    clientAddress: clientAddress(context),
    userAgent: context.req.header('user-agent') ?? '',
    attribution: sanitizeAttribution(attributionFields(fields)),
  }
  const shopper = shopperOf(context, shop, fields, customerId)
  const outcome = await submitOrder(shop, { kind: 'place', shopper, purchase, paymentData: fields, total: priced })
  if (outcome.kind === 'declined' || outcome.kind === 'refused') return refusalOf(outcome, shop.url)
  if (outcome.kind === 'paid') rememberDevice(context, shop, { orderId: outcome.order.id })
  if (account && isAcceptedNow(outcome)) await signInNewAccount(context, shop, outcome.order, account)
  return outcome
}

/**
 * The total that a wallet's buyer has authorized, as its page sends it: it is only compared. A text that is no amount
 * equals no total.
 */
export function authorizedIn({ expected_total_cents: text = '' }: Fields): number | undefined {
  if (text.trim() === '') return undefined
  return /^\d{1,10}$/.test(text.trim()) ? Number(text) : -1
}

/** A total in another currency equals none. */
const toldIn = (currency: string, told: ToldTotal | null | undefined): number | undefined =>
  told ? (told.currency === currency ? told.cents : -1) : undefined

/** Who submits a form, for the limits of attempts. */
export const shopperOf = (context: Context, shop: CheckoutContext, fields: Fields, userId: number | null): Shopper => ({
  userId,
  address: clientAddress(context),
  paidOrderId: knownDevice(context, shop)?.orderId ?? null,
  proof: fields.proof ?? '',
  waitToken: fields[WAIT_TOKEN_FIELD] ?? '',
})

/** What the shopper is told when nothing was ordered or paid. */
export function refusalOf(
  outcome: Extract<Outcome, { readonly kind: 'declined' | 'refused' }>,
  shopUrl: string,
): SubmitRefusal {
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

/** `wc_order_attribution_*` fields without their prefix. */
function attributionFields(fields: Fields): Record<string, string> {
  const prefix = 'wc_order_attribution_'
  const attribution = Object.entries(fields).filter(([name]) => name.startsWith(prefix))
  return Object.fromEntries(attribution.map(([name, value]) => [name.slice(prefix.length), value]))
}
