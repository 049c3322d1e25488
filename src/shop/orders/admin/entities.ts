import { entity } from '../../../platform/admin/entity.ts'
import { htmlText } from '../../../platform/admin/html-text.client.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { catalogEntities } from '../../catalog/admin/entities.ts'

type StoreProduct = {
  readonly id: number
  readonly name: string
  readonly sku: string
  readonly type: string
  readonly attributes: readonly { readonly terms: readonly { readonly slug: string; readonly name: string }[] }[]
  readonly variations: readonly {
    readonly id: number
    readonly attributes: readonly { readonly value: string | null }[]
  }[]
}

/** Options that an order can contain: the product, or each of its variations. */
const optionsOf = ({ id, name, sku, type, attributes, variations }: StoreProduct) => {
  if (type !== 'variable') return type === 'simple' ? [{ id, label: htmlText(name), detail: sku }] : []
  const names = new Map(attributes.flatMap(({ terms }) => terms.map((term) => [term.slug, htmlText(term.name)])))
  const nameOf = (value: string | null) => (value === null ? 'any' : (names.get(value) ?? value))
  return variations.map((one) => ({
    id: one.id,
    label: `${htmlText(name)} – ${one.attributes.map(({ value }) => nameOf(value)).join(', ')}`,
    detail: sku,
  }))
}

/** Published products of any visibility: the search of the shop finds no hidden ones, but lists them by their ids. */
export const orderEntities = {
  sold: entity('product', 'Search products by name or SKU', async (rest, query, signal) => {
    const found = await catalogEntities.products.find(rest, { ...query, per_page: 10 }, signal)
    if (found.length === 0) return []
    const include = found.map(({ id }) => id).join()
    const params = new URLSearchParams({ catalog_visibility: 'any', include, orderby: 'include', order: 'asc' })
    const products = await rest.get<StoreProduct[]>(`${hrefs.storeApi('/products')}?${params}`, signal)
    return products.flatMap(optionsOf)
  }),
}
