import { here } from '../../web/client/here.ts'

/** A closer look at one picture: the large one lies over it and moves with the pointer or finger (GAL-03). */

type Look = { readonly picture: HTMLElement; readonly large: HTMLImageElement; readonly end: () => void }
let look: Look | undefined

/** Zooms while the mouse is over the picture. */
export function follow(picture: HTMLElement, x: number, y: number): void {
  if (look?.picture === picture || !picture.matches(':hover')) return
  begin(picture, x, y)
  picture.addEventListener('pointerleave', () => look?.end(), { once: true })
}

/** Zooms in where the finger tapped, or out again. */
export function toggle(picture: HTMLElement, x: number, y: number): void {
  if (look?.picture === picture) look.end()
  else begin(picture, x, y)
}

function begin(picture: HTMLElement, x: number, y: number): void {
  look?.end()
  const shown = picture.querySelector('img')
  const source = shown?.dataset.large_image
  if (!shown || !source) return
  const large = new Image(Number(shown.dataset.large_image_width), Number(shown.dataset.large_image_height))
  large.className = 'zoomImg'
  large.alt = ''
  large.draggable = false

  const move = (event: { clientX: number; clientY: number }) => place(large, picture, event.clientX, event.clientY)
  const end = () => {
    picture.removeEventListener('pointermove', move)
    picture.classList.remove('is-zoomed')
    large.remove()
    if (look?.large === large) look = undefined
  }
  look = { picture, large, end }
  picture.addEventListener('pointermove', move)
  place(large, picture, x, y)
  large.addEventListener('load', () => picture.classList.add('is-zoomed'))
  // Then the picture that is there stays as it is.
  large.addEventListener('error', end)
  large.src = here(source)
  picture.append(large)
}

/** The corner nearest to the pointer shows that corner of the large picture. */
function place(large: HTMLImageElement, picture: HTMLElement, x: number, y: number): void {
  const box = picture.getBoundingClientRect()
  const part = (at: number, from: number, length: number) => Math.max(0, Math.min(1, (at - from) / length))
  const left = part(x, box.left, box.width) * (large.width - box.width)
  const top = part(y, box.top, box.height) * (large.height - box.height)
  large.style.transform = `translate(${-Math.round(left)}px, ${-Math.round(top)}px)`
}
