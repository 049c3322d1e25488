import { and, desc, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '../../../platform/database/connect.ts'
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { type MessageSender, sendAccountEmail } from '../../../things/messages/send-message.ts'
import { sessions, users, verifications } from '../accounts.table.ts'
import type { AuthDeps } from '../auth.ts'
import { newSignIn } from '../emails.ts'
import { endTokensOf } from '../keys/tokens.store.ts'

export type ActiveSignIn = {
  readonly id: string
  readonly device: string
  readonly signedInAt: Date
  /** Rounded to the hour. */
  readonly lastActiveAt: Date
  readonly isCurrent: boolean
}

export async function readSignIns(
  db: Db,
  userId: number,
  { currentId, now }: { readonly currentId: string; readonly now: Date },
): Promise<ActiveSignIn[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.updatedAt), desc(sessions.id))
  const signIns = rows.map(({ id, userAgent, createdAt, updatedAt }) => ({
    id: String(id),
    device: describeDevice(userAgent),
    isCurrent: String(id) === currentId,
    signedInAt: createdAt,
    lastActiveAt: updatedAt,
  }))
  return signIns.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
}

/** Ends one sign-in, and the sign-in by an order, which may have begun it. False if it had ended already. */
export async function endSignIn(db: Db, userId: number, id: string): Promise<boolean> {
  if (!/^\d{1,9}$/.test(id)) return false
  await endTokensOf(db, 'order-sign-in', userId)
  const isOwn = and(eq(sessions.id, Number(id)), eq(sessions.userId, userId))
  return (await db.delete(sessions).where(isOwn).returning({ id: sessions.id })).length > 0
}

/** Deletes sessions and mailed keys a day after they have expired, in case the clock was wrong. */
export async function deleteExpiredSignIns({ db, now }: Pick<AuthDeps, 'db'> & { now(): Date }): Promise<void> {
  const before = new Date(now().getTime() - DAY_MS)
  for (const { id, expiresAt } of [sessions, verifications]) await deleteInBatches(db, id, lt(expiresAt, before))
}

type SignInRecord = {
  readonly userId: number
  readonly userAgent: string
  readonly isKnownDevice: boolean
}

export async function noteSignIn(
  shop: AuthDeps & MessageSender,
  { userId, userAgent, isKnownDevice }: SignInRecord,
): Promise<void> {
  const at = shop.now()
  await shop.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update')
    if (!user) return
    await tx.update(users).set({ lastSignInAt: at }).where(eq(users.id, userId))
    if (isKnownDevice || user.lastSignInAt === null) return
    await sendAccountEmail(tx, shop, newSignIn, user.email, {
      key: `sign-in:${userId}:${at.getTime()}`,
      payload: { name: user.name, device: describeDevice(userAgent), at: at.toISOString() },
    })
  })
}

/** Names in user agents, more specific ones first, because most browsers also contain others' names. */
const browsers = [
  [/\bEdgA?(?:iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|HeadlessChrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
] as const

export function describeDevice(userAgent: string | null): string {
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = nameIn(browsers) ?? 'Unknown browser'
  const system = nameIn(systems)
  return system ? `${browser} on ${system === 'iPhone' || system === 'iPad' ? `an ${system}` : system}` : browser
}
