import { z } from 'zod'
import {
  billingAddressShape,
  currency,
  extensions,
  imageShape,
  links,
  minorUnits,
  shippingAddressShape,
  taxLines,
} from './common.ts'
import { embeddedProductShape } from './product-shape.ts'

const cartErrorShape = z.strictObject({
  code: z.string().describe('Names the problem.'),
  message: z.string().describe('The problem in words, as HTML.'),
})

const cartItem = {
  key: z.string().describe('Names the line in other calls.'),
  id: z.int().describe('Number of the product or variation.'),
  type: z.string().describe('Kind of product.'),
  quantity: z.int().describe('Pieces.'),
  quantity_limits: z
    .strictObject({
      minimum: z.int().describe('Fewest pieces.'),
      maximum: z.int().describe('Most pieces.'),
      multiple_of: z.int().describe('Pieces come in multiples of this.'),
      editable: z.boolean().describe('Whether the quantity can be changed.'),
    })
    .describe('What quantity can be asked for.'),
  name: z.string().describe('Name, as HTML.'),
  short_description: z.string().describe('A few words about it, as HTML.'),
  description: z.string().describe('All about it, as HTML.'),
  sku: z.string().describe('The shop’s own number for it.'),
  low_stock_remaining: z.int().nullable().describe('How many are left, when only few are.'),
  backorders_allowed: z.boolean().describe('Whether it can be ordered beyond what is on the shelf.'),
  show_backorder_badge: z.boolean().describe('Whether to say that part of it comes later.'),
  sold_individually: z.boolean().describe('Whether an order takes only one.'),
  permalink: z.string().describe('Address of its page.'),
  images: z.array(imageShape).describe('Its pictures.'),
  variation: z
    .array(
      z.strictObject({
        raw_attribute: z.string().describe('Name of the attribute in forms.'),
        attribute: z.string().describe('Name of the attribute in words.'),
        value: z.string().describe('The value in words.'),
      }),
    )
    .describe('What was chosen.'),
  item_data: z
    .array(
      z.strictObject({
        name: z.string().describe('Name.'),
        value: z.string().describe('Value.'),
        display: z.string().describe('The value as it is shown.'),
      }),
    )
    .describe('Room for more about the line; empty in this shop.'),
  prices: z
    .strictObject({
      price: minorUnits('Price of one piece now.'),
      regular_price: minorUnits('Price without a sale.'),
      sale_price: minorUnits('Price in a sale, else the price.'),
      price_range: z
        .strictObject({ min_amount: minorUnits('The lowest.'), max_amount: minorUnits('The highest.') })
        .nullable()
        .describe('From the cheapest variation to the dearest.'),
      ...currency,
      raw_prices: z
        .strictObject({
          precision: z.int().describe('Decimals of these amounts.'),
          price: z.string().describe('Price of one piece now.'),
          regular_price: z.string().describe('Price without a sale.'),
          sale_price: z.string().describe('Price in a sale, else the price.'),
        })
        .describe('The same with more decimals.'),
    })
    .describe('Prices of one piece.'),
  totals: z
    .strictObject({
      line_subtotal: minorUnits('The line before discounts.'),
      line_subtotal_tax: minorUnits('Tax on that.'),
      line_total: minorUnits('The line after discounts.'),
      line_total_tax: minorUnits('Tax on that.'),
      ...currency,
    })
    .describe('What the line costs, before tax.'),
  catalog_visibility: z.string().describe('Where the shop shows the product.'),
  extensions,
}

export const cartItemShape = z.strictObject(cartItem).meta({ id: 'CartItem' })
export const linkedCartItemShape = z.strictObject({ ...cartItem, _links: links }).meta({ id: 'LinkedCartItem' })

const cartCoupon = {
  code: z.string().describe('The code.'),
  discount_type: z.string().describe('How it works: `percent`, `fixed_cart` or `fixed_product`.'),
  totals: z
    .strictObject({
      total_discount: minorUnits('What it takes off, before tax.'),
      total_discount_tax: minorUnits('Tax saved by that.'),
      ...currency,
    })
    .describe('What it takes off.'),
}

export const cartCouponShape = z.strictObject(cartCoupon).meta({ id: 'CartCoupon' })
export const linkedCartCouponShape = z.strictObject({ ...cartCoupon, _links: links }).meta({ id: 'LinkedCartCoupon' })

