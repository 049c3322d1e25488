/**
 * Replays recorded exchanges in order against our app, replacing the recorded cookies, nonces and cart tokens with
 * those of our responses. A difference has to be a deviation that is named here and explained in docs/compatibility.md;
 * a named deviation that no longer occurs is a failure, too.
 */
import { readFileSync } from 'node:fs'
import type { Hono } from 'hono'
import { expect } from 'vitest'
import { compareBodies, compareHeaders, type Difference, type HeaderList } from './compare.ts'
import { type OpenApi, problemsWith } from './openapi-check.ts'

export type Exchange = {
  readonly name: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
  readonly response: {
    readonly status: number
    readonly headers: HeaderList
    readonly body_kind: 'json' | 'text'
    readonly body: unknown
  }
  readonly trimmed?: string
}

export function recordedExchanges(file: string): Exchange[] {
  const url = new URL(`../recorded/woocommerce/${file}.json`, import.meta.url)
  return (JSON.parse(readFileSync(url, 'utf8')) as { exchanges: Exchange[] }).exchanges
}

/** A difference, and the name of the row in docs/compatibility.md that explains it. */
export type Deviation = { readonly where: RegExp; readonly reason: string }

export const explained = new Set(
  readFileSync(new URL('../../docs/compatibility.md', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => /^\| `([a-z0-9-]+)` \|/.exec(line)?.[1]),
)

export type Step = {
  readonly exchange: Exchange
  readonly deviations?: readonly Deviation[]
  /** Form fields with our nonces, which replace those of the recorded page. */
  readonly fields?: Readonly<Record<string, string>>
  /** Our path in place of the recorded one, for an order with our number and key. */
  readonly url?: string
}

/** Converts both bodies into the values that are compared, such as the facts in a piece of markup. */
export type Normalize = (body: unknown) => unknown

/** A browser or program of the recording, with the cookies and tokens that our shop has issued to it. */
type Shopper = { readonly cookies: Map<string, string>; nonce?: string; cartToken?: string }

export class Replay {
  readonly #app: Hono
  readonly #normalize: Normalize
  #document: OpenApi | undefined
  /** Shoppers by their id in the recordings: the session id of a session cookie or a cart token. */
  readonly #shoppers = new Map<string, Shopper>()
  readonly #expected = new Set<Deviation>()
  readonly #observed = new Set<Deviation>()
  /** The last nonce issued without a session: a recorded visitor may use it before having one. */
  #nonce: string | undefined

  constructor(app: Hono, read: Normalize = (body) => body) {
    this.#app = app
    this.#normalize = read
  }

  /** Sends one exchange and compares the response with the recorded one. */
  async step({ exchange, deviations = [], fields = {}, url = exchange.request.url }: Step): Promise<void> {
    const { response } = exchange
    const request = { ...exchange.request, url }
    const shopper = this.#shopperOf(request.headers)
    const ourResponse = await this.#send(shopper, request, fields)
    this.#remember(shopper, response.headers, ourResponse)
    const text = await ourResponse.clone().text()
    const ours = response.body_kind === 'json' ? parsed(text) : text
    expect(await this.#problemsWith(request, ourResponse.status, ours)).toEqual([])
    const differences: Difference[] = [
      ...(ourResponse.status === response.status
        ? []
        : [{ where: 'status', recorded: response.status, ours: `${ourResponse.status} ${text.slice(0, 300)}` }]),
      ...compareHeaders(response.headers, ourResponse.headers),
      ...compareBodies(this.#normalize(response.body), this.#normalize(ours), {
        isCut: exchange.trimmed !== undefined,
      }),
    ]
    for (const deviation of deviations) {
      this.#expected.add(deviation)
      if (differences.some(({ where }) => deviation.where.test(where))) this.#observed.add(deviation)
    }
    const isExpected = ({ where }: Difference) => deviations.some((deviation) => deviation.where.test(where))
    expect(differences.filter((difference) => !isExpected(difference))).toEqual([])
  }

  /** Checks Store API responses against the API's OpenAPI document, too. */
  async #problemsWith({ method, url }: Exchange['request'], status: number, body: unknown): Promise<string[]> {
    const { pathname: path, searchParams } = new URL(url)
    if (!path.startsWith('/wp-json/wc/store/') || searchParams.has('_fields')) return []
    this.#document ??= (await (await this.#app.request('/wp-json/wc/store/v1/openapi.json')).json()) as OpenApi
    return problemsWith(this.#document, { method, path }, { status, body })
  }

  /** Expects that every named deviation has occurred, and that docs/compatibility.md explains each. */
  expectNoUnusedDeviation(): void {
    const named = [...this.#expected]
    expect(named.filter((one) => !this.#observed.has(one))).toEqual([])
    expect(named.filter((one) => !explained.has(one.reason))).toEqual([])
  }

  /** Sends a request that was not recorded, as the shopper of this exchange: a step between two recordings. */
  async between(exchange: Exchange, method: string, path: string, body?: unknown): Promise<Response> {
    const shopper = this.#shopperOf(exchange.request.headers)
    const isForm = path.startsWith('/?')
    const headers = {
      'Content-Type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(isForm ? {} : { Nonce: 'ours' }),
    }
    const response = await this.#send(
      shopper,
      { method, url: `http://shop.test${path}`, headers, body: body ?? null },
      {},
    )
    this.#remember(shopper, [], response)
    return response
  }

  async #send(
    shopper: Shopper,
    request: Exchange['request'],
    fields: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const ownNonce = shopper.nonce ?? this.#nonce ?? 'none'
    const { Nonce: nonce, 'Content-Type': type, Origin: origin, 'Cart-Token': token } = request.headers
    const { 'User-Agent': agent } = request.headers
    const headers = new Headers()
    if (type !== undefined) headers.set('content-type', type)
    if (origin !== undefined) headers.set('origin', origin)
    if (agent !== undefined) headers.set('user-agent', agent)
    const preflightMethod = request.headers['Access-Control-Request-Method']
    if (preflightMethod !== undefined) headers.set('access-control-request-method', preflightMethod)
    if (shopper.cookies.size > 0)
      headers.set('cookie', [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (nonce !== undefined) headers.set('nonce', isForged(nonce) ? nonce : ownNonce)
    if (token !== undefined) headers.set('cart-token', shopper.cartToken ?? token)
    // Requests inside a batch have their nonces in the body.
    const body =
      bodyText(request.body, type, fields)?.replaceAll(/"Nonce":"[0-9a-f]{10}"/g, `"Nonce":"${ownNonce}"`) ?? null
    const { pathname, search } = new URL(request.url)
    return this.#app.request(pathname + search, { method: request.method, headers, ...(body === null ? {} : { body }) })
  }

  #shopperOf(headers: Readonly<Record<string, string>>): Shopper {
    const name = sessionIn(headers.Cookie) ?? sessionOfToken(headers['Cart-Token'])
    const shopper = (name === null ? undefined : this.#shoppers.get(name)) ?? { cookies: new Map() }
    if (name !== null) this.#shoppers.set(name, shopper)
    return shopper
  }

  /**
   * Stores our cookies, nonce and cart token for the shopper, and registers the shopper under the session ids of the
   * recorded response.
   */
  #remember(shopper: Shopper, recorded: HeaderList, answer: Response): void {
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie)) shopper.cookies.delete(name)
      else shopper.cookies.set(name, value)
    }
    const nonce = answer.headers.get('nonce')
    if (nonce !== null) {
      shopper.nonce = nonce
      this.#nonce = nonce
    }
    shopper.cartToken = answer.headers.get('cart-token') ?? shopper.cartToken ?? ''
    for (const [name, value] of recorded) {
      const session = /^set-cookie$/i.test(name)
        ? sessionIn(value)
        : /^cart-token$/i.test(name)
          ? sessionOfToken(value)
          : null
      if (session !== null) this.#shoppers.set(session, shopper)
    }
  }
}

