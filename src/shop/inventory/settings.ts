/** Inventory settings of the store owner. */
export type InventorySettings = {
  /** Shoppers see the remaining quantity when stock is at or below this. */
  readonly lowStockThreshold: number
}

export const inventoryDefaults: InventorySettings = {
  lowStockThreshold: 5,
}