const rateShape = z.strictObject({
  rate_id: z.string().describe('Names the rate in other calls.'),
  name: z.string().describe('Name of the rate, as HTML.'),
  description: z.string().describe('More about it; empty in this shop.'),
  delivery_time: z.string().describe('How long it takes; empty in this shop.'),
  price: minorUnits('What it costs, before tax.'),
  taxes: minorUnits('Tax on that.'),
  instance_id: z.int().describe('Number of the method in its zone.'),
  method_id: z.string().describe('Kind of method.'),
  meta_data: z
    .array(z.strictObject({ key: z.string().describe('Name.'), value: z.string().describe('Value.') }))
    .describe('More about it.'),
  selected: z.boolean().describe('Whether it is the chosen one.'),
  ...currency,
})

const packageShape = z.strictObject({
  package_id: z.int().describe('Number of the parcel.'),
  name: z.string().describe('Name of the parcel.'),
  destination: z
    .strictObject({
      address_1: z.string().describe('Street and number.'),
      address_2: z.string().describe('Apartment, suite and the like.'),
      city: z.string().describe('City.'),
      state: z.string().describe('Code of the province.'),
      postcode: z.string().describe('Postal code.'),
      country: z.string().describe('Code of the country.'),
    })
    .describe('Where it goes.'),
  items: z
    .array(
      z.strictObject({
        key: z.string().describe('Key of the line.'),
        name: z.string().describe('Name, as HTML.'),
        quantity: z.int().describe('Pieces.'),
      }),
    )
    .describe('What is in it.'),
  shipping_rates: z.array(rateShape).describe('Ways to send it.'),
})

export const feeShape = z.strictObject({
  id: z.string().describe('Names the fee.'),
  name: z.string().describe('Name, as HTML.'),
  totals: z
    .strictObject({
      total: minorUnits('What it costs, before tax.'),
      total_tax: minorUnits('Tax on that.'),
      ...currency,
    })
    .describe('What it costs.'),
})

export const cartShape = z
  .strictObject({
    items: z.array(cartItemShape).describe('The lines.'),
    coupons: z.array(cartCouponShape).describe('Coupons in the cart, in the order in which they were given.'),
    fees: z.array(feeShape).describe('Fees.'),
    totals: z
      .strictObject({
        total_items: minorUnits('All lines before discounts.'),
        total_items_tax: minorUnits('Tax on that.'),
        total_fees: minorUnits('All fees.'),
        total_fees_tax: minorUnits('Tax on that.'),
        total_discount: minorUnits('What the coupons take off.'),
        total_discount_tax: minorUnits('Tax saved by that.'),
        total_shipping: z.string().nullable().describe('Shipping, in cents, as text; null when nothing is sent.'),
        total_shipping_tax: z.string().nullable().describe('Tax on that.'),
        total_price: minorUnits('What is to pay, with everything.'),
        total_tax: minorUnits('All taxes in that.'),
        tax_lines: taxLines,
        ...currency,
      })
      .describe('Sums.'),
    shipping_address: shippingAddressShape.describe('Where the goods go.'),
    billing_address: billingAddressShape.describe('Who pays.'),
    needs_payment: z.boolean().describe('Whether there is anything to pay.'),
    needs_shipping: z.boolean().describe('Whether anything is sent.'),
    payment_requirements: z.array(z.string()).describe('What a way to pay has to be able to do.'),
    has_calculated_shipping: z.boolean().describe('Whether shipping has been worked out.'),
    shipping_rates: z.array(packageShape).describe('Parcels and the ways to send them.'),
    items_count: z.int().describe('Pieces in the cart.'),
    items_weight: z.number().describe('Weight of what is sent, in grams.'),
    cross_sells: z.array(embeddedProductShape).describe('What goes with it.'),
    errors: z
      .array(cartErrorShape)
      .describe('What stands in the way of an order, and coupons that have been taken off.'),
    payment_methods: z.array(z.string()).describe('Ways to pay.'),
    extensions,
  })
  .meta({ id: 'Cart' })

export type CartJson = z.infer<typeof cartShape>
export type CartItemJson = z.infer<typeof cartItemShape>
export type CartCouponJson = z.infer<typeof cartCouponShape>
