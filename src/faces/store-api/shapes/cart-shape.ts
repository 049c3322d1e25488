import { z } from 'zod'
import * as s from './common.ts'
import { embeddedProductShape } from './product-shape.ts'

const cartItem = {
  key: s.text('Key of the cart item.'),
  id: s.int('ID of the product or variation.'),
  type: s.text('Type of product.'),
  quantity: s.int('Quantity.'),
  quantity_limits: s.object('Limits of the quantity.', {
    minimum: s.int('Minimum quantity.'),
    maximum: s.int('Maximum quantity.'),
    multiple_of: s.int('The quantity must be a multiple of this number.'),
    editable: s.flag('Whether the quantity can be changed.'),
  }),
  name: s.text('Name, as HTML.'),
  short_description: s.text('Short description, as HTML.'),
  description: s.text('Full description, as HTML.'),
  sku: s.text('SKU (stock keeping unit).'),
  low_stock_remaining: z.int().nullable().describe('Remaining stock, if it is low. Null otherwise.'),
  backorders_allowed: s.flag('Whether backorders are allowed.'),
  show_backorder_badge: s.flag('Whether to show a notice that part of the quantity is on backorder.'),
  sold_individually: s.flag('Whether an order can contain only one of this product.'),
  permalink: s.text('URL of the product page.'),
  images: s.list('Images of the product.', s.imageShape),
  variation: s.objects('Chosen attributes of the variation.', {
    raw_attribute: s.text('Name of the attribute in forms.'),
    attribute: s.text('Label of the attribute.'),
    value: s.text('Label of the value.'),
  }),
  item_data: s.objects('Additional data of the cart item. Always empty.', {
    name: s.text('Name.'),
    value: s.text('Value.'),
    display: s.text('Value, formatted for display.'),
  }),
  prices: s.object('Prices per item.', {
    ...s.prices,
    raw_prices: s.object('Prices with a higher precision.', {
      precision: s.int('Number of decimals of these amounts.'),
      price: s.text('Current price.'),
      regular_price: s.text('Regular price.'),
      sale_price: s.text('Sale price, or the regular price if the product is not on sale.'),
    }),
  }),
  totals: s.object('Totals of the cart item.', {
    line_subtotal: s.cents('Total before discounts, without tax.'),
    line_subtotal_tax: s.cents('Tax on `line_subtotal`.'),
    line_total: s.cents('Total after discounts, without tax.'),
    line_total_tax: s.cents('Tax on `line_total`.'),
    ...s.currency,
  }),
  catalog_visibility: s.text('Catalog visibility: `visible`, `catalog`, `search` or `hidden`.'),
  extensions: s.extensions,
}

export const cartItemShape = s.named('CartItem', cartItem)
export const linkedCartItemShape = s.named('LinkedCartItem', { ...cartItem, _links: s.links })

const cartCoupon = {
  code: s.text('Coupon code.'),
  discount_type: s.text('Discount type: `percent`, `fixed_cart` or `fixed_product`.'),
  totals: s.object('Discount of the coupon.', {
    total_discount: s.cents('Discount without tax.'),
    total_discount_tax: s.cents('Tax on the discount.'),
    ...s.currency,
  }),
}

export const cartCouponShape = s.named('CartCoupon', cartCoupon)
export const linkedCartCouponShape = s.named('LinkedCartCoupon', { ...cartCoupon, _links: s.links })

const rateShape = z.strictObject({
  rate_id: s.text('ID of the shipping rate.'),
  name: s.text('Name of the shipping rate, as HTML.'),
  description: s.text('Address of a pickup location, as HTML. Empty for other methods.'),
  delivery_time: s.text('Delivery time. Always empty.'),
  price: s.cents('Price without tax.'),
  taxes: s.cents('Tax on `price`.'),
  instance_id: s.int('ID of the shipping method in its zone.'),
  method_id: s.text('Type of shipping method, such as `flat_rate`.'),
  meta_data: s.objects('Metadata of the shipping rate.', { key: s.text('Name.'), value: s.text('Value.') }),
  selected: s.flag('Whether the rate is selected.'),
  ...s.currency,
})

const packageShape = z.strictObject({
  package_id: s.int('ID of the package.'),
  name: s.text('Name of the package.'),
  destination: s.object('Shipping destination.', {
    ...s.place,
    country: s.text('ISO 3166-1 alpha-2 code of the country.'),
  }),
  items: s.objects('Cart items in the package.', {
    key: s.text('Key of the cart item.'),
    name: s.text('Name, as HTML.'),
    quantity: s.int('Quantity.'),
  }),
  shipping_rates: s.list('Available shipping rates.', rateShape),
})

export const feeShape = z.strictObject({
  id: s.text('Key of the fee.'),
  name: s.text('Name, as HTML.'),
  totals: s.object('Totals of the fee.', {
    total: s.cents('Amount of the fee without tax.'),
    total_tax: s.cents('Tax on the fee.'),
    ...s.currency,
  }),
})

export const cartShape = s.named('Cart', {
  items: s.list('Cart items.', cartItemShape),
  coupons: s.list('Applied coupons, in the order of entry.', cartCouponShape),
  fees: s.list('Fees.', feeShape),
  totals: s.totals('Totals of the cart.', {
    total_items: s.cents('Total of the items before discounts, without tax.'),
    total_items_tax: s.cents('Tax on `total_items`.'),
    total_fees: s.cents('Total of the fees, without tax.'),
    total_fees_tax: s.cents('Tax on `total_fees`.'),
    total_discount: s.cents('Total discount of the coupons, without tax.'),
    total_discount_tax: s.cents('Tax on the discount.'),
    total_shipping: z
      .string()
      .nullable()
      .describe('Shipping total without tax, in cents, as text. Null if nothing is shipped.'),
    total_shipping_tax: z
      .string()
      .nullable()
      .describe('Tax on `total_shipping`, in cents, as text. Null if nothing is shipped.'),
    total_price: s.cents('Total to pay, including tax.'),
    total_tax: s.cents('Total tax.'),
  }),
  ...s.addresses,
  needs_payment: s.flag('Whether the cart requires a payment.'),
  needs_shipping: s.flag('Whether the cart contains items that are shipped.'),
  payment_requirements: s.list('Features that a payment method must support.', z.string()),
  has_calculated_shipping: s.flag('Whether shipping rates have been calculated.'),
  shipping_rates: s.list('Packages and their available shipping rates.', packageShape),
  items_count: s.int('Number of items in the cart.'),
  items_weight: z.number().describe('Weight of the shipped items, in grams.'),
  cross_sells: s.list('Cross-sells of the products in the cart.', embeddedProductShape),
  errors: s.objects('Errors that prevent placing an order, and messages about removed coupons.', {
    code: s.text('Error code.'),
    message: s.text('Error message, as HTML.'),
  }),
  payment_methods: s.list('IDs of the available payment methods.', z.string()),
  extensions: s.extensions,
})

export type CartJson = z.infer<typeof cartShape>
export type CartItemJson = z.infer<typeof cartItemShape>
export type CartCouponJson = z.infer<typeof cartCouponShape>
