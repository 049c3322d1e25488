import { setHidden } from './form-fields.client.ts'

/**
 * Gets the page's nonces anew, as after signing in while buying or in another tab, and leaves everything that was typed
 * where it is.
 */
export async function renewNonces(form: HTMLFormElement): Promise<void> {
  const response = await fetch(location.pathname, { headers: { accept: 'text/html' } })
  const html = await response.text()
  const freshPage = new DOMParser().parseFromString(html, 'text/html')
  const nonce = freshPage.querySelector<HTMLInputElement>('form.checkout #woocommerce-process-checkout-nonce')?.value
  // The cart is gone: the shop knows where to go from here.
  if (!nonce) return location.reload()
  setHidden(form, 'woocommerce-process-checkout-nonce', nonce)
  const params = (window as { wc_checkout_params?: Record<string, unknown> }).wc_checkout_params
  for (const name of ['update_order_review_nonce', 'apply_coupon_nonce', 'remove_coupon_nonce']) {
    const value = new RegExp(`"${name}":"([0-9a-f]+)"`).exec(html)?.[1]
    if (params && value) params[name] = value
  }
}
