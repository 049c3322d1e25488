import { themeEdit } from '../../things/settings/capabilities.ts'
import { custom, integer, type SettingsOf, setting } from '../../things/settings/setting.ts'

const productGrid = { mayChange: themeEdit, group: 'Product grid' } as const

export const listingSettings = {
  /** Card layout: 1 has the button inside the picture on wide screens, 4 is compact (CAT-04). */
  gridLayout: setting<1 | 4, 'grid_layout'>(1, custom, { ...productGrid, json: 'grid_layout', label: 'Layout' }),
  /** The minimum fills a row, the maximum renders quickly on a phone. */
  productsPerPage: setting(12, integer({ min: 4, max: 96 }), {
    ...productGrid,
    json: 'products_per_page',
    label: 'Products per page',
  }),
}

export type ListingSettings = SettingsOf<typeof listingSettings>
