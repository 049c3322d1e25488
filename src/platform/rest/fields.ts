import { z } from 'zod'
import { isEmail, normalizeEmail } from '../email-address.ts'
import { parsePrice } from '../money/money.ts'
import { parseShopTime } from '../time/shop-time.ts'
import { MAX_ID } from './params.ts'
import { errorOf, type RestError } from './response.ts'

/* Fields of queries and bodies that several calls share, with the error codes of the WordPress REST API. In a message,
   `{name}` is the name of the parameter. */

const MAX_TEXT_LENGTH = 200
const MAX_LIST_LENGTH = 1000

/** Adds an issue with an error code. */
export const addError = (context: z.RefinementCtx, message: string, code = 'rest_invalid_param'): void =>
  context.addIssue({ code: 'custom', message, params: { code } })

/** For `transform`: an email address, normalized. */
export function toEmail(text: string, context: z.RefinementCtx): string {
  const email = normalizeEmail(text)
  if (!isEmail(email)) addError(context, 'Invalid email address.', 'rest_invalid_email')
  return email
}

/** The error for a wrong type; `at` is the path within the parameter, as '[0][value]'. */
export const addTypeError = (context: z.RefinementCtx, type: string, at = ''): void =>
  context.addIssue({ code: 'custom', message: type, params: { type, at } })

export const pageFields = {
  page: z.int().min(1).max(1_000_000).default(1),
  per_page: z.int().min(1).max(100).default(10),
}

const MAX_OFFSET = 100_000_000

/** The same with `offset`, which counts items instead of pages. */
export const windowFields = { ...pageFields, offset: z.int().min(0).max(MAX_OFFSET).optional() }

type WindowQuery = { readonly page: number; readonly per_page: number; readonly offset?: number | undefined }

export const windowOf = ({ page, per_page: limit, offset = (page - 1) * limit }: WindowQuery) => ({ limit, offset })

/** The `context` parameter; `edit` also returns raw texts. */
export const viewOrEdit = { context: z.enum(['view', 'edit']).default('view') }

/** The same with WordPress's `embed`, for items shown within others. */
export const viewEmbedOrEdit = { context: z.enum(['view', 'embed', 'edit']).default('view') }

/** A text to search for, cut to 200 characters. */
export const search = z
  .string()
  .transform((text) => text.slice(0, MAX_TEXT_LENGTH))
  .default('')

/** A text, or `{ raw }` as sent by WordPress's editor. */
export const rawText = (max: number) =>
  z
    .union([z.string().max(max), z.object({ raw: z.string().max(max) })])
    .transform((value) => (typeof value === 'string' ? value : value.raw))
    .optional()

const id = z.int().refine((value) => value >= 0 && !Object.is(value, -0), { params: { type: 'integer' } })

/** A list with an error above its limit: a truncated filter would return wrong results. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z.array(item).max(MAX_LIST_LENGTH, `{name} takes at most ${MAX_LIST_LENGTH} items.`)

/** Stands for ids that match no row: an empty list would not filter, and 0 means none. */
const NO_ID = -1

/** Ids to filter by; those out of range match nothing. */
export const ids = listOf(id)
  .transform((values) => values.map((value) => (value <= MAX_ID ? value : NO_ID)))
  .default([])

const MAX_BATCH_SIZE = 200
const idsError = `ids is a list of 1 to ${MAX_BATCH_SIZE} numbers.`

/** Ids of items to change together. */
export const batchIds = z
  .array(z.int().min(1).max(MAX_ID))
  .min(1, idsError)
  .max(MAX_BATCH_SIZE, idsError)
  .transform((values) => [...new Set(values)])

const INCLUDE_MISSING = 'You need to define an include parameter to order by include.'

/** WordPress's error for `orderby=include` without `include`. */
export const includeProblem = (query: {
  readonly orderby: string
  readonly include: readonly number[]
}): RestError | null =>
  query.orderby === 'include' && query.include.length === 0
    ? errorOf(400, 'rest_orderby_include_missing_include', INCLUDE_MISSING)
    : null

