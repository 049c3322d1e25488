import { z } from 'zod'
import type { JsonSchema } from '../../../platform/rest/params.ts'

/* Shapes of responses, used by the compiler, by tests and by the generated documentation. */

type Shape = z.core.$ZodLooseShape

export const text = (description: string) => z.string().describe(description)
export const int = (description: string) => z.int().describe(description)
export const flag = (description: string) => z.boolean().describe(description)
/** Cents as text: '1250' is $12.50. */
export const cents = (description: string) => text(`${description} In cents, as text.`)
export const object = <S extends Shape>(description: string, shape: S) => z.strictObject(shape).describe(description)
export const nullable = <S extends Shape>(description: string, shape: S) =>
  z.strictObject(shape).nullable().describe(description)
export const named = <S extends Shape>(id: string, shape: S) => z.strictObject(shape).meta({ id })
export const list = <T extends z.ZodType>(description: string, item: T) => z.array(item).describe(description)
export const objects = <S extends Shape>(description: string, shape: S) => list(description, z.strictObject(shape))
export const nullableList = <S extends Shape>(description: string, shape: S) =>
  z.array(z.strictObject(shape)).nullable().describe(description)

export const taxLines = objects('Totals by tax rate.', {
  name: text('Name of the tax rate.'),
  price: cents('Amount of the tax.'),
  rate: text('Rate of the tax in percent, formatted for display.'),
})

export const currency = {
  currency_code: text('ISO 4217 code of the currency of the amounts in this object.'),
  currency_symbol: text('Currency symbol.'),
  currency_minor_unit: int('Number of decimals of the currency. Amounts are integers in its smallest unit.'),
  currency_decimal_separator: text('Decimal separator.'),
  currency_thousand_separator: text('Thousands separator.'),
  currency_prefix: text('Text before formatted amounts.'),
  currency_suffix: text('Text after formatted amounts.'),
}

/** The totals of a cart or an order, with the tax of each rate. */
export const totals = <S extends Shape>(description: string, amounts: S) =>
  object(description, { ...amounts, tax_lines: taxLines, ...currency })

export const prices = {
  price: cents('Current price.'),
  regular_price: cents('Regular price.'),
  sale_price: cents('Sale price, or the regular price if the product is not on sale.'),
  price_range: nullable('Price range of the variations. Null if all prices are the same.', {
    min_amount: cents('Lowest price.'),
    max_amount: cents('Highest price.'),
  }),
  ...currency,
}

export const imageShape = named('Image', {
  id: int('ID of the image.'),
  src: text('URL of the full-size image.'),
  thumbnail: text('URL of the thumbnail.'),
  srcset: text('Available sizes, for the `srcset` attribute of `<img>`.'),
  sizes: text('Display widths, for the `sizes` attribute of `<img>`.'),
  thumbnail_srcset: text('`srcset` of the thumbnail.'),
  thumbnail_sizes: text('`sizes` of the thumbnail.'),
  name: text('Title of the image.'),
  alt: text('Alternative text.'),
})

export const place = {
  address_1: text('Street and number.'),
  address_2: text('Apartment, suite, unit, etc.'),
  city: text('City.'),
  state: text('Code of the province or state.'),
  postcode: text('Postal code.'),
}
const address = {
  first_name: text('First name.'),
  last_name: text('Last name.'),
  company: text('Company.'),
  ...place,
  country: text('ISO 3166-1 alpha-2 code of the country.'),
  phone: text('Phone number.'),
}

export const shippingAddressShape = named('ShippingAddress', address)
export const billingAddressShape = named('BillingAddress', { ...address, email: text('Email address.') })

export const addresses = {
  shipping_address: shippingAddressShape.describe('Shipping address.'),
  billing_address: billingAddressShape.describe('Billing address.'),
}

export const extensions = z
  .record(z.string(), z.unknown())
  .describe('Extension data by namespace. Empty if there is none.')

const link = z.object({ href: z.string() }).catchall(z.unknown())
export const links = z.record(z.string(), z.array(link)).describe('Related URLs.')

export function addressFields(shape: typeof shippingAddressShape | typeof billingAddressShape): JsonSchema {
  const properties = Object.entries(shape.shape).map(([name, { description }]) => [
    name,
    { type: 'string', ...(description === undefined ? {} : { description }) },
  ])
  return { type: 'object', properties: Object.fromEntries(properties) }
}
