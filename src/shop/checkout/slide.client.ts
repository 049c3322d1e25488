/** Slides of the checkout take this long (CHK-12). */
export const SLIDE_MS = 400

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Opens or folds an element by its height. While it moves it has `data-sliding`; folded it is left to the style sheet. */
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

/** Unfolds or folds an element that has `hidden` while it is folded. */
export async function slideHidden(element: HTMLElement, isOpening: boolean): Promise<void> {
  if (isOpening) element.hidden = false
  const finished = slide(element, isOpening)
  element.dataset.isOpen = String(isOpening)
  await finished
  if (element.dataset.isOpen === String(isOpening)) element.hidden = !isOpening
}

/** Brings a place into view with 100 px above it, in 1000 ms; whoever scrolls, types or presses stops it (CHK-10, SITE-14). */
export function scrollToNotice(element: Element): void {
  const from = scrollY
  const to = Math.max(0, element.getBoundingClientRect().top + from - 100)
  if (prefersReducedMotion()) return scrollTo({ top: to, behavior: 'instant' })
  const start = performance.now()
  let isStopped = false
  const stop = (): void => {
    isStopped = true
  }
  // The window loses the focus to the card field, which is a frame of its own.
  for (const event of ['wheel', 'pointerdown', 'keydown', 'blur'])
    addEventListener(event, stop, { once: true, passive: true })
  const step = (now: number): void => {
    if (isStopped) return
    const progress = Math.min(1, (now - start) / 1000)
    scrollTo({ top: from + (to - from) * (1 - (1 - progress) ** 3), behavior: 'instant' })
    if (progress < 1) requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
}