export const words = listOf(z.string().transform((text) => text.slice(0, MAX_TEXT_LENGTH))).default([])

/** A whole number of cents, or an id. */
export const whole = id
  .meta({ minimum: 0 })
  .transform((value) => Math.min(value, MAX_ID))
  .optional()

/** A day in the shop's time zone, converted by `timeOf` from its start. */
export const day = (timeOf: (start: Date) => Date) =>
  z
    .string()
    .meta({ format: 'date' })
    .transform((text, context) => {
      const start = text.length === '2026-11-22'.length ? parseShopTime(text) : null
      if (start) return timeOf(start)
      addError(context, 'Invalid date.', 'rest_invalid_date')
      return z.NEVER
    })

/** Of the two fields of a time, that in UTC counts. */
export const sentTime = <T>(local: T | undefined, gmt: T | undefined) => (gmt === undefined ? local : gmt)

/** A time parsed by `parse`. */
export const timeBy = (parse: (text: string) => Date | null) =>
  z
    .string()
    .meta({ format: 'date-time' })
    .transform((text, context) => {
      const at = parse(text)
      if (at) return at
      addError(context, 'Invalid date.', 'rest_invalid_date')
      return z.NEVER
    })

/** ISO 8601; without an offset in the shop's time zone. */
export const dateTime = timeBy(parseShopTime)

const inGmt = (text: string): string =>
  /[T ]\d/.test(text) && !/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? `${text}Z` : text

/** The same, but UTC without an offset, as in WordPress's `…_gmt` fields. */
export const dateTimeGmt = z.preprocess((text) => (typeof text === 'string' ? inGmt(text) : text), dateTime)

/** A time that is local or UTC, depending on another parameter. */
const localOrGmt = z
  .string()
  .meta({ format: 'date-time' })
  .transform((text, context) => {
    const local = parseShopTime(text)
    const gmt = parseShopTime(text.includes(':') ? inGmt(text) : `${text}T00:00:00Z`)
    if (local && gmt) return { local, gmt }
    addError(context, 'Invalid date.', 'rest_invalid_date')
    return z.NEVER
  })
  .optional()

/** WooCommerce's list filters by creation and modification time. */
export const dateFilters = {
  after: localOrGmt,
  before: localOrGmt,
  modified_after: localOrGmt,
  modified_before: localOrGmt,
  dates_are_gmt: z
    .boolean()
    .default(false)
    .describe('Whether times without an offset are in GMT rather than in the time zone of the shop.'),
}

/** The times of `dateFilters`: lower bounds are inclusive, upper ones exclusive. */
export function datesOf({ dates_are_gmt: isGmt, ...query }: Partial<z.output<z.ZodObject<typeof dateFilters>>>) {
  const at = (time: z.output<typeof localOrGmt>) => time && (isGmt ? time.gmt : time.local)
  return {
    after: at(query.after),
    before: at(query.before),
    modifiedAfter: at(query.modified_after),
    modifiedBefore: at(query.modified_before),
  }
}

export const amount = z.union([z.string(), z.number()]).transform((value, context) => {
  const cents = parsePrice(String(value))
  if (cents !== null && cents <= MAX_ID) return cents
  addError(context, '{name} must be an amount such as 12.50.')
  return z.NEVER
})

/** A text; numbers are converted. */
export const text = z.union([z.string(), z.number()]).transform(String)

/** An optional field, for which null counts as missing. */
export const nullAsMissing = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => value ?? undefined, schema.optional()).optional()

/** Fields of responses that clients may send back; they are ignored. */
export const readOnly = <const N extends string>(...names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, z.unknown().optional().meta({ readOnly: true })])) as Record<
    N,
    z.ZodOptional<z.ZodUnknown>
  >

/** Only the sent values, for a partial update. */
export const sentOnly = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
