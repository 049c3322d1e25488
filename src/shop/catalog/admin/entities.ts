import { entity, lister, type Named } from '../../../platform/admin/entity.ts'
import { htmlText } from '../../../platform/admin/html-text.client.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'

const statusBadges: Readonly<Record<string, string>> = {
  draft: 'Draft',
  pending: 'Waiting for review',
  future: 'Scheduled',
  private: 'Private',
  trash: 'In the trash',
}

export const catalogEntities = {
  products: entity(
    'product',
    'Search products by name or SKU',
    lister<Named & { readonly sku: string }>(
      paths.restProducts,
      { status: 'publish', search_fields: 'name,sku', _fields: 'id,name,sku' },
      ({ name, sku }) => ({ label: name, detail: sku }),
    ),
    lister<Named & { readonly status: string }>(paths.restProductNames, {}, ({ name, status }) => ({
      label: name,
      badge: statusBadges[status],
    })),
  ),
  categories: entity(
    'category',
    'Search categories',
    lister<Named & { readonly count: number }>(
      hrefs.storeApi('/products/categories'),
      { hide_empty: 'false' },
      ({ name, count }) => ({ label: htmlText(name), detail: `${count} ${count === 1 ? 'product' : 'products'}` }),
    ),
  ),
  productTags: entity(
    'tag',
    'Search tags',
    lister<Named>(paths.restTags, {}, ({ name }) => ({ label: htmlText(name) })),
  ),
  brands: entity(
    'brand',
    'Search brands',
    lister<Named>(paths.restBrands, {}, ({ name }) => ({ label: htmlText(name) })),
  ),
}
