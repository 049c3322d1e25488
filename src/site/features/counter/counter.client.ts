import { prefersReducedMotion } from '../../../platform/web/client/motion.client.ts'
import { whenVisible } from '../../../platform/web/client/when-visible.client.ts'

/** Maximum fraction digits, as in the server's number format. */
const MAX_DIGITS = 3

/** Numbers count up from zero once visible, with the steps and duration of their row. */
export function start(row: HTMLElement): void {
  if (prefersReducedMotion()) return
  for (const number of row.querySelectorAll<HTMLElement>('[data-value]'))
    countWhenSeen(number, Number(row.dataset.step), Number(row.dataset.duration))
}

function countWhenSeen(number: HTMLElement, stepMs: number, durationMs: number): void {
  const value = Number(number.dataset.value)
  const digits = Math.min(MAX_DIGITS, String(value).split('.')[1]?.length ?? 0)
  const steps = durationMs / stepMs
  const copy = number.cloneNode(true) as HTMLElement
  copy.ariaHidden = 'true'
  const show = (step: number): void => {
    const shown = ((value * step) / steps).toLocaleString('en-CA', {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    copy.querySelector('b')?.replaceChildren(shown)
  }
  show(0)
  number.after(copy)
  whenVisible(
    copy,
    () => {
      const began = performance.now()
      const timer = setInterval(() => {
        // By elapsed time, because a busy browser skips ticks.
        const step = Math.min(steps, Math.round((performance.now() - began) / stepMs))
        show(step)
        if (step < steps) return
        clearInterval(timer)
        copy.remove()
      }, stepMs)
    },
    '0px',
  )
}
