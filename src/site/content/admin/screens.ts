import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

const capability = 'content.write'
const list = (name: 'PostsScreen' | 'PagesScreen') => () => import('./entry-list.tsx').then((module) => module[name])
const form = (name: 'PostScreen' | 'PageScreen') => () => import('./entry-screen.tsx').then((module) => module[name])

const terms = (taxonomy: 'categories' | 'tags', name: 'List' | 'Form') => () =>
  import('./post-terms-screens.tsx').then((module) => module.termsOfPosts[taxonomy][name])

export const contentScreens = [
  defineScreen({
    path: paths.adminPosts,
    capability,
    nav: { label: 'Posts', section: 'write', key: 'p' },
    load: list('PostsScreen'),
  }),
  defineScreen({ path: paths.adminNewPost, capability, load: form('PostScreen') }),
  defineScreen({ path: paths.adminPost, capability, load: form('PostScreen') }),
  defineScreen({
    path: paths.adminPostCategories,
    capability,
    nav: { label: 'Categories of posts', section: 'write' },
    load: terms('categories', 'List'),
  }),
  defineScreen({ path: paths.adminNewPostCategory, capability, load: terms('categories', 'Form') }),
  defineScreen({ path: paths.adminPostCategory, capability, load: terms('categories', 'Form') }),
  defineScreen({
    path: paths.adminPostTags,
    capability,
    nav: { label: 'Tags of posts', section: 'write' },
    load: terms('tags', 'List'),
  }),
  defineScreen({ path: paths.adminNewPostTag, capability, load: terms('tags', 'Form') }),
  defineScreen({ path: paths.adminPostTag, capability, load: terms('tags', 'Form') }),
  defineScreen({
    path: paths.adminPages,
    capability,
    nav: { label: 'Pages', section: 'write' },
    load: list('PagesScreen'),
  }),
  defineScreen({ path: paths.adminNewPage, capability, load: form('PageScreen') }),
  defineScreen({ path: paths.adminPage, capability, load: form('PageScreen') }),
]
