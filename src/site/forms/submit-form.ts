import { and, eq, inArray, ne } from 'drizzle-orm'
import { consumeOnce } from '../../people/abuse/proof-of-work.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { sign } from '../../platform/web/signature.ts'
import { captchaEnd, isCaptchaAnswer } from './captcha.ts'
import { additionalSettings, type ContactForm } from './contact-form.ts'
import type { FormContext } from './context.ts'
import { isGenuineFile } from './files.ts'
import { type FormTag, hasOption, optionOf, templateOf } from './form-tag.ts'
import { formFiles, formSubmissions, type SubmissionStatus, type SubmittedField } from './forms.table.ts'
import { countUnproven, findSpamReason } from './judge-spam.ts'
import { composeMails } from './mail/compose-mail.ts'
import { fillMessage, mailSourceOf, needsFilling, type SubmittedForm } from './mail/mail-source.ts'
import { queueMails } from './mail/queue-mails.ts'
import { addedFields, type PostedForm, sentFiles, submittedFields, textOf, valuesOf } from './posted-form.ts'
import { isQuizAnswer } from './quiz.ts'
import { type FieldError, findErrors, type Rule } from './rules.ts'
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
const HALF_HOUR_MS = 30 * 60_000

/** Validates and stores a form; the messages of the result have their mail-tags replaced. */
export async function submitForm(
  shop: FormContext,
  form: ContactForm,
  posted: PostedForm,
  sender: Sender,
): Promise<Feedback> {
  const result = await validateAndStore(shop, form, posted, sender)
  const { message, errors } = result
  if (![message, ...errors.map(({ error }) => error)].some(needsFilling)) return result
  const fields = submittedFields(templateOf(form).tags, posted)
  const invalidFields = errors.map(({ field }) => field)
  const source = await mailSourceOf(shop.db, shop, { form, fields, posted, sender, invalidFields })
  return {
    ...result,
    message: fillMessage(message, source),
    errors: errors.map(({ field, error }) => ({ field, error: fillMessage(error, source) })),
  }
}

/**
 * Validates a form in the order of Contact Form 7: fields, acceptance, spam, files; then stores it with its emails in
 * one transaction. Held spam gets the same response as an accepted message. A repeated submission is stored and mailed
 * once; one that was held as spam is checked again.
 */
async function validateAndStore(
  shop: FormContext,
  form: ContactForm,
  posted: PostedForm,
  sender: Sender,
): Promise<Feedback> {
  const settings = additionalSettings(form)
  const { messages } = form
  const refuse = (errors: readonly FieldError[]) => feedback('validation_failed', messages.validation_error, { errors })
  if (settings.isOn('subscribers_only') && !sender.user) return feedback('error', MEMBERS_ONLY)
  const { tags } = templateOf(form)
  const rules = rulesOf(tags, form, shop.now())
  const isOfFile = ({ field }: Rule) => tags.some(({ name, basetype }) => name === field && basetype === 'file')
  const values = valuesOf(tags, posted)
  const isStrict = settings.isOn('acceptance_as_validation')
  const unaccepted = tags.filter((tag) => tag.basetype === 'acceptance' && !isAccepted(tag, posted))
  const errors = withoutRepeats([
    ...findErrors(
      rules.filter((rule) => !isOfFile(rule)),
      values,
    ),
    ...wrongAnswers(shop, tags, posted, form),
    ...(isStrict ? unaccepted.map(({ name }) => ({ field: name, error: messages.accept_terms })) : []),
  ])
  if (errors.length > 0) return refuse(errors)
  if (unaccepted.length > 0) return feedback('acceptance_missing', messages.accept_terms)
  if (sender.userAgent.length < 2 || !sender.isNonceValid) return feedback('spam', messages.spam)
  const fileErrors = withoutRepeats([
    ...findErrors(rules.filter(isOfFile), values),
    ...sentFiles(tags, posted)
      .filter(({ files }) => !files.every(isGenuineFile))
      .map(({ field }) => ({ field, error: messages.upload_file_type_invalid })),
  ])
  if (fileErrors.length > 0) return refuse(fileErrors)

  const [hash, previousHash] = hashesOf(shop, posted, tags, sender)
  const sent = feedback('mail_sent', messages.mail_sent_ok, { hash })
  if (settings.isOn('demo_mode')) return sent
  const isAboveLimit = await countUnproven(shop, posted, sender.address, sender.user !== null)
  return shop.db.transaction(async (tx) => {
    const isSame = inArray(formSubmissions.postedDataHash, [hash, previousHash])
    // What the staff has moved to spam has no reason, and stays there.
    const isHeld = and(isSame, eq(formSubmissions.status, 'spam'), ne(formSubmissions.spamReason, ''))
    const isRepeated = async () => (await tx.$count(formSubmissions, isSame)) > 0
    if ((await tx.$count(formSubmissions, isHeld)) === 0 && (await isRepeated())) return sent
    const { name: captcha = '' } = tags.find(({ basetype }) => basetype === 'captchar') ?? {}
    const challenge = textOf(posted, `_wpcf7_captcha_challenge_${captcha}`)
    if (captcha !== '' && !(await consumeOnce(tx, `captcha ${challenge}`, captchaEnd(challenge), shop.now()))) {
      // A concurrent submission of the same form may have used the captcha.
      return (await isRepeated()) ? sent : refuse([{ field: captcha, error: messages.captcha_not_match }])
    }
    const [held] = await tx.delete(formSubmissions).where(isHeld).returning({ id: formSubmissions.id })
    const input = { form, tags, posted, sender, hash, isAboveLimit, heldId: held?.id }
    const isMailed = await storeSubmission(tx, shop, input)
    return isMailed || settings.isOn('skip_mail') ? sent : feedback('mail_failed', messages.mail_sent_ng, { hash })
  })
}

