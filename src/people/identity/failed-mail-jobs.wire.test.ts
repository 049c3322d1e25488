import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { setStock } from '../../../test/support/stock.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { requestConfirmation } from '../../shop/stock-alerts/request-alert.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { mailNewAccount, requestAccountAfterOrder } from './account-after-order.ts'
import { registerAccount, sendPasswordReset } from './account-requests.ts'
import { mailEmailChange } from './change-email.ts'
import { mailSignInCode, requestSignInCode } from './sign-in/sign-in-code.ts'

const { shop, db, enqueuedJobs } = await openShop()
const { id: userId, email } = await createSignedInUser(shop, 'customer')
await setStock(db, referenceIds.simple, 0)
await db.execute(sql`
  create function refuse() returns trigger language plpgsql as $$ begin raise exception 'it cannot be written'; end $$`)
const enqueued = (name: string) => enqueuedJobs.findLast((job) => job.name === name)?.data as never

beforeEach(() => db.delete(emails))

const from = { clientAddress: '203.0.113.7' }
test.each([
  ['a link to set a password', async () => () => sendPasswordReset(shop, email)],
  ['a new account', async () => () => registerAccount(shop, 'new@shop.test')],
  [
    'the confirmation of an account after an order',
    async () => {
      await requestAccountAfterOrder(shop, { ...from, email: 'guest@shop.test', name: 'G', orderId: 1, password: null })
      return () => mailNewAccount(shop, enqueued('mail-new-account'))
    },
  ],
  [
    'a change of the address',
    async () => () => mailEmailChange(shop, { userId, email: 'other@shop.test', askedAt: shop.now().toISOString() }),
  ],
  [
    'a sign-in code',
    async () => {
      await requestSignInCode(shop, { ...from, email, remember: false, redirectTo: null, device: null })
      return () => mailSignInCode(shop, enqueued('mail-sign-in-code'))
    },
  ],
  [
    'the confirmation of a stock alert',
    async () => () => requestConfirmation(shop, { productId: referenceIds.simple, email: 'waits@shop.test' }),
  ],
])('%s is sent when its job succeeds at last: failed attempts do not count against its limit', async (_, prepare) => {
  const run = await prepare()
  await db.execute(sql`create trigger refuse before insert on emails for each row execute function refuse()`)
  try {
    for (let attempt = 1; attempt <= 4; attempt += 1) await expect(run()).rejects.toThrow('Failed query')
  } finally {
    await db.execute(sql`drop trigger refuse on emails`)
  }
  await run()
  expect(await db.$count(emails)).toBeGreaterThan(0)
})
