import sanitize from 'sanitize-html'
import { isEmail } from '../../../people/addresses/address.ts'
import {
  dateTime,
  idList,
  integerParam,
  invalidParams,
  missingParams,
  notInEnum,
  oneOf,
  type ParamError,
  searchText,
} from '../../../platform/rest/params.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { parseShopTime } from '../../../platform/time/shop-time.ts'
import { MAX_LENGTH, plainLines, singleLine } from '../../../site/comments/comment-input.ts'
import type { CommentStatus } from '../../../site/comments/comments.table.ts'
import { statusFromWire } from './review-json.ts'

const MAX_ID = 2_147_483_647

export const reviewListParams = {
  context: oneOf(['view', 'edit'], 'view'),
  page: integerParam({ fallback: 1, min: 1, max: 1_000_000 }),
  per_page: integerParam({ fallback: 10, min: 1, max: 100 }),
  offset: integerParam({ fallback: -1, min: 0, max: 100_000_000 }),
  search: searchText,
  after: dateTime(parseShopTime),
  before: dateTime(parseShopTime),
  include: idList,
  exclude: idList,
  product: idList,
  reviewer: idList,
  reviewer_exclude: idList,
  reviewer_email: searchText,
  status: oneOf(['all', 'hold', 'approved', 'spam', 'trash'], 'approved'),
  order: oneOf(['asc', 'desc'], 'desc'),
  orderby: oneOf(['date', 'date_gmt', 'id', 'include', 'product'], 'date_gmt'),
}

type Fields = Readonly<Record<string, unknown>>

/** Writable fields of a review; omitted ones are undefined. */
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

export type ParsedReview =
  | { readonly ok: true; readonly review: ReviewFields }
  | { readonly ok: false; readonly error: RestError }

/** Parses the body of a create or update; `required` lists mandatory fields. */
export function parseReviewFields(fields: Fields, required: readonly string[] = []): ParsedReview {
  const missing = required.filter((name) => fields[name] === undefined || fields[name] === null)
  if (missing.length > 0) return { ok: false, error: missingParams(missing) }
  const errors: Record<string, ParamError> = {}
  const addError = (name: string, message: string, code = 'rest_invalid_param') => {
    errors[name] = { code, message }
  }
  const isPresent = (name: string): boolean => fields[name] !== undefined && fields[name] !== null
  const text = (name: string): string | undefined => {
    if (!isPresent(name)) return undefined
    const value = fields[name]
    if (typeof value === 'string' || typeof value === 'number') return String(value)
    addError(name, `${name} is not of type string.`, 'rest_invalid_type')
    return undefined
  }
  const integer = (name: string, min: number, max: number): number | undefined => {
    if (!isPresent(name)) return undefined
    const value = fields[name]
    const number =
      typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value)) ? Number(value) : NaN
    if (!Number.isInteger(number)) addError(name, `${name} is not of type integer.`, 'rest_invalid_type')
    else if (number < min || number > max) {
      addError(name, `${name} must be between ${min} (inclusive) and ${max} (inclusive)`, 'rest_out_of_bounds')
    }
    return number
  }

  const productId = integer('product_id', 1, MAX_ID)
  const rating = integer('rating', 1, 5)
  const name = text('reviewer')
  const email = text('reviewer_email')?.trim().toLowerCase()
  const review = text('review')
  const status = text('status')
  const createdAt = parseCreatedAt(text('date_created'), text('date_created_gmt'))
  const plainReview = review === undefined ? undefined : plainText(review)
  if (name !== undefined && (singleLine(name) === '' || singleLine(name).length > MAX_LENGTH.name)) {
    addError('reviewer', `reviewer must have 1 to ${MAX_LENGTH.name} characters.`)
  }
  if (email !== undefined && !isEmail(email)) addError('reviewer_email', 'Invalid email address.', 'rest_invalid_email')
  if (status !== undefined && !Object.hasOwn(statusFromWire, status)) {
    errors.status = notInEnum('status', Object.keys(statusFromWire))
  }
  if (createdAt === null) addError('date_created', 'Invalid date.', 'rest_invalid_date')
  if (Object.keys(errors).length > 0) return { ok: false, error: invalidParams(errors) }
  if (plainReview !== undefined && (plainReview === '' || plainReview.length > MAX_LENGTH.text))
    return { ok: false, error: invalidContent }
  return {
    ok: true,
    review: {
      ...(productId === undefined ? {} : { productId }),
      ...(name === undefined ? {} : { name: singleLine(name) }),
      ...(email === undefined ? {} : { email }),
      ...(plainReview === undefined ? {} : { text: plainReview }),
      ...(rating === undefined ? {} : { rating }),
      ...(status === undefined ? {} : { status: statusFromWire[status] ?? 'pending' }),
      ...(isPresent('verified') ? { verified: fields.verified === true || fields.verified === 'true' } : {}),
      ...(createdAt ? { createdAt } : {}),
    },
  }
}

const invalidContent: RestError = {
  status: 400,
  code: 'woocommerce_rest_review_content_invalid',
  message: 'Invalid review content.',
}

function parseCreatedAt(local: string | undefined, gmt: string | undefined): Date | null | undefined {
  if (local !== undefined) return parseShopTime(local)
  return gmt === undefined ? undefined : parseShopTime(`${gmt.replace(/Z$/, '')}Z`)
}

/** Clients send HTML; plain text is stored. */
const plainText = (html: string): string => {
  const lines = html.replace(/<br\s*\/?>\n?/gi, '\n').replace(/<\/(p|div|li|blockquote|h[1-6])>\s*/gi, '\n\n')
  return plainLines(decodeEntities(sanitize(lines, { allowedTags: [], allowedAttributes: {} })))
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const decodeEntities = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (all, name: string) => entities[name] ?? all)
