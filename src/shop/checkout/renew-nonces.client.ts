import { setHidden } from './form-fields.client.ts'

/** Replaces the page's nonces, such as after a sign-in during checkout or in another tab, and keeps all input. */
export async function renewNonces(form: HTMLFormElement): Promise<void> {
  const response = await fetch(location.pathname, { headers: { accept: 'text/html' } })
  const html = await response.text()
  const freshPage = new DOMParser().parseFromString(html, 'text/html')
  const nonce = freshPage.querySelector<HTMLInputElement>('form.checkout #woocommerce-process-checkout-nonce')?.value
  // The cart no longer exists: reloading leads to the right page.
  if (!nonce) return location.reload()
  setHidden(form, 'woocommerce-process-checkout-nonce', nonce)
  const params = (window as { wc_checkout_params?: Record<string, unknown> }).wc_checkout_params
  for (const name of ['update_order_review_nonce', 'apply_coupon_nonce', 'remove_coupon_nonce']) {
    const value = new RegExp(`"${name}":"([0-9a-f]+)"`).exec(html)?.[1]
    if (params && value) params[name] = value
  }
}
