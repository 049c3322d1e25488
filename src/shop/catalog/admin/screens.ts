import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { productsWrite, productTextsWrite } from '../capabilities.ts'

const tag = (name: 'List' | 'Form') => () => import('./tag-screens.tsx').then((module) => module.tagScreens[name])

const product = () => import('./product/product-screen.tsx').then((module) => module.ProductScreen)

export const catalogScreens = [
  ...defineScreens(productsWrite, [
    { path: paths.adminTags, nav: { label: 'Tags', section: 'sell', key: 't' }, load: tag('List') },
    { path: paths.adminNewTag, load: tag('Form') },
    { path: paths.adminTag, load: tag('Form') },
    { path: paths.adminNewProduct, load: product },
  ]),
  ...defineScreens(productTextsWrite, [{ path: paths.adminProduct, load: product }]),
]
