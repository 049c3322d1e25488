/**
 * Seeds an empty database with the demo shop: every run creates the same shop, dated relative to the day of the seed.
 */
import { sql } from 'drizzle-orm'
import type { OnboardingSettings } from '../../src/faces/onboarding/settings.ts'
import { users } from '../../src/people/identity/accounts.table.ts'
import type { Db, Tx } from '../../src/platform/database/connect.ts'
import type { Platform } from '../../src/platform/web/context.ts'
import { refreshProducts } from '../../src/shop/catalog/refresh-product.ts'
import { coupons } from '../../src/shop/pricing/coupons.table.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { uploadFiles } from '../../src/things/media/upload-files.ts'
import { saveSettings } from '../../src/things/settings/settings.store.ts'
import { findDemoUsers } from './demo-users.ts'
import { seedCatalog } from './seed-catalog.ts'
import { seedComments } from './seed-comments.ts'
import { seedContent, signPosts } from './seed-content.ts'
import { seedCoupons } from './seed-coupons.ts'
import { seedMenus } from './seed-menus.ts'
import { seedPictures } from './seed-pictures.ts'
import { seedProjects } from './seed-projects.ts'
import { seedSettings } from './seed-settings.ts'
import { seedShipping } from './seed-shipping.ts'
import { seedTaxes } from './seed-taxes.ts'
import { seedOrders, seedUsers } from './seed-users.ts'

export type SeedParts = Pick<Platform, 'db' | 'files' | 'dataDir'> & {
  /** The project's root folder: pictures are read from `db/seed/pictures` below it. */
  readonly root: string
  readonly now: Date
}

/** Whether nothing has been written to this shop yet. */
export async function isEmptyShop(db: Db | Tx): Promise<boolean> {
  const { rows } = await db.execute<{ any: boolean }>(
    sql`select exists (select 1 from ${entries}) or exists (select 1 from ${users}) as "any"`,
  )
  return rows[0]?.any === false
}

/**
 * Seeds an empty shop and returns whether it was empty. In one transaction, so that an interrupted seed leaves an
 * empty shop that the next start seeds; of two processes at once, one seeds and the other waits and finds it done.
 */
export async function seedDemoShop({ db, files, dataDir, root, now }: SeedParts): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('samovar.seed'))`)
    if (!(await isEmptyShop(tx))) return false
    await seedSettings(tx, now)
    const shipping = await seedShipping(tx)
    await seedTaxes(tx)
    const pictures = await seedPictures(tx, uploadFiles({ files, dataDir }), root, now)
    const bySku = await seedCatalog(tx, pictures, now)
    await seedCoupons(tx, now)
    await seedContent(tx, pictures, now)
    await seedProjects(tx, pictures, now)
    await seedMenus(tx, now)
    const customers = await seedUsers(tx, now)
    await signPosts(tx)
    await seedComments(tx, now)
    await seedOrders(tx, { customers, bySku, shipping }, now)
    await refreshProducts(
      tx,
      [...bySku.values()].map((sellable) => sellable.id),
      now,
    )
    await markDemo(tx)
    return true
  })
}

/** From it the shop knows later what of it is the demo's. */
async function markDemo(tx: Tx): Promise<void> {
  // Whatever wrote them, nobody has edited them.
  await tx.execute(
    sql`update ${entries} set version = 1 where kind in ('product', 'product_variation', 'post', 'project')`,
  )
  const { rows } = await tx.execute<{ lastEntry: number; lastCoupon: number }>(
    sql`select (select max(id) from ${entries}) as "lastEntry", (select max(id) from ${coupons}) as "lastCoupon"`,
  )
  const people = await findDemoUsers(tx)
  if (rows[0]) await saveSettings<OnboardingSettings>(tx, { demo: { ...rows[0], people } })
}
