/** What is said about choices, in the words that scripts of such shops expect (`wc_add_to_cart_variation_params`). */
export const NO_MATCH = 'Sorry, no products matched your selection. Please choose a different combination.'

/** Printed into the page as such settings: the form reads what it says later from there. */
export const variationParams = {
  wc_ajax_url: '/?wc-ajax=%%endpoint%%',
  i18n_no_matching_variations_text: NO_MATCH,
  i18n_make_a_selection_text: 'Please select some product options before adding this product to your cart.',
  i18n_unavailable_text: 'Sorry, this product is unavailable. Please choose a different combination.',
  i18n_reset_alert_text:
    'Your selection has been reset. Please select some product options before adding this product to your cart.',
} as const
