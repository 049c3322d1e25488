import type { ProductValues } from './product-values.ts'

export type Missing = {
  /** Where it is filled in: the name of a field, or of a section. */
  readonly field: string
  readonly text: string
  readonly isNeeded: boolean
}

type CheckedProduct = {
  readonly values: ProductValues
  /** Alternative texts of the pictures whose data is loaded. */
  readonly alts: readonly string[]
  readonly variations: number
  /** The shop's local time. */
  readonly now: string
}

/** What a product lacks: first what it needs in order to sell, then what is recommended. */
export function missingDetails({ values, alts, variations, now }: CheckedProduct): Missing[] {
  const { type, status } = values
  const isSold = type === 'simple'
  const onHand = (values.stock_quantity ?? 0) + (values.samovar.stock_change ?? 0)
  const isOut = values.manage_stock ? onHand <= 0 && values.backorders === 'no' : values.stock_status === 'outofstock'
  const has = (text: string) => text.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() !== ''
  const needed = [
    [!has(values.name), 'name', 'A name'],
    [isSold && values.regular_price === '', 'regular_price', 'A price'],
    [type === 'variable' && variations === 0, 'variations', 'Variations, each with a price'],
    [type === 'grouped' && values.grouped_products.length === 0, 'grouped_products', 'Products in the group'],
    [type === 'external' && values.external_url === '', 'external_url', 'The address where it is sold'],
    [isSold && isOut, values.manage_stock ? 'samovar.stock_change' : 'stock_status', 'Something in stock'],
    [isSold && values.downloadable && values.downloads.length === 0, 'downloads', 'A file to download'],
    [status !== 'publish', 'status', 'To be published'],
    [status === 'publish' && values.date > now, 'date', 'Its date to come: it is published then'],
  ] as const
  const helpful = [
    [values.images.length === 0, 'images', 'A picture'],
    [alts.includes(''), 'images', 'What each picture shows, in words'],
    [values.categories.length === 0, 'categories', 'A category'],
    [!has(values.description), 'description', 'A description'],
    [!has(values.short_description), 'short_description', 'A short description'],
    [isSold && !values.virtual && values.weight === '', 'weight', 'A weight, for the cost of shipping'],
    [values.catalog_visibility === 'hidden', 'catalog_visibility', 'A place in the shop: it is hidden'],
    [values.post_password !== '', 'post_password', 'To be open to everybody: it has a password'],
  ] as const
  return [needed, helpful].flatMap((rules) =>
    rules.flatMap(([isMissing, field, text]) => (isMissing ? [{ field, text, isNeeded: rules === needed }] : [])),
  )
}
