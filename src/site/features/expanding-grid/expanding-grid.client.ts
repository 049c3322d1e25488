import { prefersReducedMotion } from '../../../platform/web/client/motion.client.ts'

const SLIDE_MS = 250
const RECHECK_MS = 1000

type Item = { readonly place: HTMLElement; readonly link: HTMLElement; readonly preview: HTMLElement }

/** A click on a picture opens its preview in a panel below its row. */
export function start(grid: HTMLElement): void {
  const items = [...grid.children].flatMap((place) => itemsOf(place as HTMLElement))
  const panel = document.createElement('li')
  panel.dataset.panel = ''
  let current: Item | undefined
  let sliding: Animation | undefined
  let rechecks: ReturnType<typeof setInterval> | undefined
  let { width } = grid.getBoundingClientRect()

  const slideTo = (height: number, ended?: () => void): void => {
    const from = panel.offsetHeight
    panel.style.height = `${height}px`
    sliding?.cancel()
    if (from === height || prefersReducedMotion()) return ended?.()
    sliding = panel.animate([{ height: `${from}px` }, { height: `${height}px` }], {
      duration: SLIDE_MS,
      easing: 'ease-out',
    })
    if (ended) sliding.onfinish = ended
  }
  /** Moves the shown preview back to its picture. */
  const returnPreviews = (): void => {
    for (const { place, preview } of items) if (panel.contains(preview)) place.append(preview)
  }
  /** The last picture of a row. The panel is hidden for measuring, because it breaks rows itself. */
  const lastPlaceInRow = ({ place }: Item): HTMLElement => {
    panel.hidden = true
    const last = items.findLast((other) => other.place.offsetTop === place.offsetTop)?.place
    panel.hidden = false
    return last ?? place
  }

  const show = (item: Item): void => {
    const top = item.link.getBoundingClientRect().top
    if (current) current.link.ariaExpanded = 'false'
    returnPreviews()
    current = item
    item.link.ariaExpanded = 'true'
    const last = lastPlaceInRow(item)
    if (last.nextElementSibling !== panel) {
      sliding?.cancel()
      panel.style.height = '0'
      last.after(panel)
    }
    panel.append(item.preview)
    // Compensates for a closed panel above, so that the clicked link stays under the pointer.
    scrollBy({ top: item.link.getBoundingClientRect().top - top, behavior: 'instant' })
    item.preview.focus({ preventScroll: true })
    slideTo(item.preview.offsetHeight, () =>
      panel.scrollIntoView({ block: 'nearest', behavior: prefersReducedMotion() ? 'instant' : 'smooth' }),
    )
    clearInterval(rechecks)
    rechecks = setInterval(() => slideTo(item.preview.offsetHeight), RECHECK_MS)
  }
  const close = (): void => {
    if (!current) return
    clearInterval(rechecks)
    current.link.ariaExpanded = 'false'
    current.link.focus({ preventScroll: true })
    current = undefined
    slideTo(0, () => {
      returnPreviews()
      panel.remove()
    })
  }
  const refit = (item: Item): void => {
    const focused = panel.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null
    const last = lastPlaceInRow(item)
    if (last.nextElementSibling !== panel) last.after(panel)
    focused?.focus({ preventScroll: true })
    sliding?.cancel()
    panel.style.height = `${item.preview.offsetHeight}px`
  }

  grid.addEventListener('click', (event) => {
    const target = event.target as Element
    if (target.closest('[data-close]')) return close()
    const item = items.find(({ link }) => link.contains(target))
    if (!item || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (item === current) close()
    else show(item)
  })
  grid.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close()
  })
  // Rows may change with the width.
  new ResizeObserver(() => {
    const before = width
    width = grid.getBoundingClientRect().width
    if (current && width !== before) refit(current)
  }).observe(grid)
}

function itemsOf(place: HTMLElement): Item[] {
  const link = place.querySelector<HTMLElement>(':scope > a')
  const preview = place.querySelector<HTMLElement>(':scope > [role=group]')
  if (!link || !preview) return []
  link.ariaExpanded = 'false'
  link.setAttribute('aria-controls', preview.id)
  return [{ place, link, preview }]
}
