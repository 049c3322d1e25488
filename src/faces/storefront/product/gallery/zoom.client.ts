import { toLocalUrl } from '../../../../platform/web/client/local-url.ts'

/** Zoom (GAL-03): the full-size picture is laid over the gallery picture and moves with the pointer or finger. */

type ActiveZoom = { readonly picture: HTMLElement; readonly large: HTMLImageElement; readonly end: () => void }
let activeZoom: ActiveZoom | undefined

export function startOnHover(picture: HTMLElement, x: number, y: number): void {
  if (activeZoom?.picture === picture || !picture.matches(':hover')) return
  startZoom(picture, x, y)
  picture.addEventListener('pointerleave', () => activeZoom?.end(), { once: true })
}

export function toggle(picture: HTMLElement, x: number, y: number): void {
  if (activeZoom?.picture === picture) activeZoom.end()
  else startZoom(picture, x, y)
}

function startZoom(picture: HTMLElement, x: number, y: number): void {
  activeZoom?.end()
  const shown = picture.querySelector('img')
  const source = shown?.dataset.large_image
  if (!shown || !source) return
  const large = new Image(Number(shown.dataset.large_image_width), Number(shown.dataset.large_image_height))
  Object.assign(large, { className: 'zoomImg', alt: '', draggable: false })

  const move = (event: { clientX: number; clientY: number }) =>
    positionImage(large, picture, event.clientX, event.clientY)
  const end = () => {
    picture.removeEventListener('pointermove', move)
    picture.classList.remove('is-zoomed')
    large.remove()
    if (activeZoom?.large === large) activeZoom = undefined
  }
  activeZoom = { picture, large, end }
  picture.addEventListener('pointermove', move)
  positionImage(large, picture, x, y)
  large.addEventListener('load', () => picture.classList.add('is-zoomed'))
  // If the full-size picture fails to load, the gallery picture stays.
  large.addEventListener('error', end)
  large.src = toLocalUrl(source)
  picture.append(large)
}

function positionImage(large: HTMLImageElement, picture: HTMLElement, x: number, y: number): void {
  const box = picture.getBoundingClientRect()
  const part = (at: number, from: number, length: number) => Math.max(0, Math.min(1, (at - from) / length))
  const left = part(x, box.left, box.width) * (large.width - box.width)
  const top = part(y, box.top, box.height) * (large.height - box.height)
  large.style.transform = `translate(${-Math.round(left)}px, ${-Math.round(top)}px)`
}
