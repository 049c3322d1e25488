/** Whether the visitor prefers reduced motion: animations then jump to their end (SHOW-10). */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Animation frame of the latest scroll, which replaces earlier ones. */
let frame = 0

const stopScroll = (): void => cancelAnimationFrame(frame)

/** Scrolls to the result of `topOf`, in px of the page. Scrolling, pressing or typing by the user cancels it. */
export function smoothScroll(topOf: () => number, durationMs: number): void {
  stopScroll()
  const placeOf = (): number => Math.max(0, topOf())
  if (prefersReducedMotion()) return scrollTo({ top: placeOf(), behavior: 'instant' })
  // `blur` reports input in the card field, which is in a frame. Adding a listener again has no effect.
  for (const event of ['wheel', 'pointerdown', 'keydown', 'blur'])
    addEventListener(event, stopScroll, { passive: true })
  const begin = (start: number): void => {
    const from = scrollY
    const to = placeOf()
    const step = (now: number): void => {
      const progress = Math.min(1, (now - start) / durationMs)
      scrollTo({ top: from + (to - from) * (1 - (1 - progress) ** 3), behavior: 'instant' })
      if (progress < 1) frame = requestAnimationFrame(step)
    }
    step(performance.now())
  }
  // In the first frame the browser still compensates for content inserted above the visible part.
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(begin)
  })
}
