import { addressJson } from '../../../people/addresses/address-json.ts'
import {
  allocate,
  type Currency,
  currencyPrefix,
  fractionDigits,
  percentOf,
  priceString,
  shopCurrency,
} from '../../../platform/money/money.ts'
import type { Item } from '../../../platform/rest/item-shape.ts'
import type { Method } from '../../../platform/rest/response.ts'
import { toGmtIso, toLocalIso } from '../../../platform/time/shop-time.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { CAPTURE_WINDOW_MS } from '../../gateways/payment-verdict.ts'
import { rateIdOf, type TaxRate } from '../../pricing/tax.ts'
import type { MetaValue } from '../order-meta.ts'
import { manualStatuses } from '../order-payment.ts'
import {
  captureBeforeMeta,
  exchangeRateMeta,
  invoiceNumberMeta,
  invoiceNumberText,
  needsPayment,
  restocksMeta,
  statusesMeta,
} from '../order-status.ts'
import type { OrderDetails, OrderNote } from '../orders-read.store.ts'
import { disputesMeta, refundExcessMeta } from '../payments/reversals.ts'
import { refundExcessCents } from '../refund-excess.ts'
import type { OrderSettings } from '../settings.ts'
import type { Shipment } from '../shipment.ts'
import { type noteShape, type OrderShape, type orderShape, wantedMeta } from './order-shape.ts'

/** The WooCommerce version whose order JSON this is. */
const WIRE_VERSION = '11.0.1'

export const orderMethods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH']

type OrderJsonShop = {
  readonly url: string
  readonly taxTable: readonly TaxRate[]
  readonly restockRefunded?: OrderSettings['restockRefunded']
}

export type Money = (cents: number) => string

/** Amounts of an order as they are asked for; fewer decimals than its currency has are rounded, half away from zero. */
export function moneyOf({ currency }: Pick<OrderDetails, 'currency'>, { dp }: OrderShape): Money {
  const own = fractionDigits(currency)
  if (dp === undefined || dp === own) return (cents) => priceString(cents, currency)
  const point = own === 0 ? '.' : ''
  if (dp > own) return (cents) => priceString(cents, currency) + point + '0'.repeat(dp - own)
  return (cents) => {
    const rounded = Math.round(Math.abs(cents) / 10 ** (own - dp)) * 10 ** (own - dp)
    const text = priceString(cents < 0 && rounded > 0 ? -rounded : rounded, currency)
    return text.slice(0, text.indexOf('.') + (dp === 0 ? 0 : dp + 1))
  }
}

