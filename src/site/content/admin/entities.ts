import { entity, lister, type Named } from '../../../platform/admin/entity.ts'
import { paths } from '../../../platform/web/routes.ts'

const listTerms = (path: string) =>
  lister<Named & { readonly count: number }>(path, {}, ({ name, count }) => ({ label: name, detail: `${count} posts` }))

export const contentEntities = {
  postCategories: entity('category', 'Search categories of posts', listTerms(paths.restCategories)),
  postTags: entity('tag', 'Search tags of posts', listTerms(paths.restPostTags)),
}
