import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { FileError } from './csv-file.ts'
import { importProducts } from './import-products.ts'
import { now, openTestImport } from './open-test-import.ts'
import { csvOf, gen, genOf, header, type Row, reasons, sencha, sums, usual } from './open-test-rows.ts'
import { rejectsCsv } from './report.ts'

const { bySku, db, everything, folder, importRows, importText } = await openTestImport()

const many = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`).join(', ')

test('a row with more attributes than a product may have is refused', async () => {
  const numbers = Array.from({ length: 51 }, (_, at) => at + 1)
  const cells = (count: number) =>
    Object.fromEntries(
      numbers.slice(0, count).flatMap((at) => [
        [`Attribute ${at} name`, `Trait ${at}`],
        [`Attribute ${at} value(s)`, 'x'],
      ]),
    )
  const columns = [...new Set([...header, ...Object.keys(cells(51))])]
  const rows = [50, 51].map((count) => ({ ...usual, SKU: `t${count}`, Name: `T ${count}`, ...cells(count) }))
  const report = await importText(csvOf(rows, columns))
  expect(reasons(report)).toEqual(['3 t51: it has 51 attributes; 50 is the most'])
  expect((await bySku('t50'))?.attributes).toHaveLength(50)
})

describe('rejected rows', () => {
  const bad: readonly [string, Row, string][] = [
    [
      'a bundle',
      { Type: 'bundle' },
      "products of type 'bundle' are not sold here, only simple, variable, variation, grouped, external",
    ],
    ['an external product without an address', { Type: 'external' }, 'it is sold elsewhere and has no External URL'],
    ['a code in words', { 'GTIN, UPC, EAN, or ISBN': 'none' }, "GTIN 'none' is not made of digits"],
    ['half a centimetre more than all', { 'Length (cm)': '1e9' }, "Length '1e9' is not a size such as 12.5"],
    ['two types', { Type: 'simple, variable' }, "Type 'simple, variable' is more than one type"],
    ['a price with a comma', { 'Regular price': '12,50' }, "Regular price '12,50' is not a price such as 12.50"],
    ['a price in words', { 'Regular price': '$12' }, "Regular price '$12' is not a price such as 12.50"],
    ['a price below 0', { 'Regular price': '-1' }, "Regular price '-1' is not a price such as 12.50"],
    ['half a cent', { 'Regular price': '1.005' }, "Regular price '1.005' is not a price such as 12.50"],
    [
      'a price beyond all tables',
      { 'Regular price': '99999999' },
      'Regular price 99999999 is more than this shop can hold',
    ],
    ['a sale that is no bargain', { 'Sale price': '10' }, 'the sale price is not below the regular price'],
    [
      'a sale without a price',
      { 'Regular price': '', 'Sale price': '5' },
      'there is a sale price without a regular price',
    ],
    [
      'a day of another order',
      { 'Date sale price starts': '11/30/2026' },
      "Date sale price starts '11/30/2026' is not a day such as 2026-11-30",
    ],
    [
      'a day that is none',
      { 'Date sale price ends': '2026-02-30' },
      "Date sale price ends '2026-02-30' is not a day such as 2026-11-30",
    ],
    [
      'a sale from end to start',
      { 'Date sale price starts': '2026-12-02', 'Date sale price ends': '2026-12-01' },
      'the sale ends before it starts',
    ],
    ['half a tin', { Stock: '1.5' }, "Stock '1.5' is not a whole number from 0 up"],
    ['less than nothing', { Stock: "'-3" }, "Stock '-3' is not a whole number from 0 up"],
    ['stock in words', { Stock: 'abc' }, "Stock 'abc' is not a whole number from 0 up"],
    ['more than the table holds', { Stock: '9999999999' }, "Stock '9999999999' is not a whole number from 0 up"],
    ['a weight in words', { 'Weight (kg)': '1 kg' }, "Weight '1 kg' is not a weight such as 0.25"],
    ['an unknown status', { Published: '7' }, "Published '7' is not one of 0, 1, 2, true, -1, false"],
    [
      'an unknown visibility',
      { 'Visibility in catalog': 'secret' },
      "Visibility in catalog 'secret' is not one of visible, catalog, search, hidden",
    ],
    [
      'an unknown tax class',
      { 'Tax class': 'reduced-rate' },
      "Tax class 'reduced-rate' is not one of standard, zero-rate, zero rate, grocery, supplement",
    ],
    ['neither yes nor no', { 'Is featured?': 'maybe' }, "Is featured? 'maybe' is neither 1 nor 0"],
    ['no name', { Name: '' }, 'it is new and has no name'],
    ['no name and no SKU', { Name: '', SKU: '' }, 'it has neither SKU nor name'],
    ['an ID in words', { ID: 'x1' }, "ID 'x1' is not a number"],
    ['a name without end', { Name: 'n'.repeat(301) }, 'Name is longer than 300 characters'],
    ['more pictures than a product has', { Images: 'a.jpg,'.repeat(201) }, 'Images has 201 values; 200 is the most'],
    [
      'more names of categories than a product has',
      { Categories: many('Tea > ', 600) },
      "Categories 'Tea > 0, Tea > 1, Tea > 2, Tea > 3, Tea …' has more than 1000 names in it",
    ],
    ['more tags than a product has', { Tags: many('t', 1001) }, 'Tags has 1001 values; 1000 is the most'],
    ['more links than a product has', { Upsells: many('id:', 1001) }, 'Upsells has 1001 values; 1000 is the most'],
    [
      'more values than an attribute has',
      { 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': many('s', 1001) },
      "the attribute 'Size' has more than 1000 names in it",
    ],
    ['a category without name', { Categories: 'Tea > > Green' }, "Categories 'Tea > > Green' has an empty name in it"],
    [
      'a default that is not offered',
      { 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': '50 g', 'Attribute 1 default': '75 g' },
      "the default '75 g' is not among the values of 'Size'",
    ],
    [
      'an attribute twice',
      {
        'Attribute 1 name': 'Size',
        'Attribute 1 value(s)': 'a',
        'Attribute 2 name': 'size',
        'Attribute 2 value(s)': 'b',
      },
      "the attribute 'size' stands there twice",
    ],
    ['what is no text', { Description: 'a\0b' }, 'it holds a character that is not text (NUL)'],
    [
      'several mistakes at once',
      { Stock: 'x', 'Regular price': 'y' },
      "Regular price 'y' is not a price such as 12.50; Stock 'x' is not a whole number from 0 up",
    ],
  ]

  test.each(bad)('%s', async (_, cells, reason) => {
    await importRows([sencha])
    const before = await everything()
    const report = await importRows([{ ...usual, SKU: 'bad', Name: 'Bad', ...cells }])
    expect(report.rejects).toMatchObject([{ line: 2, reason }])
    expect(sums(report)).toEqual({ rows: 1, created: 0, updated: 0, unchanged: 0, rejected: 1 })
    expect(await everything()).toEqual(before)
  })

  const badVariations: readonly [string, Row, string][] = [
    ['no product named', { Parent: '' }, 'it names no product it belongs to (column Parent)'],
    ['a product nobody has', { Parent: 'nobody' }, "its product 'nobody' is neither in this file nor in the shop"],
    ['an ID of another file', { Parent: 'id:999' }, 'its product, ID 999, is not in this file'],
    ['a product that is simple', { Parent: 'sencha' }, 'its product is not a variable product'],
    ['a product that was rejected', { Parent: 'broken' }, 'its product in line 4 was rejected'],
    ['an attribute its product has not', { 'Attribute 1 name': 'Colour' }, "its product is not chosen by 'Colour'"],
    [
      'a value its product has not',
      { 'Attribute 1 value(s)': '75 g' },
      "its product has no '75 g' among the values of 'Size'",
    ],
    ['two values', { 'Attribute 1 value(s)': '50 g, 100 g' }, "a variation has one value of 'Size', not 2"],
    [
      'stock kept on the product',
      { Stock: 'parent' },
      'its stock is kept on the product; here every variation needs a number of its own',
    ],
    ['the same variation twice', { 'Attribute 1 value(s)': '50 g' }, 'line 5 is the same variation of its product'],
    ['the SKU of a product', { SKU: 'old' }, 'its SKU belongs to a simple product here'],
  ]

  test.each(badVariations)('a variation with %s', async (_, cells, reason) => {
    await importRows([{ ...usual, SKU: 'old', Name: 'Old' }])
    const broken = { ...gen, ID: '45', SKU: 'broken', 'Regular price': 'free' }
    const report = await importRows([sencha, gen, broken, genOf('50 g'), genOf('100 g', cells)])
    expect(report.rejects.at(-1)).toMatchObject({ line: 6, reason })
    expect(sums(report)).toEqual({ rows: 5, created: 3, updated: 0, unchanged: 0, rejected: 2 })
  })

  test('duplicates: only the first row counts', async () => {
    const report = await importRows([
      sencha,
      { ...sencha, ID: '12', Name: 'Another' },
      { ...usual, ID: '11', SKU: 'other', Name: 'Other' },
      { ...usual, Name: 'Gift card' },
      { ...usual, Name: 'Gift card', 'Regular price': 'x' },
    ])
    expect(reasons(report)).toEqual([
      '3 sencha: the SKU sencha stands already in line 2',
      '4 other: the ID 11 stands already in line 2',
      "6 : a product of this name without SKU stands already in line 5; Regular price 'x' is not a price such as 12.50",
    ])
    expect((await bySku('sencha'))?.name).toBe('Sencha “Asamushi” Grün')
  })

  test('an SKU of another product type', async () => {
    await importRows([sencha, gen, genOf('50 g')])
    const before = await everything()
    const report = await importRows([
      { ...usual, SKU: 'gen', Name: 'Genmaicha' },
      { ...usual, SKU: 'gen-50 g', Name: 'Small' },
      { ...gen, ID: '50', SKU: 'sencha-2', Name: 'Two' },
      genOf('50 g', { SKU: 'gen-small' }),
    ])
    expect(reasons(report)).toEqual([
      '2 gen: it is a variable product here and has variations',
      '3 gen-50 g: its SKU belongs to a variation here, not to a simple product',
      '5 gen-small: its product in line 2 was rejected',
    ])
    await db.execute(sql`delete from entries where title = 'Two'`)
    expect(await everything()).toEqual(before)
  })

  test('rows of another length and with stray quotes; the rows around them are taken', async () => {
    const report = await importText('SKU,Name,Regular price\na,A,1\nb,B\nc,C,1,2\nd,D "x",1\ne,"E\nE",1\nf,F,1\n')
    expect(reasons(report)).toEqual([
      '3 b: it has 2 cells where the first line has 3',
      '4 c: it has 4 cells where the first line has 3',
      '5 : a quote stands inside a cell that is not quoted',
    ])
    expect(sums(report)).toMatchObject({ rows: 6, created: 3, rejected: 3 })
  })

  test('the rejects file contains no formulas', async () => {
    const report = await importRows([{ ...usual, SKU: '=1+1', Name: 'A', Stock: '=2' }])
    expect(rejectsCsv(report)).toBe(
      "\uFEFFline,sku,name,reason\n2,'=1+1,A,Stock '=2' is not a whole number from 0 up\n",
    )
  })
})

describe('files that cannot be read', () => {
  test.each([
    ['an empty one', ''],
    ['one that is no table', 'Dear Sir,\nplease find attached'],
    ['UTF-16', Buffer.from('\uFEFFSKU,Name\na,A\n', 'utf16le')],
    ['Latin-1', Buffer.from('SKU,Name\na,Gr\xfcn\n', 'latin1')],
    ['a quote never closed', 'SKU,Name\na,A\nb,"B\nc,C\n'],
    ['text behind a quote', 'SKU,Name\na,A\nb,"B" x\nc,C\n'],
    ['a column twice', 'SKU,Name,sku\na,A,a\n'],
    ['an unknown weight', 'SKU,Name,Weight (stone)\na,A,1\n'],
  ])('%s: nothing is imported', async (_, content) => {
    const before = await everything()
    await expect(importText(content)).rejects.toThrow(FileError)
    expect(await everything()).toEqual(before)
  })

  test('the line of a quote that is never closed is named', async () => {
    await expect(importText('SKU,Name\na,A\nb,"B\nc,C\n')).rejects.toThrow('line 3')
  })

  test('a missing file', async () => {
    await expect(importProducts(db, join(folder, 'none.csv'), { now })).rejects.toThrow(FileError)
  })
})
