import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { writeOrder } from '../../../test/support/orders.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { users } from '../../people/identity/accounts.table.ts'
import { consents } from '../../people/identity/consents/consents.table.ts'
import { optOut } from '../../things/messages/opt-outs.store.ts'
import { saveProduct } from '../catalog/save-product.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import { orderLines, orders } from '../orders/orders.table.ts'
import { ALERT_TEXT } from './alert-text.ts'
import { openTestStockAlerts } from './open-test-stock-alerts.ts'
import { sendStockAlerts } from './send-alerts.ts'
import { deleteExpiredAlerts, insertAlert } from './stock-alerts.store.ts'
import { stockAlerts } from './stock-alerts.table.ts'

const {
  clock,
  later,
  restock,
  ask,
  outbox,
  sent,
  waitFor,
  post,
  settle,
  verified,
  app,
  db,
  shop,
  soldOut,
  variable,
  sizes,
} = await openTestStockAlerts()

describe('telling', () => {
  test('happens in the order of requests, to few people if there are few pieces, and goes on an hour later', async () => {
    for (let index = 0; index < 12; index += 1) await waitFor(`person${index}@shop.test`)
    await restock(soldOut, 2)
    expect(await settle()).toBe(10)
    expect((await sent())[0]).toBe('back-in-stock person0@shop.test')
    expect(await settle()).toBe(0)
    later(60)
    expect(await sendStockAlerts(shop)).toBe(2)
    expect(await sent()).toHaveLength(12)
  })

  test('waits until it has been in stock for some minutes, and starts anew when it was sold meanwhile', async () => {
    await waitFor('ada@shop.test')
    await restock(soldOut, 1)
    expect(await sendStockAlerts(shop)).toBe(0)
    later(4)
    expect(await sendStockAlerts(shop)).toBe(0)
    await restock(soldOut, 0)
    later(4)
    expect(await sendStockAlerts(shop)).toBe(0)
    await restock(soldOut, 1)
    expect(await sendStockAlerts(shop)).toBe(0)
    later(6)
    await restock(soldOut, 0)
    expect(await sendStockAlerts(shop)).toBe(0)
    await restock(soldOut, 1)
    expect(await settle()).toBe(1)
  })

  test('happens once, also by two processes at once and after the next sale', async () => {
    for (let index = 0; index < 8; index += 1) await waitFor(`person${index}@shop.test`)
    await restock(soldOut, 50)
    await sendStockAlerts(shop)
    later(6)
    await Promise.all(Array.from({ length: 4 }, () => sendStockAlerts(shop)))
    expect(new Set(await sent()).size).toBe(8)
    expect(await sent()).toHaveLength(8)
    await restock(soldOut, 0)
    await sendStockAlerts(shop)
    await restock(soldOut, 50)
    await settle()
    expect(await sent()).toHaveLength(8)
  })

  test('a size that is back is not another size, and the whole product is any of its sizes', async () => {
    for (const id of Object.values(sizes)) await restock(id, 0)
    await waitFor('size@shop.test', sizes['100-g'])
    await waitFor('other@shop.test', sizes['250-g'])
    await waitFor('any@shop.test', variable)
    await restock(sizes['100-g'], 5)
    expect(await settle()).toBe(2)
    expect(await sent()).toEqual(['back-in-stock size@shop.test', 'back-in-stock any@shop.test'])
    const [email] = await outbox()
    const { text = '' } = email ? await shop.messages.content(db, email) : {}
    expect(email?.subject).toMatch(/, 100 g is back$/)
    expect(text).toContain('attribute_pa_size=100-g')
    expect(text).toContain('Stop these emails')
    for (const id of Object.values(sizes)) await restock(id, 20)
  })

  test('leaves out who has bought it meanwhile, and not who has cancelled', async () => {
    await waitFor('buyer@shop.test')
    await waitFor('canceller@shop.test')
    later(1)
    for (const [email, status] of [
      ['Buyer@shop.test', 'on-hold'],
      ['canceller@shop.test', 'cancelled'],
    ] as const) {
      const order = await writeOrder(db)
      const billing = sql`jsonb_set(${orders.billing}, '{email}', to_jsonb(${email}::text))`
      await db.update(orders).set({ billing, status, createdAt: clock.time }).where(eq(orders.id, order.id))
      await db.update(orderLines).set({ productId: soldOut }).where(eq(orderLines.orderId, order.id))
    }
    await restock(soldOut, 5)
    await settle()
    expect(await sent()).toEqual(['back-in-stock canceller@shop.test'])
  })

  test('waits while the owner has switched the email off', async () => {
    await waitFor('ada@shop.test')
    await restock(soldOut, 5)
    Object.assign(shop.settings(), { emails: { 'back-in-stock': { enabled: false } } })
    expect(await settle()).toBe(0)
    Object.assign(shop.settings(), { emails: {} })
    expect(await settle()).toBe(1)
  })

  test('follows the stock status of what is not counted', async () => {
    await waitFor('ada@shop.test')
    await db
      .update(stockLevels)
      .set({ tracksInventory: false, status: 'outofstock' })
      .where(eq(stockLevels.productId, soldOut))
    expect(await settle()).toBe(0)
    await db.transaction((tx) =>
      saveProduct(
        tx,
        { id: soldOut, type: 'simple', stock: { tracksInventory: false, status: 'instock' } },
        { now: clock.time },
      ),
    )
    expect(await settle()).toBe(1)
  })
})

