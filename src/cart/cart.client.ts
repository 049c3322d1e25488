/**
 * The cart in the browser: adding and removing without leaving the page, through the public wc-ajax calls. Every link
 * and form it takes over works without it.
 */
import { emit } from './cart-events.client.ts'
import {
  announce,
  type CartAnswer,
  rememberedFragments,
  rememberFragments,
  replaceFragments,
} from './cart-fragments.client.ts'
import { cartSettings } from './cart-settings.client.ts'

type Task = () => Promise<void>

const waiting: Task[] = []
let isBusy = false

/** One request at a time, in the order they were asked for (ATC-09). */
function queue(task: Task): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(() => task().finally(resolve))
    void work()
  })
}

async function work(): Promise<void> {
  if (isBusy) return
  isBusy = true
  for (let task = waiting.shift(); task; task = waiting.shift()) await task().catch(() => undefined)
  isBusy = false
}

/** POST to `?wc-ajax=name`; null when the answer is no JSON or never came. */
async function call(name: string, fields: Record<string, string>): Promise<CartAnswer | null> {
  try {
    const response = await fetch(cartSettings.ajaxUrl(name), { method: 'POST', body: new URLSearchParams(fields) })
    return response.ok ? ((await response.json()) as CartAnswer) : null
  } catch {
    return null
  }
}

/**
 * Adds to the cart and shows that it did: states of the button, fragments, drawer, announcement. `button` is what was
 * pressed; a failure without an address lets the ordinary form or link do the job.
 */
export function addToCart(fields: Record<string, string>, button: HTMLElement | null): Promise<void> {
  button?.classList.remove('added')
  button?.classList.add('loading')
  button?.setAttribute('aria-busy', 'true')
  announce('')
  return queue(async () => {
    emit('adding_to_cart', [button, fields])
    const answer = await call('add_to_cart', fields)
    button?.classList.remove('loading')
    button?.removeAttribute('aria-busy')
    if (!answer || (answer.error && !answer.product_url)) return followByHand(button, fields)
    if (answer.error && answer.product_url) return location.assign(answer.product_url)
    if (cartSettings.redirectAfterAdd) return location.assign(cartSettings.cartUrl)
    rememberFragments(answer)
    replaceFragments(answer.fragments)
    button?.classList.add('added')
    if (button) showViewCart(button)
    emit('added_to_cart', [answer.fragments, answer.cart_hash, button])
    emit('wc_cart_button_updated', [button])
    emit('wc_fragments_loaded', [])
    openDrawer()
    const message = button?.dataset.success_message
    if (message) setTimeout(() => announce(message), 1000)
  })
}

/** The way that works without script: the link's own address, or the form sent as it stands. */
function followByHand(button: HTMLElement | null, fields: Record<string, string>): void {
  if (button instanceof HTMLAnchorElement) return location.assign(button.href)
  const form = button?.closest('form')
  if (form) return form.submit()
  location.assign(`?add-to-cart=${encodeURIComponent(fields.product_id ?? '')}`)
}

/** Takes a line out; whatever goes wrong, the link of the item itself is followed (MINI-03). */
export function removeFromCart(link: HTMLAnchorElement): Promise<void> {
  const item = link.closest<HTMLElement>('.woocommerce-mini-cart-item')
  item?.setAttribute('aria-busy', 'true')
  announce('')
  return queue(async () => {
    const answer = await call('remove_from_cart', { cart_item_key: link.dataset.cart_item_key ?? '' })
    if (!answer?.fragments) return location.assign(link.href)
    rememberFragments(answer)
    replaceFragments(answer.fragments)
    emit('removed_from_cart', [answer.fragments, answer.cart_hash, link])
    document.querySelector<HTMLElement>('#mini-cart[open] #mini-cart-title')?.focus()
    const message = link.dataset.success_message
    if (message) setTimeout(() => announce(message), 1000)
  })
}

/** A link to the cart beside the button, once, and not on the cart page (ATC-06). */
function showViewCart(button: HTMLElement): void {
  if (cartSettings.isCart || button.parentElement?.querySelector('.added_to_cart')) return
  const link = document.createElement('a')
  link.className = 'added_to_cart wc-forward'
  link.href = cartSettings.cartUrl
  link.title = cartSettings.viewCart
  link.textContent = cartSettings.viewCart
  button.after(link)
}

const drawer = (): HTMLDialogElement | null => document.querySelector('dialog#mini-cart')

function openDrawer(): void {
  const dialog = drawer()
  if (!dialog || dialog.open || cartSettings.isCart) return
  dialog.showModal()
  dialog.querySelector<HTMLElement>('#mini-cart-title')?.focus()
}

/** Everything the button carries in `data-*`, with names as they are written there. */
function dataOf(button: HTMLElement): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { name, value } of button.attributes) {
    if (name.startsWith('data-') && name !== 'data-success_message') fields[name.slice(5)] = value
  }
  return fields
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const target = event.target as Element
  const remove = target.closest<HTMLAnchorElement>('a.remove_from_cart_button')
  if (remove?.dataset.cart_item_key) {
    event.preventDefault()
    void removeFromCart(remove)
    return
  }
  const add = target.closest<HTMLElement>('.ajax_add_to_cart:not(.wc-interactive)')
  if (add?.dataset.product_id) {
    event.preventDefault()
    void addToCart(dataOf(add), add)
    return
  }
  const cartLink = target.closest<HTMLAnchorElement>('a.cart-contents')
  if (cartLink && !cartSettings.isCart && drawer()?.querySelector('.woocommerce-mini-cart-item')) {
    event.preventDefault()
    openDrawer()
  }
}

/** Space acts on link-buttons as it does on buttons. */
function onKey(event: KeyboardEvent): void {
  const target = event.target as Element
  if (event.key !== ' ' || !target.matches('a.remove_from_cart_button, a.ajax_add_to_cart')) return
  event.preventDefault()
  ;(target as HTMLElement).click()
}

/** What is in the cart, on a page that was made for everybody: from this tab's memory, else by one small request. */
async function showCart(): Promise<void> {
  const remembered = rememberedFragments()
  if (remembered) return replaceFragments(remembered)
  await queue(async () => {
    const answer = await call('get_refreshed_fragments', { time: String(Date.now()) })
    if (!answer?.fragments) return
    rememberFragments(answer)
    replaceFragments(answer.fragments)
    emit('wc_fragments_refreshed', [])
  })
}

const hasCart = (): boolean => /(?:^|;\s*)woocommerce_items_in_cart=[1-9]/.test(document.cookie)

document.addEventListener('click', onClick)
document.addEventListener('keydown', onKey)
drawer()?.addEventListener('click', (event) => {
  if (event.target === event.currentTarget) drawer()?.close()
})
// Another tab changed the cart, or the page came back from the browser's memory: what is shown may be old.
addEventListener('storage', (event) => {
  if (event.key === cartSettings.hashKey && event.newValue !== event.oldValue) void showCart()
})
addEventListener('pageshow', (event) => {
  if (event.persisted) void showCart()
})
if (hasCart()) void showCart()
if (document.querySelector('form.woocommerce-cart-form')) void import('./cart-page.client.ts')
