import { rebaseUrl } from './rebase-url.ts'

/** Replaces parts of the page in place, so that drawer and focus are preserved. Links and forms work without script. */

/** Delay after load before the result count is announced to screen readers (CAT-02). */
const ANNOUNCE_MS = 2000
const DEBOUNCE_MS = 250
/** From this width on the filters are in a column beside the cards. */
const wide = matchMedia('(min-width: 960px)')

const main = document.getElementById('content')
const drawer = document.getElementById('filters')
const currentUrl = (): string => location.href.replace(/#.*/, '')
let shownUrl = currentUrl()
/** The URL requested last: the next click changes this one, not the one still shown. */
let wantedUrl = shownUrl
let request: AbortController | null = null
let debounceTimer = 0

/** Fetches another state of this listing and replaces its parts; on any failure the browser navigates to the URL. */
async function show(href: string, entry: 'new' | 'old'): Promise<void> {
  request?.abort()
  const controller = new AbortController()
  request = controller
  wantedUrl = href
  main?.setAttribute('aria-busy', 'true')
  try {
    const response = await fetch(href, { signal: controller.signal })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (!page.querySelector('[data-swap="results"]')) throw new Error('no listing')
    await fade(() => {
      // A newer request has superseded this one.
      if (request !== controller) return
      if (entry === 'new') history.pushState(null, '', href)
      shownUrl = currentUrl()
      wantedUrl = shownUrl
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

async function fade(change: () => void): Promise<void> {
  const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (prefersReducedMotion || drawer?.matches(':popover-open') || !('startViewTransition' in document)) return change()
  const transition = document.startViewTransition(change)
  // A transition skipped because of a newer one is not an error.
  transition.ready.catch(() => undefined)
  await transition.updateCallbackDone
}

function swap(page: Document): void {
  if (!main) return
  const key = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.filterKey : undefined
  const wereOpen = new Map(groups().map((group) => [group.dataset.group, group.open]))
  for (const part of main.querySelectorAll<HTMLElement>('[data-swap]')) {
    const fresh = page.querySelector(`[data-swap="${part.dataset.swap}"]`)
    if (fresh) part.replaceChildren(...fresh.childNodes)
  }
  document.dispatchEvent(new Event('swap'))
  for (const group of groups()) group.open = wereOpen.get(group.dataset.group) ?? group.open
  if (key !== undefined) restoreFocus(key)
  const results = main.querySelector<HTMLElement>('[data-swap="results"]')
  if (results && wide.matches && results.getBoundingClientRect().top < 0) results.scrollIntoView()
}

const groups = (): HTMLDetailsElement[] => [...(drawer?.querySelectorAll<HTMLDetailsElement>('[data-group]') ?? [])]

function restoreFocus(key: string): void {
  const match = [...(main?.querySelectorAll<HTMLElement>('[data-filter-key]') ?? [])].find(
    (element) => element.dataset.filterKey === key && element.checkVisibility(),
  )
  const isInDrawer = drawer?.matches(':popover-open')
  const next = isInDrawer ? drawer?.querySelector('button') : main?.querySelector<HTMLElement>('[data-swap="results"]')
  const target = match ?? next
  target?.focus({ preventScroll: true })
}

/** Empty fields are left out of the URL. */
function urlOf(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].filter(([, value]) => value !== '') as [string, string][]
  const query = new URLSearchParams(fields).toString()
  return rebased(query === '' ? form.action : `${form.action}?${query}`)
}

const rebased = (href: string): string => (wantedUrl === shownUrl ? href : rebaseUrl(href, shownUrl, wantedUrl))

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-filter-key]')
  if (!link || !main?.contains(link)) return
  event.preventDefault()
  const href = link.dataset.filterKey === 'clear' ? link.href : rebased(link.href)
  if (href === wantedUrl) return
  // Shows the change immediately, like a checkbox.
  if (link.matches('.wc-layered-nav-term > a')) link.ariaCurrent = link.ariaCurrent ? null : 'true'
  void show(href, 'new')
}

function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  const isPrice = form.dataset.form === 'price'
  if (!isPrice && !(form.matches('.woocommerce-ordering') && wantedUrl !== shownUrl)) return
  event.preventDefault()
  if (isPrice) void show(urlOf(form), 'new')
  else location.assign(urlOf(form))
}

/** Keeps the thumbs from passing each other. Aborts a pending request, whose response would move the thumb back. */
function onSlide(event: Event): void {
  const thumb = event.target as HTMLInputElement
  const slider = thumb.closest<HTMLElement>('[data-price-slider]')
  const form = slider?.closest('form')
  const [low, high] = slider?.querySelectorAll('input') ?? []
  if (!slider || !form || !low || !high) return
  request?.abort()
  request = null
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

/** With the keyboard, the filter is applied when the value is committed. */
function onChange(event: Event): void {
  const form = (event.target as Element).closest('[data-price-slider]')?.closest('form')
  if (!form) return
  clearTimeout(debounceTimer)
  debounceTimer = window.setTimeout(() => form.isConnected && form.requestSubmit(), DEBOUNCE_MS)
}

/** Applies slider input from before this script was ready. */
function applyEarlyInput(): void {
  for (const thumb of document.querySelectorAll<HTMLInputElement>('[data-price-slider] input')) {
    if (thumb.value === thumb.defaultValue) continue
    for (const kind of ['input', 'change']) thumb.dispatchEvent(new Event(kind, { bubbles: true }))
  }
}

/** A live region announces text changes, so the text is removed and restored. The reserved space avoids layout shift. */
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

/** Measured from page load, which may precede this script. */
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
  if (currentUrl() !== shownUrl) void show(location.href, 'old')
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
// Applies a sort selection from before this script was ready.
const control = document.querySelector<HTMLSelectElement>(sorting)
if (control?.selectedOptions[0]?.defaultSelected === false) control.form?.requestSubmit()

// A page that the back button shows as it was would name the order that it was left for, which could not be selected.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) document.querySelector<HTMLFormElement>('.woocommerce-ordering')?.reset()
})
