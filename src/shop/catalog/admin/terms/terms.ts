import { useQuery } from '@tanstack/react-query'
import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import { awaited } from '../../../../platform/admin/parts.tsx'
import { resourceOf } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { Placed } from './tree.ts'

/** Taxonomies whose terms form a tree, with the text of an empty one. */
export const hierarchicalTaxonomies = {
  categories: {
    resource: resourceOf(
      ['category', 'categories'],
      'Categories',
      paths.restProductCategories,
      paths.adminProductCategories,
    ),
    emptyText: 'Shoppers look here first. A category can have subcategories.',
  },
  brands: {
    resource: resourceOf(['brand', 'brands'], 'Brands', paths.restBrands, paths.adminBrands),
    emptyText: 'A brand is the maker of a product.',
  },
}

const PER_PAGE = 100

export type Term = Omit<Placed, 'parent'> & {
  readonly parent?: number
  readonly name: string
  readonly count: number
  readonly display: string
  readonly samovar: { readonly tint: string | null; readonly image_id: number }
}

/** All terms, loaded page by page. */
export function useTerms(path: string) {
  const { rest } = useAdminContext()
  return useQuery({
    queryKey: [path, 'all'],
    meta: awaited,
    queryFn: async ({ signal }) => {
      const all: (Term & Placed)[] = []
      for (let page = 1; ; page += 1) {
        const { items, pages } = await rest.list<Term>(`${path}?context=edit&per_page=${PER_PAGE}&page=${page}`, signal)
        all.push(...items.map((term) => ({ parent: 0, ...term })))
        if (page >= pages) return all
      }
    },
  })
}
