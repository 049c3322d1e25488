/** Texts about options. `NO_MATCH` is WooCommerce's (`wc_add_to_cart_variation_params`). */
export const NO_MATCH = 'Sorry, no products matched your selection. Please choose a different combination.'

/** 'Choose a size', 'Choose an origin and a size': prompt for the missing attributes, by label. */
export function chooseText(labels: readonly string[]): string {
  const names = labels.map((label) => `${/^[aeio]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}`)
  const last = names.pop() ?? 'first'
  return `Choose ${names.length > 0 ? `${names.join(', ')} and ` : ''}${last}`
}

export const variationParams = (labels: readonly string[]) => ({
  wc_ajax_url: '/?wc-ajax=%%endpoint%%',
  i18n_no_matching_variations_text: NO_MATCH,
  i18n_make_a_selection_text: `${chooseText(labels)}.`,
  i18n_unavailable_text: 'Sorry, this product is unavailable. Please choose a different combination.',
  i18n_reset_alert_text: `Your selection has been reset. ${chooseText(labels)}.`,
})
