/** Cart settings of the store owner. */
export type CartSettings = {
  readonly cartRedirectAfterAdd: 'yes' | 'no'
  /** Shown below a total without taxes; '' for nothing. */
  readonly untaxedText: string
}

export const cartDefaults: CartSettings = {
  cartRedirectAfterAdd: 'no',
  untaxedText: 'Tea is zero-rated in Canada: no sales tax on it.',
}