describe('stopping', () => {
  const linkTo = (token: string | null) => `/back-in-stock/${token}/`

  test('a press in any email forgets every request of the address, as does one click of a mail program', async () => {
    const { token } = await waitFor('ada@shop.test')
    await waitFor('ada@shop.test', sizes['100-g'])
    await waitFor('bob@shop.test')
    expect(await (await app.request(linkTo(token))).text()).toContain('No more emails of this kind')
    expect(await db.$count(stockAlerts)).toBe(3)
    const stopped = await app.request(linkTo(token), {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect([stopped.status, await stopped.text()]).toEqual([200, expect.stringContaining('No more emails')])
    expect((await db.select().from(stockAlerts)).map(({ email }) => email)).toEqual(['bob@shop.test'])
    expect((await app.request(linkTo(token))).status).toBe(404)
    expect((await post(linkTo(token), { confirm: '1' })).status).toBe(404)
  })

  test('in an email of this kind holds until the same person asks again, which is kept as consent', async () => {
    const { headers, email } = await verified()
    await waitFor(email)
    await optOut(db, email, ['back-in-stock'], clock.time)
    await restock(soldOut, 5)
    await settle()
    expect(await sent()).toEqual([])
    await restock(soldOut, 0)
    await ask({ product_id: soldOut }, headers)
    const given = await db.select().from(consents).where(eq(consents.email, email))
    expect(given).toMatchObject([{ kind: 'emails', isGiven: true, text: ALERT_TEXT, place: 'Product page' }])
    await restock(soldOut, 5)
    await settle()
    expect(await sent()).toEqual([`back-in-stock ${email}`])
  })

  test('after the email was queued keeps it from being sent', async () => {
    const { token } = await waitFor('ada@shop.test')
    await restock(soldOut, 5)
    await settle()
    await post(linkTo(token), { stop: '1' })
    const [email] = await outbox()
    if (email) await expect(shop.messages.content(db, email)).rejects.toThrow('is gone')
  })

  test('requests are forgotten unconfirmed after two days, and after a year', async () => {
    await insertAlert(db, { productId: soldOut, email: 'a@shop.test', userId: null, isConfirmed: false }, clock.time)
    await waitFor('b@shop.test')
    later(60 * 49)
    expect(await deleteExpiredAlerts(db, clock.time)).toBe(1)
    later(60 * 24 * 365)
    expect(await deleteExpiredAlerts(db, clock.time)).toBe(1)
  })

  test('requests are deleted with the account of who asked', async () => {
    const { id, headers } = await verified()
    await ask({ product_id: soldOut }, headers)
    expect(await db.$count(stockAlerts)).toBe(1)
    await db.delete(users).where(eq(users.id, id))
    expect(await db.$count(stockAlerts)).toBe(0)
  })
})

test('the owner sees how many wait, and nobody who', async () => {
  const owner = await createSignedInUser(shop, 'administrator')
  for (const email of ['a@shop.test', 'b@shop.test']) await waitFor(email, sizes['100-g'])
  await waitFor('c@shop.test')
  await insertAlert(db, { productId: soldOut, email: 'd@shop.test', userId: null, isConfirmed: false }, clock.time)
  const answer = await app.request('/wp-json/samovar/v1/stock-alerts', { headers: owner.headers })
  expect(answer.headers.get('x-wp-total')).toBe('2')
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject([
    { id: sizes['100-g'], choices: '100 g', waiting: 2, stock_status: 'outofstock', since_gmt: '2026-11-23T12:00:00' },
    { id: soldOut, choices: '', waiting: 1 },
  ])
  expect(text).not.toContain('@shop.test')
})
