import { and, eq, isNotNull } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { addProduct } from '../../../test/faults/stock.ts'
import { newestTextTo } from '../../../test/support/mails.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { whileDeleting } from '../../../test/support/while-deleting.ts'
import { consents } from '../../people/identity/consents/consents.table.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { type Fields, openTestStockAlerts } from './open-test-stock-alerts.ts'
import { confirmRequest, requestAlert } from './request-alert.ts'
import { insertAlert } from './stock-alerts.store.ts'
import { stockAlerts } from './stock-alerts.table.ts'

const {
  clock,
  restock,
  ask,
  outbox,
  sent,
  waitFor,
  post,
  work,
  settle,
  verified,
  app,
  db,
  pool,
  shop,
  enqueuedJobs,
  simple,
  soldOut,
} = await openTestStockAlerts()

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
    const alert = await insertAlert(db, { productId: soldOut, email, userId: null, isConfirmed: false }, clock.time)
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
    expect(await askAgain()).toContain('You are already waiting for 50 products')
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
    expect(text).toContain('Too many people are already waiting for')
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
    const { token } = await insertAlert(db, { productId, email, userId: null, isConfirmed: false }, clock.time)
    return () => post(`/back-in-stock/${token}/`, { confirm: '1' })
  }

  test('a link of an email is refused while its address waits for 50 products, and works once one is back', async () => {
    const email = 'full@shop.test'
    const confirmLast = await unconfirmed(email, soldOut)
    const others = await wanted(50)
    for (const id of others) await waitFor(email, id)
    const refused = await confirmLast()
    expect(refused.text).toContain('You are already waiting for 50 products')
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
    expect((await confirm()).text).toContain('Too many people are already waiting for')
    expect(await isWaiting(soldOut)).toBe(5000)
  })

  test('the answer is the same whether somebody waits already or not', async () => {
    const first = await ask({ product_id: soldOut, email: 'ada@shop.test' })
    await work()
    await db.update(stockAlerts).set({ confirmedAt: clock.time })
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

test('a product that is deleted while somebody asks about it is one that is not there', async () => {
  const { id, email } = await verified()
  const gone = await addProduct(db, 0)
  const user = { id, email, name: 'Ada Leaf', role: 'customer' } as const
  const asked = await whileDeleting(
    db,
    (tx) => tx.delete(entries).where(eq(entries.id, gone)),
    () => requestAlert(shop, { productId: gone, variationId: null, email: '', user, clientAddress: '' }),
  )
  expect(asked).toEqual({ ok: false, problem: { kind: 'no-such-product' } })
})
