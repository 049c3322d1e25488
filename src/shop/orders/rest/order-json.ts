import { addressJson } from '../../../people/addresses/address-json.ts'
import { type Currency, currencyPrefix, priceString, shopCurrency, sumOf } from '../../../platform/money/money.ts'
import type { Item } from '../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../platform/rest/links.ts'
import { selectMeta } from '../../../platform/rest/meta.ts'
import { timeFields, toGmtIso, toLocalIso } from '../../../platform/time/shop-time.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { CAPTURE_WINDOW_MS } from '../../gateways/payment-verdict.ts'
import type { ProviderName } from '../../gateways/provider.ts'
import type { TaxRate } from '../../pricing/tax.ts'
import { editingOf } from '../by-hand/editing.ts'
import type { MetaValue } from '../order-meta.ts'
import { manualStatuses } from '../order-payment.ts'
import * as statuses from '../order-status.ts'
import type { OrderDetails, OrderNote } from '../orders-read.store.ts'
import { disputesMeta, refundExcessMeta } from '../payments/reversals.ts'
import { refundExcessCents } from '../refund-excess.ts'
import type { OrderSettings } from '../settings.ts'
import type { Shipment } from '../shipment.ts'
import { type OwnStatus, ownStatusesMeta, ownStatusMeta, ownStatusOf } from '../statuses/own-statuses.ts'
import { orderTaxes } from './line-taxes.ts'
import * as parts from './order-line-json.ts'
import type { noteShape, OrderShape, orderShape } from './order-shape.ts'

/** The WooCommerce version that the order JSON corresponds to. */
const WIRE_VERSION = '11.0.1'

type OrderJsonShop = {
  readonly url: string
  readonly taxTable: readonly TaxRate[]
  readonly restockRefunded?: OrderSettings['restockRefunded']
  readonly ownStatuses?: readonly OwnStatus[]
  /** Of the current keys, which alone can capture the payments that were begun with them. */
  readonly provider?: ProviderName
}

export function orderJson(order: OrderDetails, shop: OrderJsonShop, shape: OrderShape = {}) {
  const { currency } = order
  const money = parts.moneyOf(order, shape)
  const amounts = { money, currency, rateId: parts.rateIdsOf(order, shop.taxTable) }
  const shippingTaxCents = sumOf(order.shippingLines, (line) => line.taxCents)
  const taxes = orderTaxes(order, shop.taxTable)
  const subtotalTaxCents = sumOf(taxes.lines.flat(), (tax) => tax.subtotalCents)
  const lineTaxCents = sumOf(order.lines, (line) => line.taxCents)
  return {
    id: order.id,
    parent_id: 0,
    status: ownStatusOf(order, shop.ownStatuses ?? [])?.slug ?? order.status,
    currency: order.currency,
    version: WIRE_VERSION,
    prices_include_tax: order.pricesIncludeTax,
    date_created: toLocalIso(order.createdAt),
    date_modified: toLocalIso(order.updatedAt),
    discount_total: money(order.itemsSubtotalCents - order.itemsTotalCents),
    discount_tax: money(
      order.coupons.length > 0
        ? sumOf(order.coupons, (coupon) => coupon.discountTaxCents)
        : subtotalTaxCents - lineTaxCents,
    ),
    shipping_total: money(order.shippingCents),
    shipping_tax: money(shippingTaxCents),
    cart_tax: money(order.taxCents - shippingTaxCents),
    total: money(order.totalCents),
    total_tax: money(order.taxCents),
    customer_id: order.customerId ?? 0,
    order_key: order.orderKey,
    billing: { ...addressJson(order.billing), email: order.billing.email, phone: order.billing.phone },
    shipping: { ...addressJson(order.shipping), phone: order.shipping.phone },
    payment_method: order.paymentMethod,
    payment_method_title: order.paymentMethodTitle,
    transaction_id: order.transactionId ?? order.paymentReference,
    customer_ip_address: order.customerIpAddress,
    customer_user_agent: order.userAgent,
    created_via: order.createdVia,
    customer_note: order.customerNote,
    date_completed: order.completedAt ? toLocalIso(order.completedAt) : null,
    date_paid: order.paidAt ? toLocalIso(order.paidAt) : null,
    cart_hash: '',
    number: String(order.id),
    meta_data: selectMeta(metaJson(order, shop), shape),
    line_items: order.lines.map((line, index) => parts.lineJson(line, taxes.lines[index] ?? [], amounts, shop.url)),
    tax_lines: order.taxLines.map((tax) => ({
      id: tax.id,
      rate_code: tax.code,
      rate_id: amounts.rateId(tax),
      label: tax.label,
      compound: tax.isCompound,
      tax_total: money(tax.itemsTaxCents),
      shipping_tax_total: money(tax.shippingTaxCents),
      rate_percent: tax.ratePer100k / 1000,
      meta_data: [],
    })),
    shipping_lines: order.shippingLines.map((line, index) =>
      parts.shippingJson(line, taxes.shippingLines[index] ?? [], amounts, order),
    ),
    fee_lines: order.fees.map((fee, index) =>
      parts.feeJson(fee, parts.feeId(order, index), taxes.fees[index] ?? [], amounts),
    ),
    coupon_lines: order.coupons.map((coupon, index) => parts.couponJson(coupon, order.id * 100 + index, currency)),
    refunds: order.refunds.map(({ id, reason, amountCents }) => ({ id, reason, total: money(-amountCents) })),
    payment_url: shop.url + hrefs.orderPay(order.id, order.orderKey),
    is_editable: editingOf(order) === 'all',
    needs_payment: statuses.needsPayment(order.status) && order.totalCents > 0,
    needs_processing: order.lines.length > 0,
    date_created_gmt: toGmtIso(order.createdAt),
    date_modified_gmt: toGmtIso(order.updatedAt),
    date_completed_gmt: order.completedAt ? toGmtIso(order.completedAt) : null,
    date_paid_gmt: order.paidAt ? toGmtIso(order.paidAt) : null,
    currency_symbol: currencyPrefix(order.currency).trim(),
    _links: {
      ...itemLinks(shop.url + hrefs.restOrders(), order.id),
      email_templates: [{ embeddable: true, href: `${shop.url}${hrefs.restOrder(order.id)}/actions/email_templates` }],
      ...(order.customerId === null ? {} : { customer: [{ href: shop.url + hrefs.restCustomer(order.customerId) }] }),
    },
  } satisfies Item<typeof orderShape>
}

