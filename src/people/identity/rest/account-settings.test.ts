import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { loadSettings } from '../../../settings.ts'
import { users } from '../accounts.table.ts'

const { app, shop, db } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
const path = '/wp-json/samovar/v1/settings/accounts'

test('a second factor for staff closes the back office for all who have none, once its owner has one', async () => {
  const [owner, editor] = [await createSignedInUser(shop, 'administrator'), await createSignedInUser(shop, 'editor')]
  const require = (value: boolean, user = owner) =>
    app.request(path, {
      method: 'PUT',
      headers: { ...user.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ require_second_factor: value }),
    })
  expect((await require(true)).status).toBe(409)
  expect((await loadSettings(db)).requireSecondFactor).toBe(false)
  await db.update(users).set({ twoFactorEnabled: true }).where(eq(users.id, owner.id))
  expect((await require(true, editor)).status).toBe(403)
  expect((await require(true)).status).toBe(200)
  expect((await loadSettings(db)).requireSecondFactor).toBe(true)
  await require(false)
})

test('the owner switches registering off, and nobody else does', async () => {
  const [owner, editor] = [await createSignedInUser(shop, 'administrator'), await createSignedInUser(shop, 'editor')]
  const send = (user: typeof owner, method: string, body?: object) =>
    app.request(path, {
      method,
      headers: { ...user.headers, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  expect(await (await send(owner, 'GET')).json()).toMatchObject({ registration: true })
  expect((await send(editor, 'PUT', { registration: false })).status).toBe(403)
  expect((await send(owner, 'PUT', { registration: 'perhaps' })).status).toBe(400)
  expect((await loadSettings(db)).registration).toBe(true)
  expect(await (await send(owner, 'PUT', { registration: false })).json()).toMatchObject({ registration: false })
  expect((await loadSettings(db)).registration).toBe(false)
})
