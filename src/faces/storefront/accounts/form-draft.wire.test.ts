/**
 * If a form is sent after its session has ended, it is shown again after signing in, with the values that were typed.
 */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { openBrowser } from '../../../../test/support/browser.ts'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { sessions, users, verifications } from '../../../people/identity/accounts.table.ts'
import { orderNotes } from '../../../shop/orders/orders.table.ts'

const { app, shop, db } = await openShop({ template: { name: 'empty', prepare: async () => {} } })
const path = '/my-account/edit-address/shipping/'
const typed = { shipping_first_name: 'Ada', shipping_address_1: '1 Main Street', shipping_postcode: 'K1A 0B1' }

const browser = () => openBrowser(app).send
const signIn = (send: ReturnType<typeof browser>, log: string, redirect_to = '/my-account/') =>
  send('/wp-login.php', { log, pwd: 'first-flush', redirect_to })

let ada = await createSignedInUser(shop, 'customer')
let send = browser()
beforeEach(async () => {
  ada = await createSignedInUser(shop, 'customer')
  send = browser()
  await signIn(send, ada.email)
  await db.delete(sessions).where(eq(sessions.userId, ada.id))
})
const drafts = () => db.$count(verifications)

test('what was typed is shown once after signing in, and saved only by its button', async () => {
  const ended = await (await send(path, typed)).text()
  expect(ended).toContain('You were signed out meanwhile')
  expect(ended).toContain(`name="redirect_to" value="${path}"`)
  expect((await signIn(send, ada.email, path)).headers.get('location')).toBe(path)
  const page = await (await send(path)).text()
  for (const value of Object.values(typed)) expect(page).toContain(`value="${value}"`)
  expect(page).toContain('nothing is saved yet')
  expect((await db.select().from(users).where(eq(users.id, ada.id)))[0]?.shipping).toEqual({})
  expect(await (await send(path)).text()).not.toContain('1 Main Street')
})

test('a message about an order comes back, and is sent only by its button', async () => {
  const { id } = await writeOrder(db, { customerId: ada.id })
  const order = `/my-account/view-order/${id}/`
  expect(await (await send(order, { order_message: 'Please add a <card>.' })).text()).toContain('signed out meanwhile')
  await signIn(send, ada.email, order)
  const page = await (await send(order)).text()
  expect(page).toContain('Please add a &lt;card&gt;.</textarea>')
  expect(await db.$count(orderNotes)).toBe(0)
  const nonce = /name="samovar-order-message-nonce" value="(\w+)"/.exec(page)?.[1] ?? ''
  const fields = { order_message: 'Please add a <card>.', 'samovar-order-message-nonce': nonce }
  expect((await send(order, fields)).status).toBe(303)
  expect(await db.$count(orderNotes)).toBe(1)
})

test('passwords are not kept', async () => {
  const before = await drafts()
  const fields = { account_first_name: 'Adah', password_current: 'first-flush', password_1: 'secret-leaves' }
  await send('/my-account/edit-account/', fields)
  expect(await drafts()).toBe(before + 1)
  const stored = JSON.stringify(await db.select().from(verifications))
  expect(stored).not.toMatch(/first-flush|secret-leaves/)
  await signIn(send, ada.email)
  expect(await (await send('/my-account/edit-account/')).text()).toContain('value="Adah"')
})

test('another person who signs in with this browser does not see it', async () => {
  await send(path, typed)
  const other = await createSignedInUser(shop, 'customer')
  await signIn(send, other.email)
  expect(await (await send(path)).text()).not.toContain('1 Main Street')
})

test('a stranger’s form is not kept, and neither is a huge one', async () => {
  const before = await drafts()
  const stranger = await (await browser()(path, typed)).text()
  expect(stranger).toContain('woocommerce-form-login')
  expect(stranger).not.toContain('You were signed out meanwhile')
  expect(await (await send(path, { shipping_city: 'x'.repeat(9000) })).text()).toContain('woocommerce-form-login')
  expect(await drafts()).toBe(before)
})
