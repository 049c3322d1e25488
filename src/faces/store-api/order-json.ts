import { sumOf } from '../../platform/money/money.ts'
import { hrefs } from '../../platform/web/routes.ts'
import type { Cart } from '../../shop/cart/cart.store.ts'
import type { OrderLine } from '../../shop/orders/order-parts.store.ts'
import { needsPayment } from '../../shop/orders/order-status.ts'
import type { Order } from '../../shop/orders/orders.store.ts'
import { orderTaxes, type PartTax } from '../../shop/orders/rest/line-taxes.ts'
import { billingAddressJson, shippingAddressJson } from './addresses.ts'
import { choiceJson, couponJson, feeJson, fullName, lineTotalsJson, taxJson } from './cart/cart-json.ts'
import type { StoreApiContext } from './context.ts'
import type { OrderLineView } from './line-views.store.ts'
import { currencyFields, linePricesJson, minorUnits } from './money-json.ts'
import { imageJson, lowStock } from './products/product-json.ts'
import { nameHtml } from './response.ts'
import type { CartJson } from './shapes/cart-shape.ts'
import type { CheckoutJson, OrderJson } from './shapes/order-shape.ts'

/** An order for its customer (store-order.json). Amounts are the order's, product data is current. */
export function orderJson(shop: StoreApiContext, order: Order, viewOf: (line: OrderLine) => OrderLineView): OrderJson {
  const { lines: taxes } = orderTaxes(order, shop.pricing().taxTable)
  return {
    id: order.id,
    status: order.status,
    items: order.lines.map((line, index) => itemJson(shop, order, line, viewOf(line), taxes[index] ?? [])),
    coupons: order.coupons.map((coupon) => couponJson(coupon, order.currency)),
    fees: order.fees.map(({ name, totalCents: cents, taxCents }, index) =>
      feeJson(`${order.id}-${index + 1}`, name, { cents, taxCents, currency: order.currency }),
    ),
    totals: totalsJson(order),
    shipping_address: shippingAddressJson(order.shipping, null),
    billing_address: billingAddressJson(order.billing, null),
    needs_payment: needsPayment(order.status) && order.totalCents > 0,
    needs_shipping: order.shippingLines.length > 0,
    payment_requirements: ['products'],
    errors: [],
  }
}

const totalsJson = (order: Order): OrderJson['totals'] => ({
  subtotal: minorUnits(order.itemsSubtotalCents),
  total_discount: minorUnits(order.itemsSubtotalCents - order.itemsTotalCents),
  total_shipping: minorUnits(order.shippingCents),
  total_fees: minorUnits(order.feesCents),
  total_tax: minorUnits(order.taxCents),
  total_refund: minorUnits(order.refundedCents),
  total_price: minorUnits(order.totalCents),
  total_items: minorUnits(order.itemsTotalCents),
  total_items_tax: minorUnits(sumOf(order.lines, (line) => line.taxCents)),
  total_fees_tax: minorUnits(sumOf(order.fees, (fee) => fee.taxCents)),
  total_discount_tax: minorUnits(sumOf(order.coupons, (coupon) => coupon.discountTaxCents)),
  total_shipping_tax: minorUnits(sumOf(order.shippingLines, (line) => line.taxCents)),
  tax_lines: order.taxLines.map((tax) => taxJson(tax, tax.itemsTaxCents + tax.shippingTaxCents)),
  ...currencyFields(order.currency),
})

function itemJson(
  shop: StoreApiContext,
  order: Order,
  line: OrderLine,
  view: OrderLineView,
  taxes: readonly PartTax<unknown>[],
): OrderJson['items'][number] {
  const { sellable, choices } = view
  const { quantity, unitPriceCents } = line
  const { currency } = order
  const price = { currency, currentCents: unitPriceCents, regularCents: unitPriceCents, isOnSale: false, range: null }
  return {
    key: order.orderKey,
    id: line.id,
    quantity,
    quantity_limits: { minimum: quantity, maximum: quantity, multiple_of: 1, editable: false },
    name: nameHtml(fullName(line.name, choices)),
    short_description: view.excerpt,
    description: view.content,
    sku: line.sku,
    low_stock_remaining: sellable ? lowStock(sellable, shop.settings().lowStockThreshold) : null,
    backorders_allowed: sellable !== null && sellable.stock.tracksInventory && sellable.stock.backorders !== 'no',
    show_backorder_badge: false,
    sold_individually: sellable?.isSoldIndividually ?? false,
    permalink: sellable
      ? shop.url + hrefs.product(sellable.slug, Object.fromEntries(choices.map(({ name, slug }) => [name, slug])))
      : '',
    images: view.pictures.map((picture) => imageJson(shop.url, picture)),
    variation: choices.map(choiceJson),
    item_data:
      choices.length === 0
        ? []
        : Object.fromEntries(choices.map((choice, index) => [String(line.id * 100 + index), dataJson(choice)])),
    prices: linePricesJson(price),
    totals: lineTotalsJson({ ...line, subtotalTaxCents: sumOf(taxes, (tax) => tax.subtotalCents) }, order.currency),
    catalog_visibility: view.visibility,
  }
}

const dataJson = ({ name, slug, label, value }: OrderLineView['choices'][number]) => ({
  key: name,
  value: slug,
  display_key: nameHtml(label),
  display_value: `<p>${nameHtml(value)}</p>\n`,
})

type CheckoutOrder = Pick<Order, 'customerId' | 'customerNote' | 'id' | 'orderKey'> & {
  readonly paymentMethod: string
  readonly status: string
}

const checkoutJson = (
  order: CheckoutOrder,
  addresses: Pick<CheckoutJson, 'billing_address' | 'shipping_address'>,
  result: Pick<CheckoutJson, '__experimentalCart' | 'payment_result'>,
): CheckoutJson => ({
  order_id: order.id,
  status: order.status,
  order_key: order.orderKey,
  order_number: String(order.id),
  customer_note: nameHtml(order.customerNote),
  customer_id: order.customerId ?? 0,
  billing_address: addresses.billing_address,
  shipping_address: addresses.shipping_address,
  payment_method: order.paymentMethod,
  payment_result: result.payment_result,
  additional_fields: {},
  __experimentalCart: result.__experimentalCart,
  extensions: {},
})

export const draftJson = (cart: Cart, customer: Pick<CheckoutOrder, 'customerId' | 'paymentMethod'>, json: CartJson) =>
  checkoutJson({ ...cart, ...customer, id: 0, orderKey: '', status: 'checkout-draft' }, json, {
    payment_result: null,
    __experimentalCart: json,
  })

/** An order with the next step: the order-received page, or authentication. `pending`: the outcome is not known yet. */
export function placedOrderJson(order: Order, redirect: string, status: 'success' | 'pending'): CheckoutJson {
  const details = [
    { key: 'result', value: status },
    { key: 'redirect', value: redirect },
  ]
  const result = { payment_status: status, payment_details: details, redirect_url: redirect }
  const addresses = {
    billing_address: billingAddressJson(order.billing, null),
    shipping_address: shippingAddressJson(order.shipping, null),
  }
  return checkoutJson(order, addresses, { payment_result: result, __experimentalCart: null })
}
