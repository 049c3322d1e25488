import { defineScreen } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'

const capability = 'products.write'
const tag = (name: 'List' | 'Form') => () => import('./tag-screens.tsx').then((module) => module.tagScreens[name])

export const catalogScreens = [
  defineScreen({
    path: paths.adminTags,
    capability,
    load: tag('List'),
    nav: { label: 'Tags', section: 'sell', key: 't' },
  }),
  defineScreen({ path: paths.adminNewTag, capability, load: tag('Form') }),
  defineScreen({ path: paths.adminTag, capability, load: tag('Form') }),
]
