import { globSync, readFileSync } from 'node:fs'
import { asc, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { canadianTaxes } from '../src/shop/pricing/canadian-pricing.ts'
import { allRates } from '../src/shop/taxes/taxes.store.ts'
import { taxRates } from '../src/shop/taxes/taxes.table.ts'
import { entries } from '../src/things/entries/entries.table.ts'
import { createTestDatabase } from '../test/support/database.ts'

const { db } = await createTestDatabase()

test('the migration gives a shop in use the rates that were built in, with their ids, and a new one none', async () => {
  const statements = globSync('db/migrations/*.sql').flatMap((file) =>
    readFileSync(file, 'utf8').split('--> statement-breakpoint'),
  )
  const [insert, ...others] = statements.filter((statement) => statement.includes('INSERT INTO "tax_rates"'))
  expect([typeof insert, others]).toEqual(['string', []])
  expect(await allRates(db)).toEqual([])
  await db.insert(entries).values({ kind: 'page', slug: 'about', title: 'About' })
  await db.execute(sql.raw(insert ?? ''))
  expect(await db.select().from(taxRates).orderBy(asc(taxRates.id))).toEqual(canadianTaxes)
})
