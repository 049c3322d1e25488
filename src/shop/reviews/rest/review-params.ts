import sanitize from 'sanitize-html'
import { isEmail } from '../../../people/addresses/address.ts'
import {
  dateTime,
  failure,
  idList,
  integerParam,
  invalidParams,
  MAX_ID,
  missingParams,
  notInEnum,
  ok,
  oneOf,
  outOfBounds,
  type ParamError,
  pageParams,
  searchText,
} from '../../../platform/rest/params.ts'
import type { Fields } from '../../../platform/rest/request.ts'
import type { RestError } from '../../../platform/rest/response.ts'
import { parseShopTime } from '../../../platform/time/shop-time.ts'
import { MAX_LENGTH, plainLines, singleLine } from '../../../site/comments/comment-input.ts'
import { decodeEntities } from '../../../site/comments/comment-text.ts'
import { statusFromWire } from './review-json.ts'

export const reviewListParams = {
  context: oneOf(['view', 'edit'], 'view'),
  ...pageParams,
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

/** Parses the body of a create or update; `required` lists mandatory fields. */
export function parseReviewFields(fields: Fields, required: readonly string[] = []) {
  const isPresent = (name: string): boolean => fields[name] !== undefined && fields[name] !== null
  const missing = required.filter((name) => !isPresent(name))
  if (missing.length > 0) return failure(missingParams(missing))
  const errors: Record<string, ParamError> = {}
  const addError = (name: string, message: string, code = 'rest_invalid_param') => {
    errors[name] = { code, message }
  }
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
    const isNumeric = typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value))
    const number = isNumeric ? Number(value) : NaN
    if (!Number.isInteger(number)) addError(name, `${name} is not of type integer.`, 'rest_invalid_type')
    else if (number < min || number > max) errors[name] = outOfBounds(name, min, max).error
    return number
  }

  const entryId = integer('product_id', 1, MAX_ID)
  const rating = integer('rating', 1, 5)
  const reviewer = text('reviewer')
  const authorName = reviewer === undefined ? undefined : singleLine(reviewer)
  const authorEmail = text('reviewer_email')?.trim().toLowerCase()
  const html = text('review')
  const content = html === undefined ? undefined : plainText(html)
  const status = text('status')
  const createdAt = parseCreatedAt(text('date_created'), text('date_created_gmt'))
  if (authorName === '' || (authorName ?? '').length > MAX_LENGTH.name)
    addError('reviewer', `reviewer must have 1 to ${MAX_LENGTH.name} characters.`)
  if (authorEmail !== undefined && !isEmail(authorEmail))
    addError('reviewer_email', 'Invalid email address.', 'rest_invalid_email')
  if (status !== undefined && !Object.hasOwn(statusFromWire, status))
    errors.status = notInEnum('status', Object.keys(statusFromWire)).error
  if (createdAt === null) addError('date_created', 'Invalid date.', 'rest_invalid_date')
  if (Object.keys(errors).length > 0) return failure(invalidParams(errors))
  if (content === '' || (content ?? '').length > MAX_LENGTH.text) return failure(invalidContent)
  return ok({
    ...{ entryId, authorName, authorEmail, content, rating },
    status: status === undefined ? undefined : statusFromWire[status],
    isVerified: isPresent('verified') ? fields.verified === true || fields.verified === 'true' : undefined,
    createdAt: createdAt ?? undefined,
  })
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