export type OrderJson = ReturnType<typeof orderJson>

export const noteJson = (note: OrderNote, shop: { readonly url: string; readonly title: string }) =>
  ({
    id: note.id,
    author: note.author === 'shop' ? shop.title : note.author,
    ...timeFields('date_created', note.createdAt),
    note: note.text,
    customer_note: note.isCustomerNote,
    _links: {
      ...itemLinks(shop.url + hrefs.restOrderNotes(note.orderId), note.id, ['GET', 'DELETE']),
      up: [{ href: shop.url + hrefs.restOrder(note.orderId) }],
    },
  }) satisfies Item<typeof noteShape>

export type NoteJson = ReturnType<typeof noteJson>

const disputeJson = (dispute: OrderDetails['disputes'][number], currency: Currency) => ({
  id: dispute.disputeId,
  amount: priceString(dispute.amountCents, currency),
  reason: dispute.reason,
  status: dispute.status,
  due_by_gmt: dispute.dueBy ? toGmtIso(dispute.dueBy) : null,
  date_created_gmt: toGmtIso(dispute.openedAt),
})

export type DisputeJson = ReturnType<typeof disputeJson>

/** The order metadata key of parcels in WooCommerce's Shipment Tracking. */
const shipmentsMeta = '_wc_shipment_tracking_items'

const shipmentMetaJson = (shipment: Shipment) => ({
  tracking_provider: shipment.carrier,
  custom_tracking_provider: shipment.customName,
  custom_tracking_link: shipment.customLink,
  tracking_number: shipment.trackingNumber,
  date_shipped: String(Date.parse(`${shipment.shippedOn}T00:00:00Z`) / 1000),
  tracking_id: shipment.trackingId,
})

type ShipmentMetaJson = ReturnType<typeof shipmentMetaJson>

const captureDeadline = (authorizedAt: Date) => new Date(authorizedAt.getTime() + CAPTURE_WINDOW_MS)

const restocksText = (order: OrderDetails, setting: OrderSettings['restockRefunded']): 'yes' | 'no' =>
  setting === 'always' || (setting === 'unsent' && order.completedAt === null) ? 'yes' : 'no'

type MetaJsonValue = MetaValue | readonly DisputeJson[] | readonly ShipmentMetaJson[] | OwnStatus | readonly OwnStatus[]

function metaJson(order: OrderDetails, { restockRefunded, ownStatuses = [], provider }: OrderJsonShop) {
  const { payment, disputes } = order
  const isAuthorized =
    order.status === 'on-hold' && payment?.status === 'requires_capture' && payment.provider === provider
  const excessCents = refundExcessCents(order, payment, order)
  const attribution = Object.entries(order.attribution)
  const manual = manualStatuses({ ...order, isAuthorized })
  const ownStatus = ownStatusOf(order, ownStatuses)
  const choices = ownStatuses.filter((one) => one !== ownStatus && [order.status, ...manual].includes(one.behaves_as))
  const values: Record<string, MetaJsonValue | null> = {
    [statuses.invoiceNumberMeta]: order.invoiceNumber === null ? null : statuses.invoiceNumberText(order.invoiceNumber),
    ...Object.fromEntries(attribution.map(([field, value]) => [`_wc_order_attribution_${field}`, value])),
    // WooPayments' metadata for orders in another currency.
    [statuses.exchangeRateMeta]: order.currency === shopCurrency ? null : order.exchangeRate,
    ...(payment && {
      _payment_intent_id: payment.intentId,
      _payment_method_token: payment.paymentMethodId,
      _wc_stripe_charge_status: payment.status,
      _samovar_card_brand: payment.cardBrand,
      _samovar_card_last4: payment.cardLast4,
    }),
    [statuses.captureBeforeMeta]:
      isAuthorized && payment?.authorizedAt ? toGmtIso(captureDeadline(payment.authorizedAt)) : null,
    [statuses.restocksMeta]: order.paidAt && restockRefunded ? restocksText(order, restockRefunded) : null,
    [statuses.statusesMeta]: manual.join(),
    [ownStatusMeta]: ownStatus ?? null,
    [ownStatusesMeta]: choices.length > 0 ? choices : null,
    [refundExcessMeta]: excessCents === 0 ? null : priceString(excessCents, order.currency),
    [disputesMeta]: disputes.length === 0 ? null : disputes.map((dispute) => disputeJson(dispute, order.currency)),
    [shipmentsMeta]: order.shipments.length === 0 ? null : order.shipments.map(shipmentMetaJson),
  }
  const shopMeta = Object.entries(values).flatMap(([key, value], index) =>
    value === null ? [] : [{ id: order.id * 100 + index, key, value }],
  )
  return [...shopMeta, ...order.meta.map(({ id, key, value }) => ({ id, key, value }))]
}
