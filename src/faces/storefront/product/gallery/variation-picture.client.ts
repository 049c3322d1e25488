import { toLocalSrcset, toLocalUrl } from '../../../../platform/web/client/local-url.ts'
import type { VariationImage } from '../../../../shop/catalog/variation-data.tsx'
import { pageSlider } from './slider.client.ts'

/** Attributes of the first picture and thumbnail before a variation's picture replaced them. */
let original: { picture: HTMLElement; thumb: HTMLElement | null } | undefined
let isShown = false

/** Slides to the picture of the variation if the gallery has it, else replaces the first one. Null restores it. */
export function showVariationPicture(image: VariationImage | null): void {
  if (image === null && !isShown) return
  const slider = pageSlider()
  const [first] = slider?.pictures ?? []
  if (!slider || !first) return
  isShown = image !== null
  restoreFirst(first)
  const knownIndex = slider.pictures.findIndex((picture) => fullSrcOf(picture) === image?.full_src)
  if (image && knownIndex < 0) replaceFirst(first, image)
  slider.show(Math.max(0, knownIndex))
}

const fullSrcOf = (picture: HTMLElement): string | undefined => picture.querySelector('img')?.dataset.large_image

/** Prefers the thumbnails of a third-party slider, because ours are hidden then. */
const firstThumb = (): HTMLElement | null =>
  document.querySelector('.flex-control-thumbs:not([data-thumbs]) img') ?? document.querySelector('[data-thumbs] img')

function replaceFirst(first: HTMLElement, image: VariationImage): void {
  const thumb = firstThumb()
  original = { picture: first.cloneNode(true) as HTMLElement, thumb: thumb && (thumb.cloneNode() as HTMLElement) }
  const ratio = `${image.full_src_w} / ${image.full_src_h}`
  first.style.setProperty('--ratio', ratio)
  first.dataset.thumb = image.gallery_thumbnail_src
  first.querySelector('a')?.setAttribute('href', toLocalUrl(image.full_src))
  write(first.querySelector('img'), {
    src: toLocalUrl(image.src),
    srcset: toLocalSrcset(image.srcset),
    width: String(image.full_src_w),
    height: String(image.full_src_h),
    alt: image.alt,
    title: image.title,
    'data-caption': image.caption,
    'data-src': image.full_src,
    'data-large_image': image.full_src,
    'data-large_image_width': String(image.full_src_w),
    'data-large_image_height': String(image.full_src_h),
  })
  write(thumb, { src: toLocalUrl(image.gallery_thumbnail_src), srcset: '', alt: image.alt })
}

/** Restores attributes one by one: scripts and the slider hold references to the elements. */
function restoreFirst(first: HTMLElement): void {
  if (!original) return
  first.style.setProperty('--ratio', original.picture.style.getPropertyValue('--ratio'))
  first.dataset.thumb = original.picture.dataset.thumb ?? ''
  first.querySelector('a')?.setAttribute('href', original.picture.querySelector('a')?.getAttribute('href') ?? '')
  write(first.querySelector('img'), attributesOf(original.picture.querySelector('img')))
  write(firstThumb(), attributesOf(original.thumb))
  original = undefined
}

const attributesOf = (element: Element | null): Record<string, string> =>
  Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value]))

function write(element: Element | null, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (element && name !== 'class') element.setAttribute(name, value)
  }
}
