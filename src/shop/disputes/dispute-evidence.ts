import type { Evidence } from '../gateways/refunds-and-disputes.ts'
import { addressLines } from '../orders/order-summary.ts'
import { fullName, type Order } from '../orders/orders.store.ts'
import { carrierName, type Shipment } from '../orders/shipment.ts'

export function evidenceOf(order: Order, shipments: readonly Shipment[]): Evidence {
  const [parcel] = shipments
  const items = order.lines.map(({ name, quantity, choices }) => {
    const chosen = choices.map(({ value }) => value).join(', ')
    return `${quantity} × ${name}${chosen === '' ? '' : ` (${chosen})`}`
  })
  return {
    product_description: items.join('\n'),
    customer_name: fullName(order.billing),
    customer_email_address: order.billing.email,
    billing_address: addressLines(order.billing).join('\n'),
    shipping_address: order.shippingLines.length > 0 ? addressLines(order.shipping).join('\n') : '',
    shipping_carrier: parcel ? carrierName(parcel) : '',
    shipping_tracking_number: shipments.map(({ trackingNumber }) => trackingNumber).join(', '),
    shipping_date: parcel?.shippedOn ?? '',
    customer_communication: '',
    uncategorized_text: '',
  }
}
