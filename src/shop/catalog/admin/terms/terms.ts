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

export type Term = Omit<Placed, 'parent'> & {
  readonly parent?: number
  readonly name: string
  readonly count: number
  readonly display: string
  readonly samovar: { readonly tint: string | null; readonly image_id: number }
}

/** All terms of a taxonomy. */
export function useTerms(path: string) {
  const { rest } = useAdminContext()
  return useQuery({
    queryKey: [path, 'all'],
    queryFn: async ({ signal }) => {
      const terms = await rest.all<Term>(`${path}?context=edit`, signal)
      return terms.map((term): Term & Placed => ({ parent: 0, ...term }))
    },
    ...awaited,
  })
}
