import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { seedDemoShop } from '../../../db/seed/seed.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { users } from '../../people/identity/accounts.table.ts'
import { projectRoot } from '../../platform/env.ts'
import { diskStore } from '../../platform/files/disk-store.ts'
import { loadSettings } from '../../settings.ts'
import { orders } from '../../shop/orders/orders.table.ts'
import { coupons } from '../../shop/pricing/coupons.table.ts'
import { adminLog } from '../../things/admin-log/admin-log.table.ts'
import { entries } from '../../things/entries/entries.table.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'samovar-demo-'))
const { app, db, shop } = await openShop({
  template: {
    name: 'demo_to_remove',
    prepare: async ({ db: into }) => {
      await seedDemoShop({ db: into, files: diskStore(dataDir), dataDir, root: projectRoot, now: new Date() })
    },
  },
})
const owner = await createSignedInUser(shop, 'administrator', 'Olive Owner')
const remove = async () => {
  const response = await app.request('/wp-json/samovar/v1/onboarding/demo', {
    method: 'DELETE',
    headers: owner.headers,
  })
  return { status: response.status, json: (await response.json()) as Record<string, number> }
}
const countOf = (kind: 'product' | 'post' | 'page') => db.$count(entries, eq(entries.kind, kind))

test('the demo goes, what somebody has made or edited stays, and the log says so', async () => {
  expect((await loadSettings(db)).demo?.people).toContain('owner@samovar.test')
  const [edited] = await db.select().from(entries).where(eq(entries.kind, 'product')).limit(1)
  await db
    .update(entries)
    .set({ version: 2, title: 'My own tea' })
    .where(eq(entries.id, edited?.id ?? 0))
  const own = { kind: 'post', slug: 'own', title: 'Own' } as const
  await db.insert(entries).values(own)
  const [coupon] = await db.select().from(coupons).orderBy(coupons.id).limit(1)
  const changed = await app.request(`/wp-json/wc/v3/coupons/${coupon?.id}`, {
    method: 'PUT',
    headers: { ...owner.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ amount: '12.00' }),
  })
  expect(changed.status).toBe(200)
  await db.update(orders).set({ createdVia: 'checkout' }).where(eq(orders.id, sql`(select min(id) from orders)`))
  const [pages, products] = [await countOf('page'), await countOf('product')]

  const { status, json } = await remove()
  expect(status).toBe(200)
  expect(json).toMatchObject({ products: products - 1, kept: 2 })
  expect(
    await db
      .select({ title: entries.title })
      .from(entries)
      .where(inArray(entries.kind, ['product', 'post'])),
  ).toEqual(expect.arrayContaining([{ title: 'My own tea' }, { title: 'Own' }]))
  expect([await countOf('product'), await countOf('post'), await countOf('page')]).toEqual([1, 1, pages])
  expect(await db.select({ email: users.email }).from(users)).toEqual([{ email: owner.email }])
  expect(await db.select({ customer: orders.customerId }).from(orders)).toEqual([{ customer: null }])
  expect(await db.select({ code: coupons.code }).from(coupons)).toEqual([{ code: coupon?.code }])
  const settings = await loadSettings(db)
  expect(settings.demo).toBeNull()
  expect(JSON.stringify(settings.gateways.bacs)).not.toContain('Bank of the Lakes')
  const [entry] = await db.select().from(adminLog).orderBy(sql`id desc`).limit(1)
  expect(entry).toMatchObject({ userName: 'Olive Owner', summary: expect.stringContaining('Removed the demo') })
  expect((await remove()).status).toBe(409)
})
