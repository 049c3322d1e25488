type AddToCartParams = {
  wc_ajax_url: string
  cart_url: string
  i18n_view_cart: string
  is_cart: string
  cart_redirect_after_add: string
}
type FragmentParams = { cart_hash_key: string; fragment_name: string; request_timeout: string }
type CartParams = { update_shipping_method_nonce: string; apply_coupon_nonce: string; remove_coupon_nonce: string }

declare global {
  interface Window {
    wc_add_to_cart_params?: AddToCartParams
    wc_cart_fragments_params?: FragmentParams
    wc_cart_params?: CartParams
  }
}

const add = window.wc_add_to_cart_params
const fragments = window.wc_cart_fragments_params

/** The settings that the page prints for WooCommerce scripts, under this code's names. */
export const cartSettings = {
  ajaxUrl: (endpoint: string): string =>
    (add?.wc_ajax_url ?? '/?wc-ajax=%%endpoint%%').replace('%%endpoint%%', endpoint),
  cartUrl: add?.cart_url ?? '/cart/',
  viewCart: add?.i18n_view_cart ?? 'View cart',
  isCart: add?.is_cart === '1',
  redirectAfterAdd: add?.cart_redirect_after_add === 'yes',
  hashKey: fragments?.cart_hash_key ?? 'wc_cart_hash',
  fragmentName: fragments?.fragment_name ?? 'wc_fragments',
  requestTimeoutMs: Number(fragments?.request_timeout) || 5000,
}
