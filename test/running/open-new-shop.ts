import type { Db } from '../../src/platform/database/connect.ts'
import { defaultSettings } from '../../src/settings.ts'
import { updateSettings } from '../../src/things/settings/settings.store.ts'

/** Opens a shop that was started with SEED=none, as its owner does at the end of the first steps. */
export const openNewShop = (db: Db): Promise<unknown> =>
  updateSettings(db, { comingSoon: defaultSettings.comingSoon }, ({ comingSoon }) => ({
    comingSoon: { ...comingSoon, isOn: false },
  }))
