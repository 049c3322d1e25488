/** The back office's way to the shop's JSON: the same public calls that other programs make. */

export type RestFailure =
  /** The sign-in has ended, or is somebody else's now. */
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'refused'; readonly status: number; readonly message: string }
  | { readonly kind: 'offline' }

export class RestError extends Error {
  readonly failure: RestFailure

  constructor(failure: RestFailure) {
    super(failure.kind === 'refused' ? failure.message : failure.kind)
    this.failure = failure
  }
}

export type Listed<T> = { readonly items: readonly T[]; readonly total: number; readonly pages: number }

export type RestClient = {
  one<T>(path: string, signal?: AbortSignal): Promise<T>
  list<T>(path: string, signal?: AbortSignal): Promise<Listed<T>>
  send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object): Promise<T>
}

export function restClient(nonce: string): RestClient {
  const call = async (
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> },
  ): Promise<Response> => {
    const headers = { accept: 'application/json', 'x-wp-nonce': nonce, ...init.headers }
    const answer = await fetch(path, { ...init, headers }).catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw new RestError({ kind: 'offline' })
    })
    if (answer.ok) return answer
    throw new RestError(await failureOf(answer))
  }
  return {
    async one<T>(path: string, signal?: AbortSignal) {
      return (await (await call(path, signal ? { signal } : {})).json()) as T
    },
    async list<T>(path: string, signal?: AbortSignal) {
      const answer = await call(path, signal ? { signal } : {})
      return {
        items: (await answer.json()) as T[],
        total: Number(answer.headers.get('x-wp-total')),
        pages: Number(answer.headers.get('x-wp-totalpages')),
      }
    },
    async send<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object) {
      const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
      return (await (await call(path, init)).json()) as T
    },
  }
}

async function failureOf(answer: Response): Promise<RestFailure> {
  const body = (await answer.json().catch(() => null)) as {
    code?: unknown
    message?: unknown
    data?: { params?: unknown } | null
  } | null
  if (answer.status === 401 || body?.code === 'rest_cookie_invalid_nonce') return { kind: 'signed-out' }
  const message =
    inWords(body?.data?.params) ??
    (typeof body?.message === 'string' ? body.message : `The shop answered with an error (${answer.status}).`)
  return { kind: 'refused', status: answer.status, message }
}

/** What is wrong with each field, where the answer says so: more than that something is. */
function inWords(params: unknown): string | undefined {
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return undefined
  const sentences = Object.values(params).filter((one) => typeof one === 'string')
  return sentences.length > 0 ? sentences.join(' ') : undefined
}
