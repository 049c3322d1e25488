/** WooCommerce's webhook topics, with the hooks that it lists for each. */
const hooksOf: Readonly<Record<string, readonly string[]>> = {
  'coupon.created': ['woocommerce_process_shop_coupon_meta', 'woocommerce_new_coupon'],
  'coupon.updated': ['woocommerce_process_shop_coupon_meta', 'woocommerce_update_coupon'],
  'coupon.deleted': ['wp_trash_post'],
  'coupon.restored': ['untrashed_post'],
  'customer.created': ['user_register', 'woocommerce_created_customer', 'woocommerce_new_customer'],
  'customer.updated': ['profile_update', 'woocommerce_update_customer'],
  'customer.deleted': ['delete_user'],
  'customer.restored': [],
  'order.created': ['woocommerce_new_order'],
  'order.updated': ['woocommerce_update_order', 'woocommerce_order_refunded'],
  'order.deleted': ['wp_trash_post', 'woocommerce_trash_order'],
  'order.restored': ['untrashed_post', 'woocommerce_untrash_order'],
  'product.created': [
    'woocommerce_process_product_meta',
    'woocommerce_new_product',
    'woocommerce_new_product_variation',
  ],
  'product.updated': [
    'woocommerce_process_product_meta',
    'woocommerce_update_product',
    'woocommerce_update_product_variation',
  ],
  'product.deleted': ['wp_trash_post'],
  'product.restored': ['untrashed_post'],
}

/** WooCommerce actions that exist in this shop; the triggers in the migration define when they occur. */
const actions: readonly string[] = [
  'woocommerce_add_to_cart',
  'woocommerce_new_order',
  'woocommerce_update_order',
  'woocommerce_order_status_changed',
  ...['pending', 'on-hold', 'processing', 'completed', 'cancelled', 'refunded', 'failed'].map(
    (status) => `woocommerce_order_status_${status}`,
  ),
  'woocommerce_payment_complete',
  'woocommerce_order_refunded',
  'woocommerce_new_product',
  'woocommerce_update_product',
  'woocommerce_product_set_stock',
  'woocommerce_no_stock',
  'woocommerce_created_customer',
  'woocommerce_update_customer',
  'woocommerce_new_coupon',
  'woocommerce_update_coupon',
]

/** Topics on the screen. Events that never occur here are left out, but the API accepts them. */
export const offeredTopics: readonly string[] = [
  ...Object.keys(hooksOf).filter((topic) => topic !== 'customer.restored'),
  ...actions.map((action) => `action.${action}`),
]

export type Topic = { readonly resource: string; readonly event: string; readonly hooks: readonly string[] }

export function parseTopic(topic: string): Topic | null {
  const at = topic.indexOf('.')
  const [resource, event] = [topic.slice(0, at), topic.slice(at + 1)]
  if (resource === 'action') return actions.includes(event) ? { resource, event, hooks: [event] } : null
  const hooks = Object.hasOwn(hooksOf, topic) ? hooksOf[topic] : undefined
  return hooks ? { resource, event, hooks } : null
}