export function orderJson(order: OrderDetails, shop: OrderJsonShop, shape: OrderShape = {}) {
  const { currency } = order
  const money = moneyOf(order, shape)
  const rateId: RateIdOf = (tax) => rateIdOf(shop.taxTable, tax.code, order.createdAt)
  const shippingTaxCents = sum(order.shippingLines.map((line) => line.taxCents))
  const lines = order.lines.map((line) => ({ line, taxes: lineTaxes(line, order, rateId) }))
  const subtotalTaxCents = sum(lines.flatMap(({ taxes }) => taxes.map((tax) => tax.subtotalCents)))
  const lineTaxCents = sum(order.lines.map((line) => line.taxCents))
  return {
    id: order.id,
    parent_id: 0,
    status: order.status,
    currency: order.currency,
    version: WIRE_VERSION,
    prices_include_tax: order.pricesIncludeTax,
    date_created: toLocalIso(order.createdAt),
    date_modified: toLocalIso(order.updatedAt),
    discount_total: money(order.itemsSubtotalCents - order.itemsTotalCents),
    discount_tax: money(
      order.coupons.length > 0
        ? sum(order.coupons.map((coupon) => coupon.discountTaxCents))
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
    meta_data: wantedMeta(metaJson(order, shop), shape),
    line_items: lines.map(({ line, taxes }) => lineJson(line, taxes, { money, currency }, shop.url)),
    tax_lines: order.taxLines.map((tax) => ({
      id: tax.id,
      rate_code: tax.code,
      rate_id: rateId(tax),
      label: tax.label,
      compound: false,
      tax_total: money(tax.itemsTaxCents),
      shipping_tax_total: money(tax.shippingTaxCents),
      rate_percent: tax.ratePer100k / 1000,
      meta_data: [],
    })),
    shipping_lines: order.shippingLines.map((line) => shippingJson(line, order, rateId, money)),
    fee_lines: order.fees.map((fee, index) => feeJson(fee, feeId(order, index), money)),
    coupon_lines: order.coupons.map((coupon, index) => couponJson(coupon, order.id * 100 + index, currency)),
    refunds: order.refunds.map(({ id, reason, amountCents }) => ({ id, reason, total: money(-amountCents) })),
    payment_url: shop.url + hrefs.orderPay(order.id, order.orderKey),
    is_editable: order.status === 'pending' || order.status === 'on-hold',
    needs_payment: needsPayment(order.status) && order.totalCents > 0,
    needs_processing: true,
    date_created_gmt: toGmtIso(order.createdAt),
    date_modified_gmt: toGmtIso(order.updatedAt),
    date_completed_gmt: order.completedAt ? toGmtIso(order.completedAt) : null,
    date_paid_gmt: order.paidAt ? toGmtIso(order.paidAt) : null,
    currency_symbol: currencyPrefix(order.currency).trim(),
    _links: {
      self: [{ href: shop.url + hrefs.restOrder(order.id), targetHints: { allow: orderMethods } }],
      collection: [{ href: shop.url + hrefs.restOrders() }],
      ...(order.customerId === null ? {} : { customer: [{ href: shop.url + hrefs.restCustomer(order.customerId) }] }),
    },
  } satisfies Item<typeof orderShape>
}

export type OrderJson = ReturnType<typeof orderJson>

export function noteJson(note: OrderNote, shop: { readonly url: string; readonly title: string }) {
  return {
    id: note.id,
    author: note.author === 'shop' ? shop.title : note.author,
    date_created: toLocalIso(note.createdAt),
    date_created_gmt: toGmtIso(note.createdAt),
    note: note.text,
    customer_note: note.isCustomerNote,
    _links: {
      self: [{ href: shop.url + hrefs.restOrderNote(note.orderId, note.id), targetHints: { allow: ['GET'] } }],
      collection: [{ href: shop.url + hrefs.restOrderNotes(note.orderId) }],
      up: [{ href: shop.url + hrefs.restOrder(note.orderId) }],
    },
  } satisfies Item<typeof noteShape>
}

export type NoteJson = ReturnType<typeof noteJson>

const sum = (cents: readonly number[]): number => cents.reduce((total, part) => total + part, 0)

type Line = OrderDetails['lines'][number]

type LineTax = { readonly rateId: number; readonly totalCents: number; readonly subtotalCents: number }

/** The amount of each tax on a line. The order stores amounts by line and by tax, not by both. */
function lineTaxes(line: Line, order: OrderDetails, rateId: RateIdOf): LineTax[] {
  if (line.taxCents === 0) return []
  const rates = order.taxLines.map((tax) => tax.ratePer100k)
  const charged = rates.map((rate) => percentOf(line.totalCents, rate))
  // An imported order may have been rounded differently; its own sum counts.
  const parts = sum(charged) === line.taxCents || rates.length === 0 ? charged : allocate(line.taxCents, rates)
  return order.taxLines.map((tax, index) => ({
    rateId: rateId(tax),
    totalCents: parts[index] ?? 0,
    subtotalCents:
      line.subtotalCents === line.totalCents ? (parts[index] ?? 0) : percentOf(line.subtotalCents, tax.ratePer100k),
  }))
}

export type RateIdOf = (tax: { readonly code: string }) => number

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

const lineName = ({ name, choices }: Line): string =>
  choices.length === 0 ? name : `${name} - ${choices.map((choice) => choice.value).join(', ')}`

type LineAmounts = { readonly money: Money; readonly currency: Currency }

export function lineJson(line: Line, taxes: readonly LineTax[], { money, currency }: LineAmounts, shopUrl: string) {
  return {
    id: line.id,
    name: lineName(line),
    product_id: line.productId,
    variation_id: line.variationId,
    quantity: line.quantity,
    tax_class: line.taxClass === 'standard' ? '' : line.taxClass,
    subtotal: money(line.subtotalCents),
    subtotal_tax: money(sum(taxes.map((tax) => tax.subtotalCents))),
    total: money(line.totalCents),
    total_tax: money(line.taxCents),
    taxes: taxes.map(({ rateId: id, totalCents, subtotalCents }) => {
      return { id, total: money(totalCents), subtotal: money(subtotalCents) }
    }),
    meta_data: line.choices.map((choice, index) =>
      meta(line.id * 100 + index, `pa_${slug(choice.label)}`, slug(choice.value), choice),
    ),
    sku: line.sku,
    global_unique_id: '',
    price: Number(priceString(line.totalCents, currency)) / line.quantity,
    image: { id: String(line.imageId ?? ''), src: line.imagePath ? shopUrl + hrefs.upload(line.imagePath) : '' },
    parent_name: line.variationId === 0 ? null : line.name,
  }
}

const taxStatus = (isTaxed: boolean): 'taxable' | 'none' => (isTaxed ? 'taxable' : 'none')

type ShippingLine = OrderDetails['shippingLines'][number]

function shippingJson(line: ShippingLine, order: OrderDetails, rateId: RateIdOf, money: Money) {
  const [methodId = '', instanceId = ''] = line.rateId.split(':')
  const items = order.lines.map((item) => `${lineName(item)} &times; ${item.quantity}`).join(', ')
  const taxed = order.taxLines.filter((tax) => tax.shippingTaxCents !== 0)
  return {
    id: line.id,
    method_title: line.title,
    method_id: methodId,
    instance_id: instanceId,
    total: money(line.totalCents),
    total_tax: money(line.taxCents),
    taxes:
      line.taxCents === 0
        ? []
        : taxed.map((tax) => ({ id: rateId(tax), total: money(tax.shippingTaxCents), subtotal: '' })),
    tax_status: taxStatus(line.totalCents !== 0),
    meta_data: [meta(line.id * 100, 'Items', items, { label: 'Items', value: items })],
  }
}

/** The id of a fee in the JSON; the order stores fees without ids. */
export const feeId = (order: { readonly id: number }, index: number): number => order.id * 100 + index

const feeJson = ({ name, totalCents, taxCents }: OrderDetails['fees'][number], id: number, money: Money) => ({
  ...{ id, name, tax_class: '', tax_status: taxStatus(taxCents !== 0) },
  ...{ amount: money(totalCents), total: money(totalCents), total_tax: money(taxCents) },
  ...{ taxes: [], meta_data: [] },
})

/** Amounts without trailing zeros, as recorded for coupon lines only. */
function couponJson(coupon: OrderDetails['coupons'][number], id: number, currency: Currency) {
  const trimmedAmount = (cents: number): string => String(Number(priceString(cents, currency)))
  const nominal = Number(priceString(coupon.amount ?? 0))
  const { couponId, code, discountType } = coupon
  const info = JSON.stringify([couponId ?? 0, code, discountType === 'fixed_cart' ? null : discountType, nominal])
  return {
    id,
    code: coupon.code,
    discount: trimmedAmount(coupon.discountCents),
    discount_tax: trimmedAmount(coupon.discountTaxCents),
    meta_data: [meta(id, 'coupon_info', info, { label: 'coupon_info', value: info })],
    discount_type: coupon.discountType ?? '',
    nominal_amount: nominal,
    free_shipping: coupon.freeShipping ?? false,
  }
}

const meta = (id: number, key: string, value: string, display: { readonly label: string; readonly value: string }) => ({
  ...{ id, key, value, display_key: display.label, display_value: display.value },
})

const disputeJson = (dispute: OrderDetails['disputes'][number], currency: Currency) => ({
  id: dispute.disputeId,
  amount: priceString(dispute.amountCents, currency),
  reason: dispute.reason,
  status: dispute.status,
  due_by_gmt: dispute.dueBy ? toGmtIso(dispute.dueBy) : null,
  date_created_gmt: toGmtIso(dispute.openedAt),
})

export type DisputeJson = ReturnType<typeof disputeJson>

/** The order metadata key under which WooCommerce's Shipment Tracking keeps the parcels. */
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

type MetaJsonValue = MetaValue | readonly DisputeJson[] | readonly ShipmentMetaJson[]

function metaJson(order: OrderDetails, { restockRefunded }: OrderJsonShop) {
  const { payment, disputes } = order
  const isAuthorized = order.status === 'on-hold' && payment?.status === 'requires_capture'
  const excessCents = refundExcessCents(order, payment, order)
  const attribution = Object.entries(order.attribution)
  const values: Record<string, MetaJsonValue | null> = {
    [invoiceNumberMeta]: order.invoiceNumber === null ? null : invoiceNumberText(order.invoiceNumber),
    ...Object.fromEntries(attribution.map(([field, value]) => [`_wc_order_attribution_${field}`, value])),
    // What WooPayments stores with an order in another currency.
    [exchangeRateMeta]: order.currency === shopCurrency ? null : order.exchangeRate,
    ...(payment && {
      _payment_intent_id: payment.intentId,
      _payment_method_token: payment.paymentMethodId,
      _wc_stripe_charge_status: payment.status,
      _samovar_card_brand: payment.cardBrand,
      _samovar_card_last4: payment.cardLast4,
    }),
    [captureBeforeMeta]: isAuthorized && payment?.authorizedAt ? toGmtIso(captureDeadline(payment.authorizedAt)) : null,
    [restocksMeta]: order.paidAt && restockRefunded ? restocksText(order, restockRefunded) : null,
    [statusesMeta]: manualStatuses({ ...order, isAuthorized }).join(),
    [refundExcessMeta]: excessCents === 0 ? null : priceString(excessCents, order.currency),
    [disputesMeta]: disputes.length === 0 ? null : disputes.map((dispute) => disputeJson(dispute, order.currency)),
    [shipmentsMeta]: order.shipments.length === 0 ? null : order.shipments.map(shipmentMetaJson),
  }
  const own = Object.entries(values).flatMap(([key, value], index) =>
    value === null ? [] : [{ id: order.id * 100 + index, key, value }],
  )
  return [...own, ...order.meta.map(({ id, key, value }) => ({ id, key, value }))]
}
