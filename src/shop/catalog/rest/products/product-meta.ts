/** Keys that WooCommerce stores as metadata and this shop as fields. */
const internal: ReadonlySet<string> = new Set(
  (
    '_sku _global_unique_id _price _regular_price _sale_price _sale_price_dates_from _sale_price_dates_to total_sales ' +
    '_tax_status _tax_class _manage_stock _stock _stock_status _backorders _low_stock_amount _sold_individually _weight ' +
    '_length _width _height _upsell_ids _crosssell_ids _children _purchase_note _default_attributes _product_attributes ' +
    '_virtual _downloadable _downloadable_files _download_limit _download_expiry _featured _visibility _product_url ' +
    '_button_text _wc_rating_count _wc_average_rating _wc_review_count _thumbnail_id _product_image_gallery ' +
    '_product_version _wp_old_slug _edit_last _edit_lock'
  ).split(' '),
)

export const isInternalMeta = (key: string): boolean => internal.has(key)
