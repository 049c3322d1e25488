import { scrollToNotice } from './slide.client.ts'

const FOCUS_AFTER_MS = 500

/** Scrolls a message into view with 100 px above it, and focuses it after 500 ms (SITE-14, CHK-10). */
export function reveal(element: HTMLElement): void {
  scrollToNotice(element)
  focusUnlessBusy(element)
}

/** Leaves the focus where the shopper has started to correct a field, so that their typing is not lost. */
function focusUnlessBusy(element: HTMLElement): void {
  const focusedBefore = document.activeElement
  const controller = new AbortController()
  let isBusy = false
  const markBusy = (event: Event): void => {
    isBusy ||= !(event instanceof KeyboardEvent && event.repeat)
  }
  for (const kind of ['keydown', 'pointerdown'])
    addEventListener(kind, markBusy, { capture: true, passive: true, signal: controller.signal })
  setTimeout(() => {
    controller.abort()
    if (!isBusy && document.activeElement === focusedBefore) element.focus({ preventScroll: true })
  }, FOCUS_AFTER_MS)
}
