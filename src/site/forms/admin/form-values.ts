import { defaultProperties } from '../contact-form.ts'
import type { FormJson } from '../rest/forms.ts'

/** What the editor of a form holds. */
export type FormValues = Pick<
  FormJson,
  'title' | 'locale' | 'form' | 'mail' | 'mail_2' | 'messages' | 'additional_settings'
> & { readonly version: number | undefined }

export const newForm: FormValues = { ...defaultProperties, title: '', version: undefined }

export const valuesOf = (item: FormJson): FormValues => {
  const { title, locale, form, mail, mail_2, messages, additional_settings, version } = item
  return { title, locale, form, mail, mail_2, messages, additional_settings, version }
}
