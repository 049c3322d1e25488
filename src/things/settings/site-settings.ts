/** Where the shop is. Country and province are also its base for taxes and the destination assumed for a new cart. */
export type StoreAddress = {
  /** Name above the street, if mail needs one. */
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

/** How to reach the shop, as pages and emails show it. */
export type Contact = {
  readonly email: string
  /** '' if the shop shows none. */
  readonly phone: string
  /** Lines of the postal address; none without a street and a city. */
  readonly address: readonly string[]
}

/** WooCommerce's units of weight. */
export const weightUnits = ['kg', 'g', 'lbs', 'oz'] as const
export type WeightUnit = (typeof weightUnits)[number]

/** Site identity, contact, place, time zone and units. */
export const siteDefaults = {
  siteTitle: 'Samovar',
  tagline: 'Tea, from the leaf to the table',
  /** Receives the emails to the shop. */
  ownerEmail: 'owner@samovar.test',
  /** Shown to customers; if empty, the owner's address is. */
  contactEmail: '',
  /** Shown to customers as written; '' for none. */
  contactPhone: '',
  storeAddress: {
    ...{ company: '', address1: '', address2: '', city: '', postcode: '' },
    ...{ state: 'ON', country: 'CA' },
  } as StoreAddress,
  /** The shop's GST/HST registration number, on invoices; '' for none. */
  taxNumber: '',
  /** IANA name. Days, sales and tax rates begin at its midnight. */
  timeZone: 'America/Toronto',
  /** Of packed goods, for pages and programs; the contents of a pack are in grams by law. */
  weightUnit: 'kg' as WeightUnit,
}

export type SiteSettings = Readonly<typeof siteDefaults>
