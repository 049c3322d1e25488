export type StockStatus = 'instock' | 'outofstock' | 'onbackorder'

export type Shelf = {
  readonly isKept: boolean
  readonly onHand: number
  readonly backorders: 'no' | 'notify' | 'yes'
  readonly status: StockStatus
}
