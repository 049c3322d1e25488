/** Retention: the settings, the data they delete, and privacy requests by email. */
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { ada, writeOrder } from '../../../test/support/orders.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { carts } from '../../shop/cart/cart.table.ts'
import { orders } from '../../shop/orders/orders.table.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { sessions, users } from '../identity/accounts.table.ts'
import { applyRetention } from './apply-retention.ts'
import { eraseDueAccounts } from './delete-account.ts'
import { privacyLog } from './privacy.table.ts'
import { cutoffOf, type PrivacySettings } from './settings.ts'

let now = new Date('2026-11-20T12:00:00Z')
const { app, shop, db } = await openShop({ now: () => now })
const owner = await createSignedInUser(shop, 'administrator')
const customer = await createSignedInUser(shop, 'customer')
const withRetention = (retention: PrivacySettings['retention']) => ({
  ...shop,
  settings: () => ({ ...shop.settings(), retention }),
})
const call = (method: string, path: string, body?: object, user = owner) =>
  app.request(`/wp-json/samovar/v1/${path}`, {
    method,
    headers: { ...user.headers, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
const months = (number: number) => ({ number, unit: 'months' }) as const

describe('retention', () => {
  test('keeps everything unless the owner says otherwise', async () => {
    await writeOrder(db, { status: 'cancelled', updatedAt: new Date('2001-01-01') })
    expect(await applyRetention(shop)).toEqual({})
    expect(await db.$count(privacyLog, eq(privacyLog.kind, 'retention'))).toBe(0)
  })

  test('counts months by the calendar', () => {
    expect(cutoffOf(months(1), new Date('2026-03-31T12:00:00Z')) <= new Date('2026-03-03T12:00:00Z')).toBe(true)
    expect(cutoffOf({ number: 2, unit: 'weeks' }, now)).toEqual(daysAgo(14))
    expect(cutoffOf({ number: 1, unit: 'years' }, now)).toEqual(new Date('2025-11-20T12:00:00Z'))
  })

  test('deletes old carts and emails, keeps numbered orders without names, and leaves the rest', async () => {
    const cart = (sessionKey: string, updatedAt: Date) => ({ sessionKey, customerId: 7, expiresAt: now, updatedAt })
    await db.insert(carts).values([cart('7', daysAgo(70)), cart('8', daysAgo(20))])
    const mail = { template: 'new-account', recipient: 'old@shop.test', subject: 'Hi', status: 'sent' } as const
    await db.insert(emails).values([
      { ...mail, key: 'a', createdAt: daysAgo(70) },
      { ...mail, key: 'b', createdAt: daysAgo(20) },
      { ...mail, key: 'c', createdAt: daysAgo(70), status: 'waiting' },
    ])
    const old = { updatedAt: daysAgo(70), billing: ada }
    const numbered = await writeOrder(db, { ...old, status: 'cancelled', invoiceNumber: 81_000 })
    const unnumbered = await writeOrder(db, { ...old, status: 'failed' })
    const recent = await writeOrder(db, { ...old, updatedAt: daysAgo(20), status: 'cancelled', invoiceNumber: 81_001 })
    const paid = await writeOrder(db, { ...old, status: 'cancelled', invoiceNumber: 81_002, paidAt: daysAgo(71) })
    const done = await writeOrder(db, { ...old, status: 'completed', invoiceNumber: 81_003 })
    const running = await writeOrder(db, { ...old, status: 'processing', invoiceNumber: 81_004 })

    const kept = withRetention({ carts: months(2), emails: months(2), 'unpaid-orders': months(2) })
    const done1 = await applyRetention(kept)
    expect(done1).toMatchObject({ carts: 1, emails: 1 })
    expect(await applyRetention(kept)).toEqual({})
    const nameOf = async ({ id }: { id: number }) =>
      (await db.select().from(orders).where(eq(orders.id, id)))[0]?.billing.firstName
    expect(await Promise.all([numbered, unnumbered, recent, paid, done, running].map(nameOf))).toEqual([
      ...['[deleted]', undefined, 'Ada', 'Ada', 'Ada', 'Ada'],
    ])
    await applyRetention(withRetention({ 'completed-orders': months(2) }))
    expect(await Promise.all([done, running].map(nameOf))).toEqual(['[deleted]', 'Ada'])
    const log = await db.select().from(privacyLog).where(eq(privacyLog.kind, 'retention')).orderBy(privacyLog.id)
    expect(log.at(-1)?.details).toMatchObject({ 'completed-orders': 1 })
  })

  test('goes on with the rest, and logs it, if one kind of record fails', async () => {
    await db.insert(carts).values({ sessionKey: '17', customerId: 17, expiresAt: now, updatedAt: daysAgo(70) })
    const mail = { template: 'new-account', recipient: 'older@shop.test', subject: 'Hi', status: 'sent' } as const
    await db.insert(emails).values({ ...mail, data: {}, createdAt: daysAgo(70), nextAttemptAt: daysAgo(70) })
    const { id } = await writeOrder(db, { updatedAt: daysAgo(70), status: 'cancelled', invoiceNumber: 82_000 })
    await db.execute(sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'it cannot be written'; end $$`)
    await db.execute(
      sql.raw(
        `create trigger refuse before update on orders for each row when (new.id = ${id}) execute function refuse()`,
      ),
    )
    const kept = withRetention({ carts: months(2), 'unpaid-orders': months(2), emails: months(2) })
    await expect(applyRetention(kept)).rejects.toThrow('Failed query')
    await db.execute(sql`drop trigger refuse on orders`)
    expect(await db.$count(emails, eq(emails.recipient, 'older@shop.test'))).toBe(0)
    const log = await db.select().from(privacyLog).where(eq(privacyLog.kind, 'retention')).orderBy(privacyLog.id)
    expect(log.at(-1)?.details).toMatchObject({ carts: 1, emails: 1 })
    await db.delete(orders).where(eq(orders.id, id))
  })

  test('warns before an unused account is deleted, and keeps it after a sign-in', async () => {
    const [gone, back] = [await createSignedInUser(shop, 'customer'), await createSignedInUser(shop, 'customer')]
    for (const { id } of [gone, back])
      await db
        .update(users)
        .set({ lastActiveAt: daysAgo(800) })
        .where(eq(users.id, id))
    const kept = withRetention({ 'inactive-accounts': { number: 2, unit: 'years' } })
    expect(await applyRetention(kept)).toEqual({ 'inactive-accounts': 2 })
    expect(await applyRetention(kept)).toEqual({})
    expect(await db.$count(emails, eq(emails.template, 'inactive-account'))).toBe(2)
    now = new Date(now.getTime() + 10 * 86_400_000)
    // A trigger on the table of sessions records that the account is used.
    await db.update(sessions).set({ updatedAt: now }).where(eq(sessions.userId, back.id))
    now = new Date(now.getTime() + 21 * 86_400_000)
    await eraseDueAccounts(shop)
    expect(await db.$count(users, eq(users.id, gone.id))).toBe(0)
    expect(await db.$count(users, eq(users.id, back.id))).toBe(1)
  })
})

describe('the settings', () => {
  test('are saved, say what they would delete now, and refuse what is too short', async () => {
    const before = (await (await call('GET', 'settings/privacy')).json()) as { retention: Record<string, object> }
    expect(before.retention.carts).toEqual({ number: 0, unit: 'months' })
    expect(Object.keys(before.retention)).toContain('inactive-accounts')
    await db.insert(carts).values({ sessionKey: '9', customerId: 9, expiresAt: now, updatedAt: daysAgo(300) })
    const saved = await call('PUT', 'settings/privacy', { retention: { carts: { number: 9, unit: 'months' } } })
    expect(saved.status).toBe(200)
    const overview = (await (await call('GET', 'privacy')).json()) as { rules: { id: string; due: number | null }[] }
    expect(overview.rules.find(({ id }) => id === 'carts')?.due).toBe(1)
    expect(overview.rules.find(({ id }) => id === 'emails')?.due).toBeNull()
    for (const bad of [{ carts: { number: 1, unit: 'days' } }, { nonsense: months(2) }, { carts: months(-1) }])
      expect((await call('PUT', 'settings/privacy', { retention: bad })).status).toBe(400)
    expect((await call('GET', 'privacy', undefined, customer)).status).toBe(403)
  })
})

describe('a request by email', () => {
  test('is answered and recorded; the staff and open orders are not erased', async () => {
    const email = 'letter@shop.test'
    const order = await writeOrder(db, { billing: { ...ada, email }, status: 'processing' })
    const data = (await (await call('POST', 'privacy/exports', { email: 'Letter@Shop.test ' })).json()) as object
    expect(Object.keys(data)).toEqual(['orders'])
    const refused = await call('POST', 'privacy/erasures', { email })
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('Orders under way: 1')])
    await db.update(orders).set({ status: 'completed' }).where(eq(orders.id, order.id))
    expect(await (await call('POST', 'privacy/erasures', { email })).json()).toMatchObject({ erased: { orders: 1 } })
    expect((await call('POST', 'privacy/erasures', { email: owner.email })).status).toBe(400)
    expect((await call('POST', 'privacy/erasures', { email: 'nonsense' })).status).toBe(400)
    expect((await call('POST', 'privacy/exports', { email }, customer)).status).toBe(403)
    const log = await db.select().from(privacyLog).where(eq(privacyLog.actorId, owner.id))
    expect(log.map(({ kind }) => kind).toSorted()).toEqual(['erasure', 'export'])
    expect(JSON.stringify(log)).not.toContain(email)
  })
})
