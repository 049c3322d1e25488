import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../platform/database/connect.ts'
import type { ShippingConfig } from '../pricing/shipping.ts'
import { readShippingClasses, readZones, SHIPPING_TAG, shippingConfigOf } from './shipping.store.ts'

const read = async (db: Db): Promise<ShippingConfig> =>
  shippingConfigOf(await readZones(db), await readShippingClasses(db))

/** The shipping zones in memory, for every cart. */
export async function openShipping(db: Db) {
  let current = await read(db)
  /** One reading after the other, so that an older one does not end last. */
  let last: Promise<unknown> = Promise.resolve()
  async function reread(): Promise<boolean> {
    const before = current
    current = await read(db)
    return !isDeepStrictEqual(before, current)
  }
  return {
    config: (): ShippingConfig => current,
    /** After a change of pages with these tags; whether the zones have changed. */
    refresh(changed: ReadonlySet<string>): Promise<boolean> {
      if (!changed.has(SHIPPING_TAG) && !changed.has('*')) return Promise.resolve(false)
      const reading = last.then(reread)
      last = reading.catch(() => undefined)
      return reading
    },
  }
}
