import { raise } from '../../web/client/raise.ts'
import type { Choices } from '../match-variation.ts'
import { canBeAdded, type Lookup } from './lookup.ts'

/**
 * The events by which scripts of such shops follow the variations form (storefront-scripts.md §5). They listen through
 * jQuery alone, so this is fetched where jQuery is.
 */
export function tellChoice(
  form: HTMLFormElement,
  choices: Choices,
  lookup: Lookup,
  possible: readonly unknown[],
): void {
  const chosen = Object.fromEntries(Object.entries(choices).map(([slug, value]) => [`attribute_${slug}`, value]))
  const block = form.querySelector('.single_variation')
  raise(form, 'check_variations', [chosen])
  raise(form, 'update_variation_values', [possible])
  raise(form, 'woocommerce_update_variation_values')
  if (lookup.state === 'found') {
    const { variation } = lookup
    raise(form, 'found_variation', [variation])
    if (block) raise(block, 'show_variation', [variation, canBeAdded(variation)])
  } else if (lookup.state !== 'waiting') {
    raise(form, 'reset_data')
    if (block) raise(block, 'hide_variation')
    raise(form, 'reset_image')
  }
  const field = form.querySelector('input.variation_id')
  if (field) raise(field, 'change')
  raise(form, 'woocommerce_variation_has_changed')
}

export const tellSelect = (form: HTMLFormElement): void => raise(form, 'woocommerce_variation_select_change')

/** The moment at which such scripts expect the form to be ready. */
const READY_MS = 100

/**
 * Says that the form is awake, and listens to scripts that set a select and tell so through jQuery, which no native
 * listener hears. Returns what ends it.
 */
export function greetScripts(form: HTMLFormElement, onSelect: () => void): () => void {
  const timer = setTimeout(() => raise(form, 'wc_variation_form', [form]), READY_MS)
  const { jQuery } = window as { jQuery?: (element: Element) => JQueryListener }
  jQuery?.(form).on('change.samovar', 'select', onSelect)
  return () => {
    clearTimeout(timer)
    jQuery?.(form).off('change.samovar')
  }
}

type JQueryListener = {
  on(event: string, selector: string, handler: () => void): void
  off(event: string): void
}
