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
  code: z.string().describe('Error code.'),
  message: z.string().describe('Error message, as HTML.'),
})

const cartItem = {
  key: z.string().describe('Key of the line.'),
  id: z.int().describe('Id of the product or variation.'),
  type: z.string().describe('Kind of product.'),
  quantity: z.int().describe('Quantity.'),
  quantity_limits: z
    .strictObject({
      minimum: z.int().describe('Minimum quantity.'),
      maximum: z.int().describe('Maximum quantity.'),
      multiple_of: z.int().describe('The quantity is a multiple of this.'),
      editable: z.boolean().describe('Whether the quantity can be changed.'),
    })
    .describe('What quantity can be asked for.'),
  name: z.string().describe('Name, as HTML.'),
  short_description: z.string().describe('Short description, as HTML.'),
  description: z.string().describe('Full description, as HTML.'),
  sku: z.string().describe('The shop’s own number for it.'),
  low_stock_remaining: z.int().nullable().describe('Remaining stock, if low.'),
  backorders_allowed: z.boolean().describe('Whether backorders are allowed.'),
  show_backorder_badge: z.boolean().describe('Whether to show that part of the quantity is on backorder.'),
  sold_individually: z.boolean().describe('Whether it is limited to one per order.'),
  permalink: z.string().describe('URL of its page.'),
  images: z.array(imageShape).describe('Its pictures.'),
  variation: z
    .array(
      z.strictObject({
        raw_attribute: z.string().describe('Name of the attribute in forms.'),
        attribute: z.string().describe('Label of the attribute.'),
        value: z.string().describe('Label of the value.'),
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
    .describe('Additional data of the line; empty in this shop.'),
  prices: z
    .strictObject({
      price: minorUnits('Current price per item.'),
      regular_price: minorUnits('Price without a sale.'),
      sale_price: minorUnits('Price in a sale, else the price.'),
      price_range: z
        .strictObject({ min_amount: minorUnits('The lowest.'), max_amount: minorUnits('The highest.') })
        .nullable()
        .describe('From the cheapest to the most expensive variation.'),
      ...currency,
      raw_prices: z
        .strictObject({
          precision: z.int().describe('Decimals of these amounts.'),
          price: z.string().describe('Current price per item.'),
          regular_price: z.string().describe('Price without a sale.'),
          sale_price: z.string().describe('Price in a sale, else the price.'),
        })
        .describe('The same with more decimals.'),
    })
    .describe('Prices per item.'),
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
  discount_type: z.string().describe('Discount type: `percent`, `fixed_cart` or `fixed_product`.'),
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
  rate_id: z.string().describe('Id of the rate.'),
  name: z.string().describe('Name of the rate, as HTML.'),
  description: z.string().describe('Description; empty in this shop.'),
  delivery_time: z.string().describe('Delivery time; empty in this shop.'),
  price: minorUnits('What it costs, before tax.'),
  taxes: minorUnits('Tax on that.'),
  instance_id: z.int().describe('Id of the method in its zone.'),
  method_id: z.string().describe('Kind of method.'),
  meta_data: z
    .array(z.strictObject({ key: z.string().describe('Name.'), value: z.string().describe('Value.') }))
    .describe('Description.'),
  selected: z.boolean().describe('Whether it is the chosen one.'),
  ...currency,
})

const packageShape = z.strictObject({
  package_id: z.int().describe('Id of the package.'),
  name: z.string().describe('Name of the package.'),
  destination: z
    .strictObject({
      address_1: z.string().describe('Street and number.'),
      address_2: z.string().describe('Apartment, suite and the like.'),
      city: z.string().describe('City.'),
      state: z.string().describe('Code of the province.'),
      postcode: z.string().describe('Postal code.'),
      country: z.string().describe('Code of the country.'),
    })
    .describe('Shipping destination.'),
  items: z
    .array(
      z.strictObject({
        key: z.string().describe('Key of the line.'),
        name: z.string().describe('Name, as HTML.'),
        quantity: z.int().describe('Quantity.'),
      }),
    )
    .describe('What is in it.'),
  shipping_rates: z.array(rateShape).describe('Ways to send it.'),
})

export const feeShape = z.strictObject({
  id: z.string().describe('Key of the fee.'),
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
    coupons: z.array(cartCouponShape).describe('Coupons in the cart, in order of entry.'),
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
      .describe('Totals.'),
    shipping_address: shippingAddressShape.describe('Where the goods go.'),
    billing_address: billingAddressShape.describe('Who pays.'),
    needs_payment: z.boolean().describe('Whether there is anything to pay.'),
    needs_shipping: z.boolean().describe('Whether anything is sent.'),
    payment_requirements: z.array(z.string()).describe('What a way to pay has to be able to do.'),
    has_calculated_shipping: z.boolean().describe('Whether shipping has been worked out.'),
    shipping_rates: z.array(packageShape).describe('Packages with their shipping rates.'),
    items_count: z.int().describe('Number of items in the cart.'),
    items_weight: z.number().describe('Weight of what is sent, in grams.'),
    cross_sells: z.array(embeddedProductShape).describe('Cross-sells.'),
    errors: z.array(cartErrorShape).describe('Errors that prevent an order, and removed coupons.'),
    payment_methods: z.array(z.string()).describe('Ways to pay.'),
    extensions,
  })
  .meta({ id: 'Cart' })

export type CartJson = z.infer<typeof cartShape>
export type CartItemJson = z.infer<typeof cartItemShape>
export type CartCouponJson = z.infer<typeof cartCouponShape>
