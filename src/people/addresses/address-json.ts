import { z } from 'zod'
import { isEmail } from '../../platform/email-address.ts'
import { emailText } from '../../platform/rest/item-shape.ts'
import type { Address } from './address.ts'

const MAX_LENGTH = 200

export const addressJson = (address: Partial<Address>) => ({
  first_name: address.firstName ?? '',
  last_name: address.lastName ?? '',
  company: address.company ?? '',
  address_1: address.address1 ?? '',
  address_2: address.address2 ?? '',
  city: address.city ?? '',
  state: address.state ?? '',
  postcode: address.postcode ?? '',
  country: address.country ?? '',
})

const name = z.string()
const addressSchema = {
  first_name: name,
  last_name: name,
  company: name,
  address_1: name,
  address_2: name,
  city: name,
  state: name,
  postcode: name,
  country: name,
}
export const shippingSchema = z.strictObject({ ...addressSchema, phone: name })
export const billingSchema = z.strictObject({ ...addressSchema, email: emailText, phone: name })

const text = z.string().trim().max(MAX_LENGTH)
const email = text.toLowerCase().refine((value) => value === '' || isEmail(value), 'Invalid email address.')
const country = text.toUpperCase().regex(/^([A-Z]{2})?$/, 'A country is a code of two letters.')

export const addressFields = z
  .object({
    first_name: text,
    last_name: text,
    company: text,
    address_1: text,
    address_2: text,
    city: text,
    state: text,
    postcode: text,
    country,
    email,
    phone: text,
  })
  .partial()

export function withAddressFields(
  before: Partial<Address>,
  sent: z.output<typeof addressFields> = {},
): Partial<Address> {
  const values: Partial<Record<keyof Address, string | undefined>> = {
    firstName: sent.first_name,
    lastName: sent.last_name,
    company: sent.company,
    address1: sent.address_1,
    address2: sent.address_2,
    city: sent.city,
    state: sent.state,
    postcode: sent.postcode,
    country: sent.country,
    email: sent.email,
    phone: sent.phone,
  }
  return { ...before, ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) }
}
