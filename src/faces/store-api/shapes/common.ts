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

export const taxLines = objects('Taxes one by one.', {
  name: text('Name of the tax.'),
  price: cents('What it takes.'),
  rate: text('Its rate in percent, as printed.'),
})

export const priceRange = nullable('From the cheapest to the most expensive variation.', {
  min_amount: cents('The lowest.'),
  max_amount: cents('The highest.'),
})

export const currency = {
  currency_code: text('ISO 4217 code of the amounts beside it.'),
  currency_symbol: text('Currency symbol.'),
  currency_minor_unit: int('Decimals of the currency: amounts are whole numbers of its smallest unit.'),
  currency_decimal_separator: text('Decimal separator.'),
  currency_thousand_separator: text('Thousands separator.'),
  currency_prefix: text('Prefix of amounts.'),
  currency_suffix: text('Suffix of amounts.'),
}

export const imageShape = named('Image', {
  id: int('Id of the picture.'),
  src: text('URL of the full-size picture.'),
  thumbnail: text('URL of the thumbnail.'),
  srcset: text('Its sizes, for the attribute of the same name.'),
  sizes: text('Which size fits where, for the attribute of the same name.'),
  thumbnail_srcset: text('The same for the small picture.'),
  thumbnail_sizes: text('The same for the small picture.'),
  name: text('Title of the picture.'),
  alt: text('Alternative text.'),
})

export const place = {
  address_1: text('Street and number.'),
  address_2: text('Apartment, suite and the like.'),
  city: text('City.'),
  state: text('Code of the province.'),
  postcode: text('Postal code.'),
}
const address = {
  first_name: text('First name.'),
  last_name: text('Last name.'),
  company: text('Company.'),
  ...place,
  country: text('ISO 3166-1 code of the country, two letters.'),
  phone: text('Telephone number.'),
}

export const shippingAddressShape = named('ShippingAddress', address)
export const billingAddressShape = named('BillingAddress', { ...address, email: text('Email address.') })

export const extensions = z
  .record(z.string(), z.unknown())
  .describe('Extension data by namespace; empty if there is none.')

const link = z.object({ href: z.string() }).catchall(z.unknown())
export const links = z.record(z.string(), z.array(link)).describe('Related URLs.')

export function addressFields(shape: typeof shippingAddressShape | typeof billingAddressShape): JsonSchema {
  const properties = Object.entries(shape.shape).map(([name, { description }]) => [
    name,
    { type: 'string', ...(description === undefined ? {} : { description }) },
  ])
  return { type: 'object', properties: Object.fromEntries(properties) }
}
