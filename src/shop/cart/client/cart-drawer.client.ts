import { cartSettings, fetchPage, queue } from './cart-calls.client.ts'
import { isPlainClick } from './cart-events.client.ts'
import { fieldsOf, stepQuantity } from './cart-forms.client.ts'
import { announce, setBusy } from './cart-fragments.client.ts'
import { refreshFragments } from './cart-refresh.client.ts'
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

export const nameOf = (line?: Element | null): string =>
  line?.querySelector('a:not([aria-hidden], .remove)')?.textContent?.trim() ?? ''

export function addedMessage(id: unknown): string {
  const lines = [...document.querySelectorAll('#mini-cart .woocommerce-mini-cart-item')]
  const name = nameOf(lines.findLast((item) => item.querySelector<HTMLElement>('.remove')?.dataset.product_id === id))
  return name ? `“${name}” is in your cart.` : 'Added to your cart.'
}

export function showMessage(text: string, { undo, isError = false }: { undo?: string; isError?: boolean } = {}): void {
  const line = document.getElementById('mini-cart-news')
  if (!line) return
  line.hidden = text === ''
  line.dataset.kind = isError ? 'trouble' : 'news'
  line.replaceChildren(Object.assign(document.createElement('span'), { textContent: text }))
  if (undo === undefined) return
  const link = { href: undo, className: 'restore-item', textContent: 'Undo' }
  line.append(' ', Object.assign(document.createElement('a'), link))
}

const UPDATE_FAILED = 'Your change did not go through. Please try again.'

async function undo(link: HTMLAnchorElement): Promise<void> {
  const title = document.getElementById('mini-cart-title')
  await queue(async () => {
    const page = await fetchPage(link.href)
    if (!page) return location.assign(link.href)
    const { text, isError } = noticeIn(page)
    showMessage(text, { isError })
    announce(text)
    title?.focus()
  })
  await refreshFragments()
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

function sendDebounced(form: HTMLFormElement, input: HTMLInputElement): void {
  const line = form.closest('.woocommerce-mini-cart-item')
  changeCount += 1
  clearTimeout(timers.get(input.name))
  line?.setAttribute('aria-busy', 'true')
  const fields = { ...fieldsOf(form), update_cart: 'Update cart' }
  const send = async () => {
    const changeId = changeCount
    line?.classList.add('blocked')
    await queue(async () => {
      // The line was removed meanwhile.
      if (!document.getElementsByName(input.name)[0]) return
      const page = await fetchPage(form.action, fields)
      const notice = page ? noticeIn(page) : { text: UPDATE_FAILED, isError: true }
      if (changeId !== changeCount) return
      const canUndo = document.querySelector('#mini-cart a.restore-item')
      if (notice.isError || !canUndo) showMessage(notice.isError ? notice.text : '', { isError: true })
      announce(notice.text)
    })
    if (changeId === changeCount) await refreshFragments()
  }
  const timer = window.setTimeout(() => void send(), DEBOUNCE_MS)
  timers.set(input.name, timer)
}

/** Follows the link once pending changes are saved, so that its page shows them. After an error, the shopper stays. */
const leaveBy = (link: HTMLAnchorElement) => async () => {
  setBusy(link, 'loading', false)
  if (!document.querySelector('[data-kind=trouble]:not([hidden])')) location.assign(link.href)
}

document.addEventListener('click', (event) => {
  if (!isPlainClick(event)) return
  const target = event.target as Element
  const restore = target.closest<HTMLAnchorElement>('#mini-cart a.restore-item')
  if (restore) {
    event.preventDefault()
    return void undo(restore)
  }
  const link = target.closest<HTMLAnchorElement>('#mini-cart a:not(.remove)')
  if (link && document.querySelector('#mini-cart [aria-busy] .mini-cart-quantity')) {
    event.preventDefault()
    setBusy(link, 'loading', true)
    return void setTimeout(() => void queue(leaveBy(link)), DEBOUNCE_MS)
  }
  const step = target.closest<HTMLButtonElement>('.mini-cart-quantity [data-step]')
  const input = step?.form?.querySelector<HTMLInputElement>('input.qty')
  if (step?.form && input) {
    stepQuantity(step, input)
    sendDebounced(step.form, input)
  }
})

document.addEventListener('change', (event) => {
  const input = event.target
  if (!(input instanceof HTMLInputElement) || !input.matches('.mini-cart-quantity input.qty') || !input.form) return
  if (input.value !== '' && input.reportValidity()) sendDebounced(input.form, input)
})

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
