import { randomInt } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import { generateRandomString, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '../../../platform/database/connect.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { sign } from '../../../platform/web/signature.ts'
import { consumeOnce } from '../../abuse/proof-of-work.ts'
import { users } from '../accounts.table.ts'
import { type AuthDeps, authOf } from '../auth.ts'
import { type AuthSession, authSessionFromCookies } from '../auth-session.ts'
import { endSessions, forgetTrustedDevices } from '../users.store.ts'
import { passkeys, twoFactors } from './second-factor.table.ts'

type Shop = AuthDeps & Pick<Platform, 'now'>

/** Length of the secret: 131 random bits, shown as 36 characters. RFC 4226 requires at least 128 bits. */
const SECRET_LENGTH = 22
const RECOVERY_CODES = 10
const CODE_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

export type SecondFactorSetUp = {
  readonly secret: string
  readonly uri: string
}

/** The secret for the app, the same until a code confirms it. Null once confirmed: it is never shown again. */
export async function prepareSecondFactor(
  shop: Shop,
  user: { readonly id: number; readonly email: string },
  issuer: string,
): Promise<SecondFactorSetUp | null> {
  const { secretConfig: key } = await authOf(shop).$context
  const newSecret = generateRandomString(SECRET_LENGTH, 'a-z', 'A-Z', '0-9')
  const values = { secret: await symmetricEncrypt({ key, data: newSecret }), backupCodes: await encrypted(shop, []) }
  await shop.db
    .insert(twoFactors)
    .values({ userId: user.id, ...values })
    .onConflictDoNothing()
  const [row] = await shop.db.select().from(twoFactors).where(eq(twoFactors.userId, user.id))
  if (!row || row.verified) return null
  const secret = base32(await symmetricDecrypt({ key, data: row.secret }))
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(user.email)}`
  const query = new URLSearchParams({ secret, issuer, digits: '6', period: '30' })
  return {
    secret: secret.replaceAll(/(.{4})(?=.)/g, '$1 '),
    // Some apps display a plus sign instead of a space.
    uri: `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`,
  }
}

export type ConfirmedSecondFactor = {
  readonly session: AuthSession
  readonly cookies: readonly string[]
  readonly recoveryCodes: readonly string[]
}

export async function confirmSecondFactor(
  shop: Shop,
  { user }: AuthSession,
  { code, cookie, userAgent }: { readonly code: string; readonly cookie: string; readonly userAgent: string },
): Promise<ConfirmedSecondFactor | null> {
  const cookies = await verifySessionCode(shop, user.id, { code, cookie, userAgent })
  if (!cookies) return null
  const session = await authSessionFromCookies(shop, cookies)
  if (!session?.hasSecondFactor) return null
  await shop.db.update(twoFactors).set({ confirmedAt: shop.now() }).where(eq(twoFactors.userId, user.id))
  await endSessions(shop.db, user.id, session.sessionId)
  return { session, cookies, recoveryCodes: await renewRecoveryCodes(shop, user.id) }
}

export async function verifySessionCode(
  shop: Shop,
  userId: number,
  { code, cookie, userAgent }: { readonly code: string; readonly cookie: string; readonly userAgent: string },
): Promise<readonly string[] | null> {
  const digits = appCodeOf(code)
  if (digits === null || !(await claimCode(shop, userId, digits))) return null
  try {
    const headers = new Headers({ cookie, 'user-agent': userAgent })
    const verified = await authOf(shop).api.verifyTOTP({ body: { code: digits }, headers, returnHeaders: true })
    return verified.headers.getSetCookie()
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return null
    throw error
  }
}

export function appCodeOf(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '')
  return /^\d{6}$/.test(digits) ? digits : null
}

export function recoveryCodeOf(text: string): string | null {
  const letters = text.toLowerCase().replaceAll(/[^a-z\d]/g, '')
  return letters.length === 10 ? `${letters.slice(0, 5)}-${letters.slice(5)}` : null
}

/** The library accepts a code for a minute and a half, any number of times. */
const CODE_LIFETIME_MS = 2 * 60_000

/** Marks a code as used. False if it was used before (RFC 6238, 5.2: once only). */
export function claimCode(shop: Shop, userId: number, code: string): Promise<boolean> {
  const now = shop.now()
  const id = sign(shop.secret, `second-factor code|${userId}|${code}`)
  return consumeOnce(shop.db, id, new Date(now.getTime() + CODE_LIFETIME_MS), now)
}

export async function renewRecoveryCodes(shop: Shop, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => {
    const letters = Array.from({ length: 10 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
    return `${letters.slice(0, 5)}-${letters.slice(5)}`
  })
  await shop.db
    .update(twoFactors)
    .set({ backupCodes: await encrypted(shop, codes), recoveryCodesAt: shop.now() })
    .where(and(eq(twoFactors.userId, userId), eq(twoFactors.verified, true)))
  return codes
}

export async function countRecoveryCodes(shop: Shop, userId: number): Promise<number> {
  const { backupCodes } = await authOf(shop).api.viewBackupCodes({ body: { userId: String(userId) } })
  return backupCodes.length
}

const encrypted = async (shop: AuthDeps, codes: readonly string[]): Promise<string> =>
  symmetricEncrypt({ key: (await authOf(shop).$context).secretConfig, data: JSON.stringify(codes) })

async function dropSecondFactor(tx: Db | Tx, userId: number): Promise<void> {
  await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId))
  await tx.delete(twoFactors).where(eq(twoFactors.userId, userId))
}

export async function removeSecondFactor(db: Db, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    await dropSecondFactor(tx, userId)
    await forgetTrustedDevices(tx, userId)
  })
}

/** For a lost device: removes second factor, passkeys and sessions, so that only the password is left. */
export async function resetSignInFactors(tx: Db | Tx, userId: number): Promise<void> {
  await dropSecondFactor(tx, userId)
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await endSessions(tx, userId)
}

export type RemovedFactors = {
  readonly secondFactor: 'removed' | 'kept' | 'none'
  readonly endedRecoveryCodes: boolean
}

/** Removes factors confirmed since then, or at an unknown time. Mailbox access alone must not bypass older ones. */
export async function removeFactorsSince(shop: AuthDeps, tx: Tx, userId: number, since: Date): Promise<RemovedFactors> {
  const isNew = (at: Date | null) => at === null || at >= since
  const [factor] = await tx.select().from(twoFactors).where(eq(twoFactors.userId, userId)).for('update')
  if (!factor?.verified || isNew(factor.confirmedAt)) {
    await dropSecondFactor(tx, userId)
    return { secondFactor: factor?.verified ? 'removed' : 'none', endedRecoveryCodes: false }
  }
  const endedRecoveryCodes = isNew(factor.recoveryCodesAt)
  if (endedRecoveryCodes) {
    const none = { backupCodes: await encrypted(shop, []), recoveryCodesAt: null }
    await tx.update(twoFactors).set(none).where(eq(twoFactors.userId, userId))
  }
  return { secondFactor: 'kept', endedRecoveryCodes }
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding (RFC 4648). */
function base32(text: string): string {
  const bits = [...Buffer.from(text)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
