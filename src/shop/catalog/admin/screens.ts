import { defineScreens } from '../../../platform/admin/screen.ts'
import { paths } from '../../../platform/web/routes.ts'
import { productsWrite, productTextsWrite } from '../capabilities.ts'

type Kind = 'categories' | 'brands' | 'tags' | 'classes'

const terms = (kind: Kind, label: string, [list, add, item]: readonly [string, string, string], key?: string) => {
  const load = (name: 'List' | 'Form') => () =>
    import('./terms/product-term-screens.tsx').then((module) => module.productTermScreens[kind][name])
  return [
    {
      path: list,
      nav: { label, section: 'products', ...(key && { key }) },
      load: kind === 'categories' || kind === 'brands' ? tree(kind) : load('List'),
    },
    { path: add, load: load('Form') },
    { path: item, load: load('Form') },
  ] as const
}
const tree = (kind: 'categories' | 'brands') => () =>
  import('./terms/term-tree-screen.tsx').then((module) => module.treeScreens[kind])
const attribute = (name: 'List' | 'Form') => () =>
  import('./terms/attribute-screens.tsx').then((module) => module.attributeScreens[name])

const product = () => import('./product/product-screen.tsx').then((module) => module.ProductScreen)

export const catalogScreens = [
  ...defineScreens(productTextsWrite, [
    {
      path: paths.adminProducts,
      nav: { label: 'Products', section: 'products', key: 'g' },
      load: () => import('./products/products-screen.tsx').then((module) => module.ProductsScreen),
    },
    { path: paths.adminProduct, load: product },
  ]),
  ...defineScreens(productsWrite, [
    { path: paths.adminNewProduct, load: product },
    {
      path: paths.adminStock,
      nav: { label: 'Stock', section: 'products' },
      load: () => import('../stock/admin/stock-screen.tsx').then((module) => module.StockScreen),
    },
    ...terms('categories', 'Categories', [
      paths.adminProductCategories,
      paths.adminNewProductCategory,
      paths.adminProductCategory,
    ]),
    ...terms('tags', 'Tags', [paths.adminTags, paths.adminNewTag, paths.adminTag], 't'),
    ...terms('brands', 'Brands', [paths.adminBrands, paths.adminNewBrand, paths.adminBrand]),
    { path: paths.adminAttributes, nav: { label: 'Attributes', section: 'products' }, load: attribute('List') },
    { path: paths.adminNewAttribute, load: attribute('Form') },
    { path: paths.adminAttribute, load: attribute('Form') },
    ...terms('classes', 'Shipping classes', [
      paths.adminShippingClasses,
      paths.adminNewShippingClass,
      paths.adminShippingClass,
    ]),
    {
      path: paths.adminProductCsv,
      nav: { label: 'Import and export', section: 'products' },
      load: () => import('./csv/csv-screen.tsx').then((module) => module.CsvScreen),
    },
  ]),
]
