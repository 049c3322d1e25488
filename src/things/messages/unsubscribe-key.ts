import { isSameSignature, sign } from '../../platform/web/signature.ts'

export type Unsubscription = { readonly email: string; readonly template: string }

const signatureOf = (secret: string, text: string): string => sign(secret, `unsubscribe|${text}`)

/** The key of the link in an optional email. It never expires, because old emails stay in mailboxes. */
export function unsubscribeKey(secret: string, { email, template }: Unsubscription): string {
  const text = Buffer.from(JSON.stringify([email, template])).toString('base64url')
  return `${text}.${signatureOf(secret, text)}`
}

export function readUnsubscribeKey(secret: string, key: string): Unsubscription | null {
  const [text = '', signature = ''] = key.slice(0, 1000).split('.')
  if (!isSameSignature(signature, signatureOf(secret, text))) return null
  const [email = '', template = ''] = JSON.parse(Buffer.from(text, 'base64url').toString()) as string[]
  return { email, template }
}
