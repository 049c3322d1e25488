import { smoothScroll } from './motion.client.ts'

const FOCUS_AFTER_MS = 500
const SCROLL_MS = 1000
const ABOVE_PX = 100

/** Reveals one of the notices that a page opens with: the first alert, or else the first. A prerendered page waits. */
export function revealPageNotices(notices: NodeListOf<HTMLElement>): void {
  const first = [...notices].find(({ role }) => role === 'alert') ?? notices[0]
  if (!first) return
  if (!(document as { prerendering?: boolean }).prerendering) return revealNotice(first)
  document.addEventListener('prerenderingchange', () => revealNotice(first))
}

/** 100 px below the top in 1000 ms, focused after 500 ms (SITE-14); not for shoppers who scroll, type or press. */
export function revealNotice(notice: HTMLElement): void {
  smoothScroll(() => notice.getBoundingClientRect().top + scrollY - ABOVE_PX - adminBarHeight(), SCROLL_MS)
  const target = notice.querySelector<HTMLElement>('[tabindex]') ?? notice
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  focusUnlessBusy(target)
}

/** The admin bar covers the top of the window; its space is reserved before it is there (SITE-12). */
const adminBarHeight = (): number => Number.parseFloat(getComputedStyle(document.body).paddingTop)

let focusTimer: ReturnType<typeof setTimeout>

const stopFocus = (event: Event): void => {
  if (!(event as KeyboardEvent).repeat) clearTimeout(focusTimer)
}

/** Leaves the focus where the shopper has started to correct a field, so that their typing is not lost. */
function focusUnlessBusy(element: HTMLElement): void {
  const focusedBefore = document.activeElement
  clearTimeout(focusTimer)
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, stopFocus, { capture: true, passive: true })
  focusTimer = setTimeout(() => {
    // The focused element may be gone, such as the link of a removed line.
    const isLeft = [focusedBefore, document.body].includes(document.activeElement)
    if (isLeft) element.focus({ preventScroll: true })
  }, FOCUS_AFTER_MS)
}
