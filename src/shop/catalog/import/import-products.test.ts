import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'csv-stringify/sync'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../../test/support/database.ts'
import { diskStore } from '../../../platform/files/disk-store.ts'
import { cleanContent } from '../../../things/entries/clean-content.ts'
import { terms } from '../../../things/entries/terms.table.ts'
import { media } from '../../../things/media/media.table.ts'
import { uploadFiles } from '../../../things/media/upload-files.ts'
import { findProduct } from '../catalog.store.ts'
import { products } from '../catalog.table.ts'
import { pictureRequests } from '../pictures-by-address/picture-requests.table.ts'
import { cleanHtml } from './clean-html.ts'
import { FileError } from './csv-file.ts'
import { type ImportOptions, importProducts } from './import-products.ts'
import { type RowResult, rejectsCsv, reportNotes, reportText } from './report.ts'

const { db } = await createTestDatabase()
const folder = await mkdtemp(join(tmpdir(), 'samovar-import-'))
const now = new Date('2026-11-20T12:00:00Z')
const later = new Date('2026-12-24T12:00:00Z')

beforeEach(() => db.execute(sql`truncate entries, terms, attributes, media restart identity cascade`))
afterAll(() => rm(folder, { recursive: true }))

/** The columns of a WooCommerce export, in its order. */
const header = [
  ...['ID', 'Type', 'SKU', 'GTIN, UPC, EAN, or ISBN', 'Name', 'Published', 'Is featured?', 'Visibility in catalog'],
  ...['Short description', 'Description', 'Date sale price starts', 'Date sale price ends', 'Tax status', 'Tax class'],
  ...['In stock?', 'Stock', 'Low stock amount', 'Backorders allowed?', 'Sold individually?', 'Weight (kg)'],
  ...['Length (cm)', 'Width (cm)', 'Height (cm)', 'Allow customer reviews?', 'Purchase note', 'Sale price'],
  ...['Regular price', 'Categories', 'Tags', 'Shipping class', 'Images', 'Download limit', 'Download expiry days'],
  ...['Parent', 'Grouped products', 'Upsells', 'Cross-sells', 'External URL', 'Button text', 'Position'],
  ...['Attribute 1 name', 'Attribute 1 value(s)', 'Attribute 1 visible', 'Attribute 1 global', 'Attribute 1 default'],
  ...['Attribute 2 name', 'Attribute 2 value(s)', 'Attribute 2 visible', 'Attribute 2 global'],
]
const usual = {
  Type: 'simple',
  Published: '1',
  'Is featured?': '0',
  'Visibility in catalog': 'visible',
  'Tax status': 'taxable',
  'In stock?': '1',
  'Backorders allowed?': '0',
  'Sold individually?': '0',
  'Regular price': '10',
  Position: '0',
}
type Row = Readonly<Record<string, string>>
const csvOf = (rows: readonly Row[], columns = header) =>
  stringify([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))])

async function file(content: string | Buffer, name = 'products.csv'): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, content)
  return path
}
const importText = async (content: string | Buffer, options: Partial<ImportOptions> = {}) =>
  importProducts(db, await file(content), { now, ...options })
const importRows = (rows: readonly Row[], options: Partial<ImportOptions> = {}) => importText(csvOf(rows), options)
const reasons = (report: Awaited<ReturnType<typeof importRows>>) =>
  report.rejects.map(({ line, sku, reason }) => `${line} ${sku}: ${reason}`)
const sums = ({ rows, created, updated, unchanged, rejected }: Awaited<ReturnType<typeof importRows>>) => ({
  rows,
  created,
  updated,
  unchanged,
  rejected,
})
const bySku = async (sku: string) => {
  const [row] = await db.select({ id: products.id }).from(products).where(eq(products.sku, sku))
  return row ? findProduct(db, { id: row.id }, { anyStatus: true }) : null
}
async function everything() {
  const tables = [
    'entries',
    'products',
    'product_links',
    'stock_levels',
    'stock_movements',
    'entry_terms',
    'product_attributes',
  ]
  const names = [...tables, 'terms', 'attributes', 'media', 'entry_media']
  const dumps = await Promise.all(names.map((name) => db.execute(sql.raw(`select * from ${name} order by 1, 2`))))
  return dumps.map((dump) => dump.rows)
}

