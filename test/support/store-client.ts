import type { Hono } from 'hono'

type StoreResponse = {
  readonly status: number
  readonly headers: Headers
  /** The response body, of whatever shape; null if there is none. */
  readonly json: Awaited<ReturnType<Response['json']>>
}

/** An address in Ontario in the Store API's format; a billing address also has an email. */
export const ada = {
  first_name: 'Ada',
  last_name: 'Leaf',
  address_1: '1 Kettle Lane',
  city: 'Toronto',
  state: 'ON',
  postcode: 'M5V 2T6',
  country: 'CA',
  phone: '4165550100',
}

/** A Store API client that keeps its session: a program with its cart token, or a browser with cookies and nonce. */
export class StoreClient {
  readonly #app: Hono
  readonly #credential: 'token' | 'cookies'
  readonly cookies = new Map<string, string>()
  token: string | undefined
  nonce: string | undefined

  constructor(app: Hono, credential: 'token' | 'cookies' = 'token') {
    this.#app = app
    this.#credential = credential
  }

  get = (path: string, headers: Record<string, string> = {}) => this.call('GET', path, undefined, headers)
  post = (path: string, body: unknown, headers: Record<string, string> = {}) => this.call('POST', path, body, headers)

  async call(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<StoreResponse> {
    const response = await this.#app.request(`/wp-json/wc/store/v1${path}`, {
      method,
      headers: {
        ...this.#credentialHeaders(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    this.#storeCredentials(response.headers)
    const text = await response.text()
    return { status: response.status, headers: response.headers, json: text === '' ? null : JSON.parse(text) }
  }

  #credentialHeaders(): Record<string, string> {
    if (this.#credential === 'token') return this.token === undefined ? {} : { 'cart-token': this.token }
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { ...(cookie === '' ? {} : { cookie }), ...(this.nonce === undefined ? {} : { nonce: this.nonce }) }
  }

  #storeCredentials(headers: Headers): void {
    this.token = headers.get('cart-token') ?? this.token
    this.nonce = headers.get('nonce') ?? this.nonce
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/** A Store API client whose first call has obtained a cart token. */
export async function storeClientWithToken(app: Hono): Promise<StoreClient> {
  const client = new StoreClient(app)
  await client.get('/cart')
  return client
}
