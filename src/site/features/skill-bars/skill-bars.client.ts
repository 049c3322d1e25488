import { prefersReducedMotion } from '../../../platform/web/client/motion.client.ts'
import { whenVisible } from '../../../platform/web/client/when-visible.client.ts'

const FILL_MS = 6000

/** Bars fill from zero once visible. */
export function start(bars: HTMLElement): void {
  if (prefersReducedMotion()) return
  for (const track of bars.querySelectorAll<HTMLElement>('[role=meter]')) {
    const filling = track.firstElementChild?.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], {
      duration: FILL_MS,
      easing: 'ease-in-out',
    })
    filling?.pause()
    whenVisible(track, () => filling?.play(), '0px')
  }
}
