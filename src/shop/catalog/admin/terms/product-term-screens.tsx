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
  slugHint: 'For addresses; made from the name if empty.',
  description: { maxLength: 5000 },
  savedText: 'Saved. The shop now shows it.',
}

const displays = [
  ['default', 'As usual: its products'],
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
  return <Select name="parent" label="Inside of" options={[[0, `No other ${resource.names[0]}`], ...options]} />
}

const treeScreens = (resource: Resource, emptyText: string) => ({
  ...termScreens({
    ...common,
    resource,
    emptyText,
    deletion: `Products stay, without it. What is below it comes to its place.`,
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
    'A category is where shoppers look first. It may have others below it.',
  ),
  brands: treeScreens(
    resourceOf(['brand', 'brands'], 'Brands', paths.restBrands, paths.adminBrands),
    'A brand is who makes a product.',
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
    emptyText: 'Products of a class are sent alike, such as what breaks or is heavy. Shipping may cost more for it.',
    isDeletedInBulk: true,
    deletion: 'Products stay, and are sent like those without a class.',
  }),
}
