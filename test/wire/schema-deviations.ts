/** Where the schemas of our items differ from the recorded ones, each with its reason. */

import type { Deviation } from './replay.ts'

/** A deviation in one kind of fact of the named fields. */
const fact = (reason: string, kind: string, names: string): Deviation => ({
  where: new RegExp(String.raw`^\.(${names}) (${kind})$`),
  reason,
})
/** A deviation in the named fields and everything inside them. */
const whole = (reason: string, names: string): Deviation => ({
  where: new RegExp(String.raw`^\.(${names})(\[\]|[ .])`),
  reason,
})
const values = (names: string) => fact('schema-values-of-the-shop', 'enum|default', names)
const answered = (names: string) => fact('schema-as-answered', 'type', names)
const also = (names: string) => whole('schema-as-answered', names)
const own = (names: string) => whole('schema-own-fields', names)
const unchangeable = (names: string) => fact('schema-read-only', 'readonly', names)
const without = (names: string) => whole('schema-of-what-there-is', names)
const noMeta = [answered('meta'), unchangeable('meta')]

const lines = String.raw`(line_items|shipping_lines|fee_lines)`
const ofEntry = [
  ...[values('status'), ...noMeta, without('meta.footnotes'), unchangeable('ping_status|template')],
  without('password|permalink_template|generated_slug|class_list|content.block_version'),
  own('version|is_date_open|status_before_trash|author_name|featured_media_url|preview_link|is_built'),
]
const ofRevision = [without('guid|meta|content.block_version|(content|excerpt).protected'), own('author_name|fields')]

const ofTree = [own(String.raw`samovar(\..*)?`), unchangeable('image.name|image.alt')]

export const deviations: Readonly<Record<string, readonly Deviation[]>> = {
  shop_order: [
    values('status|currency'),
    unchangeable('parent_id|created_via|currency'),
    answered(
      String.raw`${lines}\[\]\.(name|product_id|method_title|method_id|image.id)|coupon_lines\[\]\.code|billing.email`,
    ),
    also(String.raw`shipping.phone|tax_lines\[\]\.rate_percent|shipping_lines\[\]\.(taxes\[\]\.subtotal|tax_status)`),
    also(
      String.raw`(shipping|coupon)_lines\[\]\.meta_data\[\]\.display_(key|value)|fee_lines\[\]\.amount|currency_symbol`,
    ),
    without(String.raw`refunds\[\]\.total_tax|manual_update`),
  ],
  shop_order_refund: [
    unchangeable(String.raw`refunded_by|meta_data|${lines}(\[\].*)?`),
    answered(String.raw`${lines}\[\]\.(name|product_id|method_title|method_id|refund_total)`),
    also(String.raw`line_items\[\]\.(parent_name|global_unique_id|image)|tax_lines\[\]\.rate_percent`),
    also(String.raw`shipping_lines\[\]\.taxes\[\]\.subtotal`),
    without(String.raw`line_items\[\]\.taxes\[\]\.refund_total`),
    own(String.raw`${lines}\[\]\.refund_(total|tax)|refunded_amount`),
  ],
  order_note: [without('added_by_user')],
  report_order_total: [values('slug'), answered('total')],
  webhook: [fact('schema-as-answered', 'readonly', 'delivery_url'), own('failure_count|waiting_count')],
  batch: [answered(String.raw`delete\[\]`)],
  shop_coupon: [values('status'), answered(String.raw`used_by\[\]`), own('date_starts|date_starts_gmt')],
  customer: [values('role'), answered('is_paying_customer'), unchangeable('username'), own('orders_count|total_spent')],
  setting_group: [also('sub_groups')],
  setting: [answered('default'), without('tip|placeholder'), values('type')],
  payment_gateway: [
    answered('order'),
    also(
      'settings|needs_setup|post_install_scripts|settings_url|connection_url|setup_help_text|required_settings_keys',
    ),
  ],
  system_status: [also('[a-z_]+')],
  data_continents: [also(String.raw`countries\[\](\.states\[\])?`)],
  data_countries: [also(String.raw`states\[\]`)],
  product_review: [unchangeable('product_name')],
  product_cat: [...ofTree, fact('schema-as-answered', 'readonly', 'menu_order')],
  product_brand: ofTree,
  product_attribute: [own(String.raw`samovar(\..*)?`)],
  product_attribute_term: [own(String.raw`samovar(\..*)?`)],
  post: [...ofEntry, unchangeable('sticky|format')],
  page: ofEntry,
  'post-revision': ofRevision,
  'page-revision': ofRevision,
  category: [...noMeta, unchangeable('parent')],
  tag: noMeta,
  attachment: [
    ...[values('status'), ...noMeta, answered('date|date_gmt|post')],
    unchangeable('date|date_gmt|slug|status|author|comment_status|ping_status|template|description|post'),
    without('permalink_template|generated_slug|class_list|featured_media|missing_image_sizes|filename|filesize'),
    without('exif_orientation|image_quality|image_output_format|image_save_progressive'),
    also('media_details.(width|height|file|filesize|sizes)'),
    own(String.raw`used_by|focal_point(\..*)?`),
  ],
  user: [
    values(String.raw`locale|roles\[\]`),
    ...noMeta,
    unchangeable('username|url|description|locale|nickname|slug'),
    without('avatar_urls.(24|48|96)|meta.persisted_preferences'),
    own(String.raw`status|session_count|last_sign_in|last_sign_in_gmt|woocommerce_meta(\..*)?`),
  ],
  'application-password': [unchangeable('app_id')],
}
