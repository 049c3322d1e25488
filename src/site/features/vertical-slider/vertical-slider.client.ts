import { prefersReducedMotion } from '../../../platform/web/client/motion.client.ts'

const SLIDE_MS = 300

/** Shows one item at a time, upwards or downwards, in an endless loop (SHOW-08). */
export function start(element: HTMLElement): void {
  const items = [...element.querySelectorAll<HTMLElement>('[data-list] > li')]
  const position = element.querySelector('[data-position]')
  const currentIndex = () => items.findIndex((item) => 'current' in item.dataset)
  const move = (by: number) => {
    const index = currentIndex()
    const next = (index + by + items.length) % items.length
    const [before, after] = [items[index], items[next]]
    if (!before || !after) return
    delete before.dataset.current
    after.dataset.current = ''
    if (position) position.textContent = `${next + 1} / ${items.length}`
    for (const item of items) for (const animation of item.getAnimations()) animation.cancel()
    if (prefersReducedMotion()) return
    const timing = { duration: SLIDE_MS, easing: 'ease-out' }
    const away = `translateY(${-100 * by}%)`
    before.animate([{ visibility: 'visible' }, { visibility: 'visible', transform: away }], timing)
    after.animate([{ transform: `translateY(${100 * by}%)` }, { transform: 'none' }], timing)
  }
  for (const button of element.querySelectorAll<HTMLElement>('[data-move]'))
    button.addEventListener('click', () => move(Number(button.dataset.move)))
}
