export const TOKEN_FIELD = 'stripe_cc_token_key'
export const TYPE_FIELD = 'stripe_cc_payment_type_key'
export const SAVED_FIELD = 'stripe_cc_saved_method_key'
export const SAVE_FIELD = 'stripe_cc_save_source_key'
/** The names of the block checkout, in `payment_data`: the id of a saved card, and whether to save a new one. */
export const BLOCK_TOKEN_FIELD = 'wc-stripe_cc-payment-token'
export const BLOCK_SAVE_FIELD = 'wc-stripe_cc-new-payment-method'
