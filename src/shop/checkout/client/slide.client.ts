/** Duration of slide animations (CHK-12). */
const SLIDE_MS = 400

const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Animates the height. `data-sliding` is set meanwhile; the style sheet hides what is collapsed. */
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
