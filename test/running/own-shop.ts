/** A shop of one's own for a browser test: the demo goods, with settings that the shared shop does not have. */
import { connect } from '../../src/database/connect.ts'
import { openEmbedded } from '../../src/database/embedded.ts'
import { countryCodes } from '../../src/orders/country-codes.ts'
import { coupons } from '../../src/pricing/coupons.table.ts'
import { saveSetting } from '../../src/settings/settings.store.ts'
import type { Settings } from '../../src/settings/settings.ts'
import { announceTags } from '../../src/web/page-tags.ts'
import { removeDataDir, startShop, temporaryDataDir } from './shop-process.ts'

export type OwnShop = {
  readonly url: string
  /** The payment sandbox that belongs to it, and where the key to it is kept. */
  readonly sandboxUrl: string
  readonly dataDir: string
  stop(): Promise<void>
}

type Coupon = typeof coupons.$inferInsert

/** Starts it and changes its settings as an owner would: it hears of them while it runs. */
export async function startOwnShop(
  settings: Partial<Settings>,
  more: { readonly coupons?: readonly Coupon[] } = {},
): Promise<OwnShop> {
  const dataDir = await temporaryDataDir()
  const shop = await startShop({ dataDir, environment: { WARM_PICTURES: 'off' } })
  const database = await openEmbedded(dataDir)
  const { db, close } = connect(database.url)
  await db.transaction(async (tx) => {
    for (const [name, value] of Object.entries(settings)) await saveSetting(tx, name as keyof Settings, value)
    if (more.coupons) await tx.insert(coupons).values([...more.coupons])
    await announceTags(tx, ['settings'])
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

/** Sells and sends everywhere at one price, and lets shoppers choose a password. */
export const worldwide: Partial<Settings> = {
  checkout: { sellsTo: 'everywhere', shipsTo: 'everywhere', accounts: 'password' },
  shipping: {
    zones: [
      {
        name: 'Everywhere',
        countries: countryCodes,
        methods: [{ kind: 'flat_rate', instanceId: 1, title: 'Post', costCents: 1500, taxable: true }],
      },
    ],
  },
}
