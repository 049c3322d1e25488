/** Whoever changes an account locks it first, and then its mailed keys and sessions: so does who uses one of these. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { keyIn, newestTextTo } from '../../../test/support/mails.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { confirmAccountAfterOrder } from './account-after-order.ts'
import { sessions, users, verifications } from './accounts.table.ts'
import { confirmEmailChange, lockUser, mailEmailChange, undoEmailChange } from './change-email.ts'
import { createPasswordToken, createToken, endAllTokensOf } from './keys/tokens.store.ts'
import { redeemPasswordToken } from './passwords/change-password.ts'
import { endSessions } from './users.store.ts'

const { app, shop, db, pool } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
const ada = await createSignedInUser(shop, 'customer')

const HOUR_MS = 3_600_000

async function untilOneWaits(): Promise<void> {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
}

/** Starts `use` when the account is locked, and ends the account's mailed keys and sessions once it waits. */
async function besideChange<Done>(use: () => Promise<Done>): Promise<Done> {
  const { done } = await db.transaction(async (tx) => {
    await lockUser(tx, ada.id)
    const done = use()
    await untilOneWaits()
    await tx.delete(verifications).where(eq(verifications.userId, ada.id))
    await endSessions(tx, ada.id)
    return { done }
  })
  return done
}

test.each([
  ['the new', 'confirm-email'],
  ['the old', 'email-change-asked'],
] as const)('the link sent to %s address has ended with the change', async (_, template) => {
  const email = 'new@shop.test'
  await mailEmailChange(shop, { userId: ada.id, email, askedAt: new Date().toISOString() })
  const key = keyIn(await newestTextTo(shop, template === 'confirm-email' ? email : ada.email, template))
  const used = await besideChange(() =>
    template === 'confirm-email'
      ? confirmEmailChange(shop, key, { userId: ada.id, sessionId: '0' })
      : undoEmailChange(shop, key),
  )
  expect(used).toEqual({ ok: false, problem: 'expired' })
})

test('the link for a new password has ended with the change', async () => {
  const key = await createPasswordToken(db, ada.id, shop.now())
  const owner = { email: ada.email, name: 'Ada' }
  const redeem = () => redeemPasswordToken(shop, key, owner, { password: 'second flush 2026', knownUserIds: [] })
  expect(await besideChange(redeem)).toBe(false)
})

test('the link of an account after an order waits for the deletion of an account with its address, and has ended with it', async () => {
  const { id, email } = await createSignedInUser(shop, 'customer')
  const account = { email, name: 'Ada', orderId: 1, passwordHash: null, browserKeyHash: null }
  const key = await createToken(db, 'confirm-account', account, { now: shop.now(), lifetimeMs: HOUR_MS })
  const link = { key, browserKey: '', password: '', withPasskey: true }
  const { confirming } = await db.transaction(async (tx) => {
    await tx.delete(users).where(eq(users.id, id))
    const confirming = confirmAccountAfterOrder(shop, link, async () => {})
    await untilOneWaits()
    await endAllTokensOf(tx, { id, email })
    return { confirming }
  })
  expect(await confirming).toEqual({ ok: false, problem: 'expired' })
  expect(await db.$count(users, eq(users.email, email))).toBe(0)
})

test.each([
  ['an hour', { updatedAt: new Date(Date.now() - 3 * HOUR_MS) }],
  ['a day, whose session is renewed', { expiresAt: new Date(Date.now() + 24 * HOUR_MS) }],
])('a page of somebody who has been away for %s does not wait for a change of the account', async (_, session) => {
  const { id, cookie } = await createSignedInUser(shop, 'customer')
  await db
    .update(users)
    .set({ lastActiveAt: new Date(Date.now() - 48 * HOUR_MS) })
    .where(eq(users.id, id))
  await db.update(sessions).set(session).where(eq(sessions.userId, id))
  await db.transaction(async (tx) => {
    await lockUser(tx, id)
    const page = await app.request('/my-account/', { headers: { cookie } })
    expect(page.status).toBe(200)
    await endSessions(tx, id)
  })
})
