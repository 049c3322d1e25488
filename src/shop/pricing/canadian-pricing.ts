import type { SiteSettings } from '../../things/settings/site-settings.ts'
import type { PricingSettings } from './settings.ts'
import type { ShippingConfig } from './shipping.ts'
import type { TaxRate } from './tax.ts'
import type { PricingConfig } from './total.ts'

/* Sales taxes of Canada on goods sent to a buyer. Basic groceries, including tea leaves, are zero-rated for GST, HST
   and QST and exempt from provincial taxes, so no row is for their class. Food supplements are taxed like
   standard goods, except for the provincial tax of British Columbia (bulletin PST 206). The table is complete from
   mid-2013. Sources: Canada Revenue Agency, GST/HST rates by province; the finance ministries of British Columbia,
   Manitoba and Saskatchewan; Revenu Québec. */

/** The day on which the table was last compared with its sources. */
export const CANADIAN_TAXES_DATE = '2026-11-20'

type Standard = Pick<TaxRate, 'id' | 'state' | 'label' | 'ratePer100k' | 'priority' | 'from'>

/** The federal or harmonized tax comes first, a provincial tax second. */
const standardRates: readonly Standard[] = (
  [
    [1, '', 'GST', 5000, 1, '2008-01-01'],

    [2, 'ON', 'HST', 13000, 1, '2010-07-01'],
    [3, 'NB', 'HST', 13000, 1, '2008-01-01'],
    [4, 'NB', 'HST', 15000, 1, '2016-07-01'],
    [5, 'NL', 'HST', 13000, 1, '2008-01-01'],
    [6, 'NL', 'HST', 15000, 1, '2016-07-01'],
    [7, 'PE', 'HST', 14000, 1, '2013-04-01'],
    [8, 'PE', 'HST', 15000, 1, '2016-10-01'],
    [9, 'NS', 'HST', 15000, 1, '2010-07-01'],
    [10, 'NS', 'HST', 14000, 1, '2025-04-01'],

    // GST again for provinces with a PST, so that the rate code includes the province: CA-BC-GST-1.
    [11, 'BC', 'GST', 5000, 1, '2013-04-01'],
    [12, 'BC', 'PST', 7000, 2, '2013-04-01'],
    [13, 'MB', 'GST', 5000, 1, '2008-01-01'],
    [14, 'MB', 'PST', 8000, 2, '2013-07-01'],
    [15, 'MB', 'PST', 7000, 2, '2019-07-01'],
    [16, 'SK', 'GST', 5000, 1, '2008-01-01'],
    [17, 'SK', 'PST', 5000, 2, '2006-10-28'],
    [18, 'SK', 'PST', 6000, 2, '2017-03-23'],
    [19, 'QC', 'GST', 5000, 1, '2008-01-01'],
    [20, 'QC', 'QST', 9975, 2, '2013-01-01'],

    [21, 'AB', 'GST', 5000, 1, '2008-01-01'],
    [22, 'NT', 'GST', 5000, 1, '2008-01-01'],
    [23, 'NU', 'GST', 5000, 1, '2008-01-01'],
    [24, 'YT', 'GST', 5000, 1, '2008-01-01'],
  ] as const
).map(([id, state, label, ratePer100k, priority, from]) => ({ id, state, label, ratePer100k, priority, from }))

const canadaWide = { country: 'CA', postcodes: [], cities: [], isCompound: false, taxesShipping: true }

/** A row for each class. Supplements come last, so that the ids of the other rows stay stable. */
export const canadianTaxes: readonly TaxRate[] = [
  ...standardRates.map((rate, order) => ({ ...canadaWide, ...rate, taxClass: 'standard', order })),
  ...standardRates
    .filter(({ state, label }) => !(state === 'BC' && label === 'PST'))
    .map((rate, at) => ({ ...canadaWide, ...rate, id: 25 + at, taxClass: 'supplement', order: 24 + at })),
]

/** Shipping rates of the demo. Free shipping comes first, so that it is preselected when available. */
export const canadianShipping: ShippingConfig = {
  zones: [
    {
      name: 'Canada',
      locations: [{ type: 'country', code: 'CA' }],
      methods: [
        { kind: 'free_shipping', instanceId: 2, title: 'Free shipping', minAmountCents: 7500, requires: 'either' },
        { kind: 'flat_rate', instanceId: 1, title: 'Flat rate', costCents: 995, taxable: true },
      ],
    },
  ],
}

export const canadianPricing: PricingConfig = {
  taxTable: canadianTaxes,
  shipping: canadianShipping,
  pricesIncludeTax: false,
  roundTax: 'line',
  base: { country: 'CA', state: 'ON' },
  fees: [],
}

/** Zones and tax rates are in tables of their own (`src/shop/shipping/`, `src/shop/taxes/`). */
export const pricingFromSettings = (
  {
    taxes,
    fees,
    currencies,
    storeAddress,
    checkout,
  }: PricingSettings &
    Pick<SiteSettings, 'storeAddress'> & { readonly checkout: Required<Pick<PricingConfig, 'shipsTo'>> },
  rows: Pick<PricingConfig, 'taxTable' | 'shipping'>,
): PricingConfig => ({
  ...canadianPricing,
  ...taxes,
  fees,
  currencies,
  base: storeAddress,
  shipsTo: checkout.shipsTo,
  ...rows,
})
