/** The public `wpcf7` object, and calls to the server. */
import type { ContactFormElement, Schema } from './form-status.client.ts'
import type { SubmitOptions } from './submit-form.client.ts'
import type { ValidateOptions } from './validate-form.client.ts'

/** Other scripts may call it, replace its functions, or set properties before this script runs. */
export type FormsApi = {
  readonly api: { readonly root: string; readonly namespace: string }
  /** 1 if the page is cached, so that quizzes and captchas must be reloaded. */
  readonly cached?: unknown
  /** Sends nothing: a submitted form stays in the status 'submitting'. */
  blocked?: boolean
  readonly schemas: Map<number, Schema | undefined>
  init(form: HTMLFormElement): void
  submit(form: HTMLFormElement, options?: SubmitOptions): Promise<void>
  reset(form: HTMLFormElement): Promise<void>
  validate(form: HTMLFormElement, options?: ValidateOptions): void
}

declare global {
  interface Window {
    wpcf7: FormsApi
  }
}

type Answer =
  | { readonly isOk: true; readonly json: object }
  /** `isRefused`: the server answered with an error. */
  | { readonly isOk: false; readonly message: string; readonly isRefused?: boolean }

const offline: Answer = { isOk: false, message: 'You are probably offline.' }
export const INVALID_JSON = 'The response is not a valid JSON response.'
const invalidJson: Answer = { isOk: false, message: INVALID_JSON }

/** Never throws: every failure becomes a message for the visitor (FORM-14). */
export async function call(form: ContactFormElement, path: string, body?: FormData): Promise<Answer> {
  const { root, namespace } = window.wpcf7.api
  const url = `${root.replace(/\/$/, '')}/${namespace}/contact-forms/${form.wpcf7.id}/${path}`
  const headers = { accept: 'application/json, */*;q=0.1' }
  try {
    const response = await fetch(url, body ? { method: 'POST', body, headers } : { headers })
    const json: unknown = await response.json()
    if (typeof json !== 'object' || json === null) return invalidJson
    if (response.ok) return { isOk: true, json }
    if (!('message' in json) || typeof json.message !== 'string') return invalidJson
    return { isOk: false, message: json.message, isRefused: true }
  } catch (error) {
    return error instanceof SyntaxError ? invalidJson : offline
  }
}
