import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { isPhone, phoneExtension } from './address.ts'

/** '+1 416 555 0100' if it is valid for the country or the country code typed; otherwise as typed. */
export function normalizePhone(phone: string, country: string): string {
  if (phone === '') return ''
  const defaultCountry: CountryCode | undefined = isSupportedCountry(country) ? country : undefined
  // libphonenumber does not know 'poste'.
  const number = parsePhoneNumberFromString(phone.replace(phoneExtension, ' ext. $1'), defaultCountry)
  const formatted = number?.isValid() ? number.formatInternational() : phone
  // With the country code some toll-free numbers exceed the maximum length (E.164).
  return isPhone(formatted) ? formatted : phone
}
