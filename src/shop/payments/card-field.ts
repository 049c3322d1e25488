/** Id of the element for the provider's card field; card errors refer to it in `data-id`. */
export const CARD_FIELD = 'stripe-cc-card'
