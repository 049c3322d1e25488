import type { CartSettings } from '../../../shop/cart/settings.ts'
import type { CheckoutSettings } from '../../../shop/checkout/settings.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'
import type { StorefrontSettings } from '../storefront-settings.ts'

type FactSettings = SiteSettings &
  Pick<StorefrontSettings, 'policies' | 'footerHighlights'> &
  Pick<CartSettings, 'untaxedText'> &
  Pick<CheckoutSettings, 'dispatchTime' | 'deliveryTime'>

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
  tax_number: settings.taxNumber,
  timezone: settings.timeZone,
  weight_unit: settings.weightUnit,
  return_days: settings.policies.returnDays,
  returns_text: settings.policies.returns,
  in_stock_text: settings.policies.inStock,
  made_to_order_text: settings.policies.madeToOrder,
  on_shelf_text: settings.policies.onShelf,
  dispatch_time: settings.dispatchTime,
  delivery_time: settings.deliveryTime,
  untaxed_text: settings.untaxedText,
  footer_highlights: settings.footerHighlights,
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
  taxNumber: json.tax_number,
  timeZone: json.timezone,
  weightUnit: json.weight_unit,
  policies: {
    returnDays: json.return_days,
    returns: json.returns_text,
    inStock: json.in_stock_text,
    madeToOrder: json.made_to_order_text,
    onShelf: json.on_shelf_text,
  },
  dispatchTime: json.dispatch_time,
  deliveryTime: json.delivery_time,
  untaxedText: json.untaxed_text,
  footerHighlights: json.footer_highlights,
})

export const MAX_RETURN_DAYS = 365
