import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'
import { formatBytes } from '../../platform/files/format-bytes.ts'
import { sign } from '../../platform/web/signature.ts'
import { consumeCaptcha, isCaptchaAnswer } from './captcha.ts'
import { additionalSettings, type ContactForm } from './contact-form.ts'
import type { FormContext } from './context.ts'
import { isGenuineFile } from './files.ts'
import { type FormTag, hasOption, optionOf, templateOf } from './form-tag.ts'
import { formFiles, formSubmissions, type SubmissionStatus, type SubmittedField } from './forms.table.ts'
import { countUnproven, findSpamReason } from './judge-spam.ts'
import { composeMails } from './mail/compose-mail.ts'
import { fillMessage, mailSourceOf, needsFilling, type SubmittedForm } from './mail/mail-source.ts'
import { queueMails } from './messages/form-mail.ts'
import {
  MAX_TEXT_BYTES,
  type PostedForm,
  sentFiles,
  submittedFields,
  textBytesOf,
  textOf,
  unexpectedFiles,
  valuesOf,
} from './posted-form.ts'
import { isQuizAnswer } from './quiz.ts'
import { type FieldError, findErrors, firstErrors } from './rules.ts'
import { rulesOf } from './schema.ts'
import type { Sender } from './sender.ts'

type Status = 'validation_failed' | 'acceptance_missing' | 'spam' | 'mail_sent' | 'mail_failed' | 'error'

/** The result for the sender, in JSON or on the page (contact-form-7.md §2). */
export type Feedback = {
  readonly status: Status
  readonly message: string
  readonly hash: string
  readonly errors: readonly FieldError[]
}

function feedback(status: Status, message: string, more?: Partial<Feedback>): Feedback {
  return { status, message, hash: '', errors: [], ...more }
}

const MEMBERS_ONLY = 'This contact form is available only for logged in users.'
const NO_FILE_FIELD =
  'This form was changed after you opened it, and takes no file here any more. Remove the file, or reload the page.'
const TOO_LONG = `What you wrote is longer than a form may be: ${formatBytes(MAX_TEXT_BYTES)}. Please shorten it; nothing was sent.`
const HALF_HOUR_MS = 30 * 60_000

/** Validates and stores a form; the messages of the result have their mail-tags replaced. */
export async function submitForm(
  shop: FormContext,
  form: ContactForm,
  posted: PostedForm,
  sender: Sender,
): Promise<Feedback> {
  const { tags } = templateOf(form)
  const submitted: SubmittedForm = {
    form,
    tags,
    settings: additionalSettings(form),
    fields: submittedFields(tags, posted),
    files: sentFiles(tags, posted),
    posted,
    sender,
  }
  const result = findRefusal(shop, submitted) ?? (await storeOnce(shop, submitted))
  const { message, errors } = result
  if (![message, ...errors.map(({ error }) => error)].some(needsFilling)) return result
  const invalidFields = errors.map(({ field }) => field)
  const source = await mailSourceOf(shop.db, shop, { ...submitted, invalidFields })
  return {
    ...result,
    message: fillMessage(message, source),
    errors: errors.map(({ field, error }) => ({ field, error: fillMessage(error, source) })),
  }
}

/** Validates a form in the order of Contact Form 7: fields, acceptance, spam, files. */
function findRefusal(shop: FormContext, submitted: SubmittedForm): Feedback | null {
  const { form, tags, settings, files, posted, sender } = submitted
  const { messages } = form
  if (settings.isOn('subscribers_only') && !sender.user) return feedback('error', MEMBERS_ONLY)
  if (textBytesOf(posted) > MAX_TEXT_BYTES) return feedback('validation_failed', TOO_LONG)
  const isOfFile = ({ field }: FieldError) => tags.some(({ basetype, name }) => basetype === 'file' && name === field)
  const broken = findErrors(rulesOf(tags, form, shop.now()), valuesOf(tags, posted))
  const unaccepted = tags.filter((tag) => tag.basetype === 'acceptance' && !isAccepted(tag, posted))
  const mustAccept = settings.isOn('acceptance_as_validation') ? unaccepted : []
  const errors = [
    ...broken.filter((error) => !isOfFile(error)),
    ...wrongAnswers(shop, submitted),
    ...mustAccept.map(({ name }) => ({ field: name, error: messages.accept_terms })),
  ]
  if (errors.length > 0) return invalid(form, errors)
  if (unaccepted.length > 0) return feedback('acceptance_missing', messages.accept_terms)
  if (sender.userAgent.length < 2 || !sender.isNonceValid) return feedback('spam', messages.spam)
  const unexpected = unexpectedFiles(tags, posted)
  if (unexpected.length > 0)
    return feedback('validation_failed', NO_FILE_FIELD, {
      errors: unexpected.map((field) => ({ field, error: NO_FILE_FIELD })),
    })
  const forged = files.filter((file) => !isGenuineFile(file))
  const fileErrors = [
    ...broken.filter(isOfFile),
    ...forged.map(({ field }) => ({ field, error: messages.upload_file_type_invalid })),
  ]
  return fileErrors.length > 0 ? invalid(form, fileErrors) : null
}

const invalid = ({ messages }: ContactForm, errors: readonly FieldError[]): Feedback =>
  feedback('validation_failed', messages.validation_error, { errors: firstErrors(errors) })

/** Checks quizzes and captchas, which are not in the schema. */
function wrongAnswers(shop: FormContext, { form, tags, posted }: SubmittedForm): FieldError[] {
  const { quiz_answer_not_correct, captcha_not_match } = form.messages
  return tags.flatMap((tag) => {
    const { name: field, basetype } = tag
    const answer = textOf(posted, field)
    if (basetype === 'quiz' && !isQuizAnswer(shop.secret, tag, answer, textOf(posted, `_wpcf7_quiz_answer_${field}`)))
      return [{ field, error: quiz_answer_not_correct }]
    if (basetype === 'captchar' && !isCaptchaAnswer(shop.secret, challengeOf(tag, posted), answer, shop.now()))
      return [{ field, error: captcha_not_match }]
    return []
  })
}

