import { entity, lister, type Named } from '../../../../platform/admin/entity.ts'
import { htmlText } from '../../../../platform/admin/html-text.client.ts'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import type { EntityKind } from '../../../../things/blocks/options.ts'
import { contentEntities } from '../../../content/admin/entities.ts'

const { postCategories, postTags, projectCategories, posts, pages } = contentEntities

const terms = (path: string) => lister<Named>(path, { hide_empty: 'false' }, ({ name }) => ({ label: htmlText(name) }))

type Titled = { readonly id: number; readonly title: string }
const forms = lister<Titled>(paths.restForms, {}, ({ title }) => ({ label: title }))

export const builderEntities = {
  product: entity(
    'product',
    'Search products',
    lister<Named>(
      paths.restProducts,
      { status: 'publish', search_fields: 'name,sku', _fields: 'id,name' },
      ({ name }) => ({ label: name }),
    ),
    lister<Named>(paths.restProductNames, {}, ({ name }) => ({ label: name })),
  ),
  product_cat: entity('category', 'Search categories', terms(hrefs.storeApi('/products/categories'))),
  product_tag: entity('tag', 'Search tags', terms(hrefs.storeApi('/products/tags'))),
  category: postCategories,
  post_tag: postTags,
  project_category: projectCategories,
  form: entity('form', 'Search forms', forms),
  post: posts,
  page: pages,
} satisfies Record<EntityKind | 'page', ReturnType<typeof entity>>
