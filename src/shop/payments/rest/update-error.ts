import { type Currency, formatMoney, shopCurrency } from '../../../platform/money/money.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { conflict, errorOf, type RestError } from '../../../platform/rest/response.ts'
import { providerUnreachable } from '../../gateways/rest-errors.ts'
import { MAX_META } from '../../orders/change-order.ts'
import { statusNames } from '../../orders/order-status.ts'
import type { OrderStatus } from '../../orders/orders.table.ts'
import { itemsError } from '../../orders/rest/item-errors.ts'
import { orderNotFound } from '../../orders/rest/orders.ts'
import type { UpdateProblem } from '../update-order.ts'

const updateErrors = {
  'by-provider': conflict(
    'order_paid_by_provider',
    'This order is paid through the payment provider, which alone says whether money has arrived.',
  ),
  'on-delivery': conflict('order_paid_on_delivery', 'This order is paid on delivery: complete it once it is.'),
  'sold-out': conflict('order_sold_out', 'Its hold has ended, and what was ordered is no longer in stock.'),
  anonymised: conflict('order_anonymised', 'The personal data of this order was removed, and stays so.'),
  'status-alone': conflict(
    'order_status_alone',
    'This status moves an authorized payment: send it without other changes.',
  ),
  'paid-by-provider': invalidFields({
    transaction_id: 'transaction_id is that of the payment provider, and cannot be changed.',
  }),
  'no-such-customer': errorOf(400, 'woocommerce_rest_invalid_customer_id', 'Customer ID is invalid.'),
  'method-fixed': invalidFields({
    payment_method: 'payment_method cannot be changed any more: it follows from how the customer pays.',
  }),
  'too-much-meta': invalidFields({ meta_data: `An order has at most ${MAX_META} entries of metadata.` }),
  'unknown-item': itemsError({ kind: 'unknown-item' }),
  'no-such-order': orderNotFound,
  'not-authorized': conflict(
    'payment_not_authorized',
    'This order has no authorized payment. Load the page again to see its state.',
  ),
  'other-provider': conflict(
    'payment_of_other_keys',
    'This payment was begun under other keys of the payment provider, and can be captured only with those. The order can be cancelled.',
  ),
  expired: conflict(
    'authorization_expired',
    'The authorization has expired, and nothing was charged. The customer can pay the order again.',
  ),
  unreachable: providerUnreachable(
    'The payment provider did not answer. The order is as it was; please try again in a minute.',
  ),
} satisfies Record<string, RestError>

/** Why an order was not changed. */
export function updateError(
  problem: UpdateProblem,
  {
    to = 'processing',
    currency = shopCurrency,
  }: { readonly to?: OrderStatus | undefined; readonly currency?: Currency },
): RestError {
  switch (problem.kind) {
    case 'not-allowed':
      return conflict(
        'order_status_not_allowed',
        `An order that is “${statusNames[problem.from]}” cannot be made “${statusNames[to]}” by hand.`,
      )
    case 'amount':
      return invalidFields({
        amount: `The amount must be from ${formatMoney(1, currency)} to the ${formatMoney(problem.authorizedCents, currency)} that is authorized.`,
      })
    case 'items':
      return itemsError(problem.problem, currency)
    case 'refused':
      return conflict('payment_refused', `The payment provider has refused it: ${problem.message}`)
    default:
      return updateErrors[problem.kind]
  }
}
