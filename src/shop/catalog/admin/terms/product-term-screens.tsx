import { Link, useParams } from 'react-router'
import controls from '../../../../platform/admin/controls.module.css'
import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { SectionTabs } from '../../../../platform/admin/list/list-controls.tsx'
import { ScreenHeader } from '../../../../platform/admin/parts.tsx'
import { type Resource, resourceOf, screenOf } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { termScreens } from '../../../../things/terms/admin/term-screens.tsx'
import styles from './term-rows.module.css'
import { type Term, TermRows, useTerms } from './term-rows.tsx'
import { rowsOf, withoutBranch } from './tree.ts'

const { Select, MediaPicker } = formFields<{ parent: number; display: string; picture: number }>()

const common = {
  counted: 'Products',
  formTitle: 'About it',
  slugHint: 'Used in addresses. Leave it empty to use the name.',
  description: { maxLength: 5000 },
  savedText: 'Saved. The shop now shows it.',
}

const displays = [
  ['default', 'Default: its products'],
  ['products', 'Its products'],
  ['subcategories', 'What is below it'],
  ['both', 'Both'],
] as const

/** Offers every term except this one and its descendants. */
function ParentField({ resource }: { readonly resource: Resource }) {
  const { data = [] } = useTerms(resource.rest)
  const [editedId] = Object.values(useParams())
  const options = withoutBranch(rowsOf(data), Number(editedId)).map(
    ({ term, depth }) => [term.id, `${'— '.repeat(depth)}${term.name}`] as const,
  )
  return <Select name="parent" label="Inside of" options={[[0, 'None'], ...options]} />
}

const treeScreens = (resource: Resource, emptyText: string) => ({
  ...termScreens({
    ...common,
    resource,
    emptyText,
    deletion: 'Products stay, without it. What is below it moves up one level.',
    more: {
      empty: { parent: 0, display: 'default', picture: 0 },
      toValues: ({ parent = 0, display, samovar }: Term) => ({ parent, display, picture: samovar.image_id }),
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
  List: () => (
    <>
      <ScreenHeader title={resource.title}>
        <Link className={controls.primary} to={`${resource.screen}new/`}>
          New {resource.names[0]}
        </Link>
      </ScreenHeader>
      <SectionTabs />
      <TermRows path={resource.rest} steps={['up', 'down', 'in', 'out']} empty={emptyText}>
        {(term, parent) => (
          <span className={styles.name}>
            <Link to={screenOf(resource, term.id)}>{term.name}</Link>
            {parent && <span className="visually-hidden"> in {parent.name}</span>}
          </span>
        )}
      </TermRows>
    </>
  ),
})

export const productTermScreens = {
  categories: treeScreens(
    resourceOf(['category', 'categories'], 'Categories', paths.restProductCategories, paths.adminProductCategories),
    'Shoppers look here first. A category can have subcategories.',
  ),
  brands: treeScreens(
    resourceOf(['brand', 'brands'], 'Brands', paths.restBrands, paths.adminBrands),
    'A brand is the maker of a product.',
  ),
  tags: termScreens({
    ...common,
    resource: resourceOf(['tag', 'tags'], 'Tags', paths.restTags, paths.adminTags),
    emptyText: 'A tag groups products across categories and has a page of its own.',
    isDeletedInBulk: true,
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
    emptyText:
      'Products of a class are shipped alike, for example fragile or heavy ones. Shipping methods can charge more for a class.',
    isDeletedInBulk: true,
    deletion: 'Products stay, and are shipped like those without a class.',
  }),
}
