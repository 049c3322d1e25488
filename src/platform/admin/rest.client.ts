/** REST client of the back office, which uses the same public API as other clients. */

export type RestFailure =
  /** The session has ended, or another user has signed in. */
  | { readonly kind: 'signed-out' }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string
      readonly message: string
      /** Messages by field, if the response has them. */
      readonly fields: Readonly<Record<string, string>>
    }
  | { readonly kind: 'offline' }

export class RestError extends Error {
  readonly failure: RestFailure

  constructor(failure: RestFailure) {
    super(failure.kind === 'refused' ? failure.message : failure.kind)
    this.failure = failure
  }
}

export type RestClient = ReturnType<typeof restClient>

/** `renewNonce` reads the nonce after a new sign-in in another tab; null without one, or for another user. */
export function restClient(firstNonce: string, renewNonce: () => Promise<string | null>) {
  let nonce = firstNonce
  const withNonce = async (send: (nonce: string) => Promise<Response>): Promise<Response> => {
    const response = await send(nonce)
    if (response.ok) return response
    const failure = await parseFailure(response)
    const renewed = failure.kind === 'signed-out' ? await renewNonce() : null
    if (renewed === null || renewed === nonce) throw new RestError(failure)
    nonce = renewed
    const second = await send(nonce)
    if (second.ok) return second
    throw new RestError(await parseFailure(second))
  }
  const call = (
    path: string,
    { headers: extra, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
  ) =>
    withNonce((current) => {
      const headers = { accept: 'application/json', 'x-wp-nonce': current, ...extra }
      return fetch(path, { ...init, headers }).catch((error: unknown) => {
        if (error instanceof DOMException && error.name === 'AbortError') throw error
        throw new RestError({ kind: 'offline' })
      })
    })
  const list = async <T>(path: string, signal: AbortSignal) => {
    const response = await call(path, { signal })
    return {
      items: (await response.json()) as T[],
      total: Number(response.headers.get('x-wp-total')),
      pages: Number(response.headers.get('x-wp-totalpages')),
      isMore: response.headers.has('x-samovar-total'),
    }
  }
  return {
    /** Sends a request without `fetch`. Throws a `RestError` like all calls. */
    withNonce,
    get: async <T>(path: string, signal: AbortSignal) => (await (await call(path, { signal })).json()) as T,
    list,
    /** All items of a list, read page by page. `path` has a query, without `page` and `per_page`. */
    async all<T>(path: string, signal: AbortSignal) {
      const items: T[] = []
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const read = await list<T>(`${path}&per_page=100&page=${page}`, signal)
        items.push(...read.items)
        pages = read.pages
      }
      return items
    },
    async send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object, options?: { keepalive: true }) {
      const init = { ...options, method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return (await (await call(path, init)).json()) as T
    },
  }
}

/** Parses an error response. */
async function parseFailure(response: Response): Promise<RestFailure> {
  const body = (await response.json().catch(() => null)) as {
    code?: unknown
    message?: unknown
    data?: { params?: unknown } | null
  } | null
  if (response.status === 401 || body?.code === 'rest_cookie_invalid_nonce') return { kind: 'signed-out' }
  const fields = fieldMessages(body?.data?.params)
  const sentences = Object.values(fields)
  const message =
    typeof body?.message === 'string' ? body.message : `The shop answered with an error (${response.status}).`
  return {
    kind: 'refused',
    status: response.status,
    code: typeof body?.code === 'string' ? body.code : '',
    message: sentences.length > 0 ? sentences.join(' ') : message,
    fields,
  }
}

/** `data.params` of a validation error; in other errors it is a list of names. */
function fieldMessages(params: unknown): Record<string, string> {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return {}
  return Object.fromEntries(Object.entries(params).filter(([, message]) => typeof message === 'string'))
}
