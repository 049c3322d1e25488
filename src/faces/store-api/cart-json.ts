import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { hrefs } from '../../platform/web/routes.ts'
import type { Cart } from '../../shop/cart/cart.store.ts'
import { type CartLine, type LineProblem, lineProblem } from '../../shop/cart/cart.ts'
import type { InventorySettings } from '../../shop/inventory/settings.ts'
import { availableGateways } from '../../shop/payments/gateways.ts'
import type { PaymentMethodSettings } from '../../shop/payments/settings.ts'
import type { RejectedCoupon } from '../../shop/pricing/coupon.ts'
import { ratePercent } from '../../shop/pricing/tax.ts'
import type { AppliedCoupon, PricedLine, Total } from '../../shop/pricing/total.ts'
import { billingAddressJson, destinationJson, shippingAddressJson } from './addresses.ts'
import { couponErrorText } from './cart-errors.ts'
import type { CartView, LineView } from './cart-view.store.ts'
import { imageJson } from './image-json.ts'
import { currencyFields, linePricesJson, minorUnits, pricesOf } from './money-json.ts'
import { productJson } from './product-json.ts'
import { escapeHtml, nameHtml } from './response.ts'
import { lowStock, maxQuantityOffered } from './sellable-json.ts'
import type { CartCouponJson, CartItemJson, CartJson } from './shapes/cart-shape.ts'

/** The complete cart (store-cart-update-customer.json, first exchange). Every amount comes from `total`. */
export function cartJson(
  shop: Pick<Platform, 'now' | 'url'> & WithSettings<InventorySettings & PaymentMethodSettings>,
  view: CartView,
  total: Total,
  removedCoupons: readonly RejectedCoupon[] = [],
): CartJson {
  const { cart } = view
  return {
    items: cart.lines.map((line) => cartItemJson(shop, view, total, line)),
    coupons: total.coupons.map(couponJson),
    totals: totalsJson(total),
    fees: total.fees.map((fee) => ({
      id: fee.id,
      name: nameHtml(fee.name),
      totals: { total: minorUnits(fee.cents), total_tax: minorUnits(fee.taxCents), ...currencyFields },
    })),
    shipping_address: shippingAddressJson(cart.shipping),
    billing_address: billingAddressJson(cart.billing),
    needs_payment: total.needsPayment,
    needs_shipping: total.needsShipping,
    payment_requirements: ['products'],
    has_calculated_shipping: total.needsShipping,
    shipping_rates: total.needsShipping ? [packageJson(view, total)] : [],
    items_count: cart.lines.reduce((sum, line) => sum + line.quantity, 0),
    items_weight: total.weightGrams,
    cross_sells: view.crossSells.map((product) => {
      const { _links, ...part } = productJson(shop, product, undefined)
      return part
    }),
    errors: [
      ...cart.lines.flatMap((line) => lineErrors(line, shop.now())),
      ...removedCoupons.map(({ code, problem }) => ({
        code: 'woocommerce_rest_cart_coupon_error',
        message: couponErrorText(code, problem),
      })),
    ],
    payment_methods: availableGateways(shop.settings(), total.shippingRate?.id ?? null),
    extensions: {},
  }
}

/** One line. Unavailable items cost nothing, and the cart's `errors` report them. */
export function cartItemJson(
  shop: Pick<Platform, 'now' | 'url'> & WithSettings<InventorySettings>,
  view: CartView,
  total: Total,
  line: CartLine,
): CartItemJson {
  const { sellable } = line
  const display = view.lineOf(line.key)
  return {
    key: line.key,
    id: sellable.id,
    type: sellable.type,
    quantity: line.quantity,
    quantity_limits: {
      minimum: 1,
      maximum: maxQuantityOffered(sellable),
      multiple_of: 1,
      editable: !sellable.isSoldIndividually,
    },
    name: nameHtml(sellable.name),
    short_description: display.excerpt,
    description: display.content,
    sku: sellable.sku,
    low_stock_remaining: lowStock(sellable, shop.settings().lowStockThreshold),
    backorders_allowed: sellable.stock.tracksInventory && sellable.stock.backorders !== 'no',
    show_backorder_badge:
      sellable.stock.tracksInventory && sellable.stock.backorders === 'notify' && line.quantity > sellable.stock.onHand,
    sold_individually: sellable.isSoldIndividually,
    permalink: shop.url + hrefs.product(sellable.slug, line.choices),
    images: display.pictures.map((picture) => imageJson(shop.url, picture)),
    variation: display.choices.map(({ name, label, value }) => ({
      raw_attribute: `attribute_${name}`,
      attribute: nameHtml(label),
      value: nameHtml(value),
    })),
    item_data: [],
    prices: linePricesJson(pricesOf(sellable, shop.now())),
    totals: lineTotalsJson(total.lines.find((priced) => priced.key === line.key)),
    catalog_visibility: display.visibility,
    extensions: {},
  }
}

