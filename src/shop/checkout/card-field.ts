/** Id of the place that the provider's card field is put into; errors of a card name it in `data-id`. */
export const CARD_FIELD = 'stripe-cc-card'
