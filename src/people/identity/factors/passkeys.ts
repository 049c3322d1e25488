import { isAPIError } from 'better-auth/api'
import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db } from '../../../platform/database/connect.ts'
import { type AuthDeps, authOf } from '../auth.ts'
import { outcomeOf, type SignInClient, type SignInOutcome, signInHeaders } from '../sign-in/sign-in.ts'
import { passkeys } from './second-factor.table.ts'

export type Passkey = { readonly id: number; readonly name: string; readonly createdAt: Date | null }

const MAX_PASSKEYS = 20
const MAX_NAME_LENGTH = 60

export async function readPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const { id, name, createdAt } = passkeys
  const rows = await db
    .select({ id, name, createdAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id))
  return rows.map((row) => ({ ...row, name: row.name ?? 'Passkey' }))
}

const passkeyName = (name: string): string => name.trim().slice(0, MAX_NAME_LENGTH) || 'Passkey'

const isOwn = (userId: number, id: number) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

/** Renames a passkey of the user; false if it is not theirs. */
export async function renamePasskey(db: Db, userId: number, id: number, name: string): Promise<boolean> {
  const renamed = await db
    .update(passkeys)
    .set({ name: passkeyName(name) })
    .where(isOwn(userId, id))
    .returning()
  return renamed.length > 0
}

export async function deletePasskey(db: Db, userId: number, id: number): Promise<boolean> {
  return (await db.delete(passkeys).where(isOwn(userId, id)).returning()).length > 0
}

export type PasskeyOptionsAnswer = { readonly options: object; readonly cookies: readonly string[] }

export async function registrationOptions(
  shop: AuthDeps,
  { cookie = '', userAgent }: SignInClient,
  siteTitle: string,
): Promise<PasskeyOptionsAnswer> {
  const { headers, response } = await authOf(shop).api.generatePasskeyRegistrationOptions({
    headers: new Headers({ cookie, 'user-agent': userAgent }),
    returnHeaders: true,
  })
  return { options: { ...response, rp: { ...response.rp, name: siteTitle } }, cookies: headers.getSetCookie() }
}

export async function signInOptions(shop: AuthDeps, client: SignInClient): Promise<PasskeyOptionsAnswer> {
  const { headers, response } = await authOf(shop).api.generatePasskeyAuthenticationOptions({
    headers: signInHeaders(client),
    returnHeaders: true,
  })
  return { options: { ...response, userVerification: 'required' }, cookies: headers.getSetCookie() }
}

/** Structure of the browser's response; its signature is checked later. */
const credential = z.looseObject({
  id: z.string().min(1).max(2000),
  rawId: z.string().max(2000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string() }),
  clientExtensionResults: z.looseObject({}),
})
const assertion = credential.extend({
  response: z.looseObject({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
})

const MAX_CREDENTIAL_LENGTH = 50_000

function parseCredential<T>(schema: z.ZodType<T>, text: string): T | null {
  if (text.length > MAX_CREDENTIAL_LENGTH || text.includes('\\u0000')) return null
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

export async function registerPasskey(
  shop: AuthDeps,
  userId: number,
  { cookie = '', userAgent }: SignInClient,
  { text, name }: { readonly text: string; readonly name: string },
): Promise<'registered' | 'refused' | 'too-many'> {
  const response = parseCredential(credential, text)
  if (!response) return 'refused'
  if ((await shop.db.$count(passkeys, eq(passkeys.userId, userId))) >= MAX_PASSKEYS) return 'too-many'
  try {
    await authOf(shop).api.verifyPasskeyRegistration({
      body: { response, name: passkeyName(name) },
      headers: new Headers({ cookie, 'user-agent': userAgent }),
    })
    return 'registered'
  } catch (error) {
    await rethrowFailure(shop, error)
    return 'refused'
  }
}

/** Replaces both factors, because it verified its user. Null if it is refused, or not a passkey of `userId`. */
export async function signInWithPasskey(
  shop: AuthDeps,
  client: SignInClient,
  text: string,
  userId?: number,
): Promise<Extract<SignInOutcome, { ok: true }> | null> {
  const response = parseCredential(assertion, text)
  if (!response) return null
  if (userId !== undefined) {
    const isTheirs = and(eq(passkeys.credentialID, response.id), eq(passkeys.userId, userId))
    if ((await shop.db.$count(passkeys, isTheirs)) === 0) return null
  }
  try {
    const verified = await authOf(shop).api.verifyPasskeyAuthentication({
      body: { response },
      headers: signInHeaders(client),
      returnHeaders: true,
    })
    const outcome = outcomeOf(shop, verified, { cookie: client.cookie, remember: true })
    return outcome.ok ? outcome : null
  } catch (error) {
    await rethrowFailure(shop, error)
    return null
  }
}

/** The library reports refused passkeys and database failures alike. `select 1` throws if the database is down. */
async function rethrowFailure({ db }: AuthDeps, error: unknown): Promise<void> {
  if (!isAPIError(error)) throw error
  if (error.statusCode >= 500) await db.execute(sql`select 1`)
}
