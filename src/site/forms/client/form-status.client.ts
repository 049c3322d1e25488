/** Statuses of a form in the browser, and their events (FORM-04; contact-form-7.md §6). */

import { statusOf } from '../form-names.ts'
import type { Rule } from '../rules.ts'

export type Schema = { readonly rules?: readonly Rule[] }

/** State of a form. Other scripts read it as `form.wpcf7`. */
export type FormState = {
  readonly id: number
  status: string
  readonly pluginVersion: string
  readonly locale: string
  readonly unitTag: string
  readonly containerPost: number
  readonly parent: HTMLElement
  readonly schema: Schema | undefined
  /** The reset after sending keeps the status 'mail_sent' (FORM-05). */
  resetOnMailSent?: boolean
  /** The form has new fields that this page does not show. */
  isOutdated?: boolean
}

export type ContactFormElement = HTMLFormElement & { readonly wpcf7: FormState }

export function setStatus(form: ContactFormElement, name: string): void {
  const prevStatus = form.wpcf7.status
  const status = statusOf(name)
  if (status === prevStatus) return
  form.wpcf7.status = status
  form.dataset.status = status
  form.classList.remove(prevStatus)
  form.classList.add(status)
  dispatch(form, 'statuschanged', { status, prevStatus })
}

/** An event for other scripts, with the form's identifiers. */
export function dispatch(form: ContactFormElement, event: string, more: object): void {
  const { id, pluginVersion, locale, unitTag, containerPost } = form.wpcf7
  const detail = {
    contactFormId: id,
    pluginVersion,
    contactFormLocale: locale,
    unitTag,
    containerPostId: containerPost,
    ...more,
  }
  form.dispatchEvent(new CustomEvent(`wpcf7${event}`, { bubbles: true, detail }))
}
