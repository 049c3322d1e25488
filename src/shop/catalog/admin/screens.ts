import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { productsWrite, productTextsWrite } from '../capabilities.ts'

const tag = (name: 'List' | 'Form') => () => import('./tag-screens.tsx').then((module) => module.tagScreens[name])

export const catalogScreens = [
  ...defineScreens(productTextsWrite, [
    {
      path: paths.adminProducts,
      nav: { label: 'Products', section: 'sell' },
      load: () => import('./products/products-screen.tsx').then((module) => module.ProductsScreen),
    },
  ]),
  ...defineScreens(productsWrite, [
    {
      path: paths.adminStock,
      nav: { label: 'Stock', section: 'sell' },
      load: () => import('../stock/admin/stock-screen.tsx').then((module) => module.StockScreen),
    },
    { path: paths.adminTags, nav: { label: 'Tags', section: 'sell', key: 't' }, load: tag('List') },
    { path: paths.adminNewTag, load: tag('Form') },
    { path: paths.adminTag, load: tag('Form') },
  ]),
]
