import type { VariationData } from '../../../../shop/catalog/variation-data.tsx'
import type { VariationNote } from './purchase-props.ts'

type Image = VariationData['image']

/** Markup shown while no variation is selected, restored when the selection is cleared. */
const originalHtml = new Map<Element, string>()

function show(selector: string, html: string | null): void {
  const element = document.querySelector<HTMLElement>(selector)
  if (!element) return
  if (!originalHtml.has(element)) originalHtml.set(element, element.dataset.unchosen ?? element.innerHTML)
  const nextHtml = html ?? originalHtml.get(element) ?? ''
  if (element.innerHTML !== nextHtml) element.innerHTML = nextHtml
}

/** Shows the variation outside the form (ATC-12). The picture is shown early if all matching variations share it. */
export function showVariation(variation: VariationData | null, note: VariationNote | undefined, image: Image): void {
  const price = variation ? variation.price_html.replace(/^<span class="price">|<\/span>$/g, '') : null
  show('.summary > .price', price)
  show('.summary [data-pack]', variation ? escapeHtml(note?.pack ?? '') : null)
  show('.summary [data-sale-ends]', variation ? escapeHtml(note?.saleEnds ?? '') : null)
  show('.product_meta .sku', variation ? escapeHtml(variation.sku) : null)
  show('.woocommerce-product-attributes-item--weight td', variation?.weight ? weightText(variation) : null)
  showPayLater(variation && variation.display_price)
  showImage(image)
}

/** A shop in kilograms shows grams (shop/catalog/pack-size.ts). */
const weightText = ({ weight, weight_html: html }: VariationData): string =>
  html.endsWith(' kg') ? `${Math.round(Number(weight) * 1000)} g` : html

let shownImage: Image = null

/** Loaded with the first selection; the latest selection wins. */
function showImage(image: Image): void {
  if (image?.full_src === shownImage?.full_src) return
  shownImage = image
  void import('../gallery/variation-picture.client.ts').then((gallery) => gallery.showVariationPicture(shownImage))
}

let shownPrice: number | null = null

/** Loaded with the first selection; the latest selection wins. */
function showPayLater(price: number | null): void {
  if (price === shownPrice || !document.querySelector('[data-pay-later]')) return
  shownPrice = price
  void import('../../../../shop/gateways/pay-later/pay-later.client.ts').then((payLater) =>
    payLater.showPayLater(shownPrice),
  )
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
