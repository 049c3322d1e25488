import type { Resource } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'

export const tags: Resource = {
  names: ['tag', 'tags'],
  title: 'Tags',
  rest: paths.restTags,
  screen: paths.adminTags,
}
