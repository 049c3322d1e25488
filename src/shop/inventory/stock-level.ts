export type StockStatus = 'instock' | 'outofstock' | 'onbackorder'

export type StockLevel = {
  readonly tracksInventory: boolean
  readonly onHand: number
  readonly backorders: 'no' | 'notify' | 'yes'
  readonly status: StockStatus
}
