import { callCart, cartSettings, queue } from './cart-calls.client.ts'
import { emit, listen } from './cart-events.client.ts'
import {
  cachedFragments,
  cacheFragments,
  DAY_MS,
  hasCart,
  isOutdated,
  replaceFragments,
} from './cart-fragments.client.ts'
import { hadCart } from './had-cart.client.ts'

let dailyTimer = 0
let isQueued = false

export async function refreshFragments(): Promise<void> {
  if (isQueued) return
  isQueued = true
  await queue(async () => {
    isQueued = false
    const answer = await callCart('get_refreshed_fragments', { time: Date.now() }, cartSettings.requestTimeoutMs)
    if (!answer?.fragments) return emit('wc_fragments_ajax_error')
    cacheFragments(answer)
    replaceFragments(answer.fragments)
    scheduleDailyRefresh()
    emit('wc_fragments_refreshed')
  })
}

function scheduleDailyRefresh(): void {
  clearTimeout(dailyTimer)
  dailyTimer = window.setTimeout(() => void refreshFragments(), DAY_MS)
}

export function toggleEmptyState(hasItems: boolean): void {
  const widgets = '.widget_shopping_cart:has(.hide_cart_widget_if_empty)'
  for (const widget of document.querySelectorAll<HTMLElement>(widgets)) widget.hidden = !hasItems
}

/** Shows the cart from this tab's cache, else with one request. No request for a visitor who never had a cart. */
export function showCart(): void {
  toggleEmptyState(hasCart())
  if (!hasCart() && !isOutdated()) {
    if (hadCart()) void refreshFragments().then(() => toggleEmptyState(hasCart()))
    return
  }
  const cached = cachedFragments()
  if (!cached) return void refreshFragments()
  replaceFragments(cached)
  scheduleDailyRefresh()
  emit('wc_fragments_loaded')
}

export function syncCart(): void {
  showCart()
  listen('wc_fragment_refresh updated_wc_div', () => void refreshFragments())
  // Of another script's request: after our own the shown cart is the current one.
  listen('added_to_cart removed_from_cart', refreshOutdated)
  addEventListener('storage', (event) => {
    if (event.key === cartSettings.hashKey) void refreshFragments()
  })
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return
    // After a sign-out this may be another customer's cart.
    for (const content of document.querySelectorAll('div.widget_shopping_cart_content')) content.replaceChildren()
    void refreshFragments()
  })
  // A form or link in another tab writes nothing to storage, but the cookie shows the change.
  document.addEventListener('visibilitychange', refreshOutdated)
}

function refreshOutdated(): void {
  if (!document.hidden && isOutdated()) void refreshFragments()
}