type SubmissionInput = Omit<SubmittedForm, 'fields'> & {
  readonly tags: readonly FormTag[]
  readonly hash: string
  readonly isAboveLimit: boolean
  /** Id of the held submission that this one replaces, and keeps, because the owner may be looking at it. */
  readonly heldId: number | undefined
}

/** Stores the submission and queues its emails. False if no email has a recipient. */
async function storeSubmission(
  tx: Tx,
  shop: FormContext,
  { form, tags, posted, sender, hash, isAboveLimit, heldId }: SubmissionInput,
) {
  const settings = additionalSettings(form)
  const fields = submittedFields(tags, posted)
  const email = senderEmail(fields)
  const { address, user } = sender
  const spamInput = { formId: form.id, posted, fields, email, address, isSignedIn: user !== null, isAboveLimit }
  const spamReason = await findSpamReason(tx, shop, spamInput)
  const mails = settings.isOn('skip_mail')
    ? {}
    : composeMails(form, await mailSourceOf(tx, shop, { form, fields, posted, sender }))
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
    userId: user?.id ?? null,
    remoteIp: address,
    userAgent: sender.userAgent.slice(0, 500),
    pagePath: sender.pagePath,
    unitTag: sender.unitTag,
    postedDataHash: hash,
    mails: isTransient ? { ...mails, isTransient } : mails,
    createdAt: shop.now(),
  }
  const insert = tx.insert(formSubmissions)
  const [submission] = await (heldId === undefined
    ? insert.values(row)
    : insert.overridingSystemValue().values({ ...row, id: heldId })
  )
    .onConflictDoNothing()
    .returning()
  // A concurrent request has stored the same submission.
  if (!submission) return true
  const files = sentFiles(tags, posted).flatMap(({ field, files: sent }) =>
    sent.map((file) => ({ ...file, field, submissionId: submission.id })),
  )
  if (files.length > 0) await tx.insert(formFiles).values(files)
  if (spamReason === '') await queueMails(tx, shop, submission)
  return mails.mail !== undefined
}

/** `consent_for:storage`: the sender decides whether the shop keeps the message. */
const refusesStorage = (tags: readonly FormTag[], posted: PostedForm): boolean =>
  tags.some((tag) => optionOf(tag, 'consent_for') === 'storage' && !isTicked(tag, posted))

const isTicked = ({ name }: FormTag, posted: PostedForm): boolean => textOf(posted, name) !== ''
const isAccepted = (tag: FormTag, posted: PostedForm): boolean =>
  hasOption(tag, 'optional') || isTicked(tag, posted) !== hasOption(tag, 'invert')

const withoutRepeats = (errors: readonly FieldError[]): FieldError[] =>
  errors.filter(({ field }, index) => errors.findIndex((one) => one.field === field) === index)

/** Checks quizzes and captchas, which are not in the schema. */
function wrongAnswers(
  shop: FormContext,
  tags: readonly FormTag[],
  posted: PostedForm,
  { messages }: ContactForm,
): FieldError[] {
  return tags.flatMap((tag) => {
    const { name: field, basetype } = tag
    const answer = textOf(posted, field)
    if (basetype === 'quiz') {
      const isRight = isQuizAnswer(shop.secret, tag, answer, textOf(posted, `_wpcf7_quiz_answer_${field}`))
      return isRight ? [] : [{ field, error: messages.quiz_answer_not_correct }]
    }
    if (basetype !== 'captchar') return []
    const challenge = textOf(posted, `_wpcf7_captcha_challenge_${field}`)
    const isRight = isCaptchaAnswer(shop.secret, challenge, answer, shop.now())
    return isRight ? [] : [{ field, error: messages.captcha_not_match }]
  })
}

const senderEmail = (fields: readonly SubmittedField[]): string | null =>
  fields
    .flatMap(({ type, texts }) => (type === 'email' ? texts : []))
    .find((text) => text.length <= 254)
    ?.toLowerCase() ?? null

/** Keyed hashes of address, unit tag and all values, for the current and the previous half hour. */
function hashesOf(shop: FormContext, posted: PostedForm, tags: readonly FormTag[], sender: Sender): [string, string] {
  const values = valuesOf(tags, posted)
  const data = tags.flatMap(({ name }) =>
    name === '' ? [] : [[name, values.texts(name), values.files(name).map((file) => [file.name, file.size])]],
  )
  const tick = Math.floor(shop.now().getTime() / HALF_HOUR_MS)
  const hashAt = (at: number) =>
    sign(
      shop.secret,
      JSON.stringify(['form', at, sender.address, sender.unitTag, data, addedFields(tags, posted)]),
      'hex',
    ).slice(0, 32)
  return [hashAt(tick), hashAt(tick - 1)]
}
