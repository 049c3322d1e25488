import { prefersReducedMotion } from '../../platform/web/client/motion.client.ts'

/** Paused while it is hovered or focused. */
const heldBy = ':hover, :has(:focus-visible:not([data-play]))'

/** Moves on by itself, with a button that pauses it (WCAG 2.2.2); not at all where less motion is asked for. */
export function autoplay(element: HTMLElement, everyMs: number, next: () => void): void {
  const button = element.querySelector<HTMLElement>('[data-play]')
  if (!button || prefersReducedMotion()) return
  let isPaused = false
  button.hidden = false
  button.addEventListener('click', () => {
    isPaused = !isPaused
    button.textContent = isPaused ? 'Play' : 'Pause'
  })
  setInterval(() => {
    if (!isPaused && !document.hidden && !prefersReducedMotion() && !element.matches(heldBy)) next()
  }, everyMs)
}
