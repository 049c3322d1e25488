/** Inventory settings of the store owner. Shoppers see the remaining quantity when stock is at or below the threshold. */
export type InventorySettings = { readonly lowStockThreshold: number }

export const inventoryDefaults: InventorySettings = { lowStockThreshold: 5 }
