import sanitize from 'sanitize-html'
import { isEmail } from '../accounts/email.ts'
import type { CommentStatus } from '../content/comments.table.ts'
import { LONGEST, oneLine, plainLines } from '../content/comments.ts'
import { readShopTime } from '../settings/shop-time.ts'
import type { RestError } from './answer.ts'
import {
  idList,
  invalidParams,
  missingParams,
  moment,
  notInList,
  oneOf,
  type Wrong,
  wholeNumber,
  words,
} from './params.ts'
import { statusOfWire } from './review-json.ts'

const LARGEST_ID = 2_147_483_647

export const reviewListParams = {
  context: oneOf(['view', 'edit'], 'view'),
  page: wholeNumber({ fallback: 1, min: 1, max: 1_000_000 }),
  per_page: wholeNumber({ fallback: 10, min: 1, max: 100 }),
  offset: wholeNumber({ fallback: -1, min: 0, max: 100_000_000 }),
  search: words,
  after: moment(readShopTime),
  before: moment(readShopTime),
  include: idList,
  exclude: idList,
  product: idList,
  reviewer: idList,
  reviewer_exclude: idList,
  reviewer_email: words,
  status: oneOf(['all', 'hold', 'approved', 'spam', 'trash'], 'approved'),
  order: oneOf(['asc', 'desc'], 'desc'),
  orderby: oneOf(['date', 'date_gmt', 'id', 'include', 'product'], 'date_gmt'),
}

type Fields = Readonly<Record<string, unknown>>

/** What a program may write of a review; what it left out is undefined. */
export type ReviewFields = {
  readonly productId?: number
  readonly name?: string
  readonly email?: string
  readonly text?: string
  readonly rating?: number
  readonly status?: CommentStatus
  readonly verified?: boolean
  readonly createdAt?: Date
}

export type ReadReview =
  | { readonly ok: true; readonly review: ReviewFields }
  | { readonly ok: false; readonly error: RestError }

/** Reads the body of a create or update; `required` are the names that must be there. */
export function readReviewFields(fields: Fields, required: readonly string[] = []): ReadReview {
  const missing = required.filter((name) => fields[name] === undefined || fields[name] === null)
  if (missing.length > 0) return { ok: false, error: missingParams(missing) }
  const wrongs: Record<string, Wrong> = {}
  const wrong = (name: string, message: string, code = 'rest_invalid_param') => {
    wrongs[name] = { code, message }
  }
  const given = (name: string): boolean => fields[name] !== undefined && fields[name] !== null
  const text = (name: string): string | undefined => {
    if (!given(name)) return undefined
    const value = fields[name]
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    wrong(name, `${name} is not of type string.`, 'rest_invalid_type')
    return undefined
  }
  const whole = (name: string, min: number, max: number): number | undefined => {
    if (!given(name)) return undefined
    const value = fields[name]
    const number =
      typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value)) ? Number(value) : NaN
    if (!Number.isInteger(number)) wrong(name, `${name} is not of type integer.`, 'rest_invalid_type')
    else if (number < min || number > max) {
      wrong(name, `${name} must be between ${min} (inclusive) and ${max} (inclusive)`, 'rest_out_of_bounds')
    }
    return number
  }

  const productId = whole('product_id', 1, LARGEST_ID)
  const rating = whole('rating', 1, 5)
  const name = text('reviewer')
  const email = text('reviewer_email')?.trim().toLowerCase()
  const review = text('review')
  const status = text('status')
  const createdAt = timeOf(text('date_created'), text('date_created_gmt'))
  const words = review === undefined ? undefined : plainText(review)
  if (name !== undefined && (oneLine(name) === '' || oneLine(name).length > LONGEST.name)) {
    wrong('reviewer', `reviewer must have 1 to ${LONGEST.name} characters.`)
  }
  if (email !== undefined && !isEmail(email)) wrong('reviewer_email', 'Invalid email address.', 'rest_invalid_email')
  if (status !== undefined && !Object.hasOwn(statusOfWire, status)) {
    wrongs.status = notInList('status', Object.keys(statusOfWire))
  }
  if (createdAt === null) wrong('date_created', 'Invalid date.', 'rest_invalid_date')
  if (Object.keys(wrongs).length > 0) return { ok: false, error: invalidParams(wrongs) }
  if (words !== undefined && (words === '' || words.length > LONGEST.text)) return { ok: false, error: noContent }
  return {
    ok: true,
    review: {
      ...(productId === undefined ? {} : { productId }),
      ...(name === undefined ? {} : { name: oneLine(name) }),
      ...(email === undefined ? {} : { email }),
      ...(words === undefined ? {} : { text: words }),
      ...(rating === undefined ? {} : { rating }),
      ...(status === undefined ? {} : { status: statusOfWire[status] ?? 'pending' }),
      ...(given('verified') ? { verified: fields.verified === true || fields.verified === 'true' } : {}),
      ...(createdAt ? { createdAt } : {}),
    },
  }
}

const noContent: RestError = {
  status: 400,
  code: 'woocommerce_rest_review_content_invalid',
  message: 'Invalid review content.',
}

function timeOf(local: string | undefined, greenwich: string | undefined): Date | null | undefined {
  if (local !== undefined) return readShopTime(local)
  return greenwich === undefined ? undefined : readShopTime(`${greenwich.replace(/Z$/, '')}Z`)
}

/** Programs send HTML; we keep the words. */
const plainText = (html: string): string => {
  const lines = html.replace(/<br\s*\/?>\n?/gi, '\n').replace(/<\/(p|div|li|blockquote|h[1-6])>\s*/gi, '\n\n')
  return plainLines(decoded(sanitize(lines, { allowedTags: [], allowedAttributes: {} })))
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (all, name: string) => entities[name] ?? all)
