import type { Context } from 'hono'
import type { z } from 'zod'
import { ok, type ParamValues, type Parsers, parseParams } from '../../platform/rest/params.ts'
import type { Fields } from '../../platform/rest/request.ts'
import type { Method } from '../../platform/rest/response.ts'
import type { Cart } from '../../shop/cart/cart.store.ts'
import { removeRejectedCoupons } from '../../shop/cart/change-coupons.ts'
import { priceCart } from '../../shop/cart/price-cart.ts'
import type { RejectedCoupon } from '../../shop/pricing/coupon.ts'
import type { Total } from '../../shop/pricing/total.ts'
import { type BodyParsers, parseFields, type Values } from './body-params.ts'
import type { CartError } from './cart-errors.ts'
import { cartJson } from './cart-json.ts'
import type { StoreApiContext, StoreApiSettings } from './context.ts'
import { viewCart } from './line-views.store.ts'
import { type StoreError, storeError, storeJson } from './response.ts'
import type { CartJson } from './shapes/cart-shape.ts'
import { cartOf, nonceError, type StoreSession, setSessionHeaders, storeSession } from './store-session.ts'

/** Error codes of a call with their status; some have several. */
export type ErrorCodes = Readonly<Record<string, number | readonly number[]>>

/**
 * Input and output of a call. The parsers validate requests and the tests check responses against the shapes, so the
 * generated documentation matches the behaviour.
 */
export type EndpointSpec = Spec<Parsers, BodyParsers> & { readonly summary: string }

type Spec<Q extends Parsers, B extends BodyParsers> = {
  readonly query?: Q
  readonly body?: B | ((settings: StoreApiSettings) => B)
  readonly required?: readonly (keyof B & string)[]
  /** By status; null: a response without body. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>
  readonly errors?: ErrorCodes
  /** `cart`: operates on the caller's cart; `nonce`: and requires a nonce or cart token, the default of cart calls. */
  readonly session?: 'cart' | 'nonce'
  /** Whether the response has pagination headers. */
  readonly isPaged?: boolean
}

type Handler = (context: Context, shop: StoreApiContext) => Promise<Response>
export type StoreHandler = Handler & {
  readonly spec: EndpointSpec
  /** Validates the input without executing the call; returns an error or null. Omitted if there is no input. */
  readonly validate?: (context: Context, shop: StoreApiContext) => Promise<StoreError | null>
}

export type StoreCall<Q extends Parsers> = {
  readonly context: Context
  readonly shop: StoreApiContext
  readonly params: ParamValues<Q>
}

/** A call without cart. */
export function storeEndpoint<const Q extends Parsers = Record<never, never>>(
  summary: string,
  spec: Spec<Q, BodyParsers>,
  handle: (call: StoreCall<Q>) => Promise<Response | StoreError>,
): StoreHandler {
  const handler: Handler = async (context, shop) => {
    const parsed = parseParams(spec.query ?? ({} as Q), new URL(context.req.url).searchParams)
    const result = parsed.ok ? await handle({ context, shop, params: parsed.value }) : parsed.error
    return result instanceof Response ? result : storeError(context, result)
  }
  return Object.assign(handler, { spec: { summary, ...spec } })
}

/** A call on the caller's cart: input is validated before the caller is identified, as recorded. */
export function cartEndpoint<const B extends BodyParsers = Record<never, never>>(
  summary: string,
  {
    validate: validateValues,
    ...spec
  }: Spec<Parsers, B> & {
    /** Additional validation for batches, beyond the parsers. */
    readonly validate?: (values: Values<B>, fields: Fields, settings: StoreApiSettings) => StoreError | null
  },
  handle: (request: CartRequest, values: Values<B>, fields: Fields) => Promise<Response | CartError>,
): StoreHandler {
  const { body, required, session: identifiedBy = 'nonce' } = spec
  const parseInput = async (context: Context, shop: StoreApiContext) =>
    body
      ? parseFields(context, typeof body === 'function' ? body(shop.settings()) : body, required)
      : ok({ values: {} as Values<B>, fields: {} })
  const handler: Handler = async (context, shop) => {
    const parsed = await parseInput(context, shop)
    if (!parsed.ok) return storeError(context, parsed.error)
    const session = await storeSession(context, shop)
    const { cart, rejected } = await removeRejectedCoupons(shop, await cartOf(shop, session), shop.now())
    const request = { context, shop, session, cart, removedCoupons: rejected }
    const error = identifiedBy === 'nonce' ? nonceError(context, shop, session) : null
    const result = error ?? (await handle(request, parsed.value.values, parsed.value.fields))
    return result instanceof Response ? result : respondWithError(request, result)
  }
  const validate = async (context: Context, shop: StoreApiContext): Promise<StoreError | null> => {
    const parsed = await parseInput(context, shop)
    if (!parsed.ok) return parsed.error
    return validateValues?.(parsed.value.values, parsed.value.fields, shop.settings()) ?? null
  }
  return Object.assign(handler, {
    spec: { summary, ...spec, session: identifiedBy } as unknown as EndpointSpec,
    validate,
  })
}

/** Errors of every call that needs a nonce. */
export const nonceErrors: ErrorCodes = { woocommerce_rest_missing_nonce: 401, woocommerce_rest_invalid_nonce: 403 }

export type CartRequest = {
  readonly context: Context
  readonly shop: StoreApiContext
  readonly session: StoreSession
  readonly cart: Cart
  /** Coupons that have just been removed as invalid, for the response. */
  readonly removedCoupons: readonly RejectedCoupon[]
}

/** Responds with the current cart. */
export const respondWithCart = async (request: CartRequest, cart: Cart, status: 200 | 201 = 200): Promise<Response> =>
  storeJson(request.context, await cartWithHeaders(request, cart), status)

export async function respondWithNothing(request: CartRequest, cart: Cart): Promise<Response> {
  await setCartHeaders(request, cart)
  return request.context.body(null, 204)
}

export async function respondWithError(request: CartRequest, error: CartError): Promise<Response> {
  const { context, cart } = request
  if (error.isCartOutdated)
    return storeError(context, { ...error, data: { ...error.data, cart: await cartWithHeaders(request, cart) } })
  await setCartHeaders(request, cart)
  return storeError(context, error)
}

/** The complete cart for the response, whose session headers it sets. */
export async function cartWithHeaders(request: CartRequest, cart: Cart): Promise<CartJson> {
  const { shop, removedCoupons } = request
  const total = await setCartHeaders(request, cart)
  return cartJson(shop, await viewCart(shop.db, cart), total, removedCoupons)
}

/** Sets the session headers of a response with this cart. */
export async function setCartHeaders({ context, shop, session }: CartRequest, cart: Cart): Promise<Total> {
  const total = priceCart(shop, cart)
  await setSessionHeaders(context, shop, session, cart, total)
  return total
}

/** One route of the API, relative to its base. The order of methods is that of the `Allow` header. */
export type StoreRoute = {
  readonly path: string
  /** The path in the index, if it is not the same in WordPress's form. */
  readonly displayPath?: string
  readonly methods: Readonly<Partial<Record<Method, StoreHandler>>>
}
