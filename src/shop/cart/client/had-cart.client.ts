/**
 * Whether this browser's cart had items when last seen. The cart cookies end with the browser session; the cart and
 * this flag last longer.
 */
export function hadCart(): boolean {
  try {
    return Boolean(localStorage.getItem(window.wc_cart_fragments_params?.cart_hash_key ?? 'wc_cart_hash'))
  } catch {
    return false
  }
}
