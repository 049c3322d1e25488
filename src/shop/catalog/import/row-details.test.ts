import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { entries } from '../../../things/entries/entries.table.ts'
import { products } from '../catalog.table.ts'
import { openTestImport } from './open-test-import.ts'
import { csvOf, gen, genOf, sencha } from './open-test-rows.ts'

const { db, importText, importRows, bySku } = await openTestImport()

describe('downloads', () => {
  const part = (at: number) => [`Download ${at} ID`, `Download ${at} name`, `Download ${at} URL`] as const
  const columns = ['SKU', 'Name', ...part(1), ...part(2)]
  const address = (file: string) => `https://files.example/${file}.pdf`
  const importFiles = async (...files: readonly { id?: string; file: string }[]) => {
    const cells = files.flatMap(({ id = '', file }, at) => {
      const [idCell, name, url] = part(at + 1)
      return [
        [idCell, id],
        [name, file],
        [url, address(file)],
      ]
    })
    await importText(csvOf([{ SKU: 'book', Name: 'Book', ...Object.fromEntries(cells) }], columns))
    const [row] = await db.select({ downloads: products.downloads }).from(products).where(eq(products.sku, 'book'))
    return row?.downloads ?? []
  }
  const other = expect.stringMatching(/^[\da-f-]{36}$/)

  test('a file moved to another place keeps its id, and a new one in its former place has its own', async () => {
    await importFiles({ id: 'id1', file: 'a' }, { id: 'id2', file: 'b' })
    const moved = await importFiles({ file: 'b' }, { file: 'c' })
    expect(moved).toEqual([
      { id: 'id2', name: 'b', file: address('b') },
      { id: other, name: 'c', file: address('c') },
    ])
    expect(await importFiles({ file: 'b' }, { file: 'c' })).toEqual(moved)
  })

  test('a file in place of another keeps its id, unless another cell of the row has it', async () => {
    await importFiles({ id: 'id1', file: 'a' }, { id: 'id2', file: 'b' })
    expect(await importFiles({ file: 'a2' }, { file: 'b' })).toMatchObject([{ id: 'id1' }, { id: 'id2' }])
    expect(await importFiles({ file: 'new' }, { id: 'id1', file: 'a2' })).toMatchObject([{ id: other }, { id: 'id1' }])
    expect(await importFiles({ id: 'id1', file: 'x' }, { id: 'id1', file: 'y' })).toMatchObject([
      { id: 'id1' },
      { id: other },
    ])
  })
})

test('a file that buyers could not get is refused, as on the screen of a product', async () => {
  const url = 'Download 1 URL'
  for (const file of [
    'http://files.example/a.pdf',
    'https://localhost/a.pdf',
    'https://user:word@files.example/a.pdf',
    'https://files.example/a\n.pdf',
    'downloads/a.pdf',
    'downloads/../secret/a.pdf',
    'a.pdf',
  ]) {
    const report = await importText(csvOf([{ SKU: 'book', Name: 'Book', [url]: file }], ['SKU', 'Name', url]))
    expect(report.rejects.map(({ reason }) => reason)).toEqual([
      `${url.replace(' 1', '')} '${file.replace('\n', ' ')}' is neither a public https address nor a file of this shop`,
    ])
  }
})

test('a protected file whose name has spaces is imported as it was exported', async () => {
  const file = 'downloads/0123456789abcdefghijkl/Brewing guide.pdf'
  const report = await importText(
    csvOf([{ SKU: 'guide', Name: 'Guide', 'Download 1 URL': file }], ['SKU', 'Name', 'Download 1 URL']),
  )
  expect(report.rejects).toEqual([])
  const [row] = await db.select({ downloads: products.downloads }).from(products).where(eq(products.sku, 'guide'))
  expect(row?.downloads).toMatchObject([{ file }])
})

test('a row that leaves its product in the trash says so', async () => {
  await importRows([sencha])
  await db.update(entries).set({ status: 'trash', statusBeforeTrash: 'publish' })
  const notes: string[] = []
  const ledger = {
    done: new Map(),
    withdrawn: [],
    write: async (results: readonly { note: string }[]) => void notes.push(...results.map(({ note }) => note)),
  }
  const prices = csvOf([{ SKU: 'sencha', 'Regular price': '20' }], ['SKU', 'Regular price'])
  await importText(prices, { ledger })
  expect(notes).toEqual(['its product is in the trash, and stays there'])
  await importRows([{ ...sencha, Images: '' }], { ledger })
  expect([notes[1], (await bySku('sencha'))?.status]).toEqual(['', 'publish'])
})

describe('a blank cell under Published', () => {
  const blank = { Published: '' }

  test('makes a new product a draft, and leaves the status of a stored one', async () => {
    await importRows([{ ...sencha, ...blank }])
    expect(await bySku('sencha')).toMatchObject({ status: 'draft' })
    await importRows([sencha])
    await importRows([{ ...sencha, ...blank, Name: 'Sencha' }])
    expect(await bySku('sencha')).toMatchObject({ status: 'publish', name: 'Sencha' })
  })

  test('leaves a new variation to its product', async () => {
    await importRows([gen, genOf('50 g', blank)])
    const rows = await db.select({ kind: entries.kind, status: entries.status }).from(entries)
    expect(rows).toContainEqual({ kind: 'product_variation', status: 'publish' })
  })

  test('differs from no such column, with which new products are published', async () => {
    await importText(csvOf([{ SKU: 'book', Name: 'Book' }], ['SKU', 'Name']))
    expect(await bySku('book')).toMatchObject({ status: 'publish' })
  })
})
