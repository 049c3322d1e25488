import { entity, lister, type Named } from '../../../platform/admin/entity.ts'
import { paths } from '../../../platform/web/routes.ts'

const listTerms = (path: string, counted = 'posts') =>
  lister<Named & { readonly count: number }>(path, {}, ({ name, count }) => ({
    label: name,
    detail: `${count} ${counted}`,
  }))

export const contentEntities = {
  postCategories: entity('category', 'Search categories of posts', listTerms(paths.restCategories)),
  projectCategories: entity(
    'category',
    'Search categories of projects',
    listTerms(paths.restProjectCategories, 'projects'),
  ),
  postTags: entity('tag', 'Search tags of posts', listTerms(paths.restPostTags)),
}
