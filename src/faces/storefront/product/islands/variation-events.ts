import { triggerEvent } from '../../../../platform/web/client/trigger-event.ts'
import type { Choices } from '../../../../shop/catalog/match-variation.ts'
import { canBeAdded, type VariationLookup } from './purchase-props.ts'

/** Events by which WooCommerce scripts and wallets follow the form (storefront-scripts.md §5). */
export function triggerVariationEvents(
  form: HTMLFormElement,
  choices: Choices,
  lookup: VariationLookup,
  summaries: readonly unknown[],
): void {
  const chosen = Object.fromEntries(Object.entries(choices).map(([slug, value]) => [`attribute_${slug}`, value]))
  const block = form.querySelector('.single_variation')
  triggerEvent(form, 'check_variations', [chosen])
  triggerEvent(form, 'update_variation_values', [summaries])
  triggerEvent(form, 'woocommerce_update_variation_values')
  if (lookup.state === 'found') {
    const { variation } = lookup
    triggerEvent(form, 'found_variation', [variation])
    if (block) triggerEvent(block, 'show_variation', [variation, canBeAdded(variation)])
  } else if (lookup.state !== 'loading') {
    triggerEvent(form, 'reset_data')
    if (block) triggerEvent(block, 'hide_variation')
    triggerEvent(form, 'reset_image')
  }
  const field = form.querySelector('input.variation_id')
  if (field) triggerEvent(field, 'change')
  triggerEvent(form, 'woocommerce_variation_has_changed')
}

export const triggerSelectChange = (form: HTMLFormElement) => triggerEvent(form, 'woocommerce_variation_select_change')

/** Delay after which such scripts expect the form to be ready. */
const READY_MS = 100

/** Announces the form, and reports selects changed through jQuery, which native listeners do not receive. */
export function connectScripts(form: HTMLFormElement, onSelect: () => void): () => void {
  const timer = setTimeout(() => triggerEvent(form, 'wc_variation_form', [form]), READY_MS)
  const { jQuery } = window as { jQuery?: (element: Element) => JQueryListener }
  jQuery?.(form).on('change.samovar', 'select', ({ originalEvent }) => {
    if (!originalEvent) triggerSelectChange(form)
    onSelect()
  })
  return () => {
    clearTimeout(timer)
    jQuery?.(form).off('change.samovar')
  }
}

type JQueryListener = {
  on(event: string, selector: string, handler: (event: { readonly originalEvent?: Event }) => void): void
  off(event: string): void
}
