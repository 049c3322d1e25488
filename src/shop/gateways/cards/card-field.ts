/** The Stripe plugin's id for the element with the card field; card errors refer to it in `data-id`. */
export const CARD_FIELD = 'wc-stripe-card-element'
