import type { Context } from 'hono'
import { cutText } from '../../platform/storable-text.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type KeyCookie, readKeyCookie, setKeyCookie } from '../../platform/web/key-cookie.ts'
import { openSeal, seal } from '../../platform/web/seal.ts'

type Shop = Pick<Platform, 'secret' | 'url'>

export const sentMessageCookie: KeyCookie = {
  name: 'samovar_form_sent',
  purpose: 'shows what we answer to a message that you sent',
  lifetime: 'ten minutes',
  path: '/',
  maxAge: 600,
}

/** Browsers limit cookies to about 4 kB. */
const MAX_LENGTH = 600

const bindingOf = (unitTag: string) => ({ purpose: 'sent form', owner: unitTag })

/** Stores the message about a form sent without JavaScript for the page that follows. */
export function storeSentMessage(context: Context, shop: Shop, unitTag: string, message: string): void {
  const sealed = seal(shop.secret, bindingOf(unitTag), cutText(message, MAX_LENGTH))
  setKeyCookie(context, shop, sentMessageCookie, sealed)
}

/** Null if there is none for this form, or not from this shop. */
export const sentMessageOf = (context: Context, { secret }: Pick<Shop, 'secret'>, unitTag: string): string | null =>
  openSeal(secret, bindingOf(unitTag), readKeyCookie(context, sentMessageCookie))
