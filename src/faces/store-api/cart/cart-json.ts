import { type Currency, sumOf } from '../../../platform/money/money.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import type { Cart } from '../../../shop/cart/cart.store.ts'
import { type CartLine, type LineProblem, lineProblem } from '../../../shop/cart/cart.ts'
import { payableOfCart } from '../../../shop/checkout/order-pay/payable.ts'
import { availableGateways } from '../../../shop/payment-methods/payment-methods.ts'
import { findChargedExchange } from '../../../shop/pricing/convert-pricing.ts'
import type { RejectedCoupon } from '../../../shop/pricing/coupon.ts'
import { type Region, ratePercent } from '../../../shop/pricing/tax.ts'
import type { AppliedCoupon, PricedLine, Total } from '../../../shop/pricing/total.ts'
import { billingAddressJson, destinationJson, shippingAddressJson } from '../addresses.ts'
import type { StoreApiContext } from '../context.ts'
import type { CartView, LineView } from '../line-views.store.ts'
import { currencyFields, linePricesJson, minorUnits, pricesOf } from '../money-json.ts'
import { imageJson, lowStock, maxQuantityOffered, productJson } from '../products/product-json.ts'
import { nameHtml } from '../response.ts'
import type { CartCouponJson, CartItemJson, CartJson } from '../shapes/cart-shape.ts'
import { couponErrorText, quoted } from './cart-errors.ts'

/** The complete cart (store-cart-update-customer.json, first exchange). Every amount comes from `total`. */
export function cartJson(
  shop: StoreApiContext,
  view: CartView,
  total: Total,
  removedCoupons: readonly RejectedCoupon[] = [],
): CartJson {
  const { cart } = view
  const exchange = findChargedExchange(shop.pricing(), total.currency)
  const { base } = shop.pricing()
  return {
    items: cart.lines.map((line) => cartItemJson(shop, view, total, line)),
    coupons: total.coupons.map((coupon) => couponJson(coupon, total.currency)),
    totals: totalsJson(total),
    fees: total.fees.map(({ id, name, cents, taxCents }) =>
      feeJson(id, name, { cents, taxCents, currency: total.currency }),
    ),
    shipping_address: shippingAddressJson(cart.shipping, base),
    billing_address: billingAddressJson(cart.billing, base),
    needs_payment: total.needsPayment,
    needs_shipping: total.needsShipping,
    payment_requirements: ['products'],
    has_calculated_shipping: total.needsShipping,
    shipping_rates: total.needsShipping ? [packageJson(view, total, base)] : [],
    items_count: sumOf(cart.lines, (line) => line.quantity),
    items_weight: total.weightGrams,
    cross_sells: view.crossSells.map((product) => {
      const { _links, ...part } = productJson(shop, product, { details: undefined, exchange })
      return part
    }),
    errors: [
      ...cart.lines.flatMap((line) => lineErrors(line, shop.now())),
      ...removedCoupons.map(({ code, problem }) => ({
        code: 'woocommerce_rest_cart_coupon_error',
        message: couponErrorText(code, problem),
      })),
    ],
    payment_methods: availableGateways(shop.settings(), payableOfCart(shop, cart, total)),
    extensions: {},
  }
}

/** One line. Unavailable items cost nothing, and the cart's `errors` report them. */
export function cartItemJson(shop: StoreApiContext, view: CartView, total: Total, line: CartLine): CartItemJson {
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
    variation: display.choices.map(choiceJson),
    item_data: [],
    prices: linePricesJson(pricesOf(sellable, shop.now(), findChargedExchange(shop.pricing(), total.currency))),
    totals: lineTotalsJson(
      total.lines.find((priced) => priced.key === line.key),
      total.currency,
    ),
    catalog_visibility: display.visibility,
    extensions: {},
  }
}

export const choiceJson = ({ name, label, value }: LineView['choices'][number]) => ({
  raw_attribute: `attribute_${name}`,
  attribute: nameHtml(label),
  value: nameHtml(value),
})

type FeeAmounts = { readonly cents: number; readonly taxCents: number; readonly currency: Currency }

