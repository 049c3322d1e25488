import { type Currency, formatMoney, shopCurrency } from '../../../platform/money/money.ts'
import { invalidFields } from '../../../platform/rest/params.ts'
import { conflict, errorOf, type RestError } from '../../../platform/rest/response.ts'
import type { ItemsProblem } from '../by-hand/items.ts'

const item = (message: string) => invalidFields({ line_items: message })

/** Why the items of an order are refused. */
export function itemsError(problem: ItemsProblem, currency: Currency = shopCurrency): RestError {
  switch (problem.kind) {
    case 'unknown-product':
      return item(`line_items[${problem.index}] is not a product of the shop.`)
    case 'not-sold':
      return item(`“${problem.name}” is not sold by itself: name a variation, or a simple product.`)
    case 'no-price':
      return item(`“${problem.name}” has no price: send its subtotal.`)
    case 'short':
      return item(`Of “${problem.name}” ${problem.available} are in stock.`)
    case 'coupon':
      return errorOf(400, 'woocommerce_rest_invalid_coupon', problem.text)
    case 'total-fixed':
      return conflict(
        'order_total_fixed',
        `This order is paid, or its payment is promised, so its total stays ${formatMoney(problem.totalCents, currency)}. Refund what is not wanted, or make another order.`,
      )
    case 'outdated': {
      const lines = problem.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ') || 'no items'
      return conflict(
        'order_outdated',
        `Somebody else has changed this order. It has ${lines}, in all ${formatMoney(problem.totalCents, currency)} by now: look at it again before you change it.`,
      )
    }
    default:
      return errors[problem.kind]
  }
}

const errors = {
  'unknown-item': errorOf(
    400,
    'woocommerce_rest_invalid_item_id',
    'Order item ID provided is not associated with order.',
  ),
  'tax-class': invalidFields({ fee_lines: 'fee_lines needs the slug of a tax class of the shop.' }),
  'no-product': item('A line needs a product.'),
  'total-by-coupon': item(
    'The total of a line follows from the coupons of the order: send its subtotal, or remove them.',
  ),
  amount: item(
    'An amount of this order is out of range: none may be negative, and no total of a line above its subtotal.',
  ),
  closed: conflict('order_not_editable', 'What is in this order can no longer be changed.'),
  'being-paid': conflict('order_being_paid', 'The customer is just paying this order. Try again in a few minutes.'),
  'refunded-in-part': conflict(
    'order_refunded_in_part',
    'Something of this order was refunded, so what is in it is no longer changed.',
  ),
  anonymised: conflict('order_anonymised', 'The personal data of this order was removed, and stays so.'),
} satisfies Record<string, RestError>
