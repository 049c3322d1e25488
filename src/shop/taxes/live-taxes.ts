import type { Db } from '../../platform/database/connect.ts'
import { openLive } from '../../platform/web/live-value.ts'
import { allRates, TAXES_TAG } from './taxes.store.ts'

/** Tax rates cached in memory for price calculation. */
export const openTaxes = (db: Db) =>
  openLive(
    () => allRates(db),
    (tags) => tags.has(TAXES_TAG) || tags.has('*'),
  )
