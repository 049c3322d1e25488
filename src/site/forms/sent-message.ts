import type { Context } from 'hono'
import { cutText } from '../../platform/storable-text.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type KeyCookie, readKeyCookie, setKeyCookie } from '../../platform/web/key-cookie.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'

export const sentMessageCookie: KeyCookie = {
  name: 'samovar_form_sent',
  purpose: 'shows what we answer to a message that you sent',
  lifetime: 'ten minutes',
  path: '/',
  maxAge: 600,
}

/** Browsers limit cookies to about 4 kB. */
const MAX_LENGTH = 600

export type SentMessage = { readonly unitTag: string; readonly message: string }

const signatureOf = (secret: string, text: string): string => sign(secret, `sent form|${text}`)

/** Stores the message about a form sent without JavaScript for the page that follows. */
export function storeSentMessage(
  context: Context,
  shop: Pick<Platform, 'secret' | 'url'>,
  { unitTag, message }: SentMessage,
): void {
  const text = `${unitTag}.${Buffer.from(cutText(message, MAX_LENGTH)).toString('base64url')}`
  setKeyCookie(context, shop, sentMessageCookie, `${text}.${signatureOf(shop.secret, text)}`)
}

/** Undefined if there is none, or not from this shop. */
export function sentMessageOf(context: Context, { secret }: Pick<Platform, 'secret'>): SentMessage | undefined {
  const [unitTag = '', message = '', signature = ''] = readKeyCookie(context, sentMessageCookie).split('.')
  if (!isSameSignature(signature, signatureOf(secret, `${unitTag}.${message}`))) return undefined
  return { unitTag, message: Buffer.from(message, 'base64url').toString() }
}
