import { createHash } from 'node:crypto'
import { hrefs } from '../routes.ts'
import type { Shop } from '../shop.ts'

/** Settings that scripts of such shops read as global variables on every page (storefront-scripts.md §1). */
export function shopGlobals(
  shop: Pick<Shop, 'url' | 'settings'>,
  page: { isCart?: boolean } = {},
): Record<string, unknown> {
  const ajaxUrl = '/wp-admin/admin-ajax.php'
  const ajax = { ajax_url: ajaxUrl, wc_ajax_url: '/?wc-ajax=%%endpoint%%' }
  const mark = createHash('md5').update(`1_${shop.url}/samovar`).digest('hex')
  return {
    wc_add_to_cart_params: {
      ...ajax,
      i18n_view_cart: 'View cart',
      cart_url: `${shop.url}${hrefs.cart()}`,
      is_cart: page.isCart ? '1' : '',
      cart_redirect_after_add: shop.settings().cartRedirectAfterAdd,
    },
    woocommerce_params: { ...ajax, i18n_password_show: 'Show password', i18n_password_hide: 'Hide password' },
    wc_cart_fragments_params: {
      ...ajax,
      cart_hash_key: `wc_cart_hash_${mark}`,
      fragment_name: `wc_fragments_${mark}`,
      request_timeout: '5000',
    },
  }
}
