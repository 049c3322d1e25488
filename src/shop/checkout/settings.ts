import type { PhoneField } from '../../people/addresses/address-rules.ts'
import { line, oneOf, type SettingsOf, setting } from '../../things/settings/setting.ts'

/** Country codes, or every country. */
export type Countries = readonly string[] | 'everywhere'

export type CheckoutOptions = {
  readonly sellsTo: Countries
  readonly shipsTo: Countries
  /**
   * Whether customers can create an account during checkout: with an emailed link to set a password, with a password
   * entered at once, or not at all.
   */
  readonly accountCreation: 'link' | 'password' | 'none'
}

/** Checkout settings of the store owner. */
export const checkoutSettings = {
  checkout: setting<CheckoutOptions>({ sellsTo: ['CA'], shipsTo: ['CA'], accountCreation: 'link' }),
  checkoutPhoneField: setting<PhoneField, 'checkout_phone_field'>(
    'required',
    oneOf({
      required: 'Required',
      optional: 'Optional',
      hidden: 'Not asked, and not stored when an app sends one',
    }),
    { json: 'checkout_phone_field', group: 'Checkout', label: 'Phone number' },
  ),
  termsPage: setting<string | null>('terms'),
  dispatchTime: setting('Within one business day', line({ max: 60 }), {
    json: 'dispatch_time',
    group: 'Returns and dispatch',
    label: 'When orders are sent',
    hint: 'On the page after an order: “Within one business day”. Empty: it says nothing about it.',
  }),
  deliveryTime: setting('2 to 6 business days', line({ max: 60 }), {
    json: 'delivery_time',
    group: 'Returns and dispatch',
    label: 'How long delivery takes',
    hint: 'On the page after an order: “2 to 6 business days later”. Empty: it says nothing about it.',
  }),
}

export type CheckoutSettings = SettingsOf<typeof checkoutSettings>

export const PRIVACY_PAGE = 'privacy-policy'

/** Slugs of the pages that the checkout links to. */
export const policySlugs = ({ termsPage }: Pick<CheckoutSettings, 'termsPage'>): readonly string[] =>
  termsPage === null || termsPage === PRIVACY_PAGE ? [PRIVACY_PAGE] : [termsPage, PRIVACY_PAGE]
