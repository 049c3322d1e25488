import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type CheckoutProblem, withBareLabels } from '../../people/addresses/address-check.ts'
import { formatMoney } from '../../platform/money/money.ts'
import { ErrorList, type NoticeList } from '../../platform/ui/notices.tsx'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { RemovedCouponMessage } from '../cart/coupon-messages.tsx'
import { CARD_FIELD } from '../gateways/cards/card-field.ts'
import { GENERIC_PAYMENT_ERROR, messageFor, paymentMessages } from '../gateways/payment-errors.ts'
import type { PaymentError } from '../gateways/payment-intent.ts'
import type { Total } from '../pricing/total.ts'
import type { PlaceOrderProblem } from './outcome.ts'

/** Notices with the field's label in bold, and its name for scripts (wc-ajax-checkout.json). */
export const fieldNotices = (problems: readonly CheckoutProblem[]): NoticeList =>
  problems.map((problem) => ({
    kind: 'error',
    field: problem.field,
    fieldText: problem.fieldLabel === null ? problem.text : `${problem.fieldLabel} ${problem.text}`,
    text:
      problem.label === null ? (
        problem.text
      ) : (
        <>
          <strong>{problem.label}</strong> {problem.text}
        </>
      ),
  }))

type Refused = { readonly notices: NoticeList; readonly problems?: readonly CheckoutProblem[] }

export const noticesBesideOneAddress = ({ notices, problems }: Refused): NoticeList =>
  problems ? fieldNotices(withBareLabels(problems)) : notices

export const errorNotices = (text: ReactNode): NoticeList => [{ kind: 'error', text }]

export const sessionExpired = (shopUrl: string): NoticeList =>
  errorNotices(
    <>
      Sorry, your session has expired.{' '}
      <a href={`${shopUrl}${hrefs.shop()}`} className="wc-backward">
        Return to shop
      </a>
    </>,
  )

/** The link returns here after the sign-in; script opens the sign-in form on the page instead. */
const emailTaken = (
  <>
    An account is already registered with your email address.{' '}
    <a href={hrefs.login(paths.checkout)} className="showlogin">
      Please log in.
    </a>
  </>
)

export const CANNOT_BE_PAID = 'This order cannot be paid for.'
export const PRICE_DIFFERS = 'This order was priced for another way to pay.'
export const NO_SHIPPING =
  'No shipping method has been selected. Please double check your address, or contact us if you need any help.'
export const INVALID_PAYMENT_METHOD = 'Invalid payment method.'
export const TOO_MUCH_UNPAID =
  'Together with orders that are still unpaid, this is more than we can hold without a payment. Please pay by card, order less, or contact us.'
export const CURRENCY_CHANGED =
  'The currency of your cart has changed, perhaps in another window. Please check the total and place the order again.'
export const TOTAL_CHANGED =
  'Your total has changed, so nothing was ordered. Please look at it once more, then place your order.'
export const totalChanged = ({ totalCents, currency }: Pick<Total, 'totalCents' | 'currency'>): string =>
  `Your total is now ${formatMoney(totalCents, currency)}, so nothing was charged. Please check it and confirm the payment again.`
export const AMOUNT_TOO_LARGE = 'This order is larger than we can take online. Please order less, or contact us.'
export const PAGE_OUTDATED =
  'Nothing was charged: the order has changed, or this page is out of date. Please reload it, look at the total, and pay again.'
export const BAD_NONCE = 'We were unable to process your order, please try again.'

export const paymentFailureTexts = {
  'not-attempted':
    'We can’t reach our payment provider just now. Nothing was charged. Please try again in a moment, or choose another way to pay.',
  refunding: `${paymentMessages.payment_cancelled} Your order was cancelled meanwhile; any payment for it goes straight back to your card.`,
  mismatch: GENERIC_PAYMENT_ERROR,
} as const

export function placeOrderNotices(problem: PlaceOrderProblem, shopUrl: string): NoticeList {
  switch (problem.kind) {
    case 'empty-cart':
      return sessionExpired(shopUrl)
    case 'total-changed':
      return errorNotices(totalChanged(problem.total))
    case 'coupons':
      return problem.coupons.flatMap((coupon) => errorNotices(<RemovedCouponMessage {...coupon} />))
    case 'lines':
      return problem.lines.flatMap(({ name, problem: line }) =>
        errorNotices(shortfallText({ name, available: line.kind === 'insufficient-stock' ? line.available : 0 })),
      )
    case 'insufficient-stock':
      return problem.lines.flatMap((line) => errorNotices(shortfallText(line)))
    default:
      return errorNotices(problemTexts[problem.kind])
  }
}

const problemTexts = {
  'no-shipping': NO_SHIPPING,
  'payment-not-offered': INVALID_PAYMENT_METHOD,
  'too-much-unpaid': TOO_MUCH_UNPAID,
  'currency-changed': CURRENCY_CHANGED,
  'amount-too-large': AMOUNT_TOO_LARGE,
  'email-taken': emailTaken,
}

type ShortfallLine = { readonly name: string; readonly available: number }
const shortfallText = ({ name, available }: ShortfallLine): string =>
  available > 0
    ? `Sorry, we do not have enough “${name}” in stock to fulfill your order (${available} available). We apologize for any inconvenience caused.`
    : `Sorry, “${name}” is not in stock. Please edit your cart and try again. We apologize for any inconvenience caused.`

export const shortfallTexts = (shortfalls: readonly ShortfallLine[]): string => shortfalls.map(shortfallText).join(' ')

/** Why the payment failed, from the message catalogue (shop.md §8). */
export const declineText = (error: PaymentError | null): string => (error && messageFor(error)) || GENERIC_PAYMENT_ERROR

/** For a declined card the notice names the card field, where script explains what to do next. */
export const paymentFailureNotices = (failure: { readonly text: string; readonly isCard: boolean }): NoticeList => [
  { kind: 'error', text: failure.text, ...(failure.isCard ? { field: CARD_FIELD } : {}) },
]

/** The marker tells scripts of the Stripe plugin to drop their token and to offer paying again (its sheet §3). */
export const errorHtml = (notices: NoticeList): string =>
  renderToStaticMarkup(
    <>
      <ErrorList errors={notices} />
      <input type="hidden" id="wc_stripe_checkout_error" value="true" />
    </>,
  )
