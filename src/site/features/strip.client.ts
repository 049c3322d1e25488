import { prefersReducedMotion } from '../../platform/web/client/motion.client.ts'

export type Strip = {
  /** Index of the first visible item. */
  readonly index: number
  /** The highest possible `index`. */
  readonly last: number
  /** Slides to an index, limited to the range. */
  show(index: number): void
}

/**
 * Items of equal width in a viewport that scrolls by touch, wheel and keys, and slides by script. `moved` is called
 * immediately, and whenever the visible items or the range change.
 */
export function makeStrip(viewport: HTMLElement, durationMs: number, moved: (strip: Strip) => void): Strip {
  const list = viewport.firstElementChild as HTMLElement
  const items = [...list.children] as HTMLElement[]
  let index = 0
  let slide: Animation | undefined

  /** Offset of an item in the list, independent of scrolling. */
  const leftOf = (at: number) => (items[at]?.offsetLeft ?? 0) - (items[0]?.offsetLeft ?? 0)
  const stepWidth = () => leftOf(1) || viewport.clientWidth || 1
  const strip: Strip = {
    get index() {
      return index
    },
    get last() {
      const width = leftOf(items.length - 1) + (items.at(-1)?.offsetWidth ?? 0)
      return Math.max(0, Math.round((width - viewport.clientWidth) / stepWidth()))
    },
    show(requested) {
      index = Math.max(0, Math.min(requested, strip.last))
      const left = leftOf(index)
      const offset = left - viewport.scrollLeft + new DOMMatrixReadOnly(getComputedStyle(list).transform).m41
      slide?.cancel()
      // Sets the scroll position immediately and animates the offset, so that an interruption cannot stop between
      // items.
      viewport.dataset.sliding = ''
      viewport.scrollTo({ left, behavior: 'instant' })
      const frames = [{ transform: `translateX(${offset}px)` }, { transform: 'none' }]
      slide = prefersReducedMotion() ? undefined : list.animate(frames, { duration: durationMs, easing: 'ease-in-out' })
      const ended = () => {
        if (slide?.playState !== 'running') delete viewport.dataset.sliding
      }
      if (slide) slide.finished.then(ended, ended)
      else ended()
      moved(strip)
    },
  }

  viewport.addEventListener(
    'scroll',
    () => {
      const next = Math.min(strip.last, Math.round(viewport.scrollLeft / stepWidth()))
      if ('sliding' in viewport.dataset || next === index) return
      index = next
      moved(strip)
    },
    { passive: true },
  )
  viewport.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined || event.target !== viewport) return
    event.preventDefault()
    strip.show(index + by)
  })
  new ResizeObserver(() => {
    index = Math.min(index, strip.last)
    moved(strip)
  }).observe(viewport)
  moved(strip)
  return strip
}
