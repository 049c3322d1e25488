/** What an owner decides about the cart. */
export type CartSettings = {
  readonly cartRedirectAfterAdd: 'yes' | 'no'
}

export const cartDefaults: CartSettings = {
  cartRedirectAfterAdd: 'no',
}
