import type { Resource } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import { termScreens } from '../../../things/terms/admin/term-screens.tsx'

const screensOf = (resource: Resource) =>
  termScreens({
    resource,
    counted: 'Posts',
    formTitle: 'About it',
    emptyText: `Posts are given ${resource.names[1]} on their own screens.`,
    slugHint: 'For addresses; made from the name if empty.',
    description: { maxLength: 5000 },
    savedText: 'Saved. Posts show it now.',
    deletion: `Posts lose the ${resource.names[0]}, and stay.`,
  })

export const termsOfPosts = {
  categories: screensOf({
    names: ['category', 'categories'],
    title: 'Categories of posts',
    rest: paths.restCategories,
    screen: paths.adminPostCategories,
  }),
  tags: screensOf({
    names: ['tag', 'tags'],
    title: 'Tags of posts',
    rest: paths.restPostTags,
    screen: paths.adminPostTags,
  }),
}
