/** Validates fields while a visitor types, with the server's rules (FORM-06, FORM-08; contact-form-7.md §6). */
import { type FormValues, findErrors, type Rule } from '../rules.ts'
import { setFieldError, wrapsIn } from './form-answer.client.ts'
import { type ContactFormElement, setStatus } from './form-status.client.ts'

export type ValidateOptions = {
  /** The changed control; later fields are not validated yet. */
  readonly target?: Element
  readonly scope?: ParentNode
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** Shows errors from the first field to the changed one. Does nothing until the rules have loaded. */
export function validateForm(form: ContactFormElement, { target, scope = form }: ValidateOptions = {}): void {
  const rules = form.wpcf7.schema?.rules
  const wraps = wrapsIn(scope).filter((wrap) => !wrap.closest('.novalidate'))
  const last = target ? wraps.findIndex((wrap) => wrap.contains(target)) : wraps.length - 1
  if (!rules || last === -1) return
  const { status } = form.wpcf7
  setStatus(form, 'validating')
  const errors = new Map(findErrors(rules, valuesIn(form)).map(({ field, error }) => [field, error]))
  const checked = new Set(rules.flatMap(fieldsOf))
  for (const [index, { dataset }] of wraps.slice(0, last + 1).entries()) {
    const name = dataset.name ?? ''
    // Keeps errors of other fields that only the server can find, such as a wrong quiz answer.
    if (checked.has(name) || index === last) setFieldError(form, name, errors.get(name) ?? '')
  }
  setStatus(form, status)
}

const fieldsOf = ({ field, rules = [] }: Rule): string[] => [...(field ? [field] : []), ...rules.flatMap(fieldsOf)]

/** The values that a form would submit. `FormData` would fire an event for other scripts at every letter. */
export function valuesIn(form: HTMLFormElement): FormValues {
  const controlsOf = (field: string) => {
    const name = CSS.escape(field)
    const selector = `:is(input, select, textarea):is([name="${name}"], [name="${name}[]"]):enabled`
    return [...form.querySelectorAll<Control>(selector)]
  }
  return {
    texts: (field) => controlsOf(field).flatMap(textsOf),
    files: (field) => controlsOf(field).flatMap((control) => [...((control as HTMLInputElement).files ?? [])]),
  }
}

function textsOf(control: Control): string[] {
  if (control instanceof HTMLSelectElement) return Array.from(control.selectedOptions, ({ value }) => value)
  const isUnchosen = control.matches('[type="file"], :is([type="checkbox"], [type="radio"]):not(:checked)')
  return isUnchosen ? [] : [control.value]
}
