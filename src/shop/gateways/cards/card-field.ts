/** Id of the element for the provider's card field, by the Stripe plugin; card errors refer to it in `data-id`. */
export const CARD_FIELD = 'wc-stripe-card-element'
