import type { Hono } from 'hono'

type Caller = { readonly headers: Readonly<Record<string, string>> }

/**
 * Sends JSON requests below `base` as a user, or without signing in: `call('PUT', '/12', { name: 'Sencha' }, editor)`.
 */
export const jsonClient =
  <Json>(app: Pick<Hono, 'request'>, base: string, usual: Caller) =>
  async (method: string, path = '', body?: unknown, caller: Caller | null = usual) => {
    const response = await app.request(base + path, {
      method,
      headers: { ...caller?.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, json: (await response.json()) as Json }
  }
