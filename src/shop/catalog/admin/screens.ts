import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { productsWrite } from '../capabilities.ts'

type Kind = 'categories' | 'brands' | 'tags' | 'classes'

const terms = (kind: Kind, label: string, [list, add, item]: readonly [string, string, string], key?: string) => {
  const load = (name: 'List' | 'Form') => () =>
    import('./terms/product-term-screens.tsx').then((module) => module.productTermScreens[kind][name])
  return [
    { path: list, nav: { label, section: 'sell', ...(key && { key }) }, load: load('List') },
    { path: add, load: load('Form') },
    { path: item, load: load('Form') },
  ] as const
}
const attribute = (name: 'List' | 'Form') => () =>
  import('./terms/attribute-screens.tsx').then((module) => module.attributeScreens[name])

export const catalogScreens = defineScreens(productsWrite, [
  ...terms('categories', 'Categories', [
    paths.adminProductCategories,
    paths.adminNewProductCategory,
    paths.adminProductCategory,
  ]),
  ...terms('tags', 'Tags', [paths.adminTags, paths.adminNewTag, paths.adminTag], 't'),
  ...terms('brands', 'Brands', [paths.adminBrands, paths.adminNewBrand, paths.adminBrand]),
  { path: paths.adminAttributes, nav: { label: 'Attributes', section: 'sell' }, load: attribute('List') },
  { path: paths.adminNewAttribute, load: attribute('Form') },
  { path: paths.adminAttribute, load: attribute('Form') },
  ...terms('classes', 'Shipping classes', [
    paths.adminShippingClasses,
    paths.adminNewShippingClass,
    paths.adminShippingClass,
  ]),
])
