import { and, asc, eq, ne, or, sql } from 'drizzle-orm'
import { type Db, firstOf, type Tx } from '../../platform/database/connect.ts'
import { containsText, listOrder, readPage } from '../../platform/database/list-query.ts'
import { invalidatePageTags } from '../../platform/web/page-tags.ts'
import { STANDARD, type TaxRate } from '../pricing/tax.ts'
import { taxClasses, taxRates } from './taxes.table.ts'

export type TaxClassRecord = typeof taxClasses.$inferSelect
export type TaxRateFields = Omit<TaxRate, 'id'>

/** A rate of 0 % for every place. */
export const emptyRate: TaxRateFields = {
  country: '',
  state: '',
  postcodes: [],
  cities: [],
  label: '',
  ratePer100k: 0,
  priority: 1,
  isCompound: false,
  taxesShipping: true,
  taxClass: STANDARD,
  order: 0,
  from: '',
}

/** A commit with this tag makes every process reload the rates. */
export const TAXES_TAG = 'taxes'

/** Changes rates or classes, after which every process reloads them. */
export const changeTaxes = <T>(db: Db, change: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => {
    const changed = await change(tx)
    await invalidatePageTags(tx, [TAXES_TAG])
    return changed
  })

export const allRates = (db: Db | Tx): Promise<TaxRate[]> =>
  db.select().from(taxRates).orderBy(asc(taxRates.taxClass), asc(taxRates.order), asc(taxRates.id))

type RateQuery = {
  readonly search: string
  readonly class?: string | undefined
  readonly orderby: string
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
}

export function listRates(db: Db, { search, class: taxClass, limit, offset, ...sort }: RateQuery) {
  const where = and(
    taxClass === undefined ? undefined : eq(taxRates.taxClass, taxClass),
    containsText(search, [taxRates.label, taxRates.country, taxRates.state]),
  )
  const columns = { id: taxRates.id, order: taxRates.order, priority: taxRates.priority }
  const rows = db.select().from(taxRates).$dynamic()
  return readPage(db, rows, taxRates, { where, order: listOrder(columns, taxRates.id, sort), limit, offset })
}

export const findRate = (db: Db | Tx, id: number): Promise<TaxRate | null> =>
  db.select().from(taxRates).where(eq(taxRates.id, id)).then(firstOf)

const columnsOf = ({ postcodes, cities, ...rate }: Partial<TaxRateFields>) => ({
  ...rate,
  ...(postcodes && { postcodes: [...postcodes] }),
  ...(cities && { cities: [...cities] }),
})

export const insertRates = async (tx: Tx, rates: readonly Partial<TaxRateFields>[]): Promise<TaxRate[]> =>
  rates.length === 0 ? [] : tx.insert(taxRates).values(rates.map(columnsOf)).returning()

/** The updated rate; null if it no longer exists. */
export const updateRate = async (tx: Tx, id: number, change: Partial<TaxRateFields>): Promise<TaxRate | null> =>
  Object.keys(change).length === 0
    ? findRate(tx, id)
    : tx.update(taxRates).set(columnsOf(change)).where(eq(taxRates.id, id)).returning().then(firstOf)

export const deleteRate = async (db: Db | Tx, id: number): Promise<boolean> =>
  (await db.delete(taxRates).where(eq(taxRates.id, id)).returning({ id: taxRates.id })).length > 0

/** The standard class first, then by name. */
export const listClasses = (db: Db | Tx): Promise<TaxClassRecord[]> =>
  db
    .select()
    .from(taxClasses)
    .orderBy(sql`${taxClasses.slug} <> ${STANDARD}`, asc(taxClasses.name), asc(taxClasses.slug))

/** All slugs. Until the transaction ends no class is deleted, and other imports wait. */
export const lockClasses = async (tx: Tx): Promise<ReadonlySet<string>> =>
  new Set(
    (await tx.select().from(taxClasses).orderBy(asc(taxClasses.slug)).for('no key update')).map(({ slug }) => slug),
  )

/** Within a transaction, also prevents deletion of the class until it ends. */
export const classExists = async (db: Db | Tx, slug: string): Promise<boolean> =>
  (await db.select().from(taxClasses).where(eq(taxClasses.slug, slug)).for('key share')).length > 0

/** The new class; null if its slug or name is taken. */
export async function insertClass(db: Db | Tx, row: TaxClassRecord): Promise<TaxClassRecord | null> {
  const isTaken = or(eq(taxClasses.slug, row.slug), eq(sql`lower(${taxClasses.name})`, row.name.toLowerCase()))
  if ((await db.$count(taxClasses, isTaken)) > 0) return null
  return (await db.insert(taxClasses).values(row).onConflictDoNothing().returning())[0] ?? null
}

/** Also deletes its rates; its products get the standard class, which itself cannot be deleted. */
export const deleteClass = async (db: Db | Tx, slug: string): Promise<TaxClassRecord | null> =>
  db
    .delete(taxClasses)
    .where(and(eq(taxClasses.slug, slug), ne(taxClasses.slug, STANDARD)))
    .returning()
    .then(firstOf)
