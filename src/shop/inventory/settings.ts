/** What an owner decides about stock. */
export type InventorySettings = {
  /** Stock at or below this is told to shoppers. */
  readonly lowStockThreshold: number
}

export const inventoryDefaults: InventorySettings = {
  lowStockThreshold: 5,
}
