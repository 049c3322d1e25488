import { and, eq, gt, ne, or, sql } from 'drizzle-orm'
import { redeemProof } from '../../people/abuse/proof-of-work.ts'
import { addressRateLimiter, rateLimiter } from '../../people/abuse/rate-limit.ts'
import { checkSpam } from '../../people/abuse/spam-check.ts'
import type { Tx } from '../../platform/database/connect.ts'
import type { FormContext } from './context.ts'
import { formSubmissions } from './forms.table.ts'
import type { SubmittedForm } from './mail/mail-source.ts'
import { FORM_HONEYPOT, textOf } from './posted-form.ts'
import { isUrl } from './rules.ts'

export const PROOF_FIELD = '_samovar_proof'

/** Hourly limit per network, enough for an office or a school class. */
const PER_ADDRESS = { name: 'form-address', max: 300, seconds: 3600 }
/** From this number on, the proof of work is eight times as hard. */
const SUSPICIOUS_AFTER = 40
const SUSPICIOUS_WORK = 8
/** Messages without a proof, from visitors without JavaScript or other form scripts; further ones are held. */
const UNPROVEN_ADDRESS = { name: 'form-unproven', max: 2, seconds: 3600 }
const UNPROVEN_ALL = { name: 'form-unproven-all', max: 3, seconds: 3600 }

/** Depends on what others have sent, so it is no evidence against this sender. */
const ABOVE_LIMIT = 'one of many that were sent without our script'

const WEEK_MS = 7 * 86_400_000
/** Shorter texts are equal by chance. */
const MIN_REPEATED_LENGTH = 20

type Limited = Pick<FormContext, 'db' | 'secret'>

/** Counts a submission; not ok above the limit of its network. */
export const countSending = (shop: Limited, address: string) => addressRateLimiter(shop, PER_ADDRESS).consume(address)

/** Difficulty of the proof of work. */
export async function workOf(shop: Limited, address: string): Promise<number> {
  const { remaining } = await addressRateLimiter(shop, PER_ADDRESS).peek(address)
  return PER_ADDRESS.max - remaining >= SUSPICIOUS_AFTER ? SUSPICIOUS_WORK : 1
}

type JudgedForm = SubmittedForm & {
  readonly email: string | null
  /** Result of `countUnproven`. */
  readonly isAboveLimit: boolean
}

/** Why a message is held as spam, or ''. Redeems its proof, so call it in the transaction that stores it. */
export async function findSpamReason(tx: Tx, shop: FormContext, judged: JudgedForm): Promise<string> {
  const { posted, fields, sender, isAboveLimit } = judged
  const texts = fields
    .filter(({ type }) => type !== 'url' && type !== 'acceptance')
    // A script that adds fields often sends the page and where its visitor came from.
    .flatMap((field) => (field.type === '' ? field.texts.filter((text) => !isUrl(text)) : field.texts))
  const all = texts.join('\n')
  const searched = [all, sender.address, ...fields.flatMap((one) => one.texts)]
  const word = disallowedWord(shop.settings().forms.disallowedWords, searched)
  if (word !== null) return `has a word that you do not allow: ${word}`
  const now = shop.now()
  const proof = await redeemProof(tx, shop.secret, { purpose: 'form', text: textOf(posted, PROOF_FIELD), now })
  const isSignedIn = sender.user !== null
  const isProven = proof.status === 'valid' || isSignedIn
  const { duplicateTexts, previousSpam } = await history(tx, judged, now)
  const verdict = checkSpam({
    honeypot: textOf(posted, FORM_HONEYPOT),
    // Missing proofs are limited by `countUnproven` instead.
    proof: proof.status === 'missing' ? 'valid' : proof.status,
    secondsOnForm: proof.secondsOnForm,
    isSignedIn,
    name: fields.find(({ type, name }) => type === 'text' && /name/i.test(name))?.texts[0] ?? '',
    // One link is normal in an enquiry.
    text: isProven ? all.replace(/https?:\/\/|\bwww\.(?=\w)/i, '') : all,
    duplicateTexts,
    previousSpam,
  })
  if (verdict.action === 'hold' || verdict.action === 'spam') return verdict.reason
  return isAboveLimit ? ABOVE_LIMIT : ''
}

/** Counts a message without a proof by an anonymous sender; true above the limit. Must run outside of a transaction. */
export async function countUnproven(shop: Limited, { posted, sender }: SubmittedForm): Promise<boolean> {
  if (sender.user || textOf(posted, PROOF_FIELD) !== '') return false
  const all = await rateLimiter(shop, UNPROVEN_ALL).consume('all')
  const ofAddress = await addressRateLimiter(shop, UNPROVEN_ADDRESS).consume(sender.address)
  return !all.ok || !ofAddress.ok
}

function disallowedWord(words: string, texts: readonly string[]): string | null {
  const listed = words.split(/[,\n]/).map((word) => word.trim().toLowerCase())
  const lowerCased = texts.map((text) => text.toLowerCase())
  return listed.find((word) => word !== '' && lowerCased.some((text) => text.includes(word))) ?? null
}

/** How often others sent the same long text, and this sender spam, within a week. */
async function history(tx: Tx, { form, fields, email }: JudgedForm, now: Date) {
  const recent = gt(formSubmissions.createdAt, new Date(now.getTime() - WEEK_MS))
  const longTexts = fields
    .filter(({ type, texts }) => type === 'textarea' && texts.join('').length >= MIN_REPEATED_LENGTH)
    .map(({ name, type, texts }) => sql`${formSubmissions.fields} @> ${JSON.stringify([{ name, type, texts }])}::jsonb`)
  // The lock serializes identical texts, which otherwise would not see each other.
  if (longTexts.length > 0) {
    const text = JSON.stringify(fields.map(({ type, texts }) => (type === 'textarea' ? texts : [])))
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`samovar.form ${form.id} ${text}`}))`)
  }
  const isOther = email === null ? undefined : sql`${formSubmissions.email} is distinct from ${email}`
  const isSpam = and(eq(formSubmissions.status, 'spam'), ne(formSubmissions.spamReason, ABOVE_LIMIT))
  const [duplicateTexts, previousSpam] = await Promise.all([
    longTexts.length === 0
      ? 0
      : tx.$count(formSubmissions, and(recent, eq(formSubmissions.formId, form.id), isOther, or(...longTexts))),
    email === null ? 0 : tx.$count(formSubmissions, and(recent, eq(formSubmissions.email, email), isSpam)),
  ])
  return { duplicateTexts, previousSpam }
}
