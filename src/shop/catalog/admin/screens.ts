import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { productsWrite } from '../capabilities.ts'

const tag = (name: 'List' | 'Form') => () => import('./tag-screens.tsx').then((module) => module.tagScreens[name])

export const catalogScreens = defineScreens(productsWrite, [
  { path: paths.adminTags, nav: { label: 'Tags', section: 'sell', key: 't' }, load: tag('List') },
  {
    path: paths.adminProductCsv,
    nav: { label: 'Import and export', section: 'sell' },
    load: () => import('./csv/csv-screen.tsx').then(({ CsvScreen }) => CsvScreen),
  },
  { path: paths.adminNewTag, load: tag('Form') },
  { path: paths.adminTag, load: tag('Form') },
])
