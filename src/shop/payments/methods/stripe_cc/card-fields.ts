/** The field of the form, and of `payment_data`, that holds the provider's token (stripe-plugin sheet). */
export const TOKEN_FIELD = 'stripe_cc_token_key'
