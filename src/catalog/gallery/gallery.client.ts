/**
 * The gallery in the browser: pictures slide, a pointer that rests on one looks closer, and all of them open in a viewer
 * as large as the screen. Without it thumbnails and pictures are links. Each of the three is fetched when somebody comes
 * near or wants it.
 */
import { raise } from '../../web/client/raise.ts'
import { hasOtherViewer, hasOtherZoom } from './other-scripts.client.ts'

const gallery = document.querySelector<HTMLElement>('.woocommerce-product-gallery--with-images')

if (gallery) {
  raise(gallery, 'wc-product-gallery-before-init', [gallery, window.wc_single_product_params])
  slideWhenTouched(gallery)
  zoomWhenPointedAt(gallery)
  openWhenAsked(gallery)
  raise(gallery, 'wc-product-gallery-after-init', [gallery, window.wc_single_product_params])
}

declare global {
  interface Window {
    wc_single_product_params?: unknown
  }
}

/** The strip slides by finger as it is; who comes near it may want a thumbnail next. */
function slideWhenTouched(room: HTMLElement): void {
  const slider = () => import('./slider.client.ts').then(({ pageSlider }) => pageSlider())
  for (const event of ['pointerover', 'pointerdown', 'focusin', 'scroll'] as const) {
    room.addEventListener(event, () => void slider(), { once: true, passive: true, capture: true })
  }
  const thumbs = [...room.querySelectorAll('[data-thumbs] a')]
  room.addEventListener('click', (event) => {
    const at = thumbs.findIndex((thumb) => thumb.contains(event.target as Element))
    if (at < 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void slider().then((found) => found?.show(at))
  })
}

const pictureAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.woocommerce-product-gallery__image') : null

/** Zoom is for pictures that have more to show than the gallery does (GAL-03). */
const canZoom = (picture: HTMLElement, room: HTMLElement): boolean =>
  Number(picture.querySelector('img')?.dataset.large_image_width) > room.clientWidth

/** A mouse zooms by being over the picture; a finger by tapping, because it cannot hover. */
function zoomWhenPointedAt(room: HTMLElement): void {
  room.addEventListener('pointerover', (event) => {
    const picture = pictureAt(event.target)
    if (event.pointerType !== 'mouse' || !picture || !canZoom(picture, room) || hasOtherZoom(room)) return
    const { clientX, clientY } = event
    void import('./zoom.client.ts').then((zoom) => zoom.follow(picture, clientX, clientY))
  })
}

function openWhenAsked(room: HTMLElement): void {
  let pressedBy = ''
  room.addEventListener('pointerdown', (event) => {
    pressedBy = event.pointerType
  })
  const open = () => void import('./viewer.client.ts').then((viewer) => viewer.openViewer(room))
  room.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || hasOtherViewer(room)) return
    const target = event.target as Element
    const picture = pictureAt(target)
    const byTouch = event.detail > 0 && (pressedBy === 'touch' || pressedBy === 'pen')
    if (target.closest('.woocommerce-product-gallery__trigger')) {
      event.preventDefault()
      open()
    } else if (picture) {
      event.preventDefault()
      if (!byTouch || !canZoom(picture, room) || hasOtherZoom(room)) return open()
      void import('./zoom.client.ts').then((zoom) => zoom.toggle(picture, event.clientX, event.clientY))
    }
  })
  room.querySelector('[data-trigger]')?.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== ' ') return
    event.preventDefault()
    open()
  })
}
