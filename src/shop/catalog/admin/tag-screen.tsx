import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { FormScreen } from '../../../platform/admin/form/form-screen.tsx'
import type { TagJson } from '../rest/product-tags.ts'
import { tags } from './tags.ts'

type TagFields = Pick<TagJson, 'name' | 'slug' | 'description'>

const { Field, TextArea } = formFields<TagFields>()

export const TagScreen = () => (
  <FormScreen<TagJson, TagFields>
    resource={tags}
    titleOf={(tag) => tag.name}
    empty={{ name: '', slug: '', description: '' }}
    toValues={({ name, slug, description }) => ({ name, slug, description })}
    toBody={({ slug, ...values }) => (slug === '' ? values : { ...values, slug })}
    errorFields={{ term_exists: 'name', duplicate_term_slug: 'slug' }}
    savedText="Saved. The shop now shows it."
    deletion="Products lose the tag, and its page is gone."
  >
    <FieldGroup title="Tag">
      <Field name="name" label="Name" required maxLength={200} />
      <Field name="slug" label="Slug" hint="The end of its address; made from the name if empty." maxLength={200} />
      <TextArea name="description" label="Description" hint="On the page of the tag." />
    </FieldGroup>
  </FormScreen>
)
