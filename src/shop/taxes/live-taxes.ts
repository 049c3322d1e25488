import type { Db } from '../../platform/database/connect.ts'
import type { TaxRate } from '../pricing/tax.ts'
import { allRates, TAXES_TAG } from './taxes.store.ts'

/** The rates of every total, in memory. */
export async function openTaxes(db: Db) {
  let current: readonly TaxRate[] = await allRates(db)
  /** One reading after the other, so that an older one does not end last. */
  let last: Promise<unknown> = Promise.resolve()
  return {
    table: (): readonly TaxRate[] => current,
    /** After a change of what has these tags. */
    refresh(tags: ReadonlySet<string>): Promise<void> {
      if (!tags.has(TAXES_TAG) && !tags.has('*')) return Promise.resolve()
      const reading = last.then(async () => {
        current = await allRates(db)
      })
      last = reading.catch(() => undefined)
      return reading
    },
  }
}
