import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { type Resource, resourceOf } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { termScreens } from '../../../../things/terms/admin/term-screens.tsx'
import { ParentField, TermTree, type TreeTerm } from './term-tree.tsx'

const { Select, MediaPicker } = formFields<{ display: string; picture: number }>()

const common = { counted: 'Products', description: { maxLength: 5000 }, savedText: 'Saved. The shop now shows it.' }
const slugHint = 'The end of its address; made from the name if empty.'

const displays = [
  ['default', 'As usual: its products'],
  ['products', 'Its products'],
  ['subcategories', 'What is below it'],
  ['both', 'Both'],
] as const

const treeScreens = (resource: Resource, emptyText: string, deletion: string) => ({
  ...termScreens({
    ...common,
    resource,
    emptyText,
    formTitle: 'About it',
    slugHint,
    deletion,
    more: {
      empty: { parent: 0, display: 'default', picture: 0 },
      toValues: ({ parent, display, samovar }: TreeTerm) => ({ parent, display, picture: samovar.image_id }),
      toBody: ({ parent, display, picture }) => ({ parent, display, samovar: { image_id: picture } }),
      fields: (
        <>
          <ParentField resource={resource} />
          <Select name="display" label="Its page shows" options={displays} />
          <MediaPicker name="picture" label="Picture" isWide />
        </>
      ),
    },
  }),
  List: () => <TermTree resource={resource} emptyText={emptyText} />,
})

export const productTermScreens = {
  categories: treeScreens(
    resourceOf(['category', 'categories'], 'Categories', paths.restProductCategories, paths.adminProductCategories),
    'A category is where shoppers look first. It may have others below it.',
    'Products stay, without it. Categories below it come to its place.',
  ),
  brands: treeScreens(
    resourceOf(['brand', 'brands'], 'Brands', paths.restBrands, paths.adminBrands),
    'A brand is who makes a product.',
    'Products stay, without it. Brands below it come to its place.',
  ),
  tags: termScreens({
    ...common,
    resource: resourceOf(['tag', 'tags'], 'Tags', paths.restTags, paths.adminTags),
    emptyText: 'A tag groups products across categories and has a page of its own.',
    isDeletedInBulk: true,
    formTitle: 'Tag',
    slugHint,
    description: { hint: 'On the page of the tag.' },
    deletion: 'Products lose the tag, and its page is gone.',
  }),
  classes: termScreens({
    ...common,
    resource: resourceOf(
      ['shipping class', 'shipping classes'],
      'Shipping classes',
      paths.restShippingClasses,
      paths.adminShippingClasses,
    ),
    emptyText: 'Products of a class are sent alike, such as what breaks or is heavy. Shipping may cost more for it.',
    isDeletedInBulk: true,
    formTitle: 'About it',
    slugHint: 'What shipping costs name it by; made from the name if empty.',
    savedText: 'Saved.',
    deletion: 'Products stay, and are sent like those without a class.',
  }),
}
