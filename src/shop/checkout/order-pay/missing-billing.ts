import { type Address, type CheckoutField, checkoutFields } from '../../../people/addresses/address.ts'
import { addressProblems, type CheckoutProblem } from '../../../people/addresses/address-check.ts'
import { needsPayment } from '../../orders/order-status.ts'
import type { Order } from '../../orders/orders.store.ts'
import { type Fields, parseFormAddress, shopAddressRules } from '../checkout-form.ts'
import type { CheckoutSettings } from '../settings.ts'

type Unpaid = Pick<Order, 'status' | 'billing'>

/** Required fields that an order, such as one written by staff, has no value for: its payer is asked for them. */
export function missingBilling(settings: CheckoutSettings, { status, billing }: Unpaid): readonly CheckoutField[] {
  if (!needsPayment(status)) return []
  const fields = checkoutFields('billing', shopAddressRules(settings)(billing.country))
  return fields.filter(
    ({ name, required, hidden, property }) =>
      required && !hidden && billing[property] === '' && !(name === 'first_name' && hasOneName(billing)),
  )
}

/** Wallets know people by one name, which is stored as the last one. */
const hasOneName = ({ lastName }: Address): boolean => lastName !== ''

export function completeBilling(settings: CheckoutSettings, order: Unpaid, posted: Fields) {
  // As with the terms, a client whose form shows no such field is not asked.
  const missing = missingBilling(settings, order).filter(({ key }) => posted[key] !== undefined)
  if (missing.length === 0) return { billing: order.billing, problems: [] }
  const rulesOf = shopAddressRules(settings)
  const keys = new Set(missing.map(({ key }) => key))
  const country = order.billing.country || (posted.billing_country ?? '')
  const input = Object.fromEntries(
    checkoutFields('billing', rulesOf(country)).map(({ key, property }) => [
      key,
      keys.has(key) ? posted[key] : order.billing[property],
    ]),
  )
  const entered = parseFormAddress(input, 'billing', settings)
  const billing = {
    ...order.billing,
    ...Object.fromEntries(missing.map(({ property }) => [property, entered[property]])),
  }
  return { billing, problems: addressProblems(input, 'billing', { rulesOf }).filter(({ field }) => keys.has(field)) }
}
