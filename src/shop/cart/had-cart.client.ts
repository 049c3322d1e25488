/**
 * Whether something was in the cart when this browser last heard of it. The cookies that tell scripts end with the
 * browser; the cart is kept longer, and so is this.
 */
export function hadCart(): boolean {
  try {
    return Boolean(localStorage.getItem(window.wc_cart_fragments_params?.cart_hash_key ?? 'wc_cart_hash'))
  } catch {
    return false
  }
}
