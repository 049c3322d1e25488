import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { contentWrite } from '../capabilities.ts'

const list = (name: 'PostsScreen' | 'PagesScreen' | 'ProjectsScreen') => () =>
  import('./entry-list.tsx').then((module) => module[name])
const form = (name: 'PostScreen' | 'PageScreen' | 'ProjectScreen') => () =>
  import('./entry-screen.tsx').then((module) => module[name])

const terms = (taxonomy: 'categories' | 'tags' | 'projectCategories', name: 'List' | 'Form') => () =>
  import('./post-terms-screens.tsx').then((module) => module.termsOfPosts[taxonomy][name])

export const contentScreens = defineScreens(contentWrite, [
  { path: paths.adminPosts, nav: { label: 'Posts', section: 'write', key: 'p' }, load: list('PostsScreen') },
  { path: paths.adminNewPost, load: form('PostScreen') },
  { path: paths.adminPost, load: form('PostScreen') },
  // No navigation entries: terms are linked from their lists.
  { path: paths.adminPostCategories, load: terms('categories', 'List') },
  { path: paths.adminNewPostCategory, load: terms('categories', 'Form') },
  { path: paths.adminPostCategory, load: terms('categories', 'Form') },
  { path: paths.adminPostTags, load: terms('tags', 'List') },
  { path: paths.adminNewPostTag, load: terms('tags', 'Form') },
  { path: paths.adminPostTag, load: terms('tags', 'Form') },
  { path: paths.adminPages, nav: { label: 'Pages', section: 'write' }, load: list('PagesScreen') },
  { path: paths.adminNewPage, load: form('PageScreen') },
  { path: paths.adminPage, load: form('PageScreen') },
  { path: paths.adminProjects, nav: { label: 'Projects', section: 'write' }, load: list('ProjectsScreen') },
  { path: paths.adminNewProject, load: form('ProjectScreen') },
  { path: paths.adminProject, load: form('ProjectScreen') },
  { path: paths.adminProjectCategories, load: terms('projectCategories', 'List') },
  { path: paths.adminNewProjectCategory, load: terms('projectCategories', 'Form') },
  { path: paths.adminProjectCategory, load: terms('projectCategories', 'Form') },
])
