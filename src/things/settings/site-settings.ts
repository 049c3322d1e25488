import { isEmail } from '../../platform/email-address.ts'
import { custom, line, oneOf, type SettingsOf, setting } from './setting.ts'

/** Address of the shop. Country and province are also the base for taxes, and the default destination of a cart. */
export type StoreAddress = {
  /** Company name above the street, if any. */
  readonly company: string
  readonly address1: string
  readonly address2: string
  readonly city: string
  /** WooCommerce's code of the province; '' in countries without provinces. */
  readonly state: string
  readonly postcode: string
  /** ISO 3166-1 code. */
  readonly country: string
}

/** Contact data on pages and in emails. */
export type Contact = {
  readonly email: string
  /** '' if not shown. */
  readonly phone: string
  /** Lines of the postal address; empty without street and city. */
  readonly address: readonly string[]
}

export type WeightUnit = 'kg' | 'g' | 'lbs' | 'oz'

const group = 'General'
const email = { pattern: { test: isEmail }, error: 'is not an email address.' }

/** Site identity, contact, place, time zone and units. */
export const siteSettings = {
  siteTitle: setting('Samovar', line({ isRequired: true, max: 60 }), {
    json: 'title',
    group,
    label: 'Name of the shop',
  }),
  tagline: setting('Tea, from the leaf to the table', line({ max: 160 }), {
    json: 'tagline',
    group,
    label: 'Tagline',
    hint: 'Beside the name, in search results and in the footer.',
  }),
  storeAddress: {
    company: setting('', line(), {
      json: 'store_company',
      group,
      label: 'Name above the address',
      hint: 'If mail needs one.',
    }),
    address1: setting('', line(), {
      json: 'store_address',
      group,
      label: 'Street',
      input: { autoComplete: 'address-line1' },
    }),
    address2: setting('', line(), {
      json: 'store_address_2',
      group,
      label: 'Unit or floor',
      input: { autoComplete: 'address-line2' },
    }),
    city: setting('', line(), {
      json: 'store_city',
      group,
      label: 'City',
      input: { autoComplete: 'address-level2' },
    }),
    country: setting<string, 'store_country'>('CA', custom, {
      json: 'store_country',
      group,
      label: 'Country',
      hint: 'With the province it is the base for taxes, and where a new cart is assumed to go.',
    }),
    state: setting('ON', line({ max: 40 }), {
      json: 'store_state',
      group,
      label: 'Code of the province or state',
      hint: 'Such as NY.',
    }),
    postcode: setting('', line({ max: 20 }), {
      json: 'store_postcode',
      group,
      label: 'Postal code',
      input: { autoComplete: 'postal-code' },
    }),
  },
  /** The shop's GST/HST registration number, on invoices; '' for none. */
  taxNumber: setting(
    '',
    line({
      max: 30,
      pattern: /^[A-Za-z0-9][A-Za-z0-9 -]{4,}$/,
      error: 'has letters and digits, such as 123456789 RT0001.',
    }),
    { json: 'tax_number', group, label: 'GST/HST number', hint: 'On invoices; such as 123456789 RT0001.' },
  ),
  /** Shown to customers; if empty, the owner's address is shown. */
  contactEmail: setting('', line(email), {
    json: 'contact_email',
    group,
    label: 'Email address for customers',
    input: { type: 'email' },
  }),
  /** Shown to customers as written; '' for none. */
  contactPhone: setting('', line({ max: 40, pattern: /^[+\d][\d\s().-]{4,}$/, error: 'is not a phone number.' }), {
    json: 'contact_phone',
    group,
    label: 'Phone number for customers',
    input: { type: 'tel' },
  }),
  /** Receives emails to the shop. */
  ownerEmail: setting('owner@samovar.test', line({ isRequired: true, ...email }), {
    json: 'owner_email',
    group,
    label: 'Email address of the owner',
    hint: 'Receives orders and notices. Customers see it if there is no other.',
    input: { type: 'email' },
  }),
  /** IANA name. Days, sales and tax rates begin at midnight in it. */
  timeZone: setting<string, 'timezone'>('America/Toronto', custom, {
    json: 'timezone',
    group,
    label: 'Time zone',
    hint: 'Days, sales and tax rates begin at its midnight.',
  }),
  /** Unit for the weight of products. The contents of a pack are in grams by law. */
  weightUnit: setting<WeightUnit, 'weight_unit'>(
    'kg',
    oneOf({ kg: 'Kilograms', g: 'Grams', lbs: 'Pounds', oz: 'Ounces' }, 'select'),
    {
      json: 'weight_unit',
      group,
      label: 'Unit of weight',
      hint: 'Of packed goods. A shop in kilograms shows grams on its pages.',
    },
  ),
}

export type SiteSettings = SettingsOf<typeof siteSettings>
