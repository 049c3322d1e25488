/** Submits a form and shows the response; resets it (FORM-05; order of all steps: contact-form-7.md §6). */
import { clearAnswer, focusFirstError, setFieldError, showMessage } from './form-answer.client.ts'
import { call, INVALID_JSON } from './form-calls.client.ts'
import { type ContactFormElement, dispatch, setStatus } from './form-status.client.ts'
import { forgetProof, proofOf } from './visitor.client.ts'

export type SubmitOptions = {
  /** The pressed button, whose name and value are sent. */
  readonly submitter?: HTMLElement | null
}

type Questions = {
  /** Picture URLs by field. */
  readonly captcha?: Readonly<Record<string, string>>
  /** Question and hashed answer by field. */
  readonly quiz?: Readonly<Record<string, readonly [question: string, answer: string]>>
}

type Feedback = Questions & {
  readonly status?: string
  readonly message?: string
  readonly posted_data_hash?: string
  readonly invalid_fields?: readonly { readonly field: string; readonly message: string }[]
}

const eventNames = new Map([
  ['sent', 'mailsent'],
  ['failed', 'mailfailed'],
  ['invalid', 'invalid'],
  ['unaccepted', 'unaccepted'],
  ['spam', 'spam'],
  ['aborted', 'aborted'],
])

const OUTDATED = 'This form was changed after you opened it. Send it again to see its new fields; what you typed stays.'

const sending = new WeakSet<ContactFormElement>()

export async function submitForm(form: ContactFormElement, { submitter }: SubmitOptions = {}): Promise<void> {
  if (sending.has(form)) return
  clearAnswer(form)
  if (window.wpcf7.blocked) return setStatus(form, 'submitting')
  const formData = new FormData(form)
  if (submitter instanceof HTMLButtonElement || submitter instanceof HTMLInputElement)
    if (submitter.name) formData.append(submitter.name, submitter.value)
  const inputs = Array.from(formData, ([name, value]) => ({ name, value })).filter(({ name }) => !name.startsWith('_'))
  dispatch(form, 'beforesubmit', { status: form.wpcf7.status, inputs, formData })
  setStatus(form, 'submitting')
  sending.add(form)
  const proof = await proofOf(form)
  if (proof) formData.set('_samovar_proof', proof)
  const answer = await call(form, 'feedback', formData)
  sending.delete(form)
  const feedback = answer.isOk && 'status' in answer.json ? (answer.json as Feedback) : null
  // Redeemed with the stored message. One may have been stored although its response was lost, but not if it was refused.
  if (proof && (feedback ? feedback.posted_data_hash : answer.isOk || !answer.isRefused)) forgetProof(form)
  if (feedback) return showFeedback(form, feedback, { inputs, formData })
  setStatus(form, 'failed')
  showMessage(form, answer.isOk ? INVALID_JSON : answer.message)
}

function showFeedback(form: ContactFormElement, apiResponse: Feedback, sent: object): void {
  const { status = '', message = '', posted_data_hash: hash, invalid_fields: invalidFields = [] } = apiResponse
  setStatus(form, status)
  const detail = { ...sent, status, apiResponse }
  const event = eventNames.get(form.wpcf7.status)
  if (event) dispatch(form, event, detail)
  dispatch(form, 'submit', detail)
  replaceQuestions(form, apiResponse)
  setValue(form, '_wpcf7_posted_data_hash', hash ?? '')
  if (status === 'mail_sent') {
    form.wpcf7.resetOnMailSent = true
    form.reset()
  }
  for (const { field, message: error } of invalidFields) setFieldError(form, field, error)
  form.wpcf7.isOutdated = invalidFields.some(({ field }) => !hasField(form, field))
  showMessage(form, form.wpcf7.isOutdated ? OUTDATED : message)
  if (invalidFields.length > 0) focusFirstError(form)
}

const hasField = (form: ContactFormElement, field: string): boolean =>
  ['', '[]'].some((suffix) => form.elements.namedItem(field + suffix) !== null)

/** Reloads quizzes and captchas after a reset, and removes messages. */
export async function resetForm(form: ContactFormElement): Promise<void> {
  clearAnswer(form)
  const isSent = form.wpcf7.resetOnMailSent
  delete form.wpcf7.resetOnMailSent
  setStatus(form, 'resetting')
  const answer = await call(form, 'refill')
  const apiResponse = answer.isOk ? answer.json : {}
  // Unless it was submitted again.
  if (form.wpcf7.status === 'resetting') setStatus(form, isSent ? 'mail_sent' : 'init')
  replaceQuestions(form, apiResponse)
  dispatch(form, 'reset', { status: form.wpcf7.status, apiResponse })
}

/** Sets new questions and clears their fields; an unchanged question keeps its answer. */
function replaceQuestions(form: ContactFormElement, { captcha = {}, quiz = {} }: Questions): void {
  for (const [field, url] of Object.entries(captcha)) {
    const picture = form.querySelector<HTMLImageElement>(`img.wpcf7-captcha-${CSS.escape(field)}`)
    if (picture) picture.src = url
    setValue(form, `_wpcf7_captcha_challenge_${field}`, /(\d+)\.(?:png|gif|jpe?g)$/.exec(url)?.[1] ?? '')
    setValue(form, field, '')
  }
  for (const [field, [question, answer]] of Object.entries(quiz)) {
    if (!setValue(form, `_wpcf7_quiz_answer_${field}`, answer)) continue
    setValue(form, field, '')
    const wrap = form.querySelector(`.wpcf7-form-control-wrap[data-name="${CSS.escape(field)}"]`)
    const label = wrap?.querySelector('.wpcf7-quiz-label')
    if (label) label.textContent = question
  }
}

/** Sets a field; false if it is missing or has the value already. */
function setValue(form: ContactFormElement, name: string, value: string): boolean {
  const field = form.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)
  if (!field || field.value === value) return false
  field.value = value
  return true
}
