import { sql } from 'drizzle-orm'
import type { Tx } from '../../src/platform/database/connect.ts'
import { addCanadianRates } from '../../src/shop/taxes/import-rates.ts'

/** The sales taxes of Canada, with the same ids in every demo. */
export async function seedTaxes(tx: Tx): Promise<void> {
  await tx.execute(sql`select setval(pg_get_serial_sequence('tax_rates', 'id'), 1, false)`)
  await addCanadianRates(tx)
}
