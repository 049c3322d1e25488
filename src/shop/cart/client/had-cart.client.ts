/** Whether this browser's cart had items when last seen: the cart cookies end with the browser session. */
export function hadCart(): boolean {
  try {
    return Boolean(localStorage.getItem(window.wc_cart_fragments_params?.cart_hash_key ?? 'wc_cart_hash'))
  } catch {
    return false
  }
}
