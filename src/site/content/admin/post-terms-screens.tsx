import type { Resource } from '../../../platform/admin/resource.ts'
import { paths } from '../../../platform/web/routes.ts'
import { termScreens } from '../../../things/terms/admin/term-screens.tsx'

const screensOf = (resource: Resource, counted = 'Posts') =>
  termScreens({
    resource,
    counted,
    formTitle: 'About it',
    emptyText: `${counted} are given ${resource.names[1]} on their own screens.`,
    slugHint: 'Used in addresses. Leave it empty to use the name.',
    description: { maxLength: 5000 },
    savedText: `Saved. ${counted} show it now.`,
    deletion: `${counted} lose the ${resource.names[0]}, and stay.`,
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
  projectCategories: screensOf(
    {
      names: ['category', 'categories'],
      title: 'Categories of projects',
      rest: paths.restProjectCategories,
      screen: paths.adminProjectCategories,
    },
    'Projects',
  ),
}
