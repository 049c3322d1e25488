import '../../saved/saved.client.ts'
import './min-quantity.client.ts'
import { callCart, cartSettings, queue } from './cart-calls.client.ts'
import { emit, isAllowed, isPlainClick, jQueryData, listen } from './cart-events.client.ts'
import {
  announce,
  announceLater,
  type CartResponse,
  cacheFragments,
  isOutdated,
  markUpdating,
  replaceFragments,
  setBusy,
} from './cart-fragments.client.ts'
import { syncCart, toggleEmptyState } from './cart-refresh.client.ts'

/** The cart in the browser, through the public wc-ajax calls. Every link and form also works without script. */

const drawer = () => import('./cart-drawer.client.ts')

export type AddFields = Record<string, unknown>

const RETRY_MS = 600
const UNREACHABLE = 'We could not reach the shop, so nothing was added. Please try again.'

/** Request ids of adds without a response, by what was added: a retry sends the same id, and is added once. */
const unconfirmedAdds = new Map<string, string>()

/** `button` is the pressed button. Other scripts may change `fields` or veto the request (storefront-scripts.md §2). */
export function addToCart(fields: AddFields, button: HTMLElement | null): Promise<void> {
  if (button && !isAllowed('should_send_ajax_request.adding_to_cart', button)) {
    emit('ajax_request_not_sent.adding_to_cart', [false, false, button])
    return Promise.resolve()
  }
  button?.classList.remove('added')
  setBusy(button, 'loading', true)
  if (button) showBeside(button, '')
  announce('')
  emit('adding_to_cart', [button, fields])
  toggleEmptyState(true)
  drawer().catch(() => {})
  return queue(async () => {
    const unmark = markUpdating()
    const answer = await requestAdd(fields)
    unmark()
    setBusy(button, 'loading', false)
    if (!answer) return button ? showBeside(button, UNREACHABLE) : announce(UNREACHABLE)
    if (answer.error && answer.product_url) return location.assign(answer.product_url)
    // If refused, submits the link or form without script. The resulting page shows the reason.
    if (answer.error || !answer.fragments) return submitWithoutScript(button, fields)
    if (cartSettings.redirectAfterAdd) return location.assign(cartSettings.cartUrl)
    onAdded(answer, button, fields)
  })
}

/** Sends the add, and once more if no response arrives. Both requests have the same id, so it is added once. */
async function requestAdd(fields: AddFields): Promise<CartResponse | null> {
  const addKey = JSON.stringify(fields)
  const requestId = unconfirmedAdds.get(addKey) ?? `${Date.now()}-${Math.random()}`.replace('.', '')
  const namedFields = { ...fields, request_id: requestId }
  const send = () => callCart('add_to_cart', namedFields)
  const answer = (await send()) ?? (await new Promise((resolve) => setTimeout(resolve, RETRY_MS)).then(send))
  if (answer) unconfirmedAdds.delete(addKey)
  else unconfirmedAdds.set(addKey, requestId)
  return answer
}

function onAdded(answer: CartResponse, button: HTMLElement | null, fields: AddFields): void {
  cacheFragments(answer)
  emit('added_to_cart', [answer.fragments, answer.cart_hash, button])
  if (button) markAdded(button)
  replaceFragments(answer.fragments)
  emit('wc_fragments_loaded')
  const message = button?.dataset.success_message
  drawer().then(
    ({ addedMessage, openDrawer }) => {
      openDrawer(message ?? addedMessage(fields.product_id))
      announceLater(message)
    },
    () => announceLater(message),
  )
}

function markAdded(button: HTMLElement): void {
  setBusy(button, 'loading', false)
  button.classList.add('added')
  showViewCart(button)
  emit('wc_cart_button_updated', [button])
}

function showBeside(button: HTMLElement, text: string): void {
  if (text === '') return button.parentElement?.querySelector('.cart-trouble')?.remove()
  const messageText = Object.assign(document.createElement('span'), { className: 'cart-trouble', role: 'alert' })
  button.parentElement?.append(messageText)
  messageText.textContent = text
  messageText.scrollIntoView({ block: 'center' })
}

