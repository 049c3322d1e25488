import type { ProductMeta } from '../../catalog.table.ts'

/** Fields that WooCommerce stores as metadata; they have names of their own. */
const internal = new Set(
  (
    '_sku _global_unique_id _price _regular_price _sale_price _sale_price_dates_from _sale_price_dates_to total_sales ' +
    '_tax_status _tax_class _manage_stock _stock _stock_status _backorders _low_stock_amount _sold_individually _weight ' +
    '_length _width _height _upsell_ids _crosssell_ids _children _purchase_note _default_attributes _product_attributes ' +
    '_virtual _downloadable _downloadable_files _download_limit _download_expiry _featured _visibility _product_url ' +
    '_button_text _wc_rating_count _wc_average_rating _wc_review_count _thumbnail_id _product_image_gallery ' +
    '_product_version _wp_old_slug _edit_last _edit_lock'
  ).split(' '),
)

type SentMeta = { readonly id?: number | undefined; readonly key?: string | undefined; readonly value?: unknown }

/** Metadata of numbers and booleans is text, as WordPress stores it. */
const stored = (value: unknown): unknown => {
  if (typeof value === 'boolean') return value ? '1' : ''
  return typeof value === 'number' ? String(value) : value
}

/** Custom fields after a change: by id, else the first of that key; null deletes, and what is not found is added. */
export function mergeMeta(before: readonly ProductMeta[], sent: readonly SentMeta[]): readonly ProductMeta[] {
  let fields = before
  for (const { id, key = '', value } of sent) {
    const found = fields.find((field) => field.id === id) ?? fields.find((field) => !id && field.key === key)
    const name = key === '' ? (found?.key ?? '') : key
    if (name === '' || internal.has(name)) continue
    if (value === null || value === undefined) fields = fields.filter((field) => field !== found)
    else if (found)
      fields = fields.map((field) => (field === found ? { id: found.id, key: name, value: stored(value) } : field))
    else
      fields = [...fields, { id: Math.max(0, ...fields.map((field) => field.id)) + 1, key: name, value: stored(value) }]
  }
  return fields
}
