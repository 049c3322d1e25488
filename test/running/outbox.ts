import type { APIRequestContext } from '@playwright/test'
import { users } from './demo-shop.ts'
import { signInByRequest } from './shopper.ts'

type Mail = { readonly id: number; readonly subject: string; readonly recipient: string }

/** Reads the outbox as the owner, in a separate browser. In a shop without a mail server, emails stay in the outbox. */
export async function openOutbox(request: APIRequestContext) {
  await signInByRequest(request, users.owner)
  const page = await (await request.get('/wp-admin/')).text()
  const nonce = /data-rest-nonce="(\w+)"/.exec(page)?.[1] ?? ''
  const get = async <T>(path: string): Promise<T> =>
    (await (await request.get(`/wp-json/samovar/v1/mails${path}`, { headers: { 'x-wp-nonce': nonce } })).json()) as T
  const find = async (recipient: string, words: string) => {
    for (let tries = 0; tries < 300; tries += 1) {
      const mails = await get<Mail[]>(`?per_page=20&search=${encodeURIComponent(recipient)}`)
      const mail = mails.find((one) => one.recipient === recipient && one.subject.includes(words))
      if (mail) return get<{ text: string; html: string }>(`/${mail.id}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`No email about “${words}” to ${recipient}`)
  }
  /** The text of the newest email to this address with these words in its subject; waits until there is one. */
  return {
    newest: async (recipient: string, words: string) => (await find(recipient, words)).text,
    newestHtml: async (recipient: string, words: string) => (await find(recipient, words)).html,
  }
}

/** The path of the link in an email to this part of the account. */
export const linkTo = (text: string, path: string): string =>
  new RegExp(`(/my-account/${path}/\\?key=[\\w-]+)`).exec(text)?.[1] ?? 'no link'
