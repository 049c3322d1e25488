import { z } from 'zod'
import type { JsonSchema } from '../../../platform/rest/params.ts'

/* Response shapes with three uses: the compiler checks the code that creates responses, the tests check actual
   responses, and the documentation (OpenAPI, OPTIONS) is generated from them. */

/** Cents as text: '1250' is $12.50. */
export const minorUnits = (description: string) => z.string().describe(`${description} In cents, as text.`)

/** Tax rows in totals of carts and orders. */
export const taxLines = z
  .array(
    z.strictObject({
      name: z.string().describe('Name of the tax.'),
      price: minorUnits('What it takes.'),
      rate: z.string().describe('Its rate in percent, as printed.'),
    }),
  )
  .describe('Taxes one by one.')

export const currency = {
  currency_code: z.string().describe('ISO 4217 code of the amounts beside it.'),
  currency_symbol: z.string().describe('Sign of the currency.'),
  currency_minor_unit: z.int().describe('Decimals of the currency: amounts are whole numbers of its smallest unit.'),
  currency_decimal_separator: z.string().describe('Stands before the decimals.'),
  currency_thousand_separator: z.string().describe('Stands between thousands.'),
  currency_prefix: z.string().describe('Stands before an amount.'),
  currency_suffix: z.string().describe('Stands after an amount.'),
}

export const imageShape = z
  .strictObject({
    id: z.int().describe('Number of the picture.'),
    src: z.string().describe('Address of the picture in full size.'),
    thumbnail: z.string().describe('Address of a small one.'),
    srcset: z.string().describe('Its sizes, for the attribute of the same name.'),
    sizes: z.string().describe('Which size fits where, for the attribute of the same name.'),
    thumbnail_srcset: z.string().describe('The same for the small picture.'),
    thumbnail_sizes: z.string().describe('The same for the small picture.'),
    name: z.string().describe('Title of the picture.'),
    alt: z.string().describe('What it shows, in words.'),
  })
  .meta({ id: 'Image' })

const addressShape = {
  first_name: z.string().describe('First name.'),
  last_name: z.string().describe('Last name.'),
  company: z.string().describe('Company.'),
  address_1: z.string().describe('Street and number.'),
  address_2: z.string().describe('Apartment, suite and the like.'),
  city: z.string().describe('City.'),
  state: z.string().describe('Code of the province.'),
  postcode: z.string().describe('Postal code.'),
  country: z.string().describe('ISO 3166-1 code of the country, two letters.'),
  phone: z.string().describe('Telephone number.'),
}

export const shippingAddressShape = z.strictObject(addressShape).meta({ id: 'ShippingAddress' })
export const billingAddressShape = z
  .strictObject({ ...addressShape, email: z.string().describe('Email address.') })
  .meta({ id: 'BillingAddress' })

/** Reserved for plugin data; empty here. */
export const extensions = z
  .record(z.string(), z.unknown())
  .describe('Additions of the shop, by name; empty where there are none.')

const link = z.object({ href: z.string() }).catchall(z.unknown())
export const links = z.record(z.string(), z.array(link)).describe('Addresses of what belongs to it.')

export const errorShape = z
  .strictObject({
    code: z.string().describe('Names the reason; programs go by it.'),
    message: z.string().describe('The reason in one sentence, as HTML.'),
    data: z
      .object({ status: z.int().describe('The HTTP status again.') })
      .catchall(z.unknown())
      .describe('More about the reason; a `cart` where the caller’s picture of it is out of date.'),
  })
  .meta({ id: 'Error' })

/** Address fields of a request, all optional. */
export function addressFields(shape: typeof shippingAddressShape | typeof billingAddressShape): JsonSchema {
  const properties = Object.entries(shape.shape).map(([name, { description }]) => [
    name,
    { type: 'string', ...(description === undefined ? {} : { description }) },
  ])
  return { type: 'object', properties: Object.fromEntries(properties) }
}
