import { smoothScroll } from './motion.client.ts'

const FOCUS_AFTER_MS = 500
const SCROLL_MS = 1000
const ABOVE_PX = 100

/** Scrolls to the first alert of the page's initial notices, or else the first notice. Waits on a prerendered page. */
export function revealPageNotices(notices: NodeListOf<HTMLElement>): void {
  const first = [...notices].find(({ role }) => role === 'alert') ?? notices[0]
  if (!first) return
  if (!(document as { prerendering?: boolean }).prerendering) return revealNotice(first)
  document.addEventListener('prerenderingchange', () => revealNotice(first))
}

/** Scrolls to 100 px above it in 1000 ms, focuses it after 500 ms (SITE-14); stops if the shopper interacts. */
export function revealNotice(notice: HTMLElement): void {
  scrollToNotice(notice)
  const target = notice.querySelector<HTMLElement>('[tabindex]') ?? notice
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  focusUnlessBusy(target)
}

/** Leaves the focus where the shopper corrects the mistake. */
export const scrollToNotice = (notice: HTMLElement): void =>
  smoothScroll(() => notice.getBoundingClientRect().top + scrollY - ABOVE_PX - adminBarHeight(), SCROLL_MS)

/** Height of the admin bar, which covers the top of the window; reserved before the bar is loaded (SITE-12). */
const adminBarHeight = (): number => Number.parseFloat(getComputedStyle(document.body).paddingTop)

let focusTimer: ReturnType<typeof setTimeout>

const stopFocus = (event: Event): void => {
  if (!(event as KeyboardEvent).repeat) clearTimeout(focusTimer)
}

/** Does not take the focus from a field that the shopper is correcting, so that no typing is lost. */
function focusUnlessBusy(element: HTMLElement): void {
  const focusedBefore = document.activeElement
  clearTimeout(focusTimer)
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, stopFocus, { capture: true, passive: true })
  focusTimer = setTimeout(() => {
    // The focused element may have been removed, such as a link of a removed line.
    const isLeft = [focusedBefore, document.body].includes(document.activeElement)
    if (isLeft) element.focus({ preventScroll: true })
  }, FOCUS_AFTER_MS)
}
