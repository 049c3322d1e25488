import { createCipheriv, createHmac } from 'node:crypto'
import { paths } from '../../../platform/web/routes.ts'

/** The platform numbers its blogs; a shop that is alone is the first. */
export const BLOG_ID = 1

const keyOf = (secret: string, purpose: string): Buffer =>
  createHmac('sha256', secret).update(`woopay|${purpose}`).digest()

/**
 * `woopayMinimumSessionData`, encrypted with AES-256-CBC and signed. It says nothing about a visitor, because it is in
 * cached pages; the vector follows from the text, so that these stay the same.
 */
export function woopaySession({ secret, url }: { readonly secret: string; readonly url: string }, version: string) {
  const text = JSON.stringify({
    wcpay_version: version,
    blog_id: BLOG_ID,
    blog_rest_url: url + paths.restIndex,
    blog_checkout_url: url + paths.checkout,
  })
  const iv = createHmac('sha256', keyOf(secret, 'iv')).update(text).digest().subarray(0, 16)
  const cipher = createCipheriv('aes-256-cbc', keyOf(secret, 'session'), iv)
  const session = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const hash = createHmac('sha256', keyOf(secret, 'hash')).update(session).digest()
  const base64 = (bytes: Buffer): string => bytes.toString('base64')
  return { blog_id: BLOG_ID, data: { session: base64(session), iv: base64(iv), hash: base64(hash) } }
}
