/** Whether the visitor asks for less motion: what would move is shown as it ends (SHOW-10). */
export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** The animation frame of the newest scroll, which replaces earlier ones. */
let frame = 0

const stopScroll = (): void => cancelAnimationFrame(frame)

/** Scrolls to the place that `topOf` gives at the start, in px of the page; whoever scrolls, presses or types ends it. */
export function smoothScroll(topOf: () => number, durationMs: number): void {
  stopScroll()
  const placeOf = (): number => Math.max(0, topOf())
  if (prefersReducedMotion()) return scrollTo({ top: placeOf(), behavior: 'instant' })
  // The window loses focus to the card field, which is in a frame. However often this runs, each is added once.
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
  // In the first frame the browser moves the page by the height of what was inserted above what the shopper sees.
  frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(begin)
  })
}
