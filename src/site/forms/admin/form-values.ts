import { defaultProperties, type FormProperties, propertiesOf } from '../contact-form.ts'
import type { FormJson } from '../rest/forms.ts'

export type FormValues = FormProperties & { readonly title: string; readonly version: number | undefined }

export const newForm: FormValues = { ...defaultProperties, title: '', version: undefined }

export const valuesOf = (item: FormJson): FormValues => {
  const { title, version } = item
  return { ...propertiesOf(item), title, version }
}
