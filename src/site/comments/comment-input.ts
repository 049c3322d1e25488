import { isEmail } from '../../people/addresses/email.ts'

/** The longest things somebody may write; the name as long as WordPress lets it be. */
export const MAX_LENGTH = { name: 245, email: 254, text: 5000 } as const
const MAX_ID_DIGITS = 10
const MAX_ID = 2_147_483_647

/** What stands in the form, as it was typed. */
export type CommentFormValues = {
  readonly author: string
  readonly email: string
  readonly comment: string
  readonly rating: string
}
export type CommentField = keyof CommentFormValues
export type CommentFieldError = { readonly field: CommentField; readonly text: string }

export const emptyFormValues: CommentFormValues = { author: '', email: '', comment: '', rating: '' }

/** The fields of a posted form that people write in; what is missing is empty. */
export const formValuesOf = (fields: Readonly<Record<string, string | undefined>>): CommentFormValues => ({
  author: fields.author ?? '',
  email: fields.email ?? '',
  comment: fields.comment ?? '',
  rating: fields.rating ?? '',
})

type Rules = {
  /** Reviews carry a rating, and must when an owner wants it so; comments and replies carry none. */
  readonly rating: 'none' | 'optional' | 'required'
  /** Somebody signed in is not asked who they are. */
  readonly isSignedIn: boolean
  /** Somebody who came by a mailed link is asked for a name alone. */
  readonly isEmailKnown?: boolean
}

export type ParsedComment = {
  readonly name: string
  readonly email: string
  readonly text: string
  readonly rating: number | null
}

/** What somebody wrote, tidied, or every mistake in it, in the order of the form (REV-03, REV-04). */
export function parseComment(
  values: CommentFormValues,
  rules: Rules,
):
  | { readonly ok: true; readonly comment: ParsedComment }
  | { readonly ok: false; readonly fieldErrors: readonly CommentFieldError[] } {
  const fieldErrors: CommentFieldError[] = []
  const addError = (field: CommentField, text: string) => fieldErrors.push({ field, text })
  const name = singleLine(values.author)
  const email = values.email.trim().toLowerCase()
  const text = plainLines(values.comment)

  const rating = rules.rating === 'none' ? null : parseRating(values.rating)
  if (rules.rating === 'required' && values.rating === '') addError('rating', RATING_REQUIRED)
  else if (rating === undefined) addError('rating', 'Choose one to five stars.')
  if (text === '') addError('comment', 'Write a few words.')
  if (text.length > MAX_LENGTH.text)
    addError('comment', `Say it in at most ${MAX_LENGTH.text.toLocaleString('en-CA')} letters.`)
  if (!rules.isSignedIn) {
    if (name === '') addError('author', 'Enter your name.')
    if (name.length > MAX_LENGTH.name) addError('author', `A name has at most ${MAX_LENGTH.name} letters here.`)
    if (!rules.isEmailKnown && email === '') addError('email', 'Enter your email address.')
    else if (!rules.isEmailKnown && !isEmail(email))
      addError('email', 'This email address does not look right. Check it once more.')
  }
  if (fieldErrors.length > 0) return { ok: false, fieldErrors }
  return { ok: true, comment: { name, email, text, rating: rating ?? null } }
}

/** As the specification words it (shop.md §5, §8). */
export const RATING_REQUIRED = 'Please select a rating'

/** 1 to 5; null when nothing was chosen, undefined when it is no rating. */
export function parseRating(text: string): number | null | undefined {
  if (text === '') return null
  return /^[1-5]$/.test(text) ? Number(text) : undefined
}

/** The id in a posted field: 0 when it is empty or missing, null when it names nothing. */
export function parseId(text: string | undefined): number | null {
  if (text === undefined || text === '') return 0
  if (!/^\d+$/.test(text) || text.length > MAX_ID_DIGITS) return null
  return Number(text) <= MAX_ID ? Number(text) : null
}

/** Characters that nobody sees and marks that turn the reading direction have no business in what is shown to others. */
const INVISIBLE_CHARACTERS = /[^\P{Cc}\n\t]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

export const singleLine = (text: string): string => text.replace(INVISIBLE_CHARACTERS, ' ').replace(/\s+/g, ' ').trim()

/** Plain text in paragraphs: no more than one empty line in between, nothing that cannot be seen. */
export const plainLines = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE_CHARACTERS, '')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
