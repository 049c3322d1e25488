import { z } from 'zod'
import { type Address, parseAddress } from '../../../people/addresses/address.ts'
import { provinceOfArea } from '../../../people/addresses/address-rules.ts'
import { addressRules } from '../../../people/addresses/country-rules.ts'
import type { Region } from '../../pricing/tax.ts'

const part = z.string().max(200).default('')

/** A shipping address in a wallet's sheet, which reveals only a part of it until the payment is authorized. */
export const addressField = z
  .object({
    city: part,
    postcode: part,
    state: part,
    country: part,
    address_1: part,
    address_2: part,
    first_name: part,
    last_name: part,
  })
  .describe('Shipping address. Wallets may disclose only a part of it.')

export type SheetAddress = Partial<Address> & Pick<Address, 'country' | 'state' | 'postcode' | 'city'>

/** Whether wallets reveal only the first part of this postal code. */
const isShortened = (country: string, postcode: string): boolean =>
  (country === 'CA' || country === 'GB') && postcode.length <= 4

/** Some wallets omit the province, on which taxes depend. */
export const stateOf = ({ country, postcode }: Pick<Address, 'country' | 'postcode'>): string =>
  country === 'CA' ? provinceOfArea(postcode) : ''

/** The address with codes and formatted postal code; null if country, province or US postal code is invalid. */
export function sheetAddress(sent: z.output<typeof addressField>, base: Region): SheetAddress | null {
  const country = (sent.country.trim() || base.country).toUpperCase()
  if (!/^[A-Z]{2}$/.test(country)) return null
  const fields = Object.entries({ ...sent, country }).map(([name, value]) => [`shipping_${name}`, value] as const)
  const parsed = parseAddress(Object.fromEntries(fields), 'shipping', addressRules)
  const raw = sent.postcode.trim().toUpperCase()
  const postcode = isShortened(country, raw) ? raw : parsed.postcode
  if (country === 'US' && postcode !== '' && !addressRules('US').isPostcode(postcode)) return null
  const { city, state: named, ...otherFields } = parsed
  const state = named || stateOf({ country, postcode: raw })
  const { provinces } = addressRules(country)
  // The order would be refused, after its buyer has authorized the payment.
  if (state !== '' && provinces && !provinces.some(({ code }) => code === state)) return null
  const filled = Object.entries(otherFields).filter(([, value]) => value !== '')
  return { ...(Object.fromEntries(filled) as Partial<Address>), country, state, postcode, city }
}
