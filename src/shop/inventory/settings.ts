import { integer, type SettingsOf, setting } from '../../things/settings/setting.ts'

/** Inventory settings of the store owner. */
export const inventorySettings = {
  /** WooCommerce's low stock amount. */
  lowStockThreshold: setting(5, integer({ max: 1_000_000 }), {
    json: 'notify_low_stock_amount',
    group: 'Inventory',
    label: 'Low stock amount',
    hint: 'You get an email when a product falls to it, and shoppers see how many are left. A product may have its own.',
  }),
}

export type InventorySettings = SettingsOf<typeof inventorySettings>
