/** Duration of slide animations (CHK-12). */
const SLIDE_MS = 400

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Expands or collapses an element by animating its height. It has `data-sliding` meanwhile; the style sheet hides it
 * when collapsed.
 */
export async function slide(element: HTMLElement, isOpening: boolean): Promise<void> {
  for (const runningAnimation of element.getAnimations()) runningAnimation.cancel()
  if (prefersReducedMotion() || !element.animate) return
  element.dataset.sliding = ''
  const open = { height: `${element.scrollHeight}px`, opacity: 1 }
  const closed = { height: '0px', opacity: 0 }
  element.style.overflow = 'clip'
  const animation = element.animate(isOpening ? [closed, open] : [open, closed], {
    duration: SLIDE_MS,
    easing: 'cubic-bezier(0.2, 0.6, 0.2, 1)',
  })
  await animation.finished.catch(() => undefined)
  if (element.getAnimations().length > 0) return
  element.style.overflow = ''
  delete element.dataset.sliding
}

/** Expands or collapses an element that has `hidden` while collapsed. */
export async function slideHidden(element: HTMLElement, isOpening: boolean): Promise<void> {
  if (isOpening) element.hidden = false
  const finished = slide(element, isOpening)
  element.dataset.isOpen = String(isOpening)
  await finished
  if (element.dataset.isOpen === String(isOpening)) element.hidden = !isOpening
}

/**
 * Scrolls an element into view with 100 px above it, in 1000 ms; scrolling, typing or pressing stops it (CHK-10,
 * SITE-14).
 */
function scrollToNotice(element: Element): void {
  const topOf = (): number => Math.max(0, element.getBoundingClientRect().top + scrollY - 100)
  if (prefersReducedMotion()) return scrollTo({ top: topOf(), behavior: 'instant' })
  let isStopped = false
  const stop = (): void => {
    isStopped = true
  }
  // The window loses focus to the card field, which is in a frame.
  for (const event of ['wheel', 'pointerdown', 'keydown', 'blur'])
    addEventListener(event, stop, { once: true, passive: true })
  const begin = (start: number): void => {
    const from = scrollY
    const to = topOf()
    const step = (now: number): void => {
      if (isStopped) return
      const progress = Math.min(1, (now - start) / 1000)
      scrollTo({ top: from + (to - from) * (1 - (1 - progress) ** 3), behavior: 'instant' })
      if (progress < 1) requestAnimationFrame(step)
    }
    step(performance.now())
  }
  // In the first frame the browser moves the page by the height of what was inserted above what the shopper sees.
  requestAnimationFrame(() => requestAnimationFrame(begin))
}

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
