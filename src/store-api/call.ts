import type { Context } from 'hono'
import type { z } from 'zod'
import type { JsonSchema } from '../rest/params.ts'
import type { Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { type StoreError, storeError } from './answer.ts'
import { type BodyFields, type BodyReaders, readFields, type Values } from './body-params.ts'
import { type CartCall, openCartCall } from './cart-call.ts'

/** What an error of a call is called, and with which status it comes; some come with several. */
export type ErrorCodes = Readonly<Record<string, number | readonly number[]>>

/**
 * What a call takes and answers. The readers check requests and the shapes hold the answers in the tests, so the
 * documents made of them cannot say anything else than what the call does.
 */
export type CallSpec = {
  readonly summary: string
  readonly query?: Readonly<Record<string, { readonly schema?: JsonSchema }>>
  readonly body?: BodyReaders | ((settings: Settings) => BodyReaders)
  readonly required?: readonly string[]
  /** By status; null: an answer without a body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>
  readonly errors?: ErrorCodes
  /** `cart`: the answer is about the caller's cart; `nonce`: and only with a nonce or a cart token. */
  readonly session?: 'cart' | 'nonce'
  /** Whether the counts of a list come in headers. */
  readonly isPaged?: boolean
}

export type StoreHandler = ((context: Context, shop: Shop) => Promise<Response>) & {
  readonly spec?: CallSpec
  /** What is wrong with what was sent, or null; nothing is done. Left out where nothing is sent. */
  readonly check?: (context: Context, shop: Shop) => Promise<StoreError | null>
}

/** A call that needs no cart. */
export const plainCall = (spec: CallSpec, handler: (context: Context, shop: Shop) => Promise<Response>): StoreHandler =>
  Object.assign((context: Context, shop: Shop) => handler(context, shop), { spec })

type CartSpec<R extends BodyReaders> = Omit<CallSpec, 'body' | 'required' | 'session'> & {
  readonly session: 'cart' | 'nonce'
  readonly body?: R | ((settings: Settings) => R)
  readonly required?: readonly (keyof R & string)[]
  /** What `work` would find wrong with what was sent beyond the readers, for a batch that asks beforehand. */
  readonly validate?: (values: Values<R>, fields: BodyFields, settings: Settings) => StoreError | null
}

/** A call about the caller's cart: what was sent is read first, then who sends it, as recorded. */
export function cartCall<const R extends BodyReaders = Record<never, never>>(
  spec: CartSpec<R>,
  work: (call: CartCall, values: Values<R>, fields: BodyFields) => Promise<Response>,
): StoreHandler {
  const readersOf = (shop: Shop): R =>
    typeof spec.body === 'function' ? spec.body(shop.settings()) : (spec.body ?? ({} as R))
  const readAll = async (context: Context, shop: Shop) =>
    spec.body
      ? readFields(context, readersOf(shop), spec.required)
      : { ok: true as const, values: {} as Values<R>, fields: {} }
  const handler = async (context: Context, shop: Shop): Promise<Response> => {
    const read = await readAll(context, shop)
    if (!read.ok) return storeError(context, read.error)
    const opened = await openCartCall(context, shop, { nonce: spec.session === 'nonce' })
    return opened.ok ? work(opened.call, read.values, read.fields) : opened.answer
  }
  const check = async (context: Context, shop: Shop): Promise<StoreError | null> => {
    const read = await readAll(context, shop)
    return read.ok ? (spec.validate?.(read.values, read.fields, shop.settings()) ?? null) : read.error
  }
  return Object.assign(handler, { spec: spec as CallSpec, check })
}

/** Refusals of every call that needs a nonce. */
export const nonceErrors: ErrorCodes = { woocommerce_rest_missing_nonce: 401, woocommerce_rest_invalid_nonce: 403 }