/** A coupon of the cart and its discount. */
export const couponJson = (coupon: AppliedCoupon): CartCouponJson => ({
  code: nameHtml(coupon.code),
  discount_type: coupon.discountType,
  totals: {
    total_discount: minorUnits(coupon.discountCents),
    total_discount_tax: minorUnits(coupon.discountTaxCents),
    ...currencyFields,
  },
})

const lineTotalsJson = (line: PricedLine | undefined) => ({
  line_subtotal: minorUnits(line?.subtotalCents ?? 0),
  line_subtotal_tax: minorUnits(line?.subtotalTaxCents ?? 0),
  line_total: minorUnits(line?.totalCents ?? 0),
  line_total_tax: minorUnits(line?.taxCents ?? 0),
  ...currencyFields,
})

const totalsJson = (total: Total) => ({
  total_items: minorUnits(total.itemsSubtotalCents),
  total_items_tax: minorUnits(total.itemsSubtotalTaxCents),
  total_fees: minorUnits(total.feesCents),
  total_fees_tax: minorUnits(total.feesTaxCents),
  total_discount: minorUnits(total.discountCents),
  total_discount_tax: minorUnits(total.discountTaxCents),
  total_shipping: total.needsShipping ? minorUnits(total.shippingCents) : null,
  total_shipping_tax: total.needsShipping ? minorUnits(total.shippingTaxCents) : null,
  total_price: minorUnits(total.totalCents),
  total_tax: minorUnits(total.taxCents),
  tax_lines: total.taxLines.map((tax) => ({
    name: nameHtml(tax.label),
    price: minorUnits(tax.cents),
    rate: ratePercent(tax.ratePer100k),
  })),
  ...currencyFields,
})

/** All items are in one package. */
function packageJson({ cart, lineOf }: CartView, total: Total) {
  const items = cart.lines
    .filter((line) => !line.sellable.isVirtual)
    .map((line) => ({ key: line.key, name: nameHtml(fullName(line, lineOf(line.key))), quantity: line.quantity }))
  const contents = items.map(({ name, quantity }) => `${name} &times; ${quantity}`).join(', ')
  return {
    package_id: 0,
    name: 'Shipment',
    destination: destinationJson(cart.shipping),
    items,
    shipping_rates: total.shippingRates.map((rate) => ({
      rate_id: rate.id,
      name: nameHtml(rate.title),
      description: '',
      delivery_time: '',
      price: minorUnits(rate.costCents),
      taxes: minorUnits(rate.taxCents),
      instance_id: rate.instanceId,
      method_id: rate.methodId,
      meta_data: [{ key: 'Items', value: contents }],
      selected: rate.id === total.shippingRate?.id,
      ...currencyFields,
    })),
  }
}

/** 'Sampler Silver Leaf - 50 g' */
const fullName = (line: CartLine, view: LineView): string =>
  [line.sellable.name, view.choices.map((choice) => choice.value).join(', ')].filter((part) => part !== '').join(' - ')

/** Errors that prevent an order. A changed price does not: the totals show it. */
function lineErrors(line: Cart['lines'][number], now: Date): { code: string; message: string }[] {
  const problem = lineProblem(line, now)
  return problem === null || problem.kind === 'price-changed' ? [] : [lineErrorJson(line.sellable.name, problem)]
}

export function lineErrorJson(name: string, problem: Exclude<LineProblem, { kind: 'price-changed' }>) {
  const quoted = `&quot;${escapeHtml(name)}&quot;`
  if (problem.kind === 'unavailable') {
    return {
      code: 'woocommerce_rest_product_not_purchasable',
      message: `${quoted} can no longer be bought. Please remove it from your cart.`,
    }
  }
  if (problem.available === 0) {
    return {
      code: 'woocommerce_rest_product_out_of_stock',
      message: `${quoted} is out of stock and cannot be bought. Please remove it from your cart.`,
    }
  }
  return {
    code: 'woocommerce_rest_product_partially_out_of_stock',
    message: `There are only ${problem.available} pieces of ${quoted} left. Please reduce the quantity in your cart.`,
  }
}
