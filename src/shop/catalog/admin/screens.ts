import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

const tag = () => import('./tag-screen.tsx').then((module) => module.TagScreen)

export const catalogScreens = [
  defineScreen({
    path: paths.adminTags,
    capability: 'products.write',
    nav: { label: 'Tags', section: 'sell', key: 't' },
    load: () => import('./tags-screen.tsx').then((module) => module.TagsScreen),
  }),
  defineScreen({ path: paths.adminNewTag, capability: 'products.write', load: tag }),
  defineScreen({ path: paths.adminTag, capability: 'products.write', load: tag }),
]
