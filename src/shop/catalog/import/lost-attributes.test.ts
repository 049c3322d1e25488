import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { ImportOptions } from './import-products.ts'
import { openTestImport } from './open-test-import.ts'
import { csvOf, gen, genOf, header, type Row, usual } from './open-test-rows.ts'
import { type RowResult, reportNotes } from './report.ts'

const { bySku, db, importRows, importText } = await openTestImport()

describe('a product loses an attribute', () => {
  const columns = header.filter((column) => column !== 'Published')
  const statuses = async () => {
    const { rows } = await db.execute<{ sku: string; status: string }>(
      sql`select sku, status from products join entries using (id) where products.parent_id is not null order by sku`,
    )
    return rows.map(({ sku, status }) => `${sku} ${status}`)
  }
  const renamed = { 'Attribute 1 name': 'Weight' }
  const stored = async () => {
    await importRows([gen, genOf('50 g'), genOf('100 g')])
    await db.execute(
      sql`update entries set status = 'draft' where id = (select id from products where sku = 'gen-100 g')`,
    )
  }
  const notesOf = async (rows: readonly Row[], options: Partial<ImportOptions> = {}) => {
    const notes: string[] = []
    const write = async (results: readonly RowResult[]) =>
      void notes.push(...results.flatMap(({ line, note }) => (note ? `${line} ${note}` : [])))
    const report = await importText(csvOf(rows, columns), {
      ledger: { done: new Map(), withdrawn: [], write },
      ...options,
    })
    return [...notes, ...reportNotes(report).filter((note) => note.includes('private'))]
  }
  const expected = [
    "2 it loses 'Size', so 1 variation becomes private unless rows of the file give new values",
    'Variations that became private, because their product lost an attribute: 1',
  ]

  test('its variations become private, and the row and the report say so, also before', async () => {
    await stored()
    expect(await notesOf([{ ...gen, ...renamed }], { dryRun: true })).toEqual(expected)
    expect(await notesOf([{ ...gen, ...renamed }])).toEqual(expected)
    expect(await statuses()).toEqual(['gen-100 g draft', 'gen-50 g private'])
    expect(await notesOf([{ ...gen, ...renamed }])).toEqual([])
  })

  test('a variation whose own row gives it a new value stays for sale', async () => {
    await stored()
    expect(await notesOf([{ ...gen, ...renamed }, genOf('50 g', renamed), genOf('100 g', renamed)])).toEqual([
      expected[0],
    ])
    expect(await statuses()).toEqual(['gen-100 g draft', 'gen-50 g publish'])
    expect(Object.values((await bySku('gen'))?.variations[0]?.choices ?? {})).toEqual(['50-g'])
  })

  const origin = { 'Attribute 2 name': 'Origin', 'Attribute 2 value(s)': 'Japan' }
  test.each([
    ['names none', { 'Attribute 1 name': '', 'Attribute 1 value(s)': '' }, renamed],
    ['leaves one out', renamed, { ...renamed, ...origin }],
  ])('a variation whose own row %s of the new attributes stays private', async (_, given, other) => {
    await stored()
    const rows = [{ ...gen, ...renamed }, genOf('50 g', given), genOf('100 g', other)]
    expect(await notesOf(rows)).toEqual(expected)
    expect(await statuses()).toEqual(['gen-100 g draft', 'gen-50 g private'])
  })

  test('a later file puts a private variation back on sale only if it says that it is published', async () => {
    await stored()
    await notesOf([{ ...gen, ...renamed }])
    const back = [gen, genOf('50 g'), genOf('100 g')]
    await importRows(back.map((row) => ({ ...row, Published: '' })))
    expect(await statuses()).toEqual(['gen-100 g draft', 'gen-50 g private'])
    await importRows(back)
    expect(await statuses()).toEqual(['gen-100 g publish', 'gen-50 g publish'])
  })

  test('a row that is refused makes none private', async () => {
    const gtin = { 'GTIN, UPC, EAN, or ISBN': '4006381333931' }
    await importRows([{ ...usual, SKU: 'a', Name: 'A', ...gtin }])
    await stored()
    expect(await notesOf([{ ...gen, ...renamed, ...gtin }])).toEqual([
      expect.stringMatching(/^2 its GTIN belongs to product \d+$/),
    ])
    expect(await statuses()).toEqual(['gen-100 g draft', 'gen-50 g publish'])
  })
})
