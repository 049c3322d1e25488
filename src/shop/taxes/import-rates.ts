import { inArray } from 'drizzle-orm'
import type { Tx } from '../../platform/database/connect.ts'
import { canadianTaxes } from '../pricing/canadian-pricing.ts'
import type { TaxRate } from '../pricing/tax.ts'
import { allRates, insertRates, lockClasses, type TaxRateFields } from './taxes.store.ts'
import { taxClasses, taxRates } from './taxes.table.ts'

const BATCH_SIZE = 1000
const batches = <T>(all: readonly T[]): readonly T[][] =>
  Array.from({ length: Math.ceil(all.length / BATCH_SIZE) }, (_, index) =>
    all.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  )

/** Equal for rates that tax the same, wherever they stand in the list. */
const keyOf = ({ id: _, order: __, ...rate }: Partial<TaxRate>): string =>
  JSON.stringify(Object.entries(rate).toSorted(([a], [b]) => a.localeCompare(b)))

/**
 * Adds what is not there, under the lock of the classes. With `replaces`, what is not among the rates goes; all others keep
 * their ids. Rates of a class that has been deleted are gone with it.
 */
export async function importRates(tx: Tx, rates: readonly TaxRateFields[], replaces: boolean) {
  const classes = await lockClasses(tx)
  const known = await allRates(tx)
  const knownKeys = new Set(known.map(keyOf))
  const wanted = new Map(rates.filter(({ taxClass }) => classes.has(taxClass)).map((rate) => [keyOf(rate), rate]))
  const missing = [...wanted].flatMap(([key, rate]) => (knownKeys.has(key) ? [] : [rate]))
  const old = replaces ? known.filter((rate) => !wanted.has(keyOf(rate))) : []
  for (const some of batches(old)) {
    const ids = some.map(({ id }) => id)
    await tx.delete(taxRates).where(inArray(taxRates.id, ids))
  }
  for (const some of batches(missing)) await insertRates(tx, some)
  return { added: missing.length, deleted: old.length, kept: known.length - old.length }
}

/** The default set, with the class that some of it are for. */
export async function addCanadianRates(tx: Tx) {
  await tx.insert(taxClasses).values({ slug: 'supplement', name: 'Food supplements' }).onConflictDoNothing()
  return importRates(
    tx,
    canadianTaxes.map(({ id: _, ...rate }) => rate),
    false,
  )
}
