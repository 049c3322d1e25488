import { createHash } from 'node:crypto'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import type { Page } from '../../platform/web/page.ts'
import { hrefs } from '../../platform/web/routes.ts'
import type { CartSettings } from '../../shop/cart/settings.ts'
import type { TrackingSettings } from '../../shop/tracking/settings.ts'
import { attributionFields } from '../../shop/tracking/visit.ts'

/** Settings that WooCommerce scripts read as global variables on every page (storefront-scripts.md §1). */
export function shopGlobals(
  shop: Pick<Platform, 'url'> & WithSettings<CartSettings & TrackingSettings>,
  page: Pick<Page, 'isCart'>,
): Record<string, unknown> {
  const ajaxUrl = '/wp-admin/admin-ajax.php'
  const ajax = { ajax_url: ajaxUrl, wc_ajax_url: '/?wc-ajax=%%endpoint%%' }
  const siteHash = createHash('md5').update(`1_${shop.url}/samovar`).digest('hex')
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
      cart_hash_key: `wc_cart_hash_${siteHash}`,
      fragment_name: `wc_fragments_${siteHash}`,
      request_timeout: '5000',
    },
    wc_order_attribution: {
      params: {
        lifetime: 0.00001,
        session: 30,
        base64: false,
        ajaxurl: ajaxUrl,
        prefix: 'wc_order_attribution_',
        allowTracking: shop.settings().orderAttribution,
      },
      fields: attributionPaths,
    },
  }
}

/** 'current.typ': path of each field in the attribution data. */
const attributionPaths = Object.fromEntries(
  Object.entries(attributionFields).map(([field, [cookie, part]]) => [field, `${cookie.replace('sbjs_', '')}.${part}`]),
)