const sencha: Row = {
  ...usual,
  ID: '11',
  SKU: 'sencha',
  Name: 'Sencha “Asamushi” Grün',
  'Tax class': 'zero-rate',
  Stock: '12',
  'Regular price': '18.50',
  'Sale price': '15',
  'Weight (kg)': '.12',
  'Low stock amount': '3',
  'Shipping class': 'Glass and clay',
  'Short description': 'Green & steamed.',
  Description: 'First line.\\nSecond.\\n\\nNew <b>paragraph</b>.',
  'Date sale price starts': '2026-11-01 0:00:00',
  'Date sale price ends': '2026-11-30',
  Categories: 'Tea > Green, Gifts',
  Tags: 'spring, deep\\, dark',
  Images: 'https://shop.test/a/sencha.jpg',
  'Attribute 1 name': 'Origin',
  'Attribute 1 value(s)': 'Japan',
  'Attribute 1 visible': '1',
}
const gen: Row = {
  ...usual,
  ID: '44',
  Type: 'variable',
  SKU: 'gen',
  Name: 'Genmaicha',
  'Regular price': '',
  Categories: 'Tea > Green',
  'Attribute 1 name': 'Size',
  'Attribute 1 value(s)': '50 g, 100 g',
  'Attribute 1 visible': '1',
  'Attribute 1 default': '50 g',
  'Attribute 2 name': 'Origin',
  'Attribute 2 value(s)': 'Japan',
}
const genOf = (size: string, more: Row = {}): Row => ({
  ...usual,
  Type: 'variation',
  SKU: `gen-${size}`,
  Name: `Genmaicha - ${size}`,
  Parent: 'gen',
  Stock: '4',
  'Attribute 1 name': 'Size',
  'Attribute 1 value(s)': size,
  ...more,
})

describe('accepted rows', () => {
  test('a simple product with everything that an export knows of it', async () => {
    const report = await importRows([sencha])
    expect(sums(report)).toEqual({ rows: 1, created: 1, updated: 0, unchanged: 0, rejected: 0 })
    const product = await bySku('sencha')
    expect(product).toMatchObject({
      type: 'simple',
      name: 'Sencha “Asamushi” Grün',
      slug: 'sencha-asamushi-grun',
      status: 'publish',
      regularPriceCents: 1850,
      salePriceCents: 1500,
      taxClass: 'grocery',
      isTaxable: true,
      weightGrams: 120,
      shippingClass: 'glass-and-clay',
      saleFrom: new Date('2026-11-01T04:00:00Z'),
      saleUntil: new Date('2026-12-01T05:00:00Z'),
      excerpt: '<p>Green &amp; steamed.</p>',
      content: '<p>First line.<br>\nSecond.</p>\n<p>New <b>paragraph</b>.</p>',
      stock: { tracksInventory: true, onHand: 12, backorders: 'no' },
    })
    expect(product?.categories.map((term) => term.name)).toEqual(['Green', 'Gifts'])
    expect(product?.tags.map((term) => term.name).sort()).toEqual(['deep, dark', 'spring'])
    expect(product?.attributes).toMatchObject([{ slug: 'pa_origin', label: 'Origin', isForVariations: false }])
    expect(report).toMatchObject({
      newTerms: { categories: 3, tags: 2, attributes: 1, values: 1 },
      pictures: { named: 1, added: 0, notFound: 1 },
    })
  })

  test('variations may precede or follow their product, by SKU or by ID, and an empty value means any', async () => {
    const report = await importRows([
      genOf('50 g', { Stock: '', 'In stock?': '0' }),
      gen,
      genOf('100 g', { Parent: 'id:44', 'Regular price': '21' }),
    ])
    expect(reasons(report)).toEqual([])
    const product = await bySku('gen')
    expect(product).toMatchObject({ type: 'variable', regularPriceCents: null })
    expect(product?.attributes).toMatchObject([
      { slug: 'pa_size', isForVariations: true, defaultSlug: '50-g' },
      { slug: 'pa_origin', isForVariations: false, defaultSlug: null },
    ])
    expect(
      product?.variations.map((one) => [one.sku, one.choices, one.stock.tracksInventory, one.stock.status]),
    ).toEqual([
      ['gen-50 g', { pa_size: '50-g' }, false, 'outofstock'],
      ['gen-100 g', { pa_size: '100-g' }, true, 'instock'],
    ])
    const any = await importRows([genOf('', { SKU: 'gen-any', 'Attribute 1 value(s)': '' })])
    expect(reasons(any)).toEqual([])
    expect((await bySku('gen'))?.variations.at(-1)?.choices).toEqual({ pa_size: '' })
  })

  test('a variation takes the tax class of its product', async () => {
    await importRows([{ ...gen, 'Tax class': 'zero-rate' }, genOf('50 g', { 'Tax class': 'parent' })])
    expect((await bySku('gen'))?.variations[0]?.taxClass).toBe('grocery')
  })

  test('columns in any order and any capitals, semicolons, a mark in front, Windows line ends', async () => {
    const text = '\uFEFFregular PRICE;sku;NAME;Mystery\r\n12.5;cup;"A ""cup"" for\r\nGrüße";x\r\n\r\n;;;\r\n'
    const report = await importText(text)
    expect(sums(report)).toMatchObject({ rows: 1, created: 1 })
    expect(report.columns.unknown).toEqual(['Mystery'])
    expect(await bySku('cup')).toMatchObject({ name: 'A "cup" for Grüße', regularPriceCents: 1250 })
  })

  test('unsupported columns are counted', async () => {
    const report = await importText(csvOf([{ ...sencha, 'Cost of goods': '3' }], [...header, 'Cost of goods']))
    expect(report.columns.unsupported).toEqual([{ name: 'Cost of goods', rows: 1 }])
    expect(reportText(report)).toContain('No place for: Cost of goods (1 rows)')
  })

  test('descriptions are sanitized', async () => {
    const evil = '<p onclick="x()">Hi<script>alert(1)</script><img onerror=y><a href="javascript:z">k</a></p>'
    await importRows([{ ...sencha, Description: evil, Name: '<b>Tea</b> &amp; <script>x</script>cup' }])
    expect(await bySku('sencha')).toMatchObject({ content: '<p>Hi<a>k</a></p>', name: 'Tea & cup' })
  })

  test('missing columns leave their fields unchanged', async () => {
    await importRows([sencha, gen, genOf('50 g')])
    const report = await importText('SKU,Regular price,Stock\nsencha,19,\ngen-50 g,13,7\n')
    expect(sums(report)).toEqual({ rows: 2, created: 0, updated: 2, unchanged: 0, rejected: 0 })
    expect(await bySku('sencha')).toMatchObject({
      name: 'Sencha “Asamushi” Grün',
      regularPriceCents: 1900,
      salePriceCents: 1500,
      stock: { tracksInventory: false },
    })
    const [small] = (await bySku('gen'))?.variations ?? []
    expect(small).toMatchObject({ regularPriceCents: 1300, choices: { pa_size: '50-g' }, stock: { onHand: 7 } })
  })

  test('without SKU a product is matched by name, a variation by its attributes', async () => {
    const rows = [
      { ...usual, ID: '7', Name: 'Gift card' },
      { ...gen, SKU: '' },
      genOf('50 g', { SKU: '', Parent: 'id:44' }),
    ]
    expect(sums(await importRows(rows))).toMatchObject({ rows: 3, created: 3 })
    expect(sums(await importRows(rows))).toMatchObject({ rows: 3, unchanged: 3 })
    const dearer = rows.map((row) => (row.Type === 'variable' ? row : { ...row, 'Regular price': '11' }))
    expect(sums(await importRows(dearer))).toMatchObject({ updated: 2, unchanged: 1 })
  })
})

