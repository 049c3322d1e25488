/** Filters the portfolio in place, with an animation of a second (PORT-01). */
import { prefersReducedMotion } from '../../platform/web/client/motion.client.ts'

const MOVE_MS = 1000

const matches = ({ dataset: { type = '' } }: HTMLElement, category: string): boolean =>
  category === 'all' || type.split(' ').includes(category)

/** Animates an item from its previous position, or grows it if it was hidden. */
function moveIn(item: HTMLElement, before: DOMRect | null): Animation {
  const { left, top } = item.getBoundingClientRect()
  const from = before
    ? { transform: `translate(${before.left - left}px, ${before.top - top}px)` }
    : { opacity: 0, transform: 'scale(0.94)' }
  return item.animate([from, { opacity: 1, transform: 'none' }], { duration: MOVE_MS, easing: 'ease' })
}

function initFilter(portfolio: HTMLElement): void {
  const links = [...portfolio.querySelectorAll<HTMLAnchorElement>('.portfolio-filter a[data-type]')]
  const items = [...portfolio.querySelectorAll<HTMLElement>('.portfolio-item')]
  let moves: Animation[] = []

  /** Only visible projects belong to the lightbox set. */
  function updateLightboxSet(): void {
    for (const item of items) {
      const link = item.querySelector<HTMLAnchorElement>('a[data-set]')
      if (link) link.rel = item.hidden ? '' : (link.dataset.set ?? '')
    }
  }

  function show(category: string): void {
    const places = new Map(items.filter(({ hidden }) => !hidden).map((item) => [item, item.getBoundingClientRect()]))
    for (const move of moves) move.cancel()
    for (const item of items) item.hidden = !matches(item, category)
    updateLightboxSet()
    const shown = items.filter(({ hidden }) => !hidden)
    const status = portfolio.querySelector('[role=status]')
    if (status) status.textContent = shown.length === 1 ? '1 project' : `${shown.length} projects`
    moves = prefersReducedMotion() ? [] : shown.map((item) => moveIn(item, places.get(item) ?? null))
    Promise.all(moves.map((move) => move.finished)).then(
      () =>
        portfolio
          .querySelector('.portfolio-list')
          ?.dispatchEvent(new CustomEvent('portfolio:filtered', { bubbles: true, detail: { category } })),
      // Cancelled by a later selection.
      () => undefined,
    )
  }

  updateLightboxSet()
  portfolio.querySelector('.portfolio-filter')?.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-type]')
    if (!link || !(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return
    event.preventDefault()
    for (const one of links) {
      one.classList.toggle('active', one === link)
      if (one === link) one.setAttribute('aria-current', 'true')
      else one.removeAttribute('aria-current')
    }
    // As a block, the list is part of a page with its own URL.
    if (!('part' in portfolio.dataset)) history.replaceState(history.state, '', link.href)
    show(link.dataset.type ?? 'all')
  })
}

for (const portfolio of document.querySelectorAll<HTMLElement>('.portfolio')) initFilter(portfolio)