/** Recorded nonces that were invalid on purpose are not ten hexadecimal digits. */
const isForged = (nonce: string): boolean => nonce !== 'ours' && !/^[0-9a-f]{10}$/.test(nonce)

const sessionIn = (cookies: string | undefined): string | null =>
  /wp_woocommerce_session_[0-9a-f]+=([^%;]+)/.exec(cookies ?? '')?.[1] ?? null

function sessionOfToken(token: string | undefined): string | null {
  const payload = token?.split('.')[1]
  if (payload === undefined) return null
  const claims = parsed(Buffer.from(payload, 'base64url').toString())
  return typeof claims === 'object' && claims !== null && 'user_id' in claims ? String(claims.user_id) : null
}

function bodyText(body: unknown, type: string | undefined, fields: Readonly<Record<string, string>>): string | null {
  if (body === null || body === undefined) return null
  if (typeof body === 'string') return body
  if (type?.startsWith('application/json')) return JSON.stringify(body)
  if (type?.startsWith('multipart/form-data')) return multipartText(body as Multipart, type, fields)
  const sent = Array.isArray(body) ? (Object.fromEntries(body) as object) : body
  const form = Object.entries({ ...(sent as Record<string, unknown>), ...fields })
  return new URLSearchParams(form.map(([name, value]) => [name, String(value)])).toString()
}

type Multipart = {
  readonly multipart_fields: readonly (readonly [name: string, value: unknown])[]
  readonly file: readonly [field: string, name: string, size: string] | null
}

/** A multipart body with the recorded boundary. For files, only names and sizes were recorded. */
function multipartText(
  { multipart_fields, file }: Multipart,
  type: string,
  fields: Readonly<Record<string, string>>,
): string {
  const boundary = /boundary=(.+)/.exec(type)?.[1] ?? ''
  const texts = multipart_fields.map(([name, value]) => ({ name, more: '', value: String(fields[name] ?? value) }))
  const files = file
    ? [
        {
          name: file[0],
          more: `; filename="${file[1]}"\r\nContent-Type: text/plain`,
          value: 'x'.repeat(Number.parseInt(file[2])),
        },
      ]
    : []
  const parts = [...texts, ...files].map(
    ({ name, more, value }) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--${boundary}--\r\n`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