describe('pictures', () => {
  const files = uploadFiles({ files: diskStore(join(folder, 'data')), dataDir: join(folder, 'data') })
  const images = { folder, files }

  test('are taken from a folder by the last part of their name, once', async () => {
    await file(
      await sharp({ create: { width: 40, height: 50, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
      'sencha.jpg',
    )
    await file('no picture', 'text.png')
    const row = { ...sencha, Images: 'https://shop.test/a/sencha.jpg?v=2, ../../text.png, /etc/missing.jpg' }
    const dry = await importRows([row], { images, dryRun: true })
    const report = await importRows([row], { images })
    expect(report.pictures).toEqual({ named: 3, added: 1, notFound: 1, notAPicture: 1 })
    expect({ ...dry, dryRun: false, seconds: 0 }).toEqual({ ...report, seconds: 0 })
    expect((await bySku('sencha'))?.pictures.map((picture) => picture.path)).toEqual(['2026/11/sencha.png'])

    // The same file a month later resolves to the same picture.
    expect(sums(await importRows([row], { images, now: later }))).toMatchObject({ unchanged: 1 })
    expect(sums(await importRows([row]))).toMatchObject({ unchanged: 1 })
    expect(await db.select().from(media)).toHaveLength(1)
  })

  test('stay as they are while one of the row is missing or on another site', async () => {
    const stored = ['a', 'b', 'c'].map((name) => ({ path: `2026/11/${name}.webp`, mime: 'image/webp', bytes: 1 }))
    await db.insert(media).values(stored.map((row) => ({ ...row, width: 1, height: 1 })))
    const here = (name: string) => `http://localhost/wp-content/uploads/2026/11/${name}.webp`
    const importImages = async (...addresses: readonly string[]) => {
      await importRows([{ ...sencha, Images: addresses.join(', ') }], { fetchesPictures: true })
      return (await bySku('sencha'))?.pictures.map(({ id }) => id)
    }
    // A product without pictures takes those that are there; the others are fetched later.
    expect(await importImages('https://elsewhere.example/x.jpg', here('a'))).toEqual([1])
    expect(await importImages(here('a'), here('b'))).toEqual([1, 2])
    expect(await importImages(here('a'), 'https://elsewhere.example/x.jpg')).toEqual([1, 2])
    expect(await importImages(here('gone'), here('b'))).toEqual([1, 2])
    expect(await importImages(here('b'), here('c'))).toEqual([2, 3])
    expect(await importImages()).toEqual([])
  })

  test('a video among them is left out, and the row says so', async () => {
    const stored = ['a.webp', 'b.webp', 'clip.mp4'].map((name) => ({ path: `2026/11/${name}`, bytes: 1 }))
    const mimes = ['image/webp', 'image/webp', 'video/mp4']
    await db.insert(media).values(stored.map((row, at) => ({ ...row, mime: mimes[at] ?? '', width: 1, height: 1 })))
    const here = (name: string) => `http://localhost/wp-content/uploads/2026/11/${name}`
    const there = 'https://tea.example/a.MOV?t=1'
    const importImages = async (...addresses: readonly string[]) => {
      const notes: string[] = []
      const write = async (results: readonly RowResult[]) => void notes.push(...results.map(({ note }) => note))
      const options = { fetchesPictures: true, ledger: { done: new Map(), withdrawn: [], write } }
      const { pictures } = await importRows([{ ...sencha, Images: addresses.join(', ') }], options)
      return [notes, pictures.notAPicture, (await bySku('sencha'))?.pictures.map(({ id }) => id)]
    }
    const ofClip = 'clip.mp4 is a video and is left out'
    expect(await importImages(here('a.webp'), here('clip.mp4'))).toEqual([[ofClip], 1, [1]])
    const both = `${ofClip}; a.MOV is a video and is left out`
    expect(await importImages(here('clip.mp4'), there, here('b.webp'))).toEqual([[both], 2, [2]])
    expect(await importImages(here('clip.mp4'))).toEqual([[`${ofClip}; its pictures stay as they are`], 1, [2]])
    expect(await db.$count(pictureRequests)).toBe(0)
  })
})

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

describe('running it again', () => {
  const rows = [
    genOf('50 g'),
    sencha,
    gen,
    genOf('100 g', { 'Sale price': '5' }),
    { ...usual, SKU: 'x', Name: 'x', Stock: 'many' },
  ]

  test('a second run changes nothing', async () => {
    const first = await importRows(rows)
    expect(sums(first)).toEqual({ rows: 5, created: 4, updated: 0, unchanged: 0, rejected: 1 })
    const before = await everything()
    const second = await importRows(rows, { now: later })
    expect(sums(second)).toEqual({ rows: 5, created: 0, updated: 0, unchanged: 4, rejected: 1 })
    expect(await everything()).toEqual(before)
  })

  test('a dry run says the same and changes nothing', async () => {
    const empty = await everything()
    const dry = await importRows(rows, { dryRun: true })
    expect(await everything()).toEqual(empty)
    const real = await importRows(rows)
    expect({ ...dry, dryRun: false, seconds: 0 }).toEqual({ ...real, seconds: 0 })

    const changed = [...rows.slice(1), { ...usual, SKU: 'new', Name: 'New', Tags: 'fresh' }].map((row) => ({
      ...row,
      Position: '4',
    }))
    const before = await everything()
    const dryAgain = await importRows(changed, { dryRun: true })
    expect(await everything()).toEqual(before)
    const again = await importRows(changed)
    expect({ ...dryAgain, dryRun: false, seconds: 0 }).toEqual({ ...again, seconds: 0 })
    expect(sums(again)).toEqual({ rows: 5, created: 1, updated: 3, unchanged: 0, rejected: 1 })
  })

  test('stock sold since the export is corrected by a logged movement', async () => {
    await importRows([sencha])
    await db.execute(sql`update stock_levels set on_hand = 9`)
    expect(sums(await importRows([sencha]))).toMatchObject({ updated: 1 })
    const { rows: moves } = await db.execute(sql`select delta, reason from stock_movements order by id`)
    expect(moves).toEqual([
      { delta: 12, reason: 'import' },
      { delta: 3, reason: 'import' },
    ])
  })
})

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
    ['what is no text', { Description: 'a\0b' }, 'it holds a character that is no text (NUL)'],
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

const cell = fc.constantFrom(
  '',
  '1',
  '0',
  '12.50',
  '-1',
  'x',
  '50 g',
  '100 g',
  'gen',
  'Tea > Green',
  'id:44',
  "'=1",
  'a, b',
)
const anyRow = fc.record(
  {
    ID: fc.constantFrom('', '44', '45', 'x'),
    Type: fc.constantFrom('simple', 'variable', 'variation', 'grouped', 'external', ''),
    'Grouped products': fc.constantFrom('', 'a, b', 'id:44', 'nobody'),
    Upsells: fc.constantFrom('', 'gen, c', 'id:45', 'a'),
    SKU: fc.constantFrom('', 'gen', 'a', 'b', 'c', 'd'),
    Name: fc.constantFrom('', 'A', 'B', 'Genmaicha'),
    Parent: fc.constantFrom('', 'gen', 'a', 'id:44', 'id:45'),
    'Regular price': cell,
    'Sale price': cell,
    Stock: cell,
    'In stock?': cell,
    Categories: cell,
    Tags: cell,
    'Attribute 1 name': fc.constantFrom('', 'Size', 'Colour'),
    'Attribute 1 value(s)': fc.constantFrom('', '50 g', '100 g', '50 g, 100 g'),
    'Tax class': cell,
    Position: cell,
  },
  { requiredKeys: [] },
)

test('every row is counted, a dry run predicts the result, and a second run changes nothing', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRow, { maxLength: 14 }), fc.array(anyRow, { maxLength: 8 }), async (first, second) => {
      await db.execute(sql`truncate entries, terms, attributes restart identity cascade`)
      for (const rows of [first, second]) {
        const dry = await importRows(rows, { dryRun: true })
        const real = await importRows(rows)
        expect({ ...dry, dryRun: false, seconds: 0 }).toEqual({ ...real, seconds: 0 })
        expect(real.created + real.updated + real.unchanged + real.rejected).toBe(real.rows)
        const before = await everything()
        const again = await importRows(rows, { now: later })
        expect(sums(again)).toEqual({ ...sums(real), created: 0, updated: 0, unchanged: real.rows - real.rejected })
        expect(again.rejects).toEqual(real.rejects)
        expect(await everything()).toEqual(before)
      }
      const [orphans] = (
        await db.execute(sql`select count(*)::int as n from products where type = 'variation'
        and not exists (select 1 from products p where p.id = products.parent_id and p.type = 'variable')`)
      ).rows
      expect(orphans).toEqual({ n: 0 })
    }),
    { numRuns: 15 },
  )
})

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

