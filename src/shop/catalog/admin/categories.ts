import { useQuery } from '@tanstack/react-query'
import { useAdminContext } from '../../../platform/admin/admin-context.tsx'
import { htmlText } from '../../../platform/admin/html-text.client.ts'
import { awaited } from '../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'

export type Category = { readonly id: number; readonly name: string; readonly parent: number }

/** Categories below `parent`, depth first. */
const treeOf = (all: readonly Category[], parent = 0, depth = 0): (Category & { readonly depth: number })[] =>
  all
    .filter((one) => one.parent === parent)
    .flatMap((one) => [{ ...one, name: htmlText(one.name), depth }, ...treeOf(all, one.id, depth + 1)])

export const categoriesKey = [paths.restProductCategories, 'tree']
const href = `${hrefs.storeApi('/products/categories')}?hide_empty=false`

/** All categories of products, each before what is below it. */
export function useCategories() {
  const { rest } = useAdminContext()
  return useQuery({
    queryKey: categoriesKey,
    queryFn: async ({ signal }) => treeOf(await rest.all<Category>(href, signal)),
    ...awaited,
  })
}
