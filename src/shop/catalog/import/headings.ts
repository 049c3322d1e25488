/** Columns of a product CSV, by the headings of WooCommerce's export in English; order and case do not matter. */
export const headings = [
  ...(['ID', 'Type', 'SKU', 'Name', 'Published', 'Is featured?', 'Visibility in catalog'] as const),
  ...(['Short description', 'Description', 'Date sale price starts', 'Date sale price ends'] as const),
  ...(['Tax status', 'Tax class', 'Shipping class', 'In stock?', 'Stock', 'Low stock amount'] as const),
  ...(['Backorders allowed?', 'Sold individually?', 'Weight', 'Sale price', 'Regular price'] as const),
  ...(['Categories', 'Tags', 'Images', 'Parent', 'Grouped products', 'Upsells', 'Cross-sells'] as const),
  ...(['External URL', 'Button text', 'Position', 'GTIN, UPC, EAN, or ISBN', 'Length', 'Width', 'Height'] as const),
  ...(['Allow customer reviews?', 'Purchase note', 'Download limit', 'Download expiry days', 'Brands'] as const),
]

export type Column = (typeof headings)[number]
