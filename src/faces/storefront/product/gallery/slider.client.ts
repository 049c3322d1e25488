/** Slider of the gallery (GAL-01, GAL-02): thumbnails slide, touch scrolls natively; no autoplay, arrows or loop. */
import { hasThirdPartySlider, slideThirdParty } from './third-party-scripts.client.ts'

const SLIDE_MS = 500

export type Slider = { readonly index: number; readonly pictures: readonly HTMLElement[]; show(index: number): void }

const sliders = new WeakMap<HTMLElement, Slider>()

export function pageSlider(): Slider | undefined {
  const gallery = document.querySelector<HTMLElement>('.woocommerce-product-gallery')
  if (!gallery) return undefined
  if (hasThirdPartySlider(gallery)) return thirdPartySlider(gallery)
  const slider = sliders.get(gallery) ?? makeSlider(gallery)
  sliders.set(gallery, slider)
  return slider
}

const picturesIn = (gallery: HTMLElement): HTMLElement[] => [
  ...gallery.querySelectorAll<HTMLElement>('.woocommerce-product-gallery__image'),
]

function thirdPartySlider(gallery: HTMLElement): Slider {
  const pictures = picturesIn(gallery)
  for (const picture of pictures) picture.inert = false
  const index = pictures.findIndex((picture) => picture.classList.contains('flex-active-slide'))
  return { index: Math.max(0, index), pictures, show: (requested) => slideThirdParty(gallery, requested) }
}

function makeSlider(gallery: HTMLElement): Slider {
  const pictures = picturesIn(gallery)
  const viewport = gallery.querySelector<HTMLElement>('[data-viewport]')
  const strip = gallery.querySelector<HTMLElement>('.woocommerce-product-gallery__wrapper')
  const thumbs = [...gallery.querySelectorAll<HTMLAnchorElement>('[data-thumbs] a')]
  if (!viewport || !strip || pictures.length < 2) return { index: 0, pictures, show: () => undefined }
  // Class names that themes and scripts expect on an active slider.
  viewport.classList.add('flex-viewport')
  gallery.querySelector('[data-thumbs]')?.classList.add('flex-control-nav', 'flex-control-thumbs')

  let index = 0
  let slide: Animation | undefined

  const setCurrent = (next: number) => {
    index = next
    for (const [at, picture] of pictures.entries()) {
      picture.classList.toggle('flex-active-slide', at === next)
      // Pictures out of view are not focusable.
      picture.inert = at !== next
    }
    for (const [at, thumb] of thumbs.entries()) {
      if (at === next) thumb.setAttribute('aria-current', 'true')
      else thumb.removeAttribute('aria-current')
      thumb.querySelector('img')?.classList.toggle('flex-active', at === next)
    }
    // Scrolls a column of thumbnails, not the page, because the gallery may be out of view.
    const [list, thumb] = [gallery.querySelector('[data-thumbs]'), thumbs[next]]
    if (list && thumb) list.scrollTop = thumb.offsetTop - list.clientHeight / 2
  }
  const adjustHeight = (picture: HTMLElement) => {
    const ratio = picture.style.getPropertyValue('--ratio')
    if (ratio === '' || ratio === viewport.style.getPropertyValue('--ratio')) return
    const before = viewport.offsetHeight
    viewport.style.setProperty('--ratio', ratio)
    animate(viewport, [{ height: `${before}px` }, { height: `${viewport.offsetHeight}px` }])
  }
  const show = (requested: number) => {
    const next = Math.max(0, Math.min(requested, pictures.length - 1))
    const picture = pictures[next]
    if (!picture) return
    const visibleOffset = viewport.scrollLeft - translateX(strip)
    slide?.cancel()
    setCurrent(next)
    // Sets the scroll position immediately and animates the offset with a transform, so that an interruption cannot
    // stop between two pictures.
    viewport.dataset.sliding = ''
    viewport.scrollTo({ left: picture.offsetLeft, behavior: 'instant' })
    adjustHeight(picture)
    const from = `translateX(${picture.offsetLeft - visibleOffset}px)`
    slide = animate(strip, [{ transform: from }, { transform: 'none' }])
    const ended = () => {
      if (slide?.playState !== 'running') delete viewport.dataset.sliding
    }
    if (slide) slide.finished.then(ended, ended)
    else ended()
  }

  viewport.addEventListener(
    'scroll',
    () => {
      if ('sliding' in viewport.dataset || viewport.clientWidth === 0) return
      const next = Math.round(viewport.scrollLeft / viewport.clientWidth)
      const picture = pictures[next]
      if (next === index || !picture) return
      setCurrent(next)
      adjustHeight(picture)
    },
    { passive: true },
  )
  setCurrent(viewport.clientWidth === 0 ? 0 : Math.round(viewport.scrollLeft / viewport.clientWidth))
  return {
    get index() {
      return index
    },
    pictures,
    show,
  }
}

const translateX = (strip: HTMLElement): number => new DOMMatrixReadOnly(getComputedStyle(strip).transform).m41

function animate(element: HTMLElement, frames: Keyframe[]): Animation | undefined {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
  return element.animate(frames, { duration: SLIDE_MS, easing: 'ease-in-out' })
}
