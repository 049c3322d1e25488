/** Back to top appears after this many pixels (SITE-04). */
const BACK_TO_TOP_PX = 800
/** A menu opens when the pointer rests: less than 6 px moved in 100 ms (shop.md §9, hover-intent). */
const INTENT_MS = 100
const INTENT_PX = 6

export function initHeader(): void {
  const header = document.getElementById('masthead')
  const toTop = document.getElementById('back-to-top')
  let last = 0

  const update = () => {
    const now = Math.max(0, scrollY)
    if (Math.abs(now - last) > 8) {
      header?.toggleAttribute('data-away', now > last && now > 160)
      last = now
    }
    if (toTop) toTop.hidden = now <= BACK_TO_TOP_PX
  }
  addEventListener('scroll', update, { passive: true })
  update()
  if (document.querySelector('.portfolio-filter')) void import('../../../site/projects/portfolio-filter.client.ts')

  toTop?.addEventListener('click', (event) => {
    event.preventDefault()
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: reducedMotion ? 'auto' : 'smooth' })
    document.querySelector<HTMLElement>('.skip-link')?.focus({ preventScroll: true })
  })

  for (const item of document.querySelectorAll<HTMLElement>('[data-has-children]')) openWithIntent(item)
  const side = document.querySelector<HTMLElement>('[data-side-menu-url]')
  if (side)
    whenMenuOpens(() => void import('../../../site/menus/side-menu.client.ts').then((file) => file.loadSideMenu(side)))
  addEventListener('focusin', loadSuggestions)
  loadSuggestions()
}

/** The menu may have been opened before this script had loaded. */
function whenMenuOpens(callback: () => void): void {
  const menu = document.getElementById('site-menu')
  if (menu?.matches(':popover-open')) callback()
  else menu?.addEventListener('toggle', callback, { once: true })
}

function loadSuggestions(): void {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement) || field.dataset.suggestions === undefined) return
  void import('../../../shop/listing/search-suggestions.client.ts').then(({ attachSuggestions }) =>
    attachSuggestions(field),
  )
}

/** Opens a submenu on hover intent and by its button; its links are not focusable while it is closed. */
function openWithIntent(item: HTMLElement): void {
  const button = item.querySelector<HTMLElement>('.menu-expand')
  let timer = 0
  let x = 0
  let y = 0
  const setOpen = (isOpen: boolean) => {
    clearInterval(timer)
    item.toggleAttribute('data-open', isOpen)
    button?.setAttribute('aria-expanded', String(isOpen))
  }
  const watch = () => {
    let [lastX, lastY] = [x, y]
    clearInterval(timer)
    timer = window.setInterval(() => {
      if (Math.hypot(x - lastX, y - lastY) < INTENT_PX) setOpen(true)
      lastX = x
      lastY = y
    }, INTENT_MS)
  }
  const track = (event: PointerEvent) => {
    x = event.clientX
    y = event.clientY
  }
  item.addEventListener('pointermove', track)
  item.addEventListener('pointerenter', (event) => {
    if (event.pointerType !== 'mouse') return
    track(event)
    watch()
  })
  if (item.matches(':hover')) watch()
  item.addEventListener('pointerleave', () => setOpen(false))
  // With a mouse, hover has opened the submenu before the click; `detail` is 0 for keyboard clicks.
  button?.addEventListener('click', (event) => setOpen(event.detail > 0 || !item.hasAttribute('data-open')))
  item.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' && !item.querySelector('ul')?.contains(document.activeElement)) {
      event.preventDefault()
      setOpen(true)
      item.querySelector<HTMLElement>(':scope > ul a')?.focus()
    }
    if (event.key !== 'Escape' || !item.hasAttribute('data-open')) return
    setOpen(false)
    button?.focus()
  })
  item.addEventListener('focusout', (event) => {
    if (!item.contains(event.relatedTarget as Node | null) && !item.matches(':hover')) setOpen(false)
  })
}
