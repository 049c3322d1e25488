import { seedShipping } from '../../db/seed/seed-shipping.ts'
import { seedTaxes } from '../../db/seed/seed-taxes.ts'
import type { Db } from '../../src/platform/database/connect.ts'
import { invalidatePageTags } from '../../src/platform/web/page-tags.ts'
import { defaultSettings } from '../../src/settings.ts'
import { updateSettings } from '../../src/things/settings/settings.store.ts'

/** Adds the shipping zones and tax rates of the demo to a shop that was started with SEED=none and has none. */
export const addDemoCharges = (db: Db): Promise<void> =>
  db.transaction(async (tx) => {
    await seedShipping(tx)
    await seedTaxes(tx)
    await invalidatePageTags(tx, ['*'])
  })

/** Opens a shop that was started with SEED=none, as its owner does at the end of the first steps. */
export async function openNewShop(db: Db): Promise<void> {
  await addDemoCharges(db)
  await updateSettings(db, { comingSoon: defaultSettings.comingSoon }, ({ comingSoon }) => ({
    comingSoon: { ...comingSoon, isOn: false },
  }))
}
