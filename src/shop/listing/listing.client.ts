/**
 * The listing in the browser: choices are shown in place, so that the drawer stays open and the focus where it was, and
 * the price has two thumbs. Every link and form it takes over works without it.
 */

/** The count is told again this long after the page has loaded, for those who hear the page (CAT-02). */
const ANNOUNCE_MS = 2000
const DEBOUNCE_MS = 250
/** From here on the filters stand beside the cards. */
const wide = matchMedia('(min-width: 960px)')

const main = document.getElementById('content')
const drawer = document.getElementById('filters')
let shownUrl = location.pathname + location.search
let request: AbortController | null = null
let debounceTimer = 0

/** Fetches another state of this listing and puts its parts in place; whatever goes wrong, the address is opened. */
async function show(href: string, entry: 'new' | 'old'): Promise<void> {
  request?.abort()
  const controller = new AbortController()
  request = controller
  main?.setAttribute('aria-busy', 'true')
  try {
    const response = await fetch(href, { signal: controller.signal })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (!page.querySelector('[data-swap="results"]')) throw new Error('no listing')
    await fade(() => {
      // Somebody chose again while this was on its way: what they chose last is what they see.
      if (request !== controller) return
      if (entry === 'new') history.pushState(null, '', href)
      shownUrl = location.pathname + location.search
      document.title = page.title
      swap(page)
    })
  } catch {
    if (controller.signal.aborted) return
    if (entry === 'new') location.assign(href)
    else location.reload()
  }
  if (request === controller) main?.removeAttribute('aria-busy')
}

/** Cards that stay move to their new places. */
async function fade(change: () => void): Promise<void> {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (prefersReducedMotion || drawer?.matches(':popover-open') || !('startViewTransition' in document)) return change()
  const transition = document.startViewTransition(change)
  // One that is overtaken by the next is no fault.
  transition.ready.catch(() => undefined)
  await transition.updateCallbackDone
}

function swap(page: Document): void {
  if (!main) return
  const key = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.choice : undefined
  const wereOpen = new Map(groups().map((group) => [group.dataset.group, group.open]))
  for (const part of main.querySelectorAll<HTMLElement>('[data-swap]')) {
    const fresh = page.querySelector(`[data-swap="${part.dataset.swap}"]`)
    if (fresh) part.replaceChildren(...fresh.childNodes)
  }
  for (const group of groups()) group.open = wereOpen.get(group.dataset.group) ?? group.open
  if (key !== undefined) restoreFocus(key)
  const results = main.querySelector<HTMLElement>('[data-swap="results"]')
  if (results && wide.matches && results.getBoundingClientRect().top < 0) results.scrollIntoView()
}

const groups = (): HTMLDetailsElement[] => [...(drawer?.querySelectorAll<HTMLDetailsElement>('[data-group]') ?? [])]

/** The same choice again; where it is gone, the beginning of what has changed. */
function restoreFocus(key: string): void {
  const same = [...(main?.querySelectorAll<HTMLElement>('[data-choice]') ?? [])].find(
    (element) => element.dataset.choice === key && element.checkVisibility(),
  )
  const isInDrawer = drawer?.matches(':popover-open')
  const next = isInDrawer ? drawer?.querySelector('button') : main?.querySelector<HTMLElement>('[data-swap="results"]')
  const target = same ?? next
  target?.focus({ preventScroll: true })
}

/** Fields that are empty say nothing, so the address does without them. */
function urlOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][]
  const query = new URLSearchParams(fields).toString()
  return query === '' ? form.action : `${form.action}?${query}`
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-choice]')
  if (!link || !main?.contains(link)) return
  event.preventDefault()
  void show(link.href, 'new')
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (form.dataset.form !== 'price') return
  event.preventDefault()
  void show(urlOf(form), 'new')
}

/** The thumbs write into the fields; neither passes the other. */
function onSlide(event: Event): void {
  const thumb = event.target as HTMLInputElement
  const slider = thumb.closest<HTMLElement>('[data-price-slider]')
  const form = slider?.closest('form')
  const [low, high] = slider?.querySelectorAll('input') ?? []
  if (!slider || !form || !low || !high) return
  if (Number(low.value) > Number(high.value)) thumb.value = thumb === low ? high.value : low.value
  const write = (name: string, range: HTMLInputElement, isOpen: boolean) => {
    const field = form.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (field) field.value = isOpen ? '' : range.value
  }
  write('min_price', low, low.value === low.min)
  write('max_price', high, high.value === high.max)
  const share = (range: HTMLInputElement) =>
    `${((Number(range.value) - Number(range.min)) * 100) / Math.max(1, Number(range.max) - Number(range.min))}%`
  slider.style.setProperty('--from', share(low))
  slider.style.setProperty('--to', share(high))
}

/** Keys move a thumb step by step: it has arrived when it rests. */
function onChange(event: Event): void {
  const form = (event.target as Element).closest('[data-price-slider]')?.closest('form')
  if (!form) return
  clearTimeout(debounceTimer)
  debounceTimer = window.setTimeout(() => form.isConnected && form.requestSubmit(), DEBOUNCE_MS)
}

/** Somebody was quicker than this script: what they moved is taken up as if they had done it now. */
function applyEarlyInput(): void {
  for (const thumb of document.querySelectorAll<HTMLInputElement>('[data-price-slider] input')) {
    if (thumb.value === thumb.defaultValue) continue
    for (const kind of ['input', 'change']) thumb.dispatchEvent(new Event(kind, { bubbles: true }))
  }
}

/** A live region speaks when its text changes, so it is taken out and put back. Its place stays as large as it was. */
function announceCount(): void {
  const count = document.querySelector<HTMLElement>('.woocommerce-result-count')
  if (!count) return
  const nodes = [...count.childNodes]
  const { width, height } = count.getBoundingClientRect()
  Object.assign(count.style, { minWidth: `${width}px`, minHeight: `${height}px` })
  count.textContent = ''
  requestAnimationFrame(() => {
    count.replaceChildren(...nodes)
    count.removeAttribute('style')
  })
}

/** Counted from the moment the page had loaded, which may be before this script had. */
function announceOnce(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const loadedAt = navigation?.loadEventStart || performance.now()
  setTimeout(announceCount, Math.max(0, loadedAt + ANNOUNCE_MS - performance.now()))
}

document.addEventListener('click', onClick)
document.addEventListener('submit', onSubmit)
document.addEventListener('input', onSlide)
document.addEventListener('change', onChange)
addEventListener('popstate', () => {
  if (location.pathname + location.search !== shownUrl) void show(location.href, 'old')
})
wide.addEventListener('change', () => drawer?.matches(':popover-open') && drawer.hidePopover())
applyEarlyInput()
if (document.readyState === 'complete') announceOnce()
else addEventListener('load', announceOnce, { once: true })

const sorting = '.woocommerce-ordering .orderby'
addEventListener('change', ({ target }) => {
  const control = target as HTMLSelectElement
  if (control.matches(sorting)) control.form?.requestSubmit()
})
// Somebody was quicker than this script.
const control = document.querySelector<HTMLSelectElement>(sorting)
if (control?.selectedOptions[0]?.defaultSelected === false) control.form?.requestSubmit()

export {}
