import { prefersReducedMotion } from '../../platform/web/client/motion.client.ts'

/** Paused while hovered or focused. */
const pausedSelector = ':hover, :has(:focus-visible:not([data-play]))'

/** Advances by itself, with a pause button (WCAG 2.2.2); disabled by `prefers-reduced-motion`. */
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
    if (!isPaused && !document.hidden && !prefersReducedMotion() && !element.matches(pausedSelector)) next()
  }, everyMs)
}
