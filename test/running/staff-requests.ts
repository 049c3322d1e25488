import type { Page } from '@playwright/test'
import { users } from './demo-shop.ts'
import { signIn } from './shopper.ts'

/** Sends to the REST API as the owner, past the screens; signed in in a context of its own, so the page's visitor stays one. */
export async function asOwner<T>(
  page: Page,
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  data?: object,
): Promise<T> {
  const owner = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin })
  if (!owner) throw new Error('No browser')
  const office = await owner.newPage()
  await signIn(office, users.owner)
  const html = await (await office.request.get('/wp-admin/')).text()
  const headers = { 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(html)?.[1] ?? '' }
  const answer = await office.request[method](path, { headers, ...(data && { data }) })
  const json = (await answer.json()) as T
  await owner.close()
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${JSON.stringify(json)}`)
  return json
}
