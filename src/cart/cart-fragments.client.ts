import { cartSettings } from './cart-settings.client.ts'

export type CartAnswer = {
  fragments?: Record<string, string>
  cart_hash?: string
  error?: boolean
  product_url?: string | false
}

/** Puts the answer's pieces where their selectors point (ATC-04). The piece owns its element. */
export function replaceFragments(fragments: Record<string, string> | undefined): void {
  for (const [selector, html] of Object.entries(fragments ?? {})) {
    for (const element of document.querySelectorAll(selector)) {
      const template = document.createElement('template')
      template.innerHTML = html.trim()
      const fresh = template.content.firstElementChild
      if (fresh) element.replaceWith(fresh)
    }
  }
}

const A_DAY_MS = 24 * 60 * 60 * 1000
const created = 'wc_cart_created'

/** Keeps the pieces for the next page of this tab, and tells other tabs that the cart is another one. */
export function rememberFragments(answer: CartAnswer): void {
  try {
    sessionStorage.setItem(cartSettings.fragmentName, JSON.stringify(answer.fragments ?? {}))
    sessionStorage.setItem(cartSettings.hashKey, answer.cart_hash ?? '')
    sessionStorage.setItem(created, String(Date.now()))
    localStorage.setItem(cartSettings.hashKey, answer.cart_hash ?? '')
  } catch {
    // Storage is switched off or full: every page asks anew.
  }
}

/** The kept pieces, while they fit the cart's cookie and are younger than a day. */
export function rememberedFragments(): Record<string, string> | null {
  try {
    const hash = sessionStorage.getItem(cartSettings.hashKey)
    const cookie = /(?:^|;\s*)woocommerce_cart_hash=([^;]+)/.exec(document.cookie)?.[1]
    const age = Date.now() - Number(sessionStorage.getItem(created))
    if (!hash || hash !== cookie || !(age < A_DAY_MS)) return null
    const kept = JSON.parse(sessionStorage.getItem(cartSettings.fragmentName) ?? 'null') as Record<
      string,
      string
    > | null
    return kept?.['div.widget_shopping_cart_content'] ? kept : null
  } catch {
    return null
  }
}

/** Says something to screen readers, politely; '' makes the region quiet again. */
export function announce(text: string): void {
  let region = document.querySelector<HTMLElement>('.widget_shopping_cart_live_region')
  if (!region) {
    region = document.createElement('div')
    region.className = 'widget_shopping_cart_live_region screen-reader-text'
    region.setAttribute('role', 'status')
    document.body.append(region)
  }
  // Outside an open dialog nothing is read, so the region stands where the reader is.
  const home = document.querySelector('dialog[open]') ?? document.body
  if (region.parentElement !== home) home.append(region)
  region.setAttribute('aria-relevant', 'all')
  region.textContent = text
}
