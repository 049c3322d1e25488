import type { Context } from 'hono'
import { z } from 'zod'
import { parseBodyFields, parseQuery, propertiesOf } from '../../platform/rest/input.ts'
import { ok, type Parsed } from '../../platform/rest/params.ts'
import { type Fields, parseBody } from '../../platform/rest/request.ts'
import type { Method } from '../../platform/rest/response.ts'
import type { StoreApiContext, StoreApiSettings } from './context.ts'
import { type StoreError, storeError } from './response.ts'

export type ErrorCodes = Readonly<Record<string, number | readonly number[]>>

export type None = z.ZodObject<Record<never, never>>

export type Declaration<Q extends z.ZodObject, B extends z.ZodObject> = {
  readonly summary: string
  readonly method: Method | readonly Method[]
  readonly path: string
  /** The path in the index, if it is not the route's path in WordPress's form. */
  readonly displayPath?: string
  readonly query?: Q
  /** Fields of the body, which may be sent in the query too. A function if they depend on the settings. */
  readonly body?: B | ((settings: StoreApiSettings) => B)
  /** Response shapes by status. Null: a response without body. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>
  readonly errors?: ErrorCodes
  /** `cart`: uses the caller's cart. `nonce`: also requires a nonce or cart token. */
  readonly session?: 'cart' | 'nonce'
  readonly isPaged?: boolean
  /** Additional validation for batches, beyond the schemas. */
  readonly validate?: (body: z.output<B>, fields: Fields, settings: StoreApiSettings) => StoreError | null
}

export type StoreRequest<Q extends z.ZodObject = None, B extends z.ZodObject = None> = {
  readonly context: Context
  readonly shop: StoreApiContext
  readonly query: z.output<Q>
  readonly body: z.output<B>
  readonly fields: Fields
}

export type StoreCall = Pick<
  Declaration<None, None>,
  'summary' | 'path' | 'displayPath' | 'responses' | 'errors' | 'session' | 'isPaged'
> & {
  readonly methods: readonly Method[]
  readonly input: (settings: StoreApiSettings) => { readonly query: z.ZodObject; readonly body: z.ZodObject }
  readonly run: (context: Context, shop: StoreApiContext) => Promise<Response>
  readonly validate: (context: Context, shop: StoreApiContext) => Promise<StoreError | null>
}

const nothing = z.object({})

export function storeCall<Q extends z.ZodObject = None, B extends z.ZodObject = None>({
  method,
  query = nothing as unknown as Q,
  body,
  validate,
  handler,
  ...described
}: Declaration<Q, B> & {
  readonly handler: (request: StoreRequest<Q, B>) => Promise<Response | StoreError>
}): StoreCall {
  const bodyOf = typeof body === 'function' ? body : () => body ?? (nothing as unknown as B)
  const parse = async (context: Context, shop: StoreApiContext): Promise<Parsed<StoreRequest<Q, B>, StoreError>> => {
    const parsedQuery = parseQuery(query, new URL(context.req.url).searchParams)
    if (!parsedQuery.ok) return parsedQuery
    // A call without fields ignores its body, even if it is not JSON.
    const sent = body ? await parseBody(context) : ok({})
    if (!sent.ok) return sent
    const schema = bodyOf(shop.settings())
    const parsedBody = parseBodyFields(schema, bodyElseQuery(context, schema, sent.value), 'brackets')
    if (!parsedBody.ok) return parsedBody
    return ok({ context, shop, query: parsedQuery.value, body: parsedBody.value, fields: sent.value })
  }
  return {
    ...described,
    methods: typeof method === 'string' ? [method] : method,
    input: (settings) => ({ query, body: bodyOf(settings) }),
    run: async (context, shop) => {
      const parsed = await parse(context, shop)
      const result = parsed.ok ? await handler(parsed.value) : parsed.error
      return result instanceof Response ? result : storeError(context, result)
    },
    validate: async (context, shop) => {
      const parsed = await parse(context, shop)
      if (!parsed.ok) return parsed.error
      return validate?.(parsed.value.body, parsed.value.fields, shop.settings()) ?? null
    },
  }
}

/** Each field of the schema from the body, or else the query. `null` counts as not sent. */
const bodyElseQuery = (context: Context, schema: z.ZodObject, fields: Fields): Fields =>
  Object.fromEntries(
    Object.keys(propertiesOf(schema)).map((name) => [
      name,
      (Object.hasOwn(fields, name) ? fields[name] : context.req.query(name)) ?? undefined,
    ]),
  )

export function perSettings<B extends z.ZodObject>(build: (settings: StoreApiSettings) => B) {
  const built = new WeakMap<StoreApiSettings, B>()
  return (settings: StoreApiSettings): B => {
    const schema = built.get(settings) ?? build(settings)
    built.set(settings, schema)
    return schema
  }
}

export type StoreRoute = Pick<StoreCall, 'path' | 'displayPath'> & { readonly calls: ReadonlyMap<Method, StoreCall> }

export const routesOf = (calls: readonly StoreCall[]): readonly StoreRoute[] =>
  [...Map.groupBy(calls, ({ path }) => path)].map(([path, group]) => ({
    path,
    displayPath: group[0]?.displayPath,
    calls: new Map(group.flatMap((call) => call.methods.map((method) => [method, call] as const))),
  }))
