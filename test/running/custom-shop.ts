/** A separate shop for a browser test: the demo content with settings that differ from the shared shop. */

import { connect } from '../../src/platform/database/connect.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { invalidatePageTags } from '../../src/platform/web/page-tags.ts'
import type { Settings } from '../../src/settings.ts'
import { coupons } from '../../src/shop/pricing/coupons.table.ts'
import { shippingMethods, shippingZones } from '../../src/shop/shipping/shipping.table.ts'
import { saveSettings } from '../../src/things/settings/settings.store.ts'
import { demoDataDir, removeDataDir, startShop } from './shop-process.ts'

export type CustomShop = {
  readonly url: string
  /** The payment sandbox of this shop, and the file with its secret key. */
  readonly sandboxUrl: string
  readonly dataDir: string
  stop(): Promise<void>
}

type Coupon = typeof coupons.$inferInsert

/** Starts the shop and changes its settings as an owner would, while it runs. */
export async function startCustomShop(
  settings: Partial<Settings>,
  extras: { readonly coupons?: readonly Coupon[]; readonly shipsForCents?: number } = {},
): Promise<CustomShop> {
  const dataDir = await demoDataDir()
  const shop = await startShop({ dataDir, environment: { WARM_PICTURES: 'off' } })
  const database = await openEmbedded(dataDir)
  const { db, close } = connect(database.url)
  await db.transaction(async (tx) => {
    await saveSettings<Settings>(tx, settings)
    if (extras.coupons) await tx.insert(coupons).values([...extras.coupons])
    if (extras.shipsForCents !== undefined) {
      await tx.delete(shippingZones)
      const cost = String(extras.shipsForCents / 100)
      await tx.insert(shippingMethods).values({ kind: 'flat_rate', settings: { title: 'Post', cost } })
    }
    await invalidatePageTags(tx, ['settings', 'shipping'])
  })
  await close()
  await database.stop()
  return {
    url: shop.url,
    sandboxUrl: shop.sandboxUrl,
    dataDir,
    async stop() {
      await shop.stop()
      await removeDataDir(dataDir)
    },
  }
}

/** Sells and ships everywhere at one price, and lets shoppers choose a password. */
export const worldwide: Partial<Settings> = {
  checkout: { sellsTo: 'everywhere', shipsTo: 'everywhere', accountCreation: 'password' },
}
