import { autoplay } from '../autoplay.client.ts'
import { makeStrip } from '../strip.client.ts'

const SLIDE_MS = 2000
const AUTOPLAY_MS = 8000

/** Moves by one testimonial, with a dot per position as the only control (SHOW-01). */
export function start(element: HTMLElement): void {
  const viewport = element.querySelector<HTMLElement>('[data-viewport]')
  const dots = element.querySelector<HTMLElement>('[data-dots]')
  if (!viewport || !dots) return
  const strip = makeStrip(viewport, SLIDE_MS, ({ index, last }) => {
    const places = last === 0 ? 0 : last + 1
    if (dots.children.length !== places)
      dots.replaceChildren(...Array.from({ length: places }, (_, at) => dot(at, places)))
    for (const [at, button] of [...dots.children].entries()) button.setAttribute('aria-current', `${at === index}`)
  })
  function dot(at: number, places: number): HTMLElement {
    const button = document.createElement('button')
    button.type = 'button'
    button.ariaLabel = `${at + 1} of ${places}`
    button.addEventListener('click', () => strip.show(at))
    return button
  }
  autoplay(element, AUTOPLAY_MS, () => strip.show(strip.index === strip.last ? 0 : strip.index + 1))
}