function submitWithoutScript(button: HTMLElement | null, fields: AddFields): void {
  if (button instanceof HTMLAnchorElement) return location.assign(button.href)
  const form = button?.closest('form')
  const id = typeof fields.product_id === 'string' ? fields.product_id : ''
  if (form) {
    // `form.submit()` omits the button, and the button contains the product id.
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name: 'add-to-cart', value: id }))
    return form.submit()
  }
  location.assign(`?add-to-cart=${encodeURIComponent(id)}`)
}

/** Removes a line; on any failure the browser follows the item's remove link (MINI-03). */
export function removeFromCart(link: HTMLAnchorElement): Promise<void> {
  const item = link.closest<HTMLElement>('.woocommerce-mini-cart-item')
  setBusy(item, 'blocked', true)
  announce('')
  return queue(async () => {
    const answer = await callCart('remove_from_cart', { cart_item_key: link.dataset.cart_item_key ?? '' })
    if (!answer?.fragments) return location.assign(link.href)
    cacheFragments(answer)
    emit('removed_from_cart', [answer.fragments, answer.cart_hash, link])
    replaceFragments(answer.fragments)
    emit('wc_fragments_loaded')
    toggleEmptyState(answer.cart_hash !== '')
    const { nameOf, showMessage } = await drawer()
    const name = nameOf(item)
    showMessage(name ? `“${name}” removed.` : 'Removed.', { undo: link.href.replace('remove_item=', 'undo_item=') })
    document.querySelector<HTMLElement>('#mini-cart[open] #mini-cart-title')?.focus()
    announceLater(link.dataset.success_message)
  })
}

/** Adds a "View cart" link beside the button, once, and not on the cart page (ATC-06). */
function showViewCart(button: HTMLElement): void {
  if (cartSettings.isCart || button.parentElement?.querySelector('.added_to_cart')) return
  const { cartUrl: href, viewCart: title } = cartSettings
  const link = Object.assign(document.createElement('a'), { href, title, textContent: title })
  link.className = 'added_to_cart wc-forward'
  button.after(link)
}

/** All data of the button: jQuery's, overridden by its data attributes, with names in camel case. */
const dataOf = (button: HTMLElement): AddFields => Object.assign({}, jQueryData(button), button.dataset)

document.addEventListener('click', (event) => {
  if (!isPlainClick(event)) return
  const target = event.target as Element
  const remove = target.closest<HTMLAnchorElement>('a.remove_from_cart_button')
  if (remove?.dataset.cart_item_key) {
    event.preventDefault()
    return void removeFromCart(remove)
  }
  const add = target.closest<HTMLElement>('.ajax_add_to_cart:not(.wc-interactive)')
  if (add?.dataset.product_id) {
    event.preventDefault()
    return void addToCart(dataOf(add), add)
  }
  const cartLink = target.closest<HTMLAnchorElement>('a.cart-contents')
  if (cartLink && !cartSettings.isCart && document.querySelector('#mini-cart .woocommerce-mini-cart-item')) {
    event.preventDefault()
    // If the script cannot be loaded, the link leads to the cart page.
    drawer().then(
      ({ openDrawer }) => openDrawer(),
      () => location.assign(cartLink.href),
    )
  }
})

/** The space key activates links that look like buttons, as it does buttons. */
document.addEventListener('keydown', (event) => {
  const target = event.target as Element
  if (event.key !== ' ' || !target.matches('a.remove_from_cart_button, a.ajax_add_to_cart')) return
  event.preventDefault()
  ;(target as HTMLElement).click()
})

// Triggered through jQuery by a script that sent the request itself.
listen('added_to_cart', (_event, _fragments, _hash, button) => {
  const pressed = (button as ArrayLike<unknown> | undefined)?.[0]
  if (pressed instanceof HTMLElement && isOutdated()) markAdded(pressed)
})
syncCart()
// Its quantities are changed by the drawer's script.
if (document.querySelector('.widget_shopping_cart:not(dialog *)')) void drawer()
if (cartSettings.isCart) void import('./cart-page.client.ts')
