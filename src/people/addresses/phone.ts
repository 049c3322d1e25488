import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'
import { isPhone } from './address.ts'

/**
 * A telephone number as it is dialled from anywhere, '+1 416 555 0100'. Only what is surely a number of that country, or
 * of the one it names with a plus, is rewritten; the rest stays as it was typed.
 */
export function normalisePhone(phone: string, country: string): string {
  if (phone === '') return ''
  const defaultCountry: CountryCode | undefined = isSupportedCountry(country) ? country : undefined
  const number = parsePhoneNumberFromString(phone, defaultCountry)
  const formatted = number?.isValid() ? number.formatInternational() : phone
  // Free numbers of some countries are so long that with the country's code they are longer than a number may be (E.164).
  return isPhone(formatted) ? formatted : phone
}
