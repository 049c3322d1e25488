import { isEmail, normalizeEmail } from '../../platform/email-address.ts'
/** Maximum lengths; the name's is WordPress's. */
export const MAX_LENGTH = { name: 245, email: 254, text: 5000 } as const
const MAX_ID = 2_147_483_647

export type CommentField = 'author' | 'email' | 'comment' | 'rating'
export type CommentFieldError = { readonly field: CommentField; readonly text: string }

export type CommentFormValues = Readonly<Record<CommentField, string>>

export function formValuesOf(fields: Partial<CommentFormValues>): CommentFormValues {
  const { author = '', email = '', comment = '', rating = '' } = fields
  return { author, email, comment, rating }
}

/** State of a comment form. Only the initial state may appear on a cached page. */
export type CommentFormState = {
  readonly values: CommentFormValues
  readonly fieldErrors: readonly CommentFieldError[]
  readonly userName: string | null
  readonly parentId: number
  /** '' or the key of a review link. With a key, the form asks only for a name, and submits the key. */
  readonly reviewKey: string
}

export const initialFormState: CommentFormState = {
  values: formValuesOf({}),
  fieldErrors: [],
  userName: null,
  parentId: 0,
  reviewKey: '',
}

type Rules = {
  /** Reviews have a rating, required or optional by setting; comments and replies have none. */
  readonly rating: 'none' | 'optional' | 'required'
  readonly isSignedIn: boolean
  readonly isEmailKnown?: boolean
}

/** The normalized input, or all errors in form order (REV-03, REV-04). */
export function parseComment(values: CommentFormValues, rules: Rules) {
  const fieldErrors: CommentFieldError[] = []
  const addError = (field: CommentField, text: string) => fieldErrors.push({ field, text })
  const name = singleLine(values.author)
  const email = normalizeEmail(values.email)
  const text = plainLines(values.comment)
  const rating = rules.rating === 'none' ? '' : values.rating

  if (rules.rating === 'required' && rating === '') addError('rating', RATING_REQUIRED)
  else if (!/^[1-5]?$/.test(rating)) addError('rating', 'Choose one to five stars.')
  if (text === '') addError('comment', 'Write a few words.')
  if (text.length > MAX_LENGTH.text)
    addError('comment', `Write at most ${MAX_LENGTH.text.toLocaleString('en-CA')} characters.`)
  if (!rules.isSignedIn) {
    if (name === '') addError('author', 'Enter your name.')
    if (name.length > MAX_LENGTH.name) addError('author', `A name has at most ${MAX_LENGTH.name} characters.`)
    if (!rules.isEmailKnown && email === '') addError('email', 'Enter your email address.')
    else if (!rules.isEmailKnown && !isEmail(email))
      addError('email', 'This email address does not look right. Check it once more.')
  }
  if (fieldErrors.length > 0) return { ok: false as const, fieldErrors }
  return { ok: true as const, comment: { name, email, text, rating: rating === '' ? null : Number(rating) } }
}

/** Wording from the specification (shop.md §5, §8). */
export const RATING_REQUIRED = 'Please select a rating'

/** A submitted id: 0 if empty or missing, null if invalid. */
export const parseId = (text = ''): number | null =>
  /^\d{0,10}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : null

/** Invisible characters and bidirectional controls are removed from public text. */
const INVISIBLE_CHARACTERS = /[^\P{Cc}\n\t]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

export const singleLine = (text: string): string => text.replace(INVISIBLE_CHARACTERS, ' ').replace(/\s+/g, ' ').trim()

export const plainLines = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(/(?<![^\S\n])[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
