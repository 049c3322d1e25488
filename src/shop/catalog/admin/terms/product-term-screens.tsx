import { useParams } from 'react-router'
import { formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { type Resource, resourceOf } from '../../../../platform/admin/resource.ts'
import { paths } from '../../../../platform/web/routes.ts'
import { termScreens } from '../../../../things/terms/admin/term-screens.tsx'
import { hierarchicalTaxonomies, type Term, useTerms } from './terms.ts'
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

const treeScreens = ({ resource, emptyText }: (typeof hierarchicalTaxonomies)['brands']) =>
  termScreens({
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
  })

export const productTermScreens = {
  categories: treeScreens(hierarchicalTaxonomies.categories),
  brands: treeScreens(hierarchicalTaxonomies.brands),
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