export const feeJson = (id: string, name: string, { cents, taxCents, currency }: FeeAmounts) => ({
  id,
  name: nameHtml(name),
  totals: { total: minorUnits(cents), total_tax: minorUnits(taxCents), ...currencyFields(currency) },
})

export const couponJson = (
  coupon: Pick<AppliedCoupon, 'code' | 'discountCents' | 'discountTaxCents'> & { readonly discountType: string | null },
  currency: Currency,
): CartCouponJson => ({
  code: nameHtml(coupon.code),
  discount_type: coupon.discountType ?? 'fixed_cart',
  totals: {
    total_discount: minorUnits(coupon.discountCents),
    total_discount_tax: minorUnits(coupon.discountTaxCents),
    ...currencyFields(currency),
  },
})

type LineAmounts = Pick<PricedLine, 'subtotalCents' | 'subtotalTaxCents' | 'taxCents' | 'totalCents'>
export const lineTotalsJson = (line: LineAmounts | undefined, currency: Currency) => ({
  line_subtotal: minorUnits(line?.subtotalCents ?? 0),
  line_subtotal_tax: minorUnits(line?.subtotalTaxCents ?? 0),
  line_total: minorUnits(line?.totalCents ?? 0),
  line_total_tax: minorUnits(line?.taxCents ?? 0),
  ...currencyFields(currency),
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
  tax_lines: total.taxLines.map((tax) => taxJson(tax, tax.cents)),
  ...currencyFields(total.currency),
})

export const taxJson = (tax: { readonly label: string; readonly ratePer100k: number }, cents: number) => ({
  name: nameHtml(tax.label),
  price: minorUnits(cents),
  rate: ratePercent(tax.ratePer100k),
})

function packageJson({ cart, lineOf }: CartView, total: Total, base: Region) {
  const items = cart.lines
    .filter((line) => !line.sellable.isVirtual)
    .map((line) => ({
      key: line.key,
      name: nameHtml(fullName(line.sellable.name, lineOf(line.key).choices)),
      quantity: line.quantity,
    }))
  const contents = items.map(({ name, quantity }) => `${name} &times; ${quantity}`).join(', ')
  return {
    package_id: 0,
    name: 'Shipment',
    destination: destinationJson(cart.shipping, base),
    items,
    shipping_rates: total.shippingRates.map((rate) => ({
      rate_id: rate.id,
      name: nameHtml(rate.title),
      description: rate.place ? nameHtml(rate.place) : '',
      delivery_time: '',
      price: minorUnits(rate.costCents),
      taxes: minorUnits(rate.taxCents),
      instance_id: rate.instanceId,
      method_id: rate.methodId,
      meta_data: [{ key: 'Items', value: contents }],
      selected: rate.id === total.shippingRate?.id,
      ...currencyFields(total.currency),
    })),
  }
}

/** 'Sampler Silver Leaf - 50 g' */
export const fullName = (name: string, choices: readonly { readonly value: string }[]): string =>
  [name, choices.map(({ value }) => value).join(', ')].filter((part) => part !== '').join(' - ')

/** Errors that prevent an order. A changed price does not: the totals show it. */
function lineErrors(line: Cart['lines'][number], now: Date): { code: string; message: string }[] {
  const problem = lineProblem(line, now)
  return problem === null || problem.kind === 'price-changed' ? [] : [lineErrorJson(line.sellable.name, problem)]
}

export function lineErrorJson(product: string, problem: Exclude<LineProblem, { kind: 'price-changed' }>) {
  const name = quoted(product)
  const [code, message] =
    problem.kind === 'unavailable'
      ? ['not_purchasable', `${name} can no longer be bought. Please remove it from your cart.`]
      : problem.available === 0
        ? ['out_of_stock', `${name} is out of stock and cannot be bought. Please remove it from your cart.`]
        : [
            'partially_out_of_stock',
            `There are only ${problem.available} pieces of ${name} left. Please reduce the quantity in your cart.`,
          ]
  return { code: `woocommerce_rest_product_${code}`, message }
}
