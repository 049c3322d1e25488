/**
 * The cart page without reloads: a changed quantity and a removed line are sent as the form and the link would be, and
 * the page's own answer takes the place of what is shown.
 */
import { announce } from './cart-fragments.client.ts'

const content = (): HTMLElement | null => document.querySelector('main#content')

async function show(request: () => Promise<Response>, fallback: () => void): Promise<void> {
  const main = content()
  const focused = document.activeElement?.id
  main?.setAttribute('aria-busy', 'true')
  try {
    const response = await request()
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const fresh = page.querySelector('main#content')
    if (!response.ok || !main || !fresh) return fallback()
    main.replaceWith(document.adoptNode(fresh))
    for (const link of page.querySelectorAll('a.cart-contents'))
      document.querySelector('a.cart-contents')?.replaceWith(document.adoptNode(link))
    if (focused) document.getElementById(focused)?.focus()
    else content()?.querySelector<HTMLElement>('[role="alert"], h1')?.focus()
    announce(content()?.querySelector('.woocommerce-message, .woocommerce-error')?.textContent?.trim() ?? '')
    document.body.dispatchEvent(new CustomEvent('updated_wc_div', { bubbles: true }))
  } catch {
    fallback()
  }
}

/** Quantities are sent as they stand; the nonce in the form makes them ours. */
function sendForm(form: HTMLFormElement): Promise<void> {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') fields.append(name, value)
  fields.set('update_cart', 'Update cart')
  return show(
    () => fetch(form.action, { method: 'POST', body: fields }),
    () => form.submit(),
  )
}

document.addEventListener('change', (event) => {
  const input = event.target
  if (!(input instanceof HTMLInputElement) || !input.matches('.woocommerce-cart-form input.qty') || !input.form) return
  if (!input.reportValidity()) return
  void sendForm(input.form)
})

document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches('.woocommerce-cart-form')) return
  event.preventDefault()
  void sendForm(form)
})

document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('.woocommerce-cart-form a.remove')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  void show(
    () => fetch(link.href),
    () => location.assign(link.href),
  )
})
