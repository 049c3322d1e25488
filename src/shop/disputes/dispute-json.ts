import { priceString } from '../../platform/money/money.ts'
import { toGmtIso } from '../../platform/time/shop-time.ts'
import { type Evidence, evidenceFields } from '../gateways/refunds-and-disputes.ts'
import { formattedMeta } from '../orders/line-choices.ts'
import { addressLines } from '../orders/order-summary.ts'
import { fullName, type Order } from '../orders/orders.store.ts'
import type { OrderDetails } from '../orders/orders-read.store.ts'
import { awaitingAnswer, type OrderDispute } from '../orders/payments/reversals.store.ts'
import { carrierName, type Shipment } from '../orders/shipment.ts'

export function disputeDetailsJson(dispute: OrderDispute, order: OrderDetails | null) {
  const hasDraft = Object.keys(dispute.evidence).length > 0
  const shown: Evidence = hasDraft || !order ? dispute.evidence : evidenceOf(order, order.shipments)
  return {
    id: dispute.disputeId,
    order_id: dispute.orderId,
    amount: priceString(dispute.amountCents, order?.currency),
    currency: order?.currency ?? '',
    reason: dispute.reason,
    status: dispute.status,
    due_by_gmt: dispute.dueBy ? toGmtIso(dispute.dueBy) : null,
    date_created_gmt: toGmtIso(dispute.openedAt),
    evidence: Object.fromEntries(evidenceFields.map((name) => [name, shown[name] ?? ''])) as Required<Evidence>,
    files: dispute.files,
    has_draft: hasDraft || Object.keys(dispute.files).length > 0,
    is_awaited: awaitingAnswer.includes(dispute.status) && dispute.submittedAt === null,
    submitted_gmt: dispute.submittedAt ? toGmtIso(dispute.submittedAt) : null,
  }
}

export type DisputeDetailsJson = ReturnType<typeof disputeDetailsJson>

export function evidenceOf(order: Order, shipments: readonly Shipment[]): Evidence {
  const [parcel] = shipments
  const items = order.lines.map((line) => {
    const chosen = formattedMeta(line)
      .map(({ value }) => value)
      .join(', ')
    return `${line.quantity} × ${line.name}${chosen === '' ? '' : ` (${chosen})`}`
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
