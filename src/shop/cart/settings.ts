/** Cart settings of the store owner. */
export type CartSettings = { readonly cartRedirectAfterAdd: 'yes' | 'no' }

export const cartDefaults: CartSettings = { cartRedirectAfterAdd: 'no' }
