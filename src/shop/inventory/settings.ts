/**
 * Inventory settings of the store owner. At or below the threshold, WooCommerce's low stock amount, shoppers see the
 * remaining quantity; the owner gets an email when it is reached.
 */
export type InventorySettings = { readonly lowStockThreshold: number }

export const inventoryDefaults: InventorySettings = { lowStockThreshold: 5 }
