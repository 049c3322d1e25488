import type { VariationData } from '../variation-data.tsx'
import type { VariationNote } from './purchase-props.ts'

/** What stands in the page while no variation is chosen, to be put back when the choice is cleared. */
const before = new Map<Element, string>()

/** `html` null: what was there. */
function show(selector: string, html: string | null): void {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) return
  if (!before.has(element)) before.set(element, element.dataset.unchosen ?? element.innerHTML)
  const wanted = html ?? before.get(element) ?? ''
  if (element.innerHTML !== wanted) element.innerHTML = wanted
}

/**
 * Prices, article number, weight and picture outside the form follow the chosen variation (ATC-12). The picture may be
 * known before the variation is: when all that are still possible look alike.
 */
export function followChoice(
  variation: VariationData | null,
  note: VariationNote | undefined,
  image: VariationData['image'],
): void {
  const price = variation ? variation.price_html.replace(/^<span class="price">|<\/span>$/g, '') : null
  show('.summary > .price', price)
  show('.summary [data-pack]', variation ? escapeHtml(note?.pack ?? '') : null)
  show('.summary [data-sale-ends]', variation ? escapeHtml(note?.saleEnds ?? '') : null)
  show('.product_meta .sku', variation ? escapeHtml(variation.sku) : null)
  const weighs = variation && variation.weight !== '' ? `${Math.round(Number(variation.weight) * 1000)} g` : null
  show('.woocommerce-product-attributes-item--weight td', weighs)
  followPicture(image)
}

let picture: VariationData['image'] = null

/** Fetched with the first choice; of choices made meanwhile the last one counts. */
function followPicture(wanted: VariationData['image']): void {
  if (wanted?.full_src === picture?.full_src) return
  picture = wanted
  void import('../gallery/variation-picture.client.ts').then((gallery) => gallery.showVariationPicture(picture))
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
