type Params<Name extends string> = Readonly<Record<Name, string>>

declare global {
  interface Window {
    wc_add_to_cart_params?: Params<
      'wc_ajax_url' | 'cart_url' | 'i18n_view_cart' | 'is_cart' | 'cart_redirect_after_add'
    >
    wc_cart_fragments_params?: Params<'cart_hash_key' | 'fragment_name' | 'request_timeout'>
    wc_cart_params?: Params<'update_shipping_method_nonce' | 'apply_coupon_nonce' | 'remove_coupon_nonce'>
  }
}

const add = window.wc_add_to_cart_params
const fragments = window.wc_cart_fragments_params

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
