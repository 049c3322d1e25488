import { countryCodes } from '../../../people/addresses/countries.ts'
import { isTimeZone } from '../../../platform/time/shop-time.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { StorefrontSettings } from '../storefront-settings.ts'
import { type ParsedSetting, parseOption, parseWholeNumber } from './parse-setting.ts'

type FactSettings = SiteSettings & Pick<StorefrontSettings, 'policies'>

/** The owner's facts by their JSON names: name, address, contact, time and promises. */
export const factsJson = (settings: FactSettings) => ({
  title: settings.siteTitle,
  tagline: settings.tagline,
  owner_email: settings.ownerEmail,
  contact_email: settings.contactEmail,
  contact_phone: settings.contactPhone,
  store_company: settings.storeAddress.company,
  store_address: settings.storeAddress.address1,
  store_address_2: settings.storeAddress.address2,
  store_city: settings.storeAddress.city,
  store_postcode: settings.storeAddress.postcode,
  store_country: settings.storeAddress.country,
  store_state: settings.storeAddress.state,
  timezone: settings.timeZone,
  return_days: settings.policies.returnDays,
  returns_text: settings.policies.returns,
  in_stock_text: settings.policies.inStock,
  made_to_order_text: settings.policies.madeToOrder,
  on_shelf_text: settings.policies.onShelf,
})

export type Facts = ReturnType<typeof factsJson>

/** What is stored for the facts. */
export const factsOf = (json: Facts): FactSettings => ({
  siteTitle: json.title,
  tagline: json.tagline,
  ownerEmail: json.owner_email,
  contactEmail: json.contact_email,
  contactPhone: json.contact_phone,
  storeAddress: {
    company: json.store_company,
    address1: json.store_address,
    address2: json.store_address_2,
    city: json.store_city,
    postcode: json.store_postcode,
    country: json.store_country,
    state: json.store_state,
  },
  timeZone: json.timezone,
  policies: {
    returnDays: json.return_days,
    returns: json.returns_text,
    inStock: json.in_stock_text,
    madeToOrder: json.made_to_order_text,
    onShelf: json.on_shelf_text,
  },
})

type TextRule = {
  readonly max?: number
  readonly isRequired?: boolean
  readonly pattern?: RegExp
  readonly error?: string
}

const text =
  ({ max = 100, isRequired = false, pattern = /^/, error = '' }: TextRule = {}) =>
  (input: unknown): ParsedSetting<string> => {
    if (typeof input !== 'string' || input.includes('\0')) return { error: 'must be text.' }
    const value = input.toWellFormed().trim().replace(/\s+/g, ' ')
    if (value === '' && isRequired) return { error: 'must not be empty.' }
    if (value.length > max) return { error: `must have at most ${max} letters.` }
    return value === '' || pattern.test(value) ? { value } : { error }
  }

const emailRule = { pattern: /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>"]+$/, error: 'is no email address.' }

export const MAX_RETURN_DAYS = 365

export const factParsers: { readonly [K in keyof Facts]: (input: unknown) => ParsedSetting<Facts[K]> } = {
  title: text({ isRequired: true, max: 60 }),
  tagline: text({ max: 160 }),
  owner_email: text({ isRequired: true, ...emailRule }),
  contact_email: text(emailRule),
  contact_phone: text({ max: 40, pattern: /^[+\d][\d\s().-]{4,}$/, error: 'is no phone number.' }),
  store_company: text(),
  store_address: text(),
  store_address_2: text(),
  store_city: text(),
  store_postcode: text({ max: 20 }),
  store_country: parseOption(...countryCodes),
  store_state: text({ max: 40 }),
  timezone: (input) =>
    typeof input === 'string' && isTimeZone(input)
      ? { value: input }
      : { error: 'must be a time zone such as America/Toronto.' },
  return_days: parseWholeNumber({ min: 0, max: MAX_RETURN_DAYS }),
  returns_text: text({ max: 200 }),
  in_stock_text: text({ max: 200 }),
  made_to_order_text: text({ max: 200, isRequired: true }),
  on_shelf_text: text({ max: 200, isRequired: true }),
}
