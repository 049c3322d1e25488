import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { except } from 'hono/combine'
import type pg from 'pg'
import { ApiError, type ErrorBody } from './api-error.ts'
import { newId } from './api-objects.ts'
import { authorize } from './authorize.ts'
import type { Call } from './call.ts'
import type { Control } from './control.ts'
import { type Endpoint, endpoints } from './endpoints.ts'
import { eventApiVersion } from './events.ts'
import { decodeMultipart, MAX_FILE_REQUEST_BYTES } from './files.ts'
import { decodeForm, type FormFields, textList } from './form.ts'
import type { Caller } from './keys.ts'
import { render } from './render.ts'
import { lockIdempotencyKey, saveResponse, transaction } from './sandbox.store.ts'

export type ApiDeps = {
  pool: pg.Pool
  publicOrigin: string
  secretKey: string
  /** URLs for which webhook endpoints may be created. */
  webhookUrls: readonly string[]
  now: () => Date
  control: Control
  /** Called after every call that may have queued events. */
  onEvent: () => void
}

/** The provider's API under `/v1`: form-encoded requests, JSON responses. */
export function createApi(deps: ApiDeps): Hono {
  const api = new Hono()
  const limit = (maxSize: number) =>
    bodyLimit({ maxSize, onError: () => respond(413, errorText(tooLarge), { requestId: newId('req', 14) }) })
  api.use('/v1/files', limit(MAX_FILE_REQUEST_BYTES))
  api.use('/v1/*', except('/v1/files', limit(64 * 1024)))
  for (const endpoint of endpoints) {
    api.on(endpoint.method, endpoint.path, (c) => handleRequest(deps, endpoint, c))
  }
  api.all('/v1/*', (c) =>
    respond(
      404,
      errorText({
        type: 'invalid_request_error',
        message: `Unrecognized request URL (${c.req.method}: ${c.req.path}).`,
      }),
      { requestId: newId('req', 14) },
    ),
  )
  return api
}

const tooLarge: ErrorBody = { type: 'invalid_request_error', message: 'The request body is too large.' }

type ApiResponse = { status: number; text: string; replayed: boolean }

async function handleRequest(deps: ApiDeps, endpoint: Endpoint, c: Context): Promise<Response> {
  const requestId = newId('req', 14)
  const version = c.req.header('Stripe-Version') ?? eventApiVersion
  const idempotencyKey = endpoint.method === 'POST' ? (c.req.header('Idempotency-Key') ?? null) : null
  const headers = { requestId, version, idempotencyKey }
  try {
    const caller = authorize(c.req.header('Authorization'), endpoint.access, deps.secretKey)
    const fault = await deps.control.nextFault()
    if (fault === 'before') return respond(500, errorText(serverError), headers)

    const { params, file } = await readParams(endpoint, c)
    const id = c.req.param('id') ?? ''
    const response = await transaction(deps.pool, async (tx) => {
      const call: Call = {
        tx,
        ...caller,
        params,
        file,
        now: deps.now(),
        version,
        publicOrigin: deps.publicOrigin,
        webhookUrls: deps.webhookUrls,
        requestId,
        idempotencyKey,
        decline: deps.control.decline(),
        planDelivery: deps.control.planDelivery,
      }
      return idempotencyKey === null
        ? run(call, endpoint, id)
        : runOnce(call, endpoint, id, idempotencyKey, requestHash(c, caller, params))
    })
    deps.onEvent()
    if (fault === 'after') return respond(500, errorText(serverError), headers)
    return respond(response.status, response.text, { ...headers, replayed: response.replayed })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return respond(error.status, errorText(error.body), headers)
  }
}

/** The query, or the fields of the body and the file in it. */
async function readParams({ method }: Endpoint, { req }: Context) {
  const type = req.header('Content-Type') ?? ''
  if (method === 'POST' && /^multipart\/form-data/i.test(type)) return decodeMultipart(await req.arrayBuffer(), type)
  return { params: decodeForm(method === 'POST' ? await req.text() : (req.url.split('?')[1] ?? '')), file: null }
}

const serverError: ErrorBody = { type: 'api_error', message: 'Something went wrong on our side. Ask again.' }

async function run(call: Call, endpoint: Endpoint, id: string): Promise<ApiResponse> {
  const expand = textList(call.params, 'expand')
  const reply = await endpoint.handle(call, id)
  if (reply.status === 402) return { status: 402, text: errorText(reply.error), replayed: false }
  return { status: 200, text: JSON.stringify(await render(call, reply.body, expand)), replayed: false }
}

/** Idempotency keys: repeated calls get the same response, also while the first one is still running. */
async function runOnce(call: Call, endpoint: Endpoint, id: string, key: string, hash: string): Promise<ApiResponse> {
  if (key.length > 255) {
    throw new ApiError(400, { type: 'invalid_request_error', message: 'Idempotency keys have at most 255 characters.' })
  }
  const saved = await lockIdempotencyKey(call.tx, call.account, key)
  if (saved && saved.requestHash !== hash) {
    throw new ApiError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with: '${key}'.`,
    })
  }
  if (saved) return { status: saved.status, text: saved.response, replayed: true }
  const response = await run(call, endpoint, id)
  const savedResponse = { requestHash: hash, status: response.status, response: response.text }
  await saveResponse(call.tx, call.account, key, savedResponse, call.now)
  return response
}

function requestHash(c: Context, caller: Caller, params: FormFields): string {
  const request = [c.req.method, c.req.path, caller.key, JSON.stringify(params)].join('\n')
  return createHash('sha256').update(request).digest('hex')
}

function errorText(error: ErrorBody): string {
  return JSON.stringify({ error })
}

type ResponseMeta = { requestId: string; version?: string; idempotencyKey?: string | null; replayed?: boolean }

function respond(status: number, text: string, meta: ResponseMeta): Response {
  const headers = new Headers({
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache, no-store',
    'Request-Id': meta.requestId,
    'X-Content-Type-Options': 'nosniff',
  })
  if (meta.version) headers.set('Stripe-Version', meta.version)
  if (meta.idempotencyKey) headers.set('Idempotency-Key', meta.idempotencyKey)
  if (meta.replayed) headers.set('Idempotent-Replayed', 'true')
  return new Response(text, { status, headers })
}
