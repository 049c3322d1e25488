import type { Db } from '../../platform/database/connect.ts'
import { openLive } from '../../platform/web/live-value.ts'
import { readShippingClasses, readZones, SHIPPING_TAG, shippingConfigOf } from './shipping.store.ts'

/** Shipping zones cached in memory for price calculation. */
export const openShipping = (db: Db) =>
  openLive(
    async () => shippingConfigOf(await readZones(db), await readShippingClasses(db)),
    (tags) => tags.has(SHIPPING_TAG) || tags.has('*'),
  )
