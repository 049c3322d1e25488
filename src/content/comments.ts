import { isEmail } from '../accounts/email.ts'

/** The longest things somebody may write; the name as long as WordPress lets it be. */
export const LONGEST = { name: 245, email: 254, text: 5000 } as const
const MOST_LETTERS_OF_ID = 10
const LARGEST_ID = 2_147_483_647

/** What stands in the form, as it was typed. */
export type TypedComment = {
  readonly author: string
  readonly email: string
  readonly comment: string
  readonly rating: string
}
export type CommentField = keyof TypedComment
export type CommentMistake = { readonly field: CommentField; readonly text: string }

export const nothingTyped: TypedComment = { author: '', email: '', comment: '', rating: '' }

/** The fields of a posted form that people write in; what is missing is empty. */
export const typedIn = (fields: Readonly<Record<string, string | undefined>>): TypedComment => ({
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

export type CommentWords = {
  readonly name: string
  readonly email: string
  readonly text: string
  readonly rating: number | null
}

/** What somebody wrote, tidied, or every mistake in it, in the order of the form (REV-03, REV-04). */
export function readComment(
  typed: TypedComment,
  rules: Rules,
):
  | { readonly ok: true; readonly words: CommentWords }
  | { readonly ok: false; readonly mistakes: readonly CommentMistake[] } {
  const mistakes: CommentMistake[] = []
  const wrong = (field: CommentField, text: string) => mistakes.push({ field, text })
  const name = oneLine(typed.author)
  const email = typed.email.trim().toLowerCase()
  const text = plainLines(typed.comment)

  const rating = rules.rating === 'none' ? null : ratingOf(typed.rating)
  if (rules.rating === 'required' && typed.rating === '') wrong('rating', RATING_REQUIRED)
  else if (rating === undefined) wrong('rating', 'Choose one to five stars.')
  if (text === '') wrong('comment', 'Write a few words.')
  if (text.length > LONGEST.text) wrong('comment', `Say it in at most ${LONGEST.text.toLocaleString('en-CA')} letters.`)
  if (!rules.isSignedIn) {
    if (name === '') wrong('author', 'Enter your name.')
    if (name.length > LONGEST.name) wrong('author', `A name has at most ${LONGEST.name} letters here.`)
    if (!rules.isEmailKnown && email === '') wrong('email', 'Enter your email address.')
    else if (!rules.isEmailKnown && !isEmail(email))
      wrong('email', 'This email address does not look right. Check it once more.')
  }
  if (mistakes.length > 0) return { ok: false, mistakes }
  return { ok: true, words: { name, email, text, rating: rating ?? null } }
}

/** As the specification words it (shop.md §5, §8). */
export const RATING_REQUIRED = 'Please select a rating'

/** 1 to 5; null when nothing was chosen, undefined when it is no rating. */
export function ratingOf(text: string): number | null | undefined {
  if (text === '') return null
  return /^[1-5]$/.test(text) ? Number(text) : undefined
}

/** The id in a posted field: 0 when it is empty or missing, null when it names nothing. */
export function idOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return 0
  if (!/^\d+$/.test(text) || text.length > MOST_LETTERS_OF_ID) return null
  return Number(text) <= LARGEST_ID ? Number(text) : null
}

/** Characters that nobody sees and marks that turn the reading direction have no business in what is shown to others. */
const UNSEEN = /[^\P{Cc}\n\t]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

export const oneLine = (text: string): string => text.replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()

/** Plain text in paragraphs: no more than one empty line in between, nothing that cannot be seen. */
export const plainLines = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(UNSEEN, '')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
