/** Slider, hover zoom and viewer, each loaded when first needed. Without script the pictures are plain links. */
import { triggerEvent } from '../../../../platform/web/client/trigger-event.ts'
import { hasThirdPartyViewer, hasThirdPartyZoom } from './third-party-scripts.client.ts'

const gallery = document.querySelector<HTMLElement>('.woocommerce-product-gallery--with-images')

if (gallery) {
  triggerEvent(gallery, 'wc-product-gallery-before-init', [gallery, window.wc_single_product_params])
  setUpSlider(gallery)
  setUpZoom(gallery)
  setUpViewer(gallery)
  triggerEvent(gallery, 'wc-product-gallery-after-init', [gallery, window.wc_single_product_params])
}

declare global {
  interface Window {
    wc_single_product_params?: unknown
  }
}

function setUpSlider(root: HTMLElement): void {
  const slider = () => import('./slider.client.ts').then((file) => file.pageSlider())
  for (const event of ['pointerover', 'pointerdown', 'focusin', 'scroll'] as const) {
    root.addEventListener(event, () => void slider(), { once: true, passive: true, capture: true })
  }
  const thumbs = [...root.querySelectorAll('[data-thumbs] a')]
  root.addEventListener('click', (event) => {
    const at = thumbs.findIndex((thumb) => thumb.contains(event.target as Element))
    if (at < 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void slider().then((loaded) => loaded?.show(at))
  })
}

const pictureAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('.woocommerce-product-gallery__image') : null

/** Zoom only pictures that are larger than their box (GAL-03). */
const canZoom = (picture: HTMLElement, root: HTMLElement): boolean =>
  Number(picture.querySelector('img')?.dataset.large_image_width) > root.clientWidth

function setUpZoom(root: HTMLElement): void {
  root.addEventListener('pointerover', (event) => {
    const picture = pictureAt(event.target)
    if (event.pointerType !== 'mouse' || !picture || !canZoom(picture, root) || hasThirdPartyZoom(root)) return
    const { clientX, clientY } = event
    void import('./zoom.client.ts').then((zoom) => zoom.startOnHover(picture, clientX, clientY))
  })
}

function setUpViewer(root: HTMLElement): void {
  let pressedBy = ''
  root.addEventListener('pointerdown', (event) => {
    pressedBy = event.pointerType
  })
  const open = () => void import('./viewer.client.ts').then((viewer) => viewer.openViewer(root))
  root.addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || hasThirdPartyViewer(root)) return
    const target = event.target as Element
    const picture = pictureAt(target)
    const byTouch = event.detail > 0 && (pressedBy === 'touch' || pressedBy === 'pen')
    if (target.closest('.woocommerce-product-gallery__trigger')) {
      event.preventDefault()
      open()
    } else if (picture) {
      event.preventDefault()
      if (!byTouch || !canZoom(picture, root) || hasThirdPartyZoom(root)) return open()
      void import('./zoom.client.ts').then((zoom) => zoom.toggle(picture, event.clientX, event.clientY))
    }
  })
  root.querySelector('[data-trigger]')?.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || event.key !== ' ') return
    event.preventDefault()
    open()
  })
}