const challengeOf = ({ name }: FormTag, posted: PostedForm): string =>
  textOf(posted, `_wpcf7_captcha_challenge_${name}`)

/**
 * Stores a form with its emails in one transaction. Held spam gets the same response as an accepted message. A repeated
 * submission is stored and mailed once; one that was held as spam is checked again.
 */
async function storeOnce(shop: FormContext, submitted: SubmittedForm): Promise<Feedback> {
  const { form, tags, settings, posted } = submitted
  const { messages } = form
  const [hash, previousHash] = hashesOf(shop, submitted)
  const sent = feedback('mail_sent', messages.mail_sent_ok, { hash })
  if (settings.isOn('demo_mode')) return sent
  const isAboveLimit = await countUnproven(shop, submitted)
  return shop.db.transaction(async (tx) => {
    const isSame = inArray(formSubmissions.postedDataHash, [hash, previousHash])
    // What the staff has moved to spam has no reason, and stays there.
    const isHeld = and(isSame, eq(formSubmissions.status, 'spam'), ne(formSubmissions.spamReason, ''))
    const isRepeated = async () => (await tx.$count(formSubmissions, isSame)) > 0
    if ((await tx.$count(formSubmissions, isHeld)) === 0 && (await isRepeated())) return sent
    const captcha = tags.find(({ basetype }) => basetype === 'captchar')
    if (captcha && !(await consumeCaptcha(tx, challengeOf(captcha, posted), shop.now()))) {
      // A concurrent submission of the same form may have used the captcha.
      if (await isRepeated()) return sent
      return invalid(form, [{ field: captcha.name, error: messages.captcha_not_match }])
    }
    // Keeps the id of what it replaces, because the owner may be looking at it.
    const [held] = await tx.delete(formSubmissions).where(isHeld).returning({ id: formSubmissions.id })
    const isMailed = await storeSubmission(tx, shop, submitted, { ...held, hash, isAboveLimit })
    return isMailed || settings.isOn('skip_mail') ? sent : feedback('mail_failed', messages.mail_sent_ng, { hash })
  })
}

type StoredAs = { readonly id?: number; readonly hash: string; readonly isAboveLimit: boolean }

/** Stores the submission and queues its emails. False if no email has a recipient. */
async function storeSubmission(
  tx: Tx,
  shop: FormContext,
  submitted: SubmittedForm,
  { id, hash, isAboveLimit }: StoredAs,
) {
  const { form, tags, settings, posted, sender, fields, files } = submitted
  const email = senderEmail(fields)
  const spamReason = await findSpamReason(tx, shop, { ...submitted, email, isAboveLimit })
  const mails = settings.isOn('skip_mail') ? {} : composeMails(form, await mailSourceOf(tx, shop, submitted))
  const isTransient = settings.isOn('do_not_store') || refusesStorage(tags, posted)
  const status: SubmissionStatus = spamReason !== '' ? 'spam' : isTransient ? 'transient' : 'inbox'
  const row = {
    formId: form.id,
    formTitle: form.title,
    status,
    spamReason,
    fields,
    searchText: fields.flatMap(({ texts }) => texts).join('\n'),
    email,
    userId: sender.user?.id ?? null,
    remoteIp: sender.address,
    userAgent: sender.userAgent.slice(0, 500),
    pagePath: sender.pagePath,
    unitTag: sender.unitTag,
    postedDataHash: hash,
    mails: isTransient ? { ...mails, isTransient } : mails,
    createdAt: shop.now(),
  }
  const insert = tx.insert(formSubmissions)
  const [submission] = await (id === undefined
    ? insert.values(row)
    : insert.overridingSystemValue().values({ ...row, id })
  )
    .onConflictDoNothing()
    .returning()
  // A concurrent request has stored the same submission.
  if (!submission) return true
  if (files.length > 0)
    await tx.insert(formFiles).values(files.map((file) => ({ ...file, submissionId: submission.id })))
  if (spamReason === '') await queueMails(tx, shop, submission)
  return mails.mail !== undefined
}

/** `consent_for:storage`: the sender decides whether the shop keeps the message. */
const refusesStorage = (tags: readonly FormTag[], posted: PostedForm): boolean =>
  tags.some((tag) => optionOf(tag, 'consent_for') === 'storage' && !isTicked(tag, posted))

const isTicked = ({ name }: FormTag, posted: PostedForm): boolean => textOf(posted, name) !== ''
const isAccepted = (tag: FormTag, posted: PostedForm): boolean =>
  hasOption(tag, 'optional') || isTicked(tag, posted) !== hasOption(tag, 'invert')

const senderEmail = (fields: readonly SubmittedField[]): string | null =>
  fields
    .flatMap(({ type, texts }) => (type === 'email' ? texts : []))
    .find((text) => text.length <= 254)
    ?.toLowerCase() ?? null

/** Keyed hashes of address, unit tag and all values, for the current and the previous half hour. */
function hashesOf(shop: FormContext, { sender, fields, files }: SubmittedForm): [string, string] {
  const sent = [sender.address, sender.unitTag, fields, files.map(({ field, name, size }) => [field, name, size])]
  const tick = Math.floor(shop.now().getTime() / HALF_HOUR_MS)
  const hashAt = (at: number) => sign(shop.secret, JSON.stringify(['form', at, ...sent]), 'hex').slice(0, 32)
  return [hashAt(tick), hashAt(tick - 1)]
}
