import { z } from 'zod'
import { isEmail } from '../../platform/email-address.ts'
import { emailText } from '../../platform/rest/item-shape.ts'
import type { Address } from './address.ts'

const MAX_LENGTH = 200

/** WooCommerce's JSON names, and the address field of each. */
const properties = [
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
  ['company', 'company'],
  ['address_1', 'address1'],
  ['address_2', 'address2'],
  ['city', 'city'],
  ['state', 'state'],
  ['postcode', 'postcode'],
  ['country', 'country'],
] as const

const byName = <T>(valueOf: (property: keyof Address) => T) =>
  Object.fromEntries(properties.map(([name, property]) => [name, valueOf(property)])) as {
    [Pair in (typeof properties)[number] as Pair[0]]: T
  }

export const addressJson = (address: Partial<Address>) => byName((property) => address[property] ?? '')

const addressSchema = byName(() => z.string())
export const shippingSchema = z.strictObject({ ...addressSchema, phone: z.string() })
export const billingSchema = z.strictObject({ ...addressSchema, email: emailText, phone: z.string() })

const text = z.string().trim().max(MAX_LENGTH)
const email = text.toLowerCase().refine((value) => value === '' || isEmail(value), 'Invalid email address.')
const country = text.toUpperCase().regex(/^([A-Z]{2})?$/, 'A country is a code of two letters.')

export const addressFields = z.object({ ...byName(() => text), country, email, phone: text }).partial()

export function withAddressFields(
  before: Partial<Address>,
  sent: z.output<typeof addressFields> = {},
): Partial<Address> {
  const allProperties = [...properties, ['email', 'email'], ['phone', 'phone']] as const
  const values = allProperties.map(([name, property]) => [property, sent[name]] as const)
  return { ...before, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) }
}
