import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { addressRateLimiter, type RateLimitResult, strictest } from '../../../people/abuse/rate-limit.ts'
import { actAsGuest, currentAuthSession } from '../../../people/identity/auth-session.ts'
import { holderOfRestNonce } from '../../../people/identity/rest-nonce.ts'
import { argsOf } from '../../../platform/rest/input.ts'
import type { JsonSchema, Parsed } from '../../../platform/rest/params.ts'
import { type Fields as BodyFields, isRecord, parseBody } from '../../../platform/rest/request.ts'
import { type RestError, restError, restJson } from '../../../platform/rest/response.ts'
import { type AjaxHandler, ajaxEmpty } from '../../../platform/web/ajax.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import { fieldsOf } from '../../../platform/web/form.ts'
import { currentCartSession } from '../../cart/cart-session.ts'
import type { Fields } from '../checkout-form.ts'
import type { CheckoutContext } from '../context.ts'
import { type StripeAnswer, type StripeCall, type StripeError, stripeError } from './stripe-call.ts'
import { stripeCalls } from './stripe-calls.ts'

const NAMESPACE = '/wc-stripe/v1/'
const REST_BASE = `/wp-json${NAMESPACE}`

const noQuery = z.object({})

const byRoute: ReadonlyMap<string, StripeCall> = new Map(stripeCalls.map((call) => [call.route, call]))

const noRoute = stripeError('rest_no_route', 'No route was found matching the URL and request method.', { status: 404 })

/** `/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/…` answers exactly as the REST API does. */
export const stripeRequestCall: AjaxHandler<CheckoutContext> = async (context, shop) => {
  const path = context.req.query('path') ?? ''
  if (path === '') return ajaxEmpty(context)
  const call = path.startsWith(NAMESPACE) ? byRoute.get(path.slice(NAMESPACE.length)) : undefined
  return call && call.method === context.req.method
    ? answerCall(context, shop, call)
    : respond(context, shop, noRoute, [])
}

export function stripeRoutes(shop: CheckoutContext): Hono {
  const routes = new Hono()
  for (const call of stripeCalls)
    routes.on(call.method, REST_BASE + call.route, (context) => answerCall(context, shop, call))
  return routes
}

export function stripeArgs(path: string): Readonly<Record<string, JsonSchema>> | null {
  const call = path.startsWith(REST_BASE) ? byRoute.get(path.slice(REST_BASE.length)) : undefined
  return call ? argsOf({ query: noQuery, body: call.fields }) : null
}

async function answerCall(context: Context, shop: CheckoutContext, call: StripeCall): Promise<Response> {
  const sent = await sentFields(context)
  const answer = sent.ok ? await runCall(context, shop, call, sent.value) : sent.error
  return respond(context, shop, answer, [call.method])
}

async function runCall(context: Context, shop: CheckoutContext, call: StripeCall, form: Fields): Promise<StripeAnswer> {
  if (!(await identify(context, shop, form))) return invalidNonce
  const limit = await countRequest(context, shop, call)
  if (!limit.ok) {
    context.header('retry-after', String(limit.retryAfterSeconds))
    return tooMany
  }
  return call.run({ context, shop, form, nested: nestFields(form) })
}

const invalidNonce = stripeError('rest_cookie_invalid_nonce', 'Cookie check failed', { status: 403 })
const tooMany = stripeError('rate_limit_exceeded', 'Too many requests. Please wait a moment and try again.', {
  status: 429,
})

/** Without a nonce a customer counts as a guest, who keeps the cart; a wrong one is refused (plugin sheet §1). */
async function identify(context: Context, shop: CheckoutContext, form: Fields): Promise<boolean> {
  // The cart belongs to the browser's session, so it is resolved before the customer becomes a guest.
  await currentCartSession(context, shop)
  const session = await currentAuthSession(context, shop)
  const nonce = form._wpnonce ?? context.req.query('_wpnonce') ?? context.req.header('x-wp-nonce')
  const holder = nonce === undefined ? 'guest' : holderOfRestNonce(shop, session, nonce)
  if (holder === 'guest') actAsGuest(context)
  return holder !== null
}

/** Each client address may send this many requests to one call, and to all calls of the same address together. */
const WINDOW_SECONDS = 600
const MAX_REQUESTS = 600

async function countRequest(context: Context, shop: CheckoutContext, { route, limit }: StripeCall) {
  const address = clientAddress(context)
  const consume = (name: string, max: number): Promise<RateLimitResult> =>
    addressRateLimiter(shop, { name, max, seconds: WINDOW_SECONDS }).consume(address)
  return strictest(
    await Promise.all([
      consume('payment-call', MAX_REQUESTS),
      ...(limit === undefined ? [] : [consume(`payment-call-${route}`, limit)]),
    ]),
  )
}

function respond(
  context: Context,
  shop: CheckoutContext,
  answer: StripeAnswer,
  allow: readonly StripeCall['method'][],
) {
  if ('json' in answer) return restJson(context, shop, answer.json, { allow })
  const { status } = answer
  return status === 200
    ? restJson(context, shop, errorBody(answer), { allow })
    : restError(context, shop, { ...answer, status })
}

const errorBody = ({ code, message, status, data, extraFields }: StripeError) => ({
  code,
  message,
  data: { status, ...data },
  ...extraFields,
})

/** A form's names are nested once: `address[city]`, `shipping_method[0]`. */
const MAX_DEPTH = 3

async function sentFields(context: Context): Promise<Parsed<Fields, RestError>> {
  const body = await parseBody(context)
  return body.ok ? { ok: true, value: fieldsOf(flatten(Object.entries(body.value))) } : body
}

function* flatten(entries: Iterable<readonly [string, unknown]>, depth = 1): Generator<readonly [string, string]> {
  for (const [name, value] of entries) {
    const parts = Array.isArray(value) || isRecord(value) ? Object.entries(value) : null
    if (parts === null) {
      const text = textOf(value)
      if (text !== null) yield [name, text]
    } else if (depth < MAX_DEPTH)
      yield* flatten(
        parts.map(([part, one]) => [`${name}[${part}]`, one] as const),
        depth + 1,
      )
  }
}

/** Booleans as in form data: '1' or ''. */
function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value === 'number') return String(value)
  return value === true ? '1' : null
}

function nestFields(form: Fields): BodyFields {
  const nested: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const [name, value] of Object.entries(form)) {
    const [, group, part] = /^([\w-]+)\[([\w-]+)\]$/.exec(name) ?? []
    if (group === undefined || part === undefined) nested[name] ??= value
    else nested[group] = Object.assign(groupOf(nested[group]), { [part]: value })
  }
  return nested
}

const groupOf = (value: unknown): Record<string, unknown> =>
  isRecord(value) ? value : (Object.create(null) as Record<string, unknown>)
