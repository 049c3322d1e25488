import { type Currency, formatMoney } from '../../platform/money/money.ts'
import { invalidFields } from '../../platform/rest/params.ts'
import { conflict, errorOf, type RestError } from '../../platform/rest/response.ts'
import { providerUnreachable } from '../gateways/rest-errors.ts'
import type { PartProblem } from '../orders/refund-parts.ts'
import type { RefundProblem } from './refund-order.ts'

export const orderNotFound = errorOf(404, 'woocommerce_rest_invalid_order_id', 'Invalid order ID.')
export const refundNotFound = errorOf(404, 'woocommerce_rest_invalid_order_refund_id', 'Invalid order refund ID.')
const cannotRefund = (status: 400 | 409, message: string): RestError =>
  errorOf(status, 'woocommerce_rest_cannot_create_order_refund', message)

export const notExact = (currency: Currency): RestError =>
  invalidFields({ amount: `An amount in ${currency} has fewer decimals.` })

export const deletionErrors = {
  'no-such-order': orderNotFound,
  'no-such-refund': refundNotFound,
  'money-moved': conflict(
    'refund_not_deletable',
    'This refund was made at the payment provider, and cannot be undone.',
  ),
}

export function refundError(problem: RefundProblem, currency: Currency): RestError {
  const money = (cents: number) => formatMoney(cents, currency)
  switch (problem.kind) {
    case 'parts':
      return invalidFields(partErrors(problem.problems, money))
    case 'other-amount':
      return invalidFields({ amount: `The items come to ${money(problem.partsCents)}.` })
    case 'too-much':
      return cannotRefund(400, tooMuchText(problem, money))
    case 'changed':
      return conflict(
        'refund_outdated',
        `${money(problem.refundedCents)} of this order is refunded by now. Look at it again before you refund more.`,
      )
    case 'refused':
      return conflict(
        'refund_refused',
        `The payment provider has refused the refund, and nothing was paid back. ${problem.message}`.trim(),
      )
    default:
      return refundErrors[problem.kind]
  }
}

const refundErrors = {
  'no-such-order': orderNotFound,
  'no-such-refund': refundNotFound,
  'not-failed': conflict(
    'refund_not_failed',
    'Only a refund that has failed at the payment provider can be tried again.',
  ),
  unreachable: providerUnreachable(
    'The payment provider does not answer, so nothing was refunded. Please try again later.',
  ),
  'unknown-payment': conflict(
    'refund_payment_unknown',
    'The shop’s account at the payment provider does not know this payment, so nothing was refunded. It was made with other keys: give the money back in the account that received it, then record it by hand.',
  ),
  'not-asked': providerUnreachable(
    'The payment provider does not answer, so it is not known what has gone back there already. Nothing was recorded. Please try again later.',
  ),
  'not-paid': cannotRefund(409, 'This order is not paid, so there is nothing to refund.'),
  'no-provider': cannotRefund(
    400,
    'This order was not paid through the payment provider. Give the money back yourself and record it by hand.',
  ),
  nothing: errorOf(400, 'woocommerce_rest_invalid_order_refund', 'Refund amount must be greater than zero.'),
  'in-progress': conflict(
    'refund_in_progress',
    'A refund of this order is being made. Wait for its result, which will be shown here.',
  ),
}

type Money = (cents: number) => string

function tooMuchText(
  { leftCents, refundedCents, disputedCents }: Extract<RefundProblem, { kind: 'too-much' }>,
  money: Money,
): string {
  const refunded = refundedCents > 0 ? [`${money(refundedCents)} of this order is back already`] : []
  const disputed = disputedCents > 0 ? [`the bank of the cardholder has taken back ${money(disputedCents)}`] : []
  const reason = [...refunded, ...disputed].join(', and ')
  const sentence = reason === '' ? '' : `${reason.charAt(0).toUpperCase()}${reason.slice(1)}. `
  return `Invalid refund amount. ${sentence}At most ${money(leftCents)} can be refunded.`
}

function partErrors(problems: readonly PartProblem[], money: Money): Record<string, string> {
  const names = { line: 'line_items', shipping: 'shipping_lines', fee: 'fee_lines' }
  return Object.fromEntries(
    problems.map((problem) => [names[problem.kind], partTexts[problem.problem](problem, money)]),
  )
}

const partTexts: Readonly<Record<PartProblem['problem'], (part: PartProblem, money: Money) => string>> = {
  unknown: ({ id }) => `This order has no item ${id}.`,
  repeated: ({ id }) => `The item ${id} is named twice.`,
  quantity: ({ left }) => `Of ${left?.name} at most ${left?.quantity} can be refunded.`,
  amount: ({ left }, money) => `Of ${left?.name} at most ${money(left?.totalCents ?? 0)} can be refunded.`,
  tax: ({ left }, money) => `Of the tax on ${left?.name} at most ${money(left?.taxCents ?? 0)} can be refunded.`,
}
