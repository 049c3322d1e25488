import { scrollToNotice } from './slide.client.ts'

const FOCUS_AFTER_MS = 500

/** What is said comes into view with 100 px above it, and the focus follows after 500 ms (SITE-14, CHK-10). */
export function reveal(place: HTMLElement): void {
  scrollToNotice(place)
  focusUnlessBusy(place)
}

/** Somebody who has begun to mend what was wrong keeps the focus: what they type would go nowhere. */
function focusUnlessBusy(place: HTMLElement): void {
  const before = document.activeElement
  const ending = new AbortController()
  let isBusy = false
  const act = (event: Event): void => {
    isBusy ||= !(event instanceof KeyboardEvent && event.repeat)
  }
  for (const kind of ['keydown', 'pointerdown'])
    addEventListener(kind, act, { capture: true, passive: true, signal: ending.signal })
  setTimeout(() => {
    ending.abort()
    if (!isBusy && document.activeElement === before) place.focus({ preventScroll: true })
  }, FOCUS_AFTER_MS)
}
