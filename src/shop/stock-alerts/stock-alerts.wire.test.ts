import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { newestTextTo } from '../../../test/support/mails.ts'
import { writeOrder } from '../../../test/support/orders.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, SHOP_URL } from '../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../test/support/users.ts'
import { users } from '../../people/identity/accounts.table.ts'
import { consents } from '../../people/identity/consents/consents.table.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { optOut } from '../../things/messages/opt-outs.store.ts'
import { saveProduct } from '../catalog/save-product.ts'
import { stockLevels } from '../inventory/stock.table.ts'
import { orderLines, orders } from '../orders/orders.table.ts'
import { ALERT_TEXT } from './alert-text.ts'
import { confirmRequest, requestConfirmation } from './request-alert.ts'
import { sendStockAlerts } from './send-alerts.ts'
import { deleteExpiredAlerts, insertAlert } from './stock-alerts.store.ts'
import { stockAlerts } from './stock-alerts.table.ts'

const start = new Date('2026-11-23T12:00:00Z')
let time = start
const { app, db, pool, shop, enqueuedJobs } = await openShop({ now: () => time })
const { simple, soldOut, variable, sizes } = referenceIds
const later = (minutes: number) => {
  time = new Date(time.getTime() + minutes * 60_000)
}

/** Sets the stock, as the owner does after a count. */
const restock = (id: number, onHand: number) =>
  db.transaction((tx) =>
    saveProduct(
      tx,
      id === soldOut
        ? { id, type: 'simple', stock: { tracksInventory: true, onHand } }
        : { id, type: 'variation', stock: { tracksInventory: true, onHand } },
      { now: time },
    ),
  )

beforeEach(async () => {
  time = start
  enqueuedJobs.length = 0
  await pool.query('truncate stock_alerts, emails, rate_limits, orders cascade')
  await restock(soldOut, 0)
  await restock(sizes['100-g'], 0)
})

type Fields = Record<string, string | number>

async function post(path: string, fields: Fields, headers: Record<string, string> = {}) {
  const answer = await app.request(path, {
    method: 'POST',
    body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    headers: { origin: SHOP_URL, ...headers },
  })
  const [flash = ''] = answer.headers.getSetCookie().filter((cookie) => cookie.startsWith('samovar_flash='))
  const location = answer.headers.get('location')
  const page = location
    ? await app.request(location, { headers: { ...headers, cookie: flash.split(';')[0] ?? '' } })
    : answer
  return { status: answer.status, location, text: await page.text() }
}

const ask = (fields: Fields, headers?: Record<string, string>) => post('/back-in-stock/', fields, headers)

async function work() {
  for (const { name, data } of enqueuedJobs.splice(0)) {
    time = new Date(time.getTime() + 1000)
    if (name === 'stock-alert') await requestConfirmation(shop, data as { productId: number; email: string })
  }
}

const outbox = async () => db.select().from(emails).orderBy(emails.id)
const sent = async () => (await outbox()).map(({ template, recipient }) => `${template} ${recipient}`)
const waitFor = (email: string, productId: number = soldOut) =>
  insertAlert(db, { productId, email, userId: null, isConfirmed: true }, time)

/** Runs the job, waits until products have been in stock long enough, and runs the job again. */
async function settle() {
  await sendStockAlerts(shop)
  later(6)
  return sendStockAlerts(shop)
}

async function verified(): Promise<TestUser> {
  const user = await createSignedInUser(shop, 'customer')
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, user.id))
  return user
}

