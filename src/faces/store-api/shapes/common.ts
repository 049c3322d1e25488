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
  currency_symbol: z.string().describe('Currency symbol.'),
  currency_minor_unit: z.int().describe('Decimals of the currency: amounts are whole numbers of its smallest unit.'),
  currency_decimal_separator: z.string().describe('Decimal separator.'),
  currency_thousand_separator: z.string().describe('Thousands separator.'),
  currency_prefix: z.string().describe('Prefix of amounts.'),
  currency_suffix: z.string().describe('Suffix of amounts.'),
}

export const imageShape = z
  .strictObject({
    id: z.int().describe('Id of the picture.'),
    src: z.string().describe('URL of the full-size picture.'),
    thumbnail: z.string().describe('URL of the thumbnail.'),
    srcset: z.string().describe('Its sizes, for the attribute of the same name.'),
    sizes: z.string().describe('Which size fits where, for the attribute of the same name.'),
    thumbnail_srcset: z.string().describe('The same for the small picture.'),
    thumbnail_sizes: z.string().describe('The same for the small picture.'),
    name: z.string().describe('Title of the picture.'),
    alt: z.string().describe('Alternative text.'),
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
  .describe('Extension data by namespace; empty if there is none.')

const link = z.object({ href: z.string() }).catchall(z.unknown())
export const links = z.record(z.string(), z.array(link)).describe('Related URLs.')

export const errorShape = z
  .strictObject({
    code: z.string().describe('Error code.'),
    message: z.string().describe('The reason in one sentence, as HTML.'),
    data: z
      .object({ status: z.int().describe('The HTTP status again.') })
      .catchall(z.unknown())
      .describe('Error details; includes `cart` if the caller’s copy is outdated.'),
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
