import type { Context } from 'hono'
import type { z } from 'zod'
import type { JsonSchema } from '../../platform/rest/params.ts'
import { type BodyFields, type BodyParsers, parseFields, type Values } from './body-params.ts'
import { type CartRequest, openCartRequest } from './cart-request.ts'
import type { StoreApiContext, StoreApiSettings } from './context.ts'
import { type StoreError, storeError } from './response.ts'

/** Error codes of a call with their status; some have several. */
export type ErrorCodes = Readonly<Record<string, number | readonly number[]>>

/**
 * Input and output of a call. The parsers validate requests and the tests check responses against the shapes, so the
 * generated documentation matches the behaviour.
 */
export type EndpointSpec = {
  readonly summary: string
  readonly query?: Readonly<Record<string, { readonly schema?: JsonSchema }>>
  readonly body?: BodyParsers | ((settings: StoreApiSettings) => BodyParsers)
  readonly required?: readonly string[]
  /** By status; null: a response without body. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>
  readonly errors?: ErrorCodes
  /** `cart`: operates on the caller's cart; `nonce`: and requires a nonce or cart token. */
  readonly session?: 'cart' | 'nonce'
  /** Whether the response has pagination headers. */
  readonly isPaged?: boolean
}

export type StoreHandler = ((context: Context, shop: StoreApiContext) => Promise<Response>) & {
  readonly spec?: EndpointSpec
  /** Validates the input without executing the call; returns an error or null. Omitted if there is no input. */
  readonly validate?: (context: Context, shop: StoreApiContext) => Promise<StoreError | null>
}

/** A call without cart. */
export const storeEndpoint = (
  spec: EndpointSpec,
  handler: (context: Context, shop: StoreApiContext) => Promise<Response>,
): StoreHandler => Object.assign((context: Context, shop: StoreApiContext) => handler(context, shop), { spec })

type CartEndpointSpec<R extends BodyParsers> = Omit<EndpointSpec, 'body' | 'required' | 'session'> & {
  readonly session: 'cart' | 'nonce'
  readonly body?: R | ((settings: StoreApiSettings) => R)
  readonly required?: readonly (keyof R & string)[]
  /** Additional validation for batches, beyond the parsers. */
  readonly validate?: (values: Values<R>, fields: BodyFields, settings: StoreApiSettings) => StoreError | null
}

/** A call on the caller's cart: input is validated before the caller is identified, as recorded. */
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

/** Errors of every call that needs a nonce. */
export const nonceErrors: ErrorCodes = { woocommerce_rest_missing_nonce: 401, woocommerce_rest_invalid_nonce: 403 }
