import { makeStrip } from '../strip.client.ts'

const SLIDE_MS = 500

/** Moves one picture at a time, without a pager (SHOW-02). */
export function start(element: HTMLElement): void {
  const viewport = element.querySelector<HTMLElement>('[data-viewport]')
  const controls = element.querySelector<HTMLElement>('[data-controls]')
  if (!viewport || !controls) return
  const buttons = [...controls.querySelectorAll('button')]
  const strip = makeStrip(viewport, SLIDE_MS, ({ index, last }) => {
    controls.hidden = last === 0
    for (const [at, button] of buttons.entries()) button.ariaDisabled = `${index === (at === 0 ? 0 : last)}`
  })
  for (const [at, button] of buttons.entries())
    button.addEventListener('click', () => strip.show(strip.index + (at === 0 ? -1 : 1)))
}
