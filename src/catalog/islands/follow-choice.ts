import type { VariationData } from '../variation-data.tsx'

/** What stood in the page before a variation was chosen, to be put back when the choice is cleared. */
const before = new Map<Element, string>()

function show(selector: string, html: string | null): void {
  const element = document.querySelector(selector)
  if (!element) return
  if (!before.has(element)) before.set(element, element.innerHTML)
  const wanted = html ?? before.get(element) ?? ''
  if (element.innerHTML !== wanted) element.innerHTML = wanted
}

/** Price, price by weight, article number and picture outside the form follow the chosen variation (ATC-12). */
export function followChoice(variation: VariationData | null, unitPrice: string): void {
  const price = variation ? variation.price_html.replace(/^<span class="price">|<\/span>$/g, '') : null
  show('.summary > .price', price)
  show('.summary [data-unit-price]', variation ? unitPrice : null)
  show('.product_meta .sku', variation ? escapeHtml(variation.sku) : null)
  showPicture(variation?.image ?? null)
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

let firstPicture: { src: string; srcset: string; alt: string } | undefined

function showPicture(image: VariationData['image']): void {
  const picture = document.querySelector<HTMLImageElement>('.woocommerce-product-gallery .wp-post-image')
  if (!picture) return
  firstPicture ??= { src: picture.src, srcset: picture.srcset, alt: picture.alt }
  const isOwn = image !== null && image.full_src !== picture.dataset.large_image
  const wanted = isOwn ? image : firstPicture
  if (picture.srcset === wanted.srcset) return
  picture.srcset = wanted.srcset
  picture.src = wanted.src
  picture.alt = wanted.alt
}
