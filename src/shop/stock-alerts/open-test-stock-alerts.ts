import { eq } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop, SHOP_URL } from '../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../test/support/users.ts'
import { users } from '../../people/identity/accounts.table.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { saveProduct } from '../catalog/save-product.ts'
import { requestConfirmation } from './request-alert.ts'
import { sendStockAlerts } from './send-alerts.ts'
import { insertAlert } from './stock-alerts.store.ts'

export type Fields = Record<string, string | number>

/** A shop with products that are sold out; before each test without requests, emails and orders. */
export async function openTestStockAlerts() {
  const start = new Date('2026-11-23T12:00:00Z')
  const clock = { time: start }
  const { app, db, pool, shop, enqueuedJobs } = await openShop({ now: () => clock.time })
  const { simple, soldOut, variable, sizes } = referenceIds
  const later = (minutes: number) => {
    clock.time = new Date(clock.time.getTime() + minutes * 60_000)
  }

  /** Sets the stock, as the owner does after a count. */
  const restock = (id: number, onHand: number) =>
    db.transaction((tx) =>
      saveProduct(
        tx,
        id === soldOut
          ? { id, type: 'simple', stock: { tracksInventory: true, onHand } }
          : { id, type: 'variation', stock: { tracksInventory: true, onHand } },
        { now: clock.time },
      ),
    )

  beforeEach(async () => {
    clock.time = start
    enqueuedJobs.length = 0
    await pool.query('truncate stock_alerts, emails, rate_limits, orders cascade')
    await restock(soldOut, 0)
    await restock(sizes['100-g'], 0)
  })

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
      clock.time = new Date(clock.time.getTime() + 1000)
      if (name === 'stock-alert') await requestConfirmation(shop, data as { productId: number; email: string })
    }
  }

  const outbox = async () => db.select().from(emails).orderBy(emails.id)
  const sent = async () => (await outbox()).map(({ template, recipient }) => `${template} ${recipient}`)
  const waitFor = (email: string, productId: number = soldOut) =>
    insertAlert(db, { productId, email, userId: null, isConfirmed: true }, clock.time)

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

  return {
    clock,
    later,
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
    variable,
    sizes,
  }
}
