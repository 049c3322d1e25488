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

/** Identical for rates that differ only in id and order. */
const keyOf = ({ id: _, order: __, ...rate }: Partial<TaxRate>): string =>
  JSON.stringify(Object.entries(rate).toSorted(([a], [b]) => a.localeCompare(b)))

/**
 * Adds missing rates while holding the lock on the classes. With `replaces`, rates that are not in the import are
 * deleted; all others keep their ids. Rates of a deleted class are skipped.
 */
export async function importRates(tx: Tx, rates: readonly TaxRateFields[], replaces: boolean) {
  const classes = await lockClasses(tx)
  const known = await allRates(tx)
  const knownKeys = new Set(known.map(keyOf))
  const imported = new Map(rates.filter(({ taxClass }) => classes.has(taxClass)).map((rate) => [keyOf(rate), rate]))
  const missing = [...imported].flatMap(([key, rate]) => (knownKeys.has(key) ? [] : [rate]))
  const obsolete = replaces ? known.filter((rate) => !imported.has(keyOf(rate))) : []
  for (const batch of batches(obsolete)) {
    const ids = batch.map(({ id }) => id)
    await tx.delete(taxRates).where(inArray(taxRates.id, ids))
  }
  for (const batch of batches(missing)) await insertRates(tx, batch)
  return { added: missing.length, deleted: obsolete.length, kept: known.length - obsolete.length }
}

/** The default Canadian rates, with the tax class that some of them belong to. */
export async function addCanadianRates(tx: Tx) {
  await tx.insert(taxClasses).values({ slug: 'supplement', name: 'Food supplements' }).onConflictDoNothing()
  return importRates(
    tx,
    canadianTaxes.map(({ id: _, ...rate }) => rate),
    false,
  )
}
