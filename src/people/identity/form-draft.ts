import type { Context } from 'hono'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Platform } from '../../platform/web/context.ts'
import { deleteKeyCookie, type KeyCookie, readKeyCookie, setKeyCookie } from '../../platform/web/key-cookie.ts'
import { addressRateLimiter } from '../abuse/rate-limit.ts'
import type { AuthSession } from './auth-session.ts'
import { consumeToken, newToken, readToken, saveToken } from './keys/tokens.store.ts'
import { knownDevice } from './sign-in/known-device.ts'

type Fields = Readonly<Record<string, string>>
type DraftContext = Pick<Platform, 'db' | 'now' | 'secret' | 'url'>

const LIFETIME_SECONDS = 3600

export const formDraftCookie: KeyCookie = {
  name: 'samovar_form',
  purpose: 'brings back what you typed when your sign-in had ended',
  lifetime: 'minutes',
  path: '/',
  maxAge: LIFETIME_SECONDS,
}
const MAX_LENGTH = 8000
/** Forms from one network within 15 minutes. */
const MAX_FORMS = 20

const isSavable = ([name, value]: readonly [string, string]): boolean =>
  value !== '' && !/password|nonce|referer|card|cvc|token|proof|^(?:pwd|code|key|action)$/i.test(name)

export const lastUserOf = (context: Context, shop: DraftContext): number | null =>
  knownDevice(context, shop)?.userIds[0] ?? null

type DraftOptions = {
  readonly path?: string
  readonly userId?: number | null
}

/** Saves the form for the user who last signed in on this browser. False if there is none, or the form is too long. */
export async function saveFormDraft(
  context: Context,
  shop: DraftContext,
  fields: Fields,
  { path = context.req.path, userId = lastUserOf(context, shop) }: DraftOptions = {},
): Promise<boolean> {
  const typed = Object.fromEntries(Object.entries(fields).filter(isSavable))
  if (userId === null || JSON.stringify(typed).length > MAX_LENGTH) return false
  const limiter = addressRateLimiter(shop, { name: 'form-draft', max: MAX_FORMS, seconds: 15 * 60 })
  if (!(await limiter.consume(clientAddress(context))).ok) return false
  const key = newToken()
  const form = { userId, path, fields: typed }
  await saveToken(shop.db, 'form-draft', key, form, { now: shop.now(), lifetimeMs: LIFETIME_SECONDS * 1000 })
  setKeyCookie(context, shop, formDraftCookie, key)
  return true
}

export async function hasFormDraft(context: Context, shop: DraftContext, session: AuthSession): Promise<boolean> {
  const key = readKeyCookie(context, formDraftCookie)
  if (key === '') return false
  const form = await readToken(shop.db, 'form-draft', key, shop.now())
  return form !== null && form.path === context.req.path && form.userId === session.user.id
}

export async function consumeFormDraft(
  context: Context,
  shop: DraftContext,
  session: AuthSession,
): Promise<Fields | null> {
  if (!(await hasFormDraft(context, shop, session))) return null
  const form = await consumeToken(shop.db, 'form-draft', readKeyCookie(context, formDraftCookie), shop.now())
  deleteKeyCookie(context, formDraftCookie)
  return form?.fields ?? null
}
