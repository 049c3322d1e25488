/** WooCommerce's gallery scripts, if another script loads them. Features that they provide are left to them. */

type GalleryInstance = { readonly zoom_enabled?: unknown; readonly photoswipe_enabled?: unknown }
type JQuery = (element: Element) => {
  data(name: 'product_gallery'): GalleryInstance | undefined
  flexslider?(index: number): void
}

const jQueryOf = (gallery: Element) => (window as { jQuery?: JQuery }).jQuery?.(gallery)

/** A third-party viewport is a child of the gallery; ours is inside a frame. */
export const hasThirdPartySlider = (gallery: Element) => gallery.querySelector(':scope > .flex-viewport') !== null

export const hasThirdPartyZoom = (gallery: Element) => Boolean(jQueryOf(gallery)?.data('product_gallery')?.zoom_enabled)

export const hasThirdPartyViewer = (gallery: Element): boolean =>
  Boolean(jQueryOf(gallery)?.data('product_gallery')?.photoswipe_enabled)

export const slideThirdParty = (gallery: Element, index: number): void => jQueryOf(gallery)?.flexslider?.(index)
