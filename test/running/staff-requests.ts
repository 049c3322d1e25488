import { type APIRequestContext, type Page, request } from '@playwright/test'
import { users } from './demo-shop.ts'
import { signInByRequest } from './shopper.ts'

type Owner = { readonly requests: APIRequestContext; readonly nonce: string }

/** The owner signs in once for all requests of a test. */
const owners = new WeakMap<Page, Promise<Owner>>()

async function signInOwner(page: Page): Promise<Owner> {
  const requests = await request.newContext({ baseURL: new URL(page.url()).origin })
  page.once('close', () => void requests.dispose())
  await signInByRequest(requests, users.owner)
  const html = await (await requests.get('/wp-admin/')).text()
  return { requests, nonce: /data-rest-nonce="(\w+)"/.exec(html)?.[1] ?? '' }
}

/**
 * Sends a request to the REST API as the owner, bypassing the screens. The page's visitor stays signed in as they are.
 */
export async function asOwner<T>(
  page: Page,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  data?: object,
): Promise<T> {
  const owner = owners.get(page) ?? signInOwner(page)
  owners.set(page, owner)
  const { requests, nonce } = await owner
  const answer = await requests[method](path, { headers: { 'x-wp-nonce': nonce }, ...(data && { data }) })
  const json = (await answer.json()) as T
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${JSON.stringify(json)}`)
  return json
}
