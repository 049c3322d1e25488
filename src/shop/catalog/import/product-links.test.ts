import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openTestImport } from './open-test-import.ts'
import { csvOf, type Row, reasons, sencha, sums, usual } from './open-test-rows.ts'
import { reportText } from './report.ts'

const { bySku, db, importRows, importText } = await openTestImport()

describe('product links', () => {
  const named = async (sku: string) => {
    const { rows } = await db.execute<{ kind: string; sku: string }>(sql`
      select kind, linked.sku from product_links
      join products own on own.id = product_id and own.sku = ${sku}
      join products linked on linked.id = linked_id
      order by kind, position`)
    return rows.map((row) => `${row.kind} ${row.sku}`)
  }
  const group = { ...usual, Type: 'grouped', SKU: 'table', Name: 'Table', 'Regular price': '' }

  test('grouped products, up-sells and cross-sells are resolved, also from later rows of the file', async () => {
    const rows: Row[] = [
      { ...group, 'Grouped products': 'gen, id:11', Upsells: 'gen', 'Cross-sells': 'nobody, sencha' },
      { ...sencha, Upsells: 'table' },
      { ...usual, SKU: 'gen', Name: 'Genmaicha' },
    ]
    const dry = await importRows(rows, { dryRun: true })
    const report = await importRows(rows)
    expect(dry.links).toEqual({ named: 6, notFound: 1 })
    expect(report.links).toEqual(dry.links)
    expect(reportText(report)).toContain('Links to other products: 6 named, 1 not found')
    expect(await named('table')).toEqual(['cross-sell sencha', 'grouped gen', 'grouped sencha', 'up-sell gen'])
    expect(await named('sencha')).toEqual(['up-sell table'])
    expect((await bySku('table'))?.groupItems.map((part) => part.sku)).toEqual(['gen', 'sencha'])

    expect(sums(await importRows(rows))).toMatchObject({ unchanged: 3 })
    await importRows([{ ...group, 'Grouped products': 'gen', Upsells: '', 'Cross-sells': '' }])
    expect(await named('table')).toEqual(['grouped gen'])
  })

  test('a file without such columns leaves links as they are; a group is no part of a group', async () => {
    await importRows([sencha, { ...group, 'Grouped products': 'sencha' }])
    const columns = ['Type', 'SKU', 'Name']
    await importText(csvOf([{ Type: 'grouped', SKU: 'table', Name: 'Long table' }], columns))
    expect(await named('table')).toEqual(['grouped sencha'])
    const report = await importRows([{ ...group, SKU: 'room', Name: 'Room', 'Grouped products': 'table, sencha' }])
    expect(report.links).toEqual({ named: 2, notFound: 1 })
    expect(await named('room')).toEqual(['grouped sencha'])
  })

  test('an external product has its URL and button text', async () => {
    const book = { ...usual, Type: 'external', SKU: 'book', Name: 'Book', 'Button text': 'Buy it there' }
    expect(reasons(await importRows([{ ...book, 'External URL': 'javascript:alert(1)' }]))).toEqual([
      '2 book: it is sold elsewhere and has no External URL that begins with http:// or https://',
    ])
    await importRows([{ ...book, 'External URL': 'https://books.example/tea' }])
    expect(await bySku('book')).toMatchObject({
      type: 'external',
      externalUrl: 'https://books.example/tea',
      buttonText: 'Buy it there',
    })
  })
})
