/**
 * A shop may bring along the gallery scripts that such shops have (`$.fn.flexslider`, `$.fn.wc_product_gallery`). What they
 * have taken over is theirs, whenever they came; the rest stays ours.
 */

type GalleryInstance = { readonly zoom_enabled?: unknown; readonly photoswipe_enabled?: unknown }
type JQuery = (element: Element) => {
  data(name: 'product_gallery'): GalleryInstance | undefined
  flexslider?(index: number): void
}

const jQueryOf = (gallery: Element) => (window as { jQuery?: JQuery }).jQuery?.(gallery)

/** Their viewport stands in the gallery itself; ours in a frame. */
export const hasThirdPartySlider = (gallery: Element): boolean =>
  gallery.querySelector(':scope > .flex-viewport') !== null

export const hasThirdPartyZoom = (gallery: Element): boolean =>
  Boolean(jQueryOf(gallery)?.data('product_gallery')?.zoom_enabled)

export const hasThirdPartyViewer = (gallery: Element): boolean =>
  Boolean(jQueryOf(gallery)?.data('product_gallery')?.photoswipe_enabled)

export const slideThirdParty = (gallery: Element, index: number): void => jQueryOf(gallery)?.flexslider?.(index)
