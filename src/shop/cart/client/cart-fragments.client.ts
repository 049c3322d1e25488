import { cartSettings } from './cart-calls.client.ts'

export type Fragments = Readonly<Record<string, string>>
export type CartResponse = {
  fragments?: Fragments
  cart_hash?: string
  error?: boolean
  product_url?: string | false
}

/** Elements that a response replaces by default, until one has listed its fragments. */
const defaultSelectors = ['div.widget_shopping_cart_content', 'a.cart-contents']
let selectors: readonly string[] = defaultSelectors

export function setBusy(element: Element | null, className: string, isBusy: boolean): void {
  if (!element) return
  element.classList.toggle(className, isBusy)
  element.ariaBusy = isBusy ? 'true' : null
}

export function markUpdating(): () => void {
  const updating = selectors.flatMap((selector) => [...document.querySelectorAll(selector)])
  const mark = (isBusy: boolean): void => updating.forEach((element) => setBusy(element, 'updating', isBusy))
  mark(true)
  return () => mark(false)
}

export function replaceFragments(fragments: Fragments | undefined): void {
  selectors = [...new Set([...defaultSelectors, ...Object.keys(fragments ?? {})])]
  const restoreFocus = captureFocus()
  for (const [selector, html] of Object.entries(fragments ?? {})) {
    for (const element of document.querySelectorAll(selector)) {
      const template = document.createElement('template')
      template.innerHTML = html.trim()
      const replacement = template.content.firstElementChild
      if (replacement) element.replaceWith(replacement)
    }
  }
  restoreFocus()
}

/** The returned function focuses the same control again after its markup was replaced; false if it is gone. */
export function captureFocus(): () => boolean {
  const active = document.activeElement
  const label = active?.ariaLabel
  // The page behind an open drawer may contain a control of the same name, which cannot be focused.
  const dialog = active?.closest('dialog')
  return () => {
    if (!active || active.isConnected) return true
    const sameControl =
      document.getElementById(active.id) ??
      [...document.querySelectorAll<HTMLElement>(active.localName)].find(
        (one) => label && one.ariaLabel === label && one.closest('dialog') === dialog && !one.matches(':disabled'),
      )
    sameControl?.focus({ preventScroll: true })
    return sameControl !== undefined
  }
}

export const DAY_MS = 24 * 60 * 60 * 1000
const CREATED_KEY = 'wc_cart_created'

let shownHash = ''

export const cartHashCookie = (): string => /\bwoocommerce_cart_hash=([^;]+)/.exec(document.cookie)?.[1] ?? ''
export const hasCart = (): boolean => /\bwoocommerce_items_in_cart=[1-9]/.test(document.cookie)

export const isOutdated = (): boolean => shownHash !== cartHashCookie()

export function cacheFragments(answer: CartResponse): void {
  const hash = answer.cart_hash ?? ''
  shownHash = hash
  try {
    sessionStorage.setItem(cartSettings.fragmentName, JSON.stringify(answer.fragments ?? {}))
    sessionStorage.setItem(cartSettings.hashKey, hash)
    localStorage.setItem(cartSettings.hashKey, hash)
    if (hash === '') sessionStorage.removeItem(CREATED_KEY)
    else sessionStorage.setItem(CREATED_KEY, String(Date.now()))
  } catch {
    // Storage is full or forbidden: the next page requests the fragments again.
  }
}

export function cachedFragments(): Fragments | null {
  try {
    const hash = sessionStorage.getItem(cartSettings.hashKey)
    const age = Date.now() - Number(sessionStorage.getItem(CREATED_KEY))
    if (!hash || hash !== cartHashCookie() || !(age < DAY_MS)) return null
    const cached = JSON.parse(sessionStorage.getItem(cartSettings.fragmentName) ?? 'null') as Fragments | null
    if (!cached?.['div.widget_shopping_cart_content']) return null
    shownHash = hash
    return cached
  } catch {
    return null
  }
}

export function announce(text: string): void {
  const region = document.querySelector('.widget_shopping_cart_live_region') ?? document.createElement('div')
  region.className = 'widget_shopping_cart_live_region screen-reader-text'
  region.role = 'status'
  // Content outside an open dialog is not announced, so the live region moves into it.
  const container = document.querySelector('dialog[open]') ?? document.body
  if (region.parentElement !== container) container.append(region)
  region.setAttribute('aria-relevant', 'all')
  region.textContent = text
}

/** Announces after a second, once the page has settled (ATC-05). */
export function announceLater(text: string | undefined): void {
  if (text) setTimeout(() => announce(text), 1000)
}
