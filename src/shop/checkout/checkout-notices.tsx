import type { CheckoutProblem } from '../../people/addresses/address-check.ts'
import type { Notice, NoticeList } from '../../platform/ui/notices.tsx'
import { hrefs } from '../../platform/web/routes.ts'
import { RemovedCouponMessage } from '../cart/coupon-messages.tsx'
import { messageFor, paymentMessages } from '../payments/payment-errors.ts'
import type { PaymentError } from '../payments/provider.ts'
import { CARD_FIELD } from './card-field.ts'
import type { PlaceOrderProblem } from './place-order.ts'

/**
 * Field errors as items of the error list: the label in bold, and the field's name for scripts (wc-ajax-checkout.json).
 */
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

export const sessionExpired = (shopUrl: string): NoticeList => [
  {
    kind: 'error',
    text: (
      <>
        Sorry, your session has expired.{' '}
        <a href={`${shopUrl}${hrefs.shop()}`} className="wc-backward">
          Return to shop
        </a>
      </>
    ),
  },
]

/** The link returns here after the sign-in; script opens the sign-in form on the page instead. */
const emailTaken: Notice = {
  kind: 'error',
  text: (
    <>
      An account is already registered with your email address.{' '}
      <a href={hrefs.login(hrefs.checkout())} className="showlogin">
        Please log in.
      </a>
    </>
  ),
}

export const CANNOT_BE_PAID = 'This order cannot be paid for.'
export const PRICE_DIFFERS = 'This order was priced for another way to pay.'
export const NO_SHIPPING =
  'No shipping method has been selected. Please double check your address, or contact us if you need any help.'
export const MISSING_CARD = 'Please enter your card details. Paying by card needs JavaScript to be turned on.'
export const INVALID_PAYMENT_METHOD = 'Invalid payment method.'
export const TOO_MUCH_UNPAID =
  'Together with orders that are still unpaid, this is more than we can hold without a payment. Please pay by card, order less, or contact us.'
export const BAD_NONCE = 'We were unable to process your order, please try again.'

/** Payment failures that are not the card's fault. */
export const paymentFailureTexts = {
  'not-attempted':
    'We can’t reach our payment provider just now. Nothing was charged. Please try again in a moment, or choose another way to pay.',
  refunding: `${paymentMessages.payment_cancelled} Your order was cancelled meanwhile; any payment for it goes straight back to your card.`,
  mismatch: paymentMessages.stripe_cc_generic,
} as const

/** Why no order was placed. */
export function placeOrderNotices(problem: PlaceOrderProblem, shopUrl: string): NoticeList {
  switch (problem.kind) {
    case 'empty-cart':
      return sessionExpired(shopUrl)
    case 'no-shipping':
      return [{ kind: 'error', text: NO_SHIPPING }]
    case 'payment-not-offered':
      return [{ kind: 'error', text: INVALID_PAYMENT_METHOD }]
    case 'too-much-unpaid':
      return [{ kind: 'error', text: TOO_MUCH_UNPAID }]
    case 'email-taken':
      return [emailTaken]
    case 'coupons':
      return problem.coupons.map((coupon) => ({ kind: 'error', text: <RemovedCouponMessage {...coupon} /> }))
    case 'lines':
      return problem.lines.map(({ name, problem: line }) => ({
        kind: 'error',
        text:
          line.kind === 'insufficient-stock' && line.available > 0
            ? insufficientStockText(name, line.available)
            : outOfStockText(name),
      }))
    case 'insufficient-stock':
      return problem.lines.map((line) => ({ kind: 'error', text: shortfallText(line) }))
  }
}

type ShortfallLine = { readonly name: string; readonly available: number }
const shortfallText = ({ name, available }: ShortfallLine): string =>
  available > 0 ? insufficientStockText(name, available) : outOfStockText(name)

/** The message for an order whose stock is no longer available; nothing was charged. */
export const shortfallTexts = (shortfalls: readonly ShortfallLine[]): string => shortfalls.map(shortfallText).join(' ')

const outOfStockText = (name: string): string =>
  `Sorry, “${name}” is not in stock. Please edit your cart and try again. We apologize for any inconvenience caused.`
const insufficientStockText = (name: string, available: number): string =>
  `Sorry, we do not have enough “${name}” in stock to fulfill your order (${available} available). We apologize for any inconvenience caused.`

/** Why the payment failed, from the message catalogue (shop.md §8). */
export const declineText = (error: PaymentError | null): string =>
  error ? messageFor(error) || paymentMessages.stripe_cc_generic : paymentMessages.stripe_cc_generic

/**
 * Notices for a failed payment. For a declined card the notice names the card field, where script explains what to do
 * next.
 */
export const paymentFailureNotices = ({
  text,
  isCard,
}: {
  readonly text: string
  readonly isCard: boolean
}): NoticeList => [{ kind: 'error', text, ...(isCard ? { field: CARD_FIELD } : {}) }]
