import { randomBytes } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { currentAuthSession } from '../../people/identity/auth-session.ts'
import type { Platform } from '../../platform/web/context.ts'
import type { CookieDeclaration } from '../../platform/web/cookie-declaration.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { extendGuestList, mergeSavedLists, savedListOf } from './saved.store.ts'
import { GUEST_LIST_DAYS, type SavedOwner } from './saved.ts'

/** Key of a guest's list, signed, so that forged keys cause no database lookup. */
const LIST_COOKIE = 'samovar_saved_list'
/** For scripts on cached pages: the saved ids, and `c` for a customer's list, which other devices may change. */
const IDS_COOKIE = 'samovar_saved'
/** Hearts pressed but not stored yet, set by the script: `12:` or `12:34` (with the variation) saves, `-12` removes. */
const PRESSED_COOKIE = 'samovar_pressed'
const MAX_PRESSED = 50
const MAX_AGE_SECONDS = GUEST_LIST_DAYS * 86_400

export const savedCookies: readonly CookieDeclaration[] = [
  { name: LIST_COOKIE, purpose: 'remembers the list of teas you saved', lifetime: `${GUEST_LIST_DAYS} days` },
  { name: IDS_COOKIE, purpose: 'says which teas have a filled heart', lifetime: `${GUEST_LIST_DAYS} days` },
  {
    name: PRESSED_COOKIE,
    purpose: 'has the hearts you pressed until we have stored them',
    lifetime: `${GUEST_LIST_DAYS} days`,
  },
]

export type SavedContext = Pick<Platform, 'db' | 'now' | 'secret' | 'url'>

const signatureOf = (secret: string, key: string): string => sign(secret, `saved-list|${key}`).slice(0, 22)

function guestKeyOf(context: Context, { secret }: SavedContext): string | null {
  const [key = '', signature = ''] = (getCookie(context, LIST_COOKIE) ?? '').split('.')
  return key !== '' && isSameSignature(signature, signatureOf(secret, key)) ? key : null
}

/** The pressed hearts, in the form of submitted form fields. */
export const pressedHearts = (context: Context) =>
  (getCookie(context, PRESSED_COOKIE) ?? '').split('.', MAX_PRESSED).flatMap((entry): Record<string, string>[] => {
    const [, minus, id = '', variation_id = ''] = /^(-?)(\d+)(?::(\d*))?$/.exec(entry) ?? []
    return id === '' ? [] : [minus ? { remove: id } : { save: id, variation_id }]
  })

export function forgetPressed(context: Context, shop: Pick<Platform, 'url'>): void {
  if (getCookie(context, PRESSED_COOKIE) !== undefined) send(context, shop, PRESSED_COOKIE, '')
}

export const newGuest = (): SavedOwner => ({ guestKey: randomBytes(16).toString('base64url') })

/** Null for a guest without a list. After sign-in, the guest's list is merged into the customer's. */
export async function savedOwnerOf(context: Context, shop: SavedContext): Promise<SavedOwner | null> {
  const session = await currentAuthSession(context, shop)
  if (session) return mergeGuest(context, shop, session.user.id)
  const guestKey = guestKeyOf(context, shop)
  return guestKey === null ? null : { guestKey }
}

async function mergeGuest(context: Context, shop: SavedContext, userId: number): Promise<SavedOwner> {
  const guestKey = guestKeyOf(context, shop)
  if (guestKey !== null) {
    await mergeSavedLists(shop.db, guestKey, userId, shop.now())
    send(context, shop, LIST_COOKIE, '')
  }
  return { userId }
}

export async function rememberSaved(context: Context, shop: SavedContext, owner: SavedOwner | null): Promise<void> {
  const { items } = await savedListOf(shop.db, owner)
  const isGuest = owner !== null && 'guestKey' in owner
  if (isGuest) {
    await extendGuestList(shop.db, owner.guestKey, shop.now())
    send(context, shop, LIST_COOKIE, `${owner.guestKey}.${signatureOf(shop.secret, owner.guestKey)}`)
  }
  const ids = items.map(({ productId }) => productId)
  const value = (owner && !isGuest ? ['c', ...ids] : ids).join('.')
  // A customer's browser asks on every page, so an answer without news stays empty.
  if (isGuest || value !== (getCookie(context, IDS_COOKIE) ?? '')) send(context, shop, IDS_COOKIE, value)
}

export const mergeSavedOnSignIn = async (context: Context, shop: SavedContext, userId: number): Promise<void> =>
  rememberSaved(context, shop, await mergeGuest(context, shop, userId))

/** After sign-out, deletes the cookies of this browser; the customer's list stays in the account. */
export function forgetSaved(context: Context, shop: Pick<Platform, 'url'>): void {
  for (const name of [LIST_COOKIE, IDS_COOKIE, PRESSED_COOKIE])
    if (getCookie(context, name) !== undefined) send(context, shop, name, '')
}

function send(context: Context, shop: Pick<Platform, 'url'>, name: string, value: string): void {
  const seconds = value === '' ? 0 : MAX_AGE_SECONDS
  const flags = `${name === LIST_COOKIE ? '; HttpOnly' : ''}${shop.url.startsWith('https:') ? '; Secure' : ''}`
  context.header('set-cookie', `${name}=${value}; Max-Age=${seconds}; path=/; SameSite=Lax${flags}`, { append: true })
}
