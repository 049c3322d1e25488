import { z } from 'zod'
import {
  billingAddressShape,
  cents,
  currency,
  extensions,
  flag,
  imageShape,
  int,
  links,
  list,
  named,
  object,
  objects,
  place,
  priceRange,
  shippingAddressShape,
  taxLines,
  text,
} from './common.ts'
import { embeddedProductShape } from './product-shape.ts'

const cartItem = {
  key: text('Key of the line.'),
  id: int('Id of the product or variation.'),
  type: text('Kind of product.'),
  quantity: int('Quantity.'),
  quantity_limits: object('What quantity can be asked for.', {
    minimum: int('Minimum quantity.'),
    maximum: int('Maximum quantity.'),
    multiple_of: int('The quantity is a multiple of this.'),
    editable: flag('Whether the quantity can be changed.'),
  }),
  name: text('Name, as HTML.'),
  short_description: text('Short description, as HTML.'),
  description: text('Full description, as HTML.'),
  sku: text('The shop’s own number for it.'),
  low_stock_remaining: z.int().nullable().describe('Remaining stock, if low.'),
  backorders_allowed: flag('Whether backorders are allowed.'),
  show_backorder_badge: flag('Whether to show that part of the quantity is on backorder.'),
  sold_individually: flag('Whether it is limited to one per order.'),
  permalink: text('URL of its page.'),
  images: list('Its pictures.', imageShape),
  variation: objects('What was chosen.', {
    raw_attribute: text('Name of the attribute in forms.'),
    attribute: text('Label of the attribute.'),
    value: text('Label of the value.'),
  }),
  item_data: objects('Additional data of the line; empty in this shop.', {
    name: text('Name.'),
    value: text('Value.'),
    display: text('The value as it is shown.'),
  }),
  prices: object('Prices per item.', {
    price: cents('Current price per item.'),
    regular_price: cents('Price without a sale.'),
    sale_price: cents('Price in a sale, else the price.'),
    price_range: priceRange,
    ...currency,
    raw_prices: object('The same with more decimals.', {
      precision: int('Decimals of these amounts.'),
      price: text('Current price per item.'),
      regular_price: text('Price without a sale.'),
      sale_price: text('Price in a sale, else the price.'),
    }),
  }),
  totals: object('What the line costs, before tax.', {
    line_subtotal: cents('The line before discounts.'),
    line_subtotal_tax: cents('Tax on that.'),
    line_total: cents('The line after discounts.'),
    line_total_tax: cents('Tax on that.'),
    ...currency,
  }),
  catalog_visibility: text('Where the shop shows the product.'),
  extensions,
}

export const cartItemShape = named('CartItem', cartItem)
export const linkedCartItemShape = named('LinkedCartItem', { ...cartItem, _links: links })

const cartCoupon = {
  code: text('The code.'),
  discount_type: text('Discount type: `percent`, `fixed_cart` or `fixed_product`.'),
  totals: object('What it takes off.', {
    total_discount: cents('What it takes off, before tax.'),
    total_discount_tax: cents('Tax saved by that.'),
    ...currency,
  }),
}

export const cartCouponShape = named('CartCoupon', cartCoupon)
export const linkedCartCouponShape = named('LinkedCartCoupon', { ...cartCoupon, _links: links })

const rateShape = z.strictObject({
  rate_id: text('Id of the rate.'),
  name: text('Name of the rate, as HTML.'),
  description: text('Description; empty in this shop.'),
  delivery_time: text('Delivery time; empty in this shop.'),
  price: cents('What it costs, before tax.'),
  taxes: cents('Tax on that.'),
  instance_id: int('Id of the method in its zone.'),
  method_id: text('Kind of method.'),
  meta_data: objects('Description.', { key: text('Name.'), value: text('Value.') }),
  selected: flag('Whether it is the chosen one.'),
  ...currency,
})

const packageShape = z.strictObject({
  package_id: int('Id of the package.'),
  name: text('Name of the package.'),
  destination: object('Shipping destination.', { ...place, country: text('Code of the country.') }),
  items: objects('What is in it.', {
    key: text('Key of the line.'),
    name: text('Name, as HTML.'),
    quantity: int('Quantity.'),
  }),
  shipping_rates: list('Ways to send it.', rateShape),
})

export const feeShape = z.strictObject({
  id: text('Key of the fee.'),
  name: text('Name, as HTML.'),
  totals: object('What it costs.', {
    total: cents('What it costs, before tax.'),
    total_tax: cents('Tax on that.'),
    ...currency,
  }),
})

export const cartShape = named('Cart', {
  items: list('The lines.', cartItemShape),
  coupons: list('Coupons in the cart, in order of entry.', cartCouponShape),
  fees: list('Fees.', feeShape),
  totals: object('Totals.', {
    total_items: cents('All lines before discounts.'),
    total_items_tax: cents('Tax on that.'),
    total_fees: cents('All fees.'),
    total_fees_tax: cents('Tax on that.'),
    total_discount: cents('What the coupons take off.'),
    total_discount_tax: cents('Tax saved by that.'),
    total_shipping: z.string().nullable().describe('Shipping, in cents, as text; null when nothing is sent.'),
    total_shipping_tax: z.string().nullable().describe('Tax on that.'),
    total_price: cents('What is to pay, with everything.'),
    total_tax: cents('All taxes in that.'),
    tax_lines: taxLines,
    ...currency,
  }),
  shipping_address: shippingAddressShape.describe('Where the goods go.'),
  billing_address: billingAddressShape.describe('Who pays.'),
  needs_payment: flag('Whether there is anything to pay.'),
  needs_shipping: flag('Whether anything is sent.'),
  payment_requirements: list('What a way to pay has to be able to do.', z.string()),
  has_calculated_shipping: flag('Whether shipping has been worked out.'),
  shipping_rates: list('Packages with their shipping rates.', packageShape),
  items_count: int('Number of items in the cart.'),
  items_weight: z.number().describe('Weight of what is sent, in grams.'),
  cross_sells: list('Cross-sells.', embeddedProductShape),
  errors: objects('Errors that prevent an order, and removed coupons.', {
    code: text('Error code.'),
    message: text('Error message, as HTML.'),
  }),
  payment_methods: list('Ways to pay.', z.string()),
  extensions,
})

export type CartJson = z.infer<typeof cartShape>
export type CartItemJson = z.infer<typeof cartItemShape>
export type CartCouponJson = z.infer<typeof cartCouponShape>
