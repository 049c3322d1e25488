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
  scrollToNotice(notice)
  const target = notice.querySelector<HTMLElement>('[tabindex]') ?? notice
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1
  focusUnlessBusy(target)
}

/** Of the newest notice, which takes over from those before. */
let frame = 0
let focusTimer: ReturnType<typeof setTimeout>

const stopScroll = (): void => cancelAnimationFrame(frame)
const stopFocus = (event: Event): void => {
  if (!(event as KeyboardEvent).repeat) clearTimeout(focusTimer)
}

function scrollToNotice(element: Element): void {
  stopScroll()
  const topOf = (): number => Math.max(0, element.getBoundingClientRect().top + scrollY - ABOVE_PX)
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return scrollTo({ top: topOf(), behavior: 'instant' })
  // The window loses focus to the card field, which is in a frame. However many notices there are, each is added once.
  for (const event of ['wheel', 'pointerdown', 'keydown', 'blur'])
    addEventListener(event, stopScroll, { passive: true })
  const begin = (start: number): void => {
    const from = scrollY
    const to = topOf()
    const step = (now: number): void => {
      const progress = Math.min(1, (now - start) / SCROLL_MS)
      scrollTo({ top: from + (to - from) * (1 - (1 - progress) ** 3), behavior: 'instant' })
      if (progress < 1) frame = requestAnimationFrame(step)
    }
    step(performance.now())
  }
  // In the first frame the browser moves the page by the height of what was inserted above what the shopper sees.
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(begin)
  })
}

/** Leaves the focus where the shopper has started to correct a field, so that their typing is not lost. */
function focusUnlessBusy(element: HTMLElement): void {
  const focusedBefore = document.activeElement
  clearTimeout(focusTimer)
  for (const event of ['keydown', 'pointerdown']) addEventListener(event, stopFocus, { capture: true, passive: true })
  focusTimer = setTimeout(() => {
    // What had the focus may have gone, as the link of a removed line has.
    const isLeft = [focusedBefore, document.body].includes(document.activeElement)
    if (isLeft) element.focus({ preventScroll: true })
  }, FOCUS_AFTER_MS)
}
