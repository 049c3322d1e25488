/**
 * A person who created an account with somebody else's email address loses every access to it once the owner has
 * confirmed the mailbox.
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { keyIn, newestTextTo } from '../../../../test/support/mails.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { sessions, users } from '../accounts.table.ts'
import { confirmEmailChange, mailEmailChange } from '../change-email.ts'
import { createApiKey } from '../keys/api-keys.store.ts'
import { createApplicationPassword, findPasswordOwner } from '../keys/application-passwords.store.ts'
import { apiKeys } from '../keys/keys.table.ts'
import { isPasswordOf } from '../users.store.ts'
import { proveMailbox } from './prove-mailbox.ts'

const { shop, db } = await openShop({ template: { name: 'empty', prepare: async () => {} } })

/** An account with every way to sign in again that its creator can leave behind. */
async function preparedAccount() {
  const { id, email } = await createSignedInUser(shop, 'customer')
  const made = await createApplicationPassword(shop, { userId: id, name: 'Program', appId: '' })
  await createApiKey(shop, { userId: id, description: 'Program', permissions: 'read_write' })
  const moved = `moved${id}@shop.test`
  await mailEmailChange(shop, { userId: id, email: moved, askedAt: shop.now().toISOString() })
  const confirmKey = keyIn(await newestTextTo(shop, moved))
  const [session] = await db.select().from(sessions).where(eq(sessions.userId, id))
  const maker = { userId: id, sessionId: String(session?.id) }
  const findProgram = () => findPasswordOwner(shop, email, made?.password ?? '', '203.0.113.9')
  return { id, email, moved, confirmKey, maker, findProgram }
}

test('[ACC-04] the first proof of a mailbox ends password, sessions, keys, and a move to another address', async () => {
  const account = await preparedAccount()
  expect(await account.findProgram()).not.toBeNull()
  expect(await proveMailbox(db, account.id, { isKnownDevice: false })).toBe(true)
  expect(await isPasswordOf(db, account.id, 'first-flush')).toBe(false)
  expect(await db.$count(sessions, eq(sessions.userId, account.id))).toBe(0)
  expect(await account.findProgram()).toBeNull()
  expect(await db.$count(apiKeys, eq(apiKeys.userId, account.id))).toBe(0)
  const changed = await confirmEmailChange(shop, account.confirmKey, account.maker)
  expect(changed).toEqual({ ok: false, problem: 'expired' })
  const [user] = await db.select().from(users).where(eq(users.id, account.id))
  expect([user?.email, user?.emailVerified]).toEqual([account.email, true])
})

test('in a browser that has signed in to the account it is the same person, who keeps all of it', async () => {
  const account = await preparedAccount()
  await proveMailbox(db, account.id, { isKnownDevice: true })
  expect(await isPasswordOf(db, account.id, 'first-flush')).toBe(true)
  expect(await account.findProgram()).not.toBeNull()
  expect(await db.$count(apiKeys, eq(apiKeys.userId, account.id))).toBe(1)
  expect((await confirmEmailChange(shop, account.confirmKey, account.maker)).ok).toBe(true)
})
