import { z } from 'zod'
import * as s from './common.ts'
import { embeddedProductShape } from './product-shape.ts'

const cartItem = {
  key: s.text('Key of the line.'),
  id: s.int('Id of the product or variation.'),
  type: s.text('Kind of product.'),
  quantity: s.int('Quantity.'),
  quantity_limits: s.object('What quantity can be asked for.', {
    minimum: s.int('Minimum quantity.'),
    maximum: s.int('Maximum quantity.'),
    multiple_of: s.int('The quantity is a multiple of this.'),
    editable: s.flag('Whether the quantity can be changed.'),
  }),
  name: s.text('Name, as HTML.'),
  short_description: s.text('Short description, as HTML.'),
  description: s.text('Full description, as HTML.'),
  sku: s.text('The shop’s own number for it.'),
  low_stock_remaining: z.int().nullable().describe('Remaining stock, if low.'),
  backorders_allowed: s.flag('Whether backorders are allowed.'),
  show_backorder_badge: s.flag('Whether to show that part of the quantity is on backorder.'),
  sold_individually: s.flag('Whether it is limited to one per order.'),
  permalink: s.text('URL of its page.'),
  images: s.list('Its pictures.', s.imageShape),
  variation: s.objects('What was chosen.', {
    raw_attribute: s.text('Name of the attribute in forms.'),
    attribute: s.text('Label of the attribute.'),
    value: s.text('Label of the value.'),
  }),
  item_data: s.objects('Additional data of the line; empty in this shop.', {
    name: s.text('Name.'),
    value: s.text('Value.'),
    display: s.text('The value as it is shown.'),
  }),
  prices: s.object('Prices per item.', {
    price: s.cents('Current price per item.'),
    regular_price: s.cents('Price without a sale.'),
    sale_price: s.cents('Price in a sale, else the price.'),
    price_range: s.priceRange,
    ...s.currency,
    raw_prices: s.object('The same with more decimals.', {
      precision: s.int('Decimals of these amounts.'),
      price: s.text('Current price per item.'),
      regular_price: s.text('Price without a sale.'),
      sale_price: s.text('Price in a sale, else the price.'),
    }),
  }),
  totals: s.object('What the line costs, before tax.', {
    line_subtotal: s.cents('The line before discounts.'),
    line_subtotal_tax: s.cents('Tax on that.'),
    line_total: s.cents('The line after discounts.'),
    line_total_tax: s.cents('Tax on that.'),
    ...s.currency,
  }),
  catalog_visibility: s.text('Where the shop shows the product.'),
  extensions: s.extensions,
}

export const cartItemShape = s.named('CartItem', cartItem)
export const linkedCartItemShape = s.named('LinkedCartItem', { ...cartItem, _links: s.links })

const cartCoupon = {
  code: s.text('The code.'),
  discount_type: s.text('Discount type: `percent`, `fixed_cart` or `fixed_product`.'),
  totals: s.object('What it takes off.', {
    total_discount: s.cents('What it takes off, before tax.'),
    total_discount_tax: s.cents('Tax saved by that.'),
    ...s.currency,
  }),
}

export const cartCouponShape = s.named('CartCoupon', cartCoupon)
export const linkedCartCouponShape = s.named('LinkedCartCoupon', { ...cartCoupon, _links: s.links })

const rateShape = z.strictObject({
  rate_id: s.text('Id of the rate.'),
  name: s.text('Name of the rate, as HTML.'),
  description: s.text('Description; empty in this shop.'),
  delivery_time: s.text('Delivery time; empty in this shop.'),
  price: s.cents('What it costs, before tax.'),
  taxes: s.cents('Tax on that.'),
  instance_id: s.int('Id of the method in its zone.'),
  method_id: s.text('Kind of method.'),
  meta_data: s.objects('Description.', { key: s.text('Name.'), value: s.text('Value.') }),
  selected: s.flag('Whether it is the chosen one.'),
  ...s.currency,
})

const packageShape = z.strictObject({
  package_id: s.int('Id of the package.'),
  name: s.text('Name of the package.'),
  destination: s.object('Shipping destination.', { ...s.place, country: s.text('Code of the country.') }),
  items: s.objects('What is in it.', {
    key: s.text('Key of the line.'),
    name: s.text('Name, as HTML.'),
    quantity: s.int('Quantity.'),
  }),
  shipping_rates: s.list('Ways to send it.', rateShape),
})

export const feeShape = z.strictObject({
  id: s.text('Key of the fee.'),
  name: s.text('Name, as HTML.'),
  totals: s.object('What it costs.', {
    total: s.cents('What it costs, before tax.'),
    total_tax: s.cents('Tax on that.'),
    ...s.currency,
  }),
})

export const cartShape = s.named('Cart', {
  items: s.list('The lines.', cartItemShape),
  coupons: s.list('Coupons in the cart, in order of entry.', cartCouponShape),
  fees: s.list('Fees.', feeShape),
  totals: s.object('Totals.', {
    total_items: s.cents('All lines before discounts.'),
    total_items_tax: s.cents('Tax on that.'),
    total_fees: s.cents('All fees.'),
    total_fees_tax: s.cents('Tax on that.'),
    total_discount: s.cents('What the coupons take off.'),
    total_discount_tax: s.cents('Tax saved by that.'),
    total_shipping: z.string().nullable().describe('Shipping, in cents, as text; null when nothing is sent.'),
    total_shipping_tax: z.string().nullable().describe('Tax on that.'),
    total_price: s.cents('What is to pay, with everything.'),
    total_tax: s.cents('All taxes in that.'),
    tax_lines: s.taxLines,
    ...s.currency,
  }),
  shipping_address: s.shippingAddressShape.describe('Where the goods go.'),
  billing_address: s.billingAddressShape.describe('Who pays.'),
  needs_payment: s.flag('Whether there is anything to pay.'),
  needs_shipping: s.flag('Whether anything is sent.'),
  payment_requirements: s.list('What a way to pay has to be able to do.', z.string()),
  has_calculated_shipping: s.flag('Whether shipping has been worked out.'),
  shipping_rates: s.list('Packages with their shipping rates.', packageShape),
  items_count: s.int('Number of items in the cart.'),
  items_weight: z.number().describe('Weight of what is sent, in grams.'),
  cross_sells: s.list('Cross-sells.', embeddedProductShape),
  errors: s.objects('Errors that prevent an order, and removed coupons.', {
    code: s.text('Error code.'),
    message: s.text('Error message, as HTML.'),
  }),
  payment_methods: s.list('Ways to pay.', z.string()),
  extensions: s.extensions,
})

export type CartJson = z.infer<typeof cartShape>
export type CartItemJson = z.infer<typeof cartItemShape>
export type CartCouponJson = z.infer<typeof cartCouponShape>
