/** The cart drawer: opens after an add, shows messages, undoes removals and changes quantities. */
import { formBody } from './cart-calls.client.ts'
import { announce } from './cart-fragments.client.ts'
import { queue } from './cart-queue.client.ts'
import { refreshFragments } from './cart-refresh.client.ts'
import { cartSettings } from './cart-settings.client.ts'
import { stepQuantity } from './step-quantity.client.ts'
import './min-quantity.client.ts'

const drawer = (): HTMLDialogElement | null => document.querySelector('dialog#mini-cart')

/** Focus moves to the drawer's title, so that keyboard and screen-reader users hear where they are. */
export function openDrawer(message = ''): void {
  const dialog = drawer()
  if (!dialog || cartSettings.isCart) return
  if (message !== '') showMessage(message)
  if (dialog.open) return
  dialog.showModal()
  dialog.querySelector<HTMLElement>('#mini-cart-title')?.focus()
}

/** A message below the drawer's title, with an undo link if given. */
export function showMessage(text: string, options: { undo?: string; isError?: boolean } = {}): void {
  const line = document.getElementById('mini-cart-news')
  if (!line) return
  line.hidden = text === ''
  line.dataset.kind = options.isError ? 'trouble' : 'news'
  const messageText = document.createElement('span')
  messageText.textContent = text
  line.replaceChildren(messageText)
  if (options.undo === undefined) return
  const link = document.createElement('a')
  link.href = options.undo
  link.className = 'restore-item'
  link.textContent = 'Undo'
  line.append(' ', link)
}

const UPDATE_FAILED = 'Your change did not go through. Please try again.'

/** Restores a removed line by its undo link. If the request fails, the browser follows the link instead. */
async function undo(link: HTMLAnchorElement): Promise<void> {
  const title = document.getElementById('mini-cart-title')
  await queue(async () => {
    const page = await fetchPage(link.href)
    if (!page) return location.assign(link.href)
    const notice = noticeIn(page)
    showMessage(notice.text, { isError: notice.isError })
    announce(notice.text)
    title?.focus()
  })
  await refreshFragments()
}

/** Fetches a page of the shop as a document; null on failure. */
async function fetchPage(url: string, init: RequestInit = {}): Promise<Document | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) })
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : null
  } catch {
    return null
  }
}

function noticeIn(page: Document): { text: string; isError: boolean } {
  const error = page.querySelector('main .woocommerce-error li')
  const notice = error ?? page.querySelector('main .woocommerce-message, main .woocommerce-info:not(.cart-empty)')
  return { text: notice?.textContent?.trim() ?? '', isError: error !== null }
}

const DEBOUNCE_MS = 350
const timers = new Map<string, number>()
/** Numbers the changes, so that a late response does not overwrite a newer one. */
let changeCount = 0

/** Submits a quantity as the cart page's form would, debounced; the last value wins. */
function sendDebounced(form: HTMLFormElement, input: HTMLInputElement): void {
  const line = form.closest<HTMLElement>('.woocommerce-mini-cart-item')
  changeCount += 1
  clearTimeout(timers.get(input.name))
  line?.setAttribute('aria-busy', 'true')
  const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => typeof value === 'string'))
  timers.set(
    input.name,
    window.setTimeout(() => void send(form.action, { ...fields, update_cart: 'Update cart' }, line), DEBOUNCE_MS),
  )
}

async function send(
  action: string,
  fields: Readonly<Record<string, unknown>>,
  line: HTMLElement | null,
): Promise<void> {
  const changeId = changeCount
  line?.classList.add('blocked')
  await queue(async () => {
    const page = await fetchPage(action, { method: 'POST', body: formBody(fields) })
    const notice = page ? noticeIn(page) : { text: UPDATE_FAILED, isError: true }
    if (changeId !== changeCount) return
    showMessage(notice.isError ? notice.text : '', { isError: true })
    announce(notice.text)
  })
  if (changeId === changeCount) await refreshFragments()
}

function onClick(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
  const target = event.target as Element
  const restore = target.closest<HTMLAnchorElement>('#mini-cart a.restore-item')
  if (restore) {
    event.preventDefault()
    void undo(restore)
    return
  }
  const step = target.closest<HTMLButtonElement>('.mini-cart-quantity [data-step]')
  const input = step?.form?.querySelector<HTMLInputElement>('input.qty')
  if (step?.form && input) {
    stepQuantity(step, input)
    sendDebounced(step.form, input)
  }
}

function onChange(event: Event): void {
  const input = event.target
  if (!(input instanceof HTMLInputElement) || !input.matches('.mini-cart-quantity input.qty') || !input.form) return
  if (input.value === '' || !input.reportValidity()) return
  sendDebounced(input.form, input)
}

document.addEventListener('click', onClick)
document.addEventListener('change', onChange)
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches('.mini-cart-quantity')) return
  event.preventDefault()
  const input = form.querySelector<HTMLInputElement>('input.qty')
  if (input?.reportValidity()) sendDebounced(form, input)
})
drawer()?.addEventListener('click', (event) => {
  if (event.target === event.currentTarget) drawer()?.close()
})
drawer()?.addEventListener('close', () => showMessage(''))
