/** Full-screen viewer (GAL-04): PhotoSwipe without share button, history entries, animation or close on scroll. */
import PhotoSwipe, { type SlideData } from 'photoswipe'
import 'photoswipe/style.css'
import { toLocalUrl } from '../../../../platform/web/client/local-url.ts'
import { pageSlider } from './slider.client.ts'
import styles from './viewer.module.css'

const LABEL = 'Full-screen image gallery'

export function openViewer(gallery: HTMLElement): void {
  if (document.getElementById('photoswipe-fullscreen-dialog')) return
  const viewer = new PhotoSwipe({
    dataSource: [...gallery.querySelectorAll<HTMLImageElement>('.woocommerce-product-gallery__image img')]
      .filter((image) => image.dataset.large_image)
      .map(slideOf),
    index: pageSlider()?.index ?? 0,
    mainClass: styles.viewer ?? '',
    loop: false,
    showAnimationDuration: 0,
    hideAnimationDuration: 0,
    zoomAnimationDuration: false,
    showHideAnimationType: 'none',
    closeOnVerticalDrag: false,
    bgOpacity: 1,
    counter: true,
    closeTitle: 'Close (Esc)',
    zoomTitle: 'Zoom in or out',
    arrowPrevTitle: 'Previous picture',
    arrowNextTitle: 'Next picture',
    padding: { top: 56, bottom: 64, left: 12, right: 12 },
  })
  viewer.addFilter('contentErrorElement', (_, content) => errorOf(content.data.src ?? ''))
  viewer.on('uiRegister', () => {
    viewer.ui?.registerElement({
      name: 'caption',
      className: 'pswp__caption',
      order: 9,
      appendTo: 'root',
      onInit: (element) => {
        const center = Object.assign(document.createElement('div'), { className: 'pswp__caption__center' })
        element.append(center)
        const write = () => {
          center.textContent = captionOf(viewer.currSlide?.data)
          element.hidden = center.textContent === ''
        }
        viewer.on('change', write)
        write()
      },
    })
  })
  viewer.init()
  const { element } = viewer
  if (!element) return
  Object.assign(element, { id: 'photoswipe-fullscreen-dialog', ariaModal: 'true', ariaLabel: LABEL })
  element.addEventListener('keydown', (event) => trapFocus(event, element))
}

function trapFocus(event: KeyboardEvent, dialog: HTMLElement): void {
  if (event.key !== 'Tab') return
  const controls = [...dialog.querySelectorAll<HTMLElement>('button:not([disabled]), a[href]')].filter((control) =>
    control.checkVisibility({ visibilityProperty: true }),
  )
  const at = controls.indexOf(document.activeElement as HTMLElement)
  const next = event.shiftKey ? (at <= 0 ? controls.length - 1 : at - 1) : (at + 1) % controls.length
  event.preventDefault()
  controls[next]?.focus()
}

/** Reads the public attributes of the picture (GAL-06). */
const slideOf = (image: HTMLImageElement): SlideData & { readonly caption: string } => ({
  src: toLocalUrl(image.dataset.large_image ?? ''),
  width: Number(image.dataset.large_image_width),
  height: Number(image.dataset.large_image_height),
  alt: image.alt,
  caption: image.dataset.caption || image.title,
  ...(image.currentSrc ? { msrc: image.currentSrc } : {}),
})

const captionOf = (data: SlideData | undefined): string => (typeof data?.caption === 'string' ? data.caption : '')

function errorOf(url: string): HTMLElement {
  const message = Object.assign(document.createElement('div'), { className: 'pswp__error-msg', role: 'alert' })
  const link = document.createElement('a')
  Object.assign(link, { href: url, target: '_blank', rel: 'noopener', textContent: 'The image' })
  message.append(link, ' could not be loaded.')
  return message
}
