import { entity, lister, type Named } from '../../../platform/admin/entity.ts'
import { htmlText } from '../../../platform/admin/html-text.client.ts'
import { paths } from '../../../platform/web/routes.ts'

const listTerms = (path: string, [one, many]: readonly [one: string, many: string] = ['post', 'posts']) =>
  lister<Named & { readonly count: number }>(path, {}, ({ name, count }) => ({
    label: name,
    detail: `${count} ${count === 1 ? one : many}`,
  }))

const listEntries = (path: string) =>
  lister<{ readonly id: number; readonly title: { readonly rendered: string } }>(
    path,
    { _fields: 'id,title', status: 'publish' },
    ({ title }) => ({ label: htmlText(title.rendered) }),
  )

export const contentEntities = {
  posts: entity('post', 'Search posts', listEntries(paths.restPosts)),
  pages: entity('page', 'Search pages', listEntries(paths.restPages)),
  postCategories: entity('category', 'Search categories of posts', listTerms(paths.restCategories)),
  projectCategories: entity(
    'category',
    'Search categories of projects',
    listTerms(paths.restProjectCategories, ['project', 'projects']),
  ),
  postTags: entity('tag', 'Search tags of posts', listTerms(paths.restPostTags)),
}
