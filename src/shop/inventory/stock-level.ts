export type StockStatus = 'instock' | 'outofstock' | 'onbackorder'

export type Shelf = {
  readonly tracksInventory: boolean
  readonly onHand: number
  readonly backorders: 'no' | 'notify' | 'yes'
  readonly status: StockStatus
}