test('own attributes of a row that is refused, and those that a row takes away, are not left behind', async () => {
  const gtin = { 'GTIN, UPC, EAN, or ISBN': '4006381333931' }
  const own = (name: string) => ({ 'Attribute 1 name': name, 'Attribute 1 value(s)': 'red', 'Attribute 1 global': '0' })
  await importRows([{ ...usual, SKU: 'a', Name: 'A', ...gtin, ...own('Glaze') }])
  const refused = await importRows([{ ...usual, SKU: 'b', Name: 'B', ...gtin, ...own('Handle') }])
  expect(reasons(refused)).toEqual([expect.stringMatching(/^2 b: its GTIN belongs to product/)])
  await importRows([{ ...usual, SKU: 'a', Name: 'A', ...own('Shape') }])
  const { rows } = await db.execute(
    sql`select label, (select count(*)::int from terms) as terms from attributes where is_local`,
  )
  expect(rows).toEqual([{ label: 'Shape', terms: 1 }])
})

test('every category of a path is created once', async () => {
  await importRows([
    { ...sencha, Categories: 'Tea > Green > Steamed, tea > Green' },
    { ...usual, SKU: 'b', Name: 'B', Categories: 'Tea > Green, Ware > Green' },
  ])
  const rows = await db
    .select({ slug: terms.slug })
    .from(terms)
    .where(eq(terms.taxonomy, 'product_cat'))
    .orderBy(terms.position)
  expect(rows.map((row) => row.slug)).toEqual(['tea', 'green', 'steamed', 'ware', 'green-ware'])
})

test('plain paragraphs, which skip the sanitizer, are as it would leave them', () => {
  const piece = fc.constantFrom('tea', ' ', '"', '\n', 'é\u00a0', '\t', '\u0007', '<b>x</b>', '<em> y </em>', '<i></i>')
  const paragraphs = fc.array(fc.array(piece, { maxLength: 6 }), { maxLength: 3 })
  fc.assert(
    fc.property(paragraphs, (texts) => {
      const html = cleanHtml(texts.map((words) => `<p>${words.join('')}</p>`).join('\\n'))
      expect(cleanContent(html)).toBe(html)
    }),
  )
})
