import type { Context } from 'hono'
import type { z } from 'zod'
import type { JsonSchema } from '../../platform/rest/params.ts'
import { type BodyFields, type BodyParsers, parseFields, type Values } from './body-params.ts'
import { type CartRequest, openCartRequest } from './cart-request.ts'
import type { StoreApiContext, StoreApiSettings } from './context.ts'
import { type StoreError, storeError } from './response.ts'

/** What an error of a call is called, and with which status it comes; some come with several. */
export type ErrorCodes = Readonly<Record<string, number | readonly number[]>>

/**
 * What a call takes and answers. The readers check requests and the shapes hold the answers in the tests, so the
 * documents made of them cannot say anything else than what the call does.
 */
export type EndpointSpec = {
  readonly summary: string
  readonly query?: Readonly<Record<string, { readonly schema?: JsonSchema }>>
  readonly body?: BodyParsers | ((settings: StoreApiSettings) => BodyParsers)
  readonly required?: readonly string[]
  /** By status; null: an answer without a body. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>
  readonly errors?: ErrorCodes
  /** `cart`: the answer is about the caller's cart; `nonce`: and only with a nonce or a cart token. */
  readonly session?: 'cart' | 'nonce'
  /** Whether the counts of a list come in headers. */
  readonly isPaged?: boolean
}

export type StoreHandler = ((context: Context, shop: StoreApiContext) => Promise<Response>) & {
  readonly spec?: EndpointSpec
  /** What is wrong with what was sent, or null; nothing is done. Left out where nothing is sent. */
  readonly validate?: (context: Context, shop: StoreApiContext) => Promise<StoreError | null>
}

/** A call that needs no cart. */
export const storeEndpoint = (
  spec: EndpointSpec,
  handler: (context: Context, shop: StoreApiContext) => Promise<Response>,
): StoreHandler => Object.assign((context: Context, shop: StoreApiContext) => handler(context, shop), { spec })

type CartEndpointSpec<R extends BodyParsers> = Omit<EndpointSpec, 'body' | 'required' | 'session'> & {
  readonly session: 'cart' | 'nonce'
  readonly body?: R | ((settings: StoreApiSettings) => R)
  readonly required?: readonly (keyof R & string)[]
  /** What `handle` would find wrong with what was sent beyond the readers, for a batch that asks beforehand. */
  readonly validate?: (values: Values<R>, fields: BodyFields, settings: StoreApiSettings) => StoreError | null
}

/** A call about the caller's cart: what was sent is read first, then who sends it, as recorded. */
export function cartEndpoint<const R extends BodyParsers = Record<never, never>>(
  spec: CartEndpointSpec<R>,
  handle: (call: CartRequest, values: Values<R>, fields: BodyFields) => Promise<Response>,
): StoreHandler {
  const parsersOf = (shop: StoreApiContext): R =>
    typeof spec.body === 'function' ? spec.body(shop.settings()) : (spec.body ?? ({} as R))
  const parseInput = async (context: Context, shop: StoreApiContext) =>
    spec.body
      ? parseFields(context, parsersOf(shop), spec.required)
      : { ok: true as const, values: {} as Values<R>, fields: {} }
  const handler = async (context: Context, shop: StoreApiContext): Promise<Response> => {
    const parsed = await parseInput(context, shop)
    if (!parsed.ok) return storeError(context, parsed.error)
    const opened = await openCartRequest(context, shop, { nonce: spec.session === 'nonce' })
    return opened.ok ? handle(opened.request, parsed.values, parsed.fields) : opened.response
  }
  const validate = async (context: Context, shop: StoreApiContext): Promise<StoreError | null> => {
    const parsed = await parseInput(context, shop)
    return parsed.ok ? (spec.validate?.(parsed.values, parsed.fields, shop.settings()) ?? null) : parsed.error
  }
  return Object.assign(handler, { spec: spec as EndpointSpec, validate })
}

/** Refusals of every call that needs a nonce. */
export const nonceErrors: ErrorCodes = { woocommerce_rest_missing_nonce: 401, woocommerce_rest_invalid_nonce: 403 }
