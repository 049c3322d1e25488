/** The drawer: opens after adding, says what was done, brings back what was taken out, and changes quantities. */
import { formBody } from './cart-calls.client.ts'
import { announce } from './cart-fragments.client.ts'
import { queue } from './cart-queue.client.ts'
import { refreshFragments } from './cart-refresh.client.ts'
import { cartSettings } from './cart-settings.client.ts'
import { stepBy } from './step-by.client.ts'
import './raise-quantity.client.ts'

const drawer = (): HTMLDialogElement | null => document.querySelector('dialog#mini-cart')

/** Opens on its title, so that whoever moves by keyboard hears where they are and why. */
export function openDrawer(news = ''): void {
  const dialog = drawer()
  if (!dialog || cartSettings.isCart) return
  if (news !== '') tell(news)
  if (dialog.open) return
  dialog.showModal()
  dialog.querySelector<HTMLElement>('#mini-cart-title')?.focus()
}

/** A line under the drawer's title. With a link it offers a way back. */
export function tell(text: string, options: { undo?: string; isTrouble?: boolean } = {}): void {
  const line = document.getElementById('mini-cart-news')
  if (!line) return
  line.hidden = text === ''
  line.dataset.kind = options.isTrouble ? 'trouble' : 'news'
  const words = document.createElement('span')
  words.textContent = text
  line.replaceChildren(words)
  if (options.undo === undefined) return
  const link = document.createElement('a')
  link.href = options.undo
  link.className = 'restore-item'
  link.textContent = 'Undo'
  line.append(' ', link)
}

const TROUBLE = 'Your change did not go through. Please try again.'

/** Brings a line back by its link. Without an answer the link itself is followed: it does the same. */
async function undo(link: HTMLAnchorElement): Promise<void> {
  const name = document.getElementById('mini-cart-title')
  await queue(async () => {
    const page = await fetchPage(link.href)
    if (!page) return location.assign(link.href)
    const said = wordsOf(page)
    tell(said.text, { isTrouble: said.isError })
    announce(said.text)
    name?.focus()
  })
  await refreshFragments()
}

/** A page of ours as a document, or null. */
async function fetchPage(url: string, init: RequestInit = {}): Promise<Document | null> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(15_000) })
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : null
  } catch {
    return null
  }
}

function wordsOf(page: Document): { text: string; isError: boolean } {
  const error = page.querySelector('main .woocommerce-error li')
  const notice = error ?? page.querySelector('main .woocommerce-message, main .woocommerce-info:not(.cart-empty)')
  return { text: notice?.textContent?.trim() ?? '', isError: error !== null }
}

const SETTLE_MS = 350
const settling = new Map<string, number>()
/** Counts the wishes, so that an answer to an older one does not take the place of a newer. */
let wishes = 0

/** Sends a quantity as the cart page's form would, once the pressing has stopped; the last wish counts. */
function sendSoon(form: HTMLFormElement, input: HTMLInputElement): void {
  const line = form.closest<HTMLElement>('.woocommerce-mini-cart-item')
  wishes += 1
  clearTimeout(settling.get(input.name))
  line?.setAttribute('aria-busy', 'true')
  const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => typeof value === 'string'))
  settling.set(
    input.name,
    window.setTimeout(() => void send(form.action, { ...fields, update_cart: 'Update cart' }, line), SETTLE_MS),
  )
}

async function send(
  action: string,
  fields: Readonly<Record<string, unknown>>,
  line: HTMLElement | null,
): Promise<void> {
  const asked = wishes
  line?.classList.add('blocked')
  await queue(async () => {
    const page = await fetchPage(action, { method: 'POST', body: formBody(fields) })
    const said = page ? wordsOf(page) : { text: TROUBLE, isError: true }
    if (asked !== wishes) return
    tell(said.isError ? said.text : '', { isTrouble: true })
    announce(said.text)
  })
  if (asked === wishes) await refreshFragments()
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
    stepBy(step, input)
    sendSoon(step.form, input)
  }
}

function onChange(event: Event): void {
  const input = event.target
  if (!(input instanceof HTMLInputElement) || !input.matches('.mini-cart-quantity input.qty') || !input.form) return
  if (input.value === '' || !input.reportValidity()) return
  sendSoon(input.form, input)
}

document.addEventListener('click', onClick)
document.addEventListener('change', onChange)
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches('.mini-cart-quantity')) return
  event.preventDefault()
  const input = form.querySelector<HTMLInputElement>('input.qty')
  if (input?.reportValidity()) sendSoon(form, input)
})
drawer()?.addEventListener('click', (event) => {
  if (event.target === event.currentTarget) drawer()?.close()
})
drawer()?.addEventListener('close', () => tell(''))
