import { vi } from 'vitest'
import { type RestClient, restClient } from '../../src/platform/admin/rest.client.ts'
import type { TestUser } from './users.ts'

type Shop = { readonly app: { request: (path: string, init: RequestInit) => unknown }; readonly url: string }

/** The back office's client, signed in as this user. The browser's `fetch` and `location` lead to the shop. */
export function adminRest({ app, url }: Shop, { cookie, nonce }: TestUser): RestClient {
  vi.stubGlobal('location', new URL(url))
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    app.request(path, { ...init, headers: { ...(init.headers as object), cookie } }),
  )
  return restClient(nonce, () => Promise.resolve(null))
}
