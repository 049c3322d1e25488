import { paths } from '../../../platform/web/routes.ts'
import { termScreens } from '../../../things/terms/admin/term-screens.tsx'

export const tagScreens = termScreens({
  resource: { names: ['tag', 'tags'], title: 'Tags', rest: paths.restTags, screen: paths.adminTags },
  counted: 'Products',
  emptyText: 'A tag groups products across categories and has a page of its own.',
  isDeletedInBulk: true,
  formTitle: 'Tag',
  slugHint: 'The end of its address; made from the name if empty.',
  description: { hint: 'On the page of the tag.' },
  savedText: 'Saved. The shop now shows it.',
  deletion: 'Products lose the tag, and its page is gone.',
})