describe('asking to be told when something is back', () => {
  test('a guest is asked by email first, and nothing else is mailed before they say yes', async () => {
    const asked = await ask({ product_id: soldOut, email: ' Ada@Shop.test ' })
    expect([asked.status, asked.location]).toEqual([303, expect.stringMatching(/^\/product\//)])
    expect(asked.text).toContain('Please look in your mailbox: confirm with the link that we send to ada@shop.test')
    expect(asked.text).toContain('If you are on the list already, no new email comes.')
    await work()
    expect(await sent()).toEqual(['confirm-stock-alert ada@shop.test'])
    await restock(soldOut, 9)
    expect(await settle()).toBe(0)

    const [email] = await outbox()
    if (!email) return
    const { text } = await shop.messages.content(db, email)
    const link = /(\/back-in-stock\/[\w-]{22}\/)/.exec(text)?.[1] ?? ''
    const page = await app.request(link)
    expect([page.status, page.headers.get('referrer-policy')]).toEqual([200, 'same-origin'])
    expect(page.headers.get('cache-control')).toContain('no-store')
    expect(await page.text()).toContain('Yes, tell me')
    expect(await settle()).toBe(0)
    expect((await post(link, { confirm: '1' })).text).toContain('You get one email')
    expect(await settle()).toBe(1)
    expect(await settle()).toBe(0)
    expect(await sent()).toEqual(['confirm-stock-alert ada@shop.test', 'back-in-stock ada@shop.test'])
  })

  test('asked again before the yes, the newest link counts; after it, asking again changes no link', async () => {
    const linkIn = (text: string) => /(\/back-in-stock\/[\w-]{22}\/)/.exec(text)?.[1] ?? 'no link'
    const askForLink = async () => {
      await ask({ product_id: soldOut, email: 'ada@shop.test' })
      await work()
      return linkIn(await newestTextTo(shop, 'ada@shop.test'))
    }
    const [first, second] = [await askForLink(), await askForLink()]
    expect((await app.request(first)).status).toBe(404)
    expect((await post(second, { confirm: '1' })).text).toContain('You get one email')
    expect(await askForLink()).toBe(second)
    await waitFor('ada@shop.test')
    expect((await post(second, { stop: '1' })).text).toContain('No more emails')
    expect(await db.$count(stockAlerts)).toBe(0)
  })

  test('the link opened twice at once records the consent once', async () => {
    const email = 'twice@shop.test'
    const alert = await insertAlert(db, { productId: soldOut, email, userId: null, isConfirmed: false }, time)
    await Promise.all([confirmRequest(shop, alert), confirmRequest(shop, alert)])
    expect(await db.$count(consents, eq(consents.email, email))).toBe(1)
  })

  test('a customer who waits for 50 products is told so, and may ask again for one of them', async () => {
    const { email, cookie } = await verified()
    const askAgain = async () => (await ask({ product_id: soldOut, email: '' }, { cookie })).text
    await pool.query(`with added as (insert into entries (kind, slug, title, status)
      select 'product', 'wanted-' || n, 'Wanted', 'draft' from generate_series(1, 50) n returning id)
      insert into products (id, type) select id, 'simple' from added`)
    const { rows } = await pool.query<{ id: number }>("select id from entries where slug like 'wanted-%' order by id")
    for (const { id } of rows.slice(1)) await waitFor(email, id)
    expect(await askAgain()).toContain(`We will write to ${email}`)
    expect(await askAgain()).toContain(`We will write to ${email}`)
    await db.delete(stockAlerts).where(eq(stockAlerts.productId, soldOut))
    await waitFor(email, rows[0]?.id)
    expect(await askAgain()).toContain('You wait for 50 products already')
    expect(await db.$count(stockAlerts)).toBe(50)
  })

  test('requests that nobody has confirmed count toward no limit', async () => {
    const { email, cookie } = await verified()
    await pool.query(`with added as (insert into entries (kind, slug, title, status)
      select 'product', 'typed-' || n, 'Typed', 'draft' from generate_series(1, 50) n returning id),
      made as (insert into products (id, type) select id, 'simple' from added returning id)
      insert into stock_alerts (product_id, email, token_hash, created_at, expires_at)
      select id, '${email}', 'of-' || id, now(), now() from made`)
    await pool.query(`insert into stock_alerts (product_id, email, token_hash, created_at, expires_at)
      select ${soldOut}, n || '@shop.test', n, now(), now() from generate_series(1, 5000) n`)
    expect((await ask({ product_id: soldOut, email: '' }, { cookie })).text).toContain(`We will write to ${email}`)
    await ask({ product_id: soldOut, email: 'guest@shop.test' })
    await work()
    expect(await sent()).toEqual(['confirm-stock-alert guest@shop.test'])
  })

  test('a customer is told that too many wait for a product', async () => {
    const { email, cookie } = await verified()
    await pool.query(`insert into stock_alerts (product_id, email, token_hash, created_at, confirmed_at, expires_at)
      select ${soldOut}, n || '@shop.test', n, now(), now(), now() from generate_series(1, 5000) n`)
    const { text } = await ask({ product_id: soldOut, email: '' }, { cookie })
    expect(text).toContain('Too many people wait for')
    expect(text).not.toContain(`We will write to ${email}`)
  })

  const wanted = async (count: number): Promise<number[]> => {
    const { rows } = await pool.query<{ id: number }>(
      `with added as (insert into entries (kind, slug, title, status)
        select 'product', gen_random_uuid(), 'Wanted', 'draft' from generate_series(1, $1::int) n returning id)
        insert into products (id, type) select id, 'simple' from added returning id`,
      [count],
    )
    return rows.map(({ id }) => id)
  }
  const isWaiting = (productId: number) =>
    db.$count(stockAlerts, and(eq(stockAlerts.productId, productId), isNotNull(stockAlerts.confirmedAt)))
  const unconfirmed = async (email: string, productId: number) => {
    const { token } = await insertAlert(db, { productId, email, userId: null, isConfirmed: false }, time)
    return () => post(`/back-in-stock/${token}/`, { confirm: '1' })
  }

  test('a link of an email is refused while its address waits for 50 products, and works once one is back', async () => {
    const email = 'full@shop.test'
    const confirmLast = await unconfirmed(email, soldOut)
    const others = await wanted(50)
    for (const id of others) await waitFor(email, id)
    const refused = await confirmLast()
    expect(refused.text).toContain('You wait for 50 products already')
    expect(refused.text).toContain('Yes, tell me')
    expect([await isWaiting(soldOut), await db.$count(consents, eq(consents.email, email))]).toEqual([0, 0])
    await db.delete(stockAlerts).where(eq(stockAlerts.productId, others[0] ?? 0))
    expect((await confirmLast()).text).toContain('You get one email')
    expect(await isWaiting(soldOut)).toBe(1)
  })

  test('of links pressed at the same time only so many are confirmed as places are left', async () => {
    const email = 'ada@shop.test'
    const ids = await wanted(55)
    for (const id of ids.slice(0, 48)) await waitFor(email, id)
    const links = await Promise.all(ids.slice(48).map((id) => unconfirmed(email, id)))
    await Promise.all(links.map((confirm) => confirm()))
    expect(await db.$count(stockAlerts, isNotNull(stockAlerts.confirmedAt))).toBe(50)
  })

  test('a link of an email is refused while too many wait for the product', async () => {
    const confirm = await unconfirmed('ada@shop.test', soldOut)
    await pool.query(`insert into stock_alerts (product_id, email, token_hash, created_at, confirmed_at, expires_at)
      select ${soldOut}, n || '@shop.test', n, now(), now(), now() from generate_series(1, 5000) n`)
    expect((await confirm()).text).toContain('Too many people wait for')
    expect(await isWaiting(soldOut)).toBe(5000)
  })

  test('the answer is the same whether somebody waits already or not', async () => {
    const first = await ask({ product_id: soldOut, email: 'ada@shop.test' })
    await work()
    await db.update(stockAlerts).set({ confirmedAt: time })
    const second = await ask({ product_id: soldOut, email: 'ada@shop.test' })
    expect(second).toEqual(first)
    await work()
    expect(await sent()).toHaveLength(1)
  })

  test('a customer with a verified address needs one press, and is told nothing but what they asked', async () => {
    const { headers, email } = await verified()
    const asked = await ask({ product_id: soldOut, email: '' }, headers)
    expect(asked.text).toContain(`We will write to ${email}`)
    expect(await sent()).toEqual([])
    await restock(soldOut, 2)
    await settle()
    expect(await sent()).toEqual([`back-in-stock ${email}`])
  })

  test('an address that is not the customer’s own or not verified is asked like a guest’s', async () => {
    const { headers } = await verified()
    await ask({ product_id: soldOut, email: 'other@shop.test' }, headers)
    const unverified = await createSignedInUser(shop, 'customer')
    await ask({ product_id: soldOut, email: '' }, unverified.headers)
    expect(await db.$count(stockAlerts)).toBe(0)
    await work()
    expect(await sent()).toEqual(['confirm-stock-alert other@shop.test', `confirm-stock-alert ${unverified.email}`])
  })

  test.each<[string, Fields, string]>([
    ['no address', { product_id: soldOut, email: 'nobody' }, 'valid email address'],
    ['no address of a guest', { product_id: soldOut }, 'valid email address'],
    ['what is in stock', { product_id: simple, email: 'ada@shop.test' }, 'is in stock'],
    ['a size of something else', { product_id: soldOut, variation_id: 56, email: 'a@b.test' }, 'not sold here'],
  ])('%s stores nothing', async (_, fields, text) => {
    expect((await ask(fields)).text).toContain(text)
    expect([enqueuedJobs, await db.$count(stockAlerts)]).toEqual([[], 0])
  })

  test('what is no product at all is not found', async () => {
    for (const product_id of ['', '0', 'x', '99999999']) expect((await ask({ product_id })).status).toBe(404)
  })

  test('a robot that fills in the trap gets the same answer, and nothing happens', async () => {
    const fields = { product_id: soldOut, email: 'ada@shop.test' }
    const person = await ask(fields)
    enqueuedJobs.length = 0
    expect(await ask({ ...fields, subject: 'buy' })).toEqual(person)
    expect(enqueuedJobs).toEqual([])
  })

  test('one network asks twenty times an hour, and one mailbox is asked three times a day', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.9' }
    for (let index = 0; index < 20; index += 1) await ask({ product_id: soldOut, email: 'ada@shop.test' }, headers)
    expect((await ask({ product_id: soldOut, email: 'ada@shop.test' }, headers)).text).toContain('Too many requests')
    await work()
    expect(await sent()).toHaveLength(3)
  })
})

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
      await db.update(orders).set({ billing, status, createdAt: time }).where(eq(orders.id, order.id))
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
        { now: time },
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
    await optOut(db, email, ['back-in-stock'], time)
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
    await insertAlert(db, { productId: soldOut, email: 'a@shop.test', userId: null, isConfirmed: false }, time)
    await waitFor('b@shop.test')
    later(60 * 49)
    expect(await deleteExpiredAlerts(db, time)).toBe(1)
    later(60 * 24 * 365)
    expect(await deleteExpiredAlerts(db, time)).toBe(1)
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
  await insertAlert(db, { productId: soldOut, email: 'd@shop.test', userId: null, isConfirmed: false }, time)
  const answer = await app.request('/wp-json/samovar/v1/stock-alerts', { headers: owner.headers })
  expect(answer.headers.get('x-wp-total')).toBe('2')
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject([
    { id: sizes['100-g'], choices: '100 g', waiting: 2, stock_status: 'outofstock', since_gmt: '2026-11-23T12:00:00' },
    { id: soldOut, choices: '', waiting: 1 },
  ])
  expect(text).not.toContain('@shop.test')
})
