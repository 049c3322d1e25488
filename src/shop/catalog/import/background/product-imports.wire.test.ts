/**
 * Import and export of products in the back office: uploaded files, their dry run, their import, and the data that
 * remains.
 */
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { products as catalog } from '../../catalog.table.ts'
import type { ImportJson, ImportRowJson } from '../../rest/product-imports.ts'
import { fileOf } from './import-files.ts'
import { productImportRows, productImports } from './product-imports.table.ts'
import { continueImport, deleteOldImports } from './run-import.ts'

let now = new Date('2026-11-20T12:00:00Z')
const { app, shop, db, enqueuedJobs } = await openShop({ now: () => now })
const manager = await createSignedInUser(shop, 'shop_manager', 'Maya Manager')
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')
const root = '/wp-json/samovar/v1/product-imports'

const upload = (content: BlobPart, headers = manager.headers) => {
  const body = new FormData()
  body.set('file', new File([content], 'teas.csv'))
  return app.request(root, { method: 'POST', headers, body })
}
const request = async (method: string, path: string, body?: object, headers = manager.headers) =>
  app.request(root + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
async function call<T = ImportJson>(method: string, path: string, body?: object): Promise<T> {
  const response = await request(method, path, body)
  expect([path, response.status, response.status < 300 ? '' : await response.clone().text()]).toEqual([path, 200, ''])
  return (await response.json()) as T
}
async function send(text: string): Promise<ImportJson> {
  const response = await upload(text)
  expect(response.status).toBe(201)
  return (await response.json()) as ImportJson
}
const work = async (id: number, status: 'checking' | 'running', more: object = {}) => {
  await call('PUT', `/${id}`, { status, ...more })
  await continueImport(shop)
  return call('GET', `/${id}`)
}
const products = async () =>
  (
    await db.execute<{ sku: string; title: string }>(
      sql`select sku, title from products join entries using (id) where sku like 'csv-%' order by sku`,
    )
  ).rows.map(({ sku, title }) => `${sku} ${title}`)
const csv = (count: number, from = 0) =>
  ['SKU,Name,Regular price', ...Array.from({ length: count }, (_, at) => `csv-${from + at},Tea ${from + at},5`)].join(
    '\n',
  )

beforeEach(async () => {
  await db.delete(productImports)
  await rm(join(shop.dataDir, 'imports'), { recursive: true, force: true })
  await db.execute(sql`delete from entries where id in (select id from products where sku like 'csv-%')`)
  now = new Date(now.getTime() + 60_000)
})

test('a file is mapped, tried, imported, and accounted for row by row', async () => {
  const sent = await send('Artikel,Titel,Preis,Farbe\ncsv-1,Assam,12.50,red\ncsv-2,Bancha,free,green\ncsv-3,Cha,3,\n')
  expect(sent).toMatchObject({
    name: 'teas.csv',
    status: 'uploaded',
    known: [false, false, false, false],
    preview: [
      ['csv-1', 'Assam', '12.50', 'red'],
      ['csv-2', 'Bancha', 'free', 'green'],
      ['csv-3', 'Cha', '3', ''],
    ],
  })
  const unmapped = await request('PUT', `/${sent.id}`, { status: 'checking' })
  expect([unmapped.status, ((await unmapped.json()) as { data: { params: object } }).data.params]).toEqual([
    400,
    { mapping: expect.stringContaining('neither an ID, an SKU nor a Name') },
  ])

  const mapping = ['SKU', 'Name', 'Regular price', 'Meta: colour']
  const checked = await work(sent.id, 'checking', { mapping })
  const counts = { created: 2, updated: 0, unchanged: 0, skipped: 0, rejected: 1 }
  expect(checked).toMatchObject({ status: 'checked', dry_run: true, rows: 3, done: 3, counts })
  expect(await products()).toEqual([])
  expect(enqueuedJobs.at(-1)?.name).toBe('import-products')

  const done = await work(sent.id, 'running')
  expect(done).toMatchObject({ status: 'done', dry_run: false, rows: 3, done: 3, counts })
  expect(await products()).toEqual(['csv-1 Assam', 'csv-3 Cha'])
  const { rows } = await db.execute(sql`select meta from products where sku = 'csv-1'`)
  expect(rows).toEqual([{ meta: [{ id: 1, key: 'colour', value: 'red' }] }])

  const listed = await call<ImportRowJson[]>('GET', `/${sent.id}/rows?per_page=2&page=2`)
  expect(listed).toMatchObject([{ line: 4, sku: 'csv-3', outcome: 'created' }])
  const [refused] = await call<ImportRowJson[]>('GET', `/${sent.id}/rows?outcome=rejected`)
  expect(refused).toMatchObject({ line: 3, note: "Regular price 'free' is not a price such as 12.50", productId: null })

  const report = await request('GET', `/${sent.id}/report`)
  expect(report.headers.get('content-disposition')).toContain('attachment; filename="report-')
  expect((await report.text()).split('\n')).toHaveLength(5)
  const again = await (await request('GET', `/${sent.id}/refused`)).text()
  expect(again).toBe(
    `Artikel,Titel,Preis,Farbe,Reason\ncsv-2,Bancha,free,green,"Regular price 'free' is not a price such as 12.50"\n`,
  )
  const mended = await send(again.replace(',free,', ',4,'))
  expect(await work(mended.id, 'running', { mapping: [...mapping, ''] })).toMatchObject({ counts: { created: 1 } })
  expect((await request('PUT', `/${sent.id}`, { status: 'running' })).status).toBe(409)
})

test('after a stop in the middle it goes on, and takes no row twice', async () => {
  const { id } = await send(`${csv(1700)}\ncsv-x,,\n`)
  await call('PUT', `/${id}`, { status: 'running' })
  // The process dies in the transaction of the second batch.
  const dying = new Proxy(db, {
    get(target, name, receiver) {
      if (name !== 'transaction') return Reflect.get(target, name, receiver)
      return (run: Parameters<typeof db.transaction>[0]) =>
        target.transaction(async (tx) => {
          const result = await run(tx)
          if ((await tx.$count(productImportRows)) > 1000) throw new Error('The machine is gone')
          return result
        })
    },
  })
  await expect(continueImport({ ...shop, db: dying })).rejects.toThrow('gone')
  expect(await call('GET', `/${id}`)).toMatchObject({ status: 'running', done: 1000 })
  expect(await products()).toHaveLength(1000)

  // No other process continues the import before its lease has expired.
  await continueImport(shop)
  expect(await call('GET', `/${id}`)).toMatchObject({ done: 1000 })
  now = new Date(now.getTime() + 61_000)
  await continueImport(shop)
  expect(await call('GET', `/${id}`)).toMatchObject({
    status: 'done',
    rows: 1701,
    done: 1701,
    counts: { created: 1700, rejected: 1 },
  })
  expect(await products()).toHaveLength(1700)
  const { rows } = await db.execute(
    sql`select count(*)::int n, count(distinct line)::int lines from product_import_rows`,
  )
  expect(rows).toEqual([{ n: 1701, lines: 1701 }])
  // This includes products whose process died before it listed them.
  expect(await db.$count(catalog, sql`sku like 'csv-%' and listed`)).toBe(1700)
})

/** The database of a process that dies after so many transactions. */
const dyingAfter = (transactions: number) => {
  let started = 0
  return new Proxy(db, {
    get(target, name, receiver) {
      if (name !== 'transaction') return Reflect.get(target, name, receiver)
      return (run: Parameters<typeof db.transaction>[0]) => {
        started += 1
        return started > transactions ? Promise.reject(new Error('gone')) : target.transaction(run)
      }
    },
  })
}

test.each(['given up', 'cancelled'] as const)(
  'an import that is %s leaves no product behind that is in no list',
  async (end) => {
    const { id } = await send(csv(3))
    await call('PUT', `/${id}`, { status: 'running' })
    // The first transaction saves the products, the second lists them.
    await expect(continueImport({ ...shop, db: dyingAfter(1) })).rejects.toThrow('gone')
    const listed = async () =>
      (await db.execute(sql`select from products where sku like 'csv-%' and listed and not index_digest = ''`)).rowCount
    expect([await products(), await listed()]).toEqual([['csv-0 Tea 0', 'csv-1 Tea 1', 'csv-2 Tea 2'], 0])
    if (end === 'cancelled') await call('PUT', `/${id}`, { status: 'cancelled' })
    for (let tries = 1; end === 'given up' && tries <= 5; tries += 1) {
      now = new Date(now.getTime() + 61_000)
      await expect(continueImport({ ...shop, db: dyingAfter(0) })).rejects.toThrow('gone')
    }
    // The first gives it up; its process might still be at work until the second.
    for (let run = 1; run <= 2; run += 1) {
      now = new Date(now.getTime() + 61_000)
      await continueImport(shop)
    }
    expect(await call('GET', `/${id}`)).toMatchObject({ status: end === 'given up' ? 'failed' : 'cancelled' })
    expect(await listed()).toBe(3)
  },
)

test('a variation that lost its value before the stop is back on sale by its new value after it', async () => {
  const file = (attribute: string) =>
    [
      `Type,SKU,Name,Parent,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 1 global`,
      `variable,csv-v,V,,,${attribute},"S, M",0`,
      `variation,csv-s,,csv-v,5,${attribute},S,0`,
      `variation,csv-m,,csv-v,5,${attribute},M,0`,
    ].join('\n')
  await work((await send(file('Size'))).id, 'running')
  const { id } = await send(file('Weight'))
  await call('PUT', `/${id}`, { status: 'running' })
  const statuses = async () =>
    (await db.execute(sql`select sku, status from products join entries using (id) where sku like 'csv-%' order by 1`))
      .rows
  // The first transaction saves the product, the second its variations.
  await expect(continueImport({ ...shop, db: dyingAfter(1) })).rejects.toThrow('gone')
  expect(await statuses()).toMatchObject([{ status: 'private' }, { status: 'private' }, { status: 'publish' }])
  now = new Date(now.getTime() + 61_000)
  await continueImport(shop)
  expect(await call('GET', `/${id}`)).toMatchObject({ status: 'done', counts: { updated: 3 }, notes: [] })
  expect(await statuses()).toMatchObject([{ status: 'publish' }, { status: 'publish' }, { status: 'publish' }])
})

test('variations, links and refusals know what was taken before the stop', async () => {
  const head = 'ID,Type,SKU,Name,Parent,Upsells,Attribute 1 name,Attribute 1 value(s),Attribute 1 global'
  const filler = Array.from({ length: 998 }, (_, at) => `${at + 100},simple,csv-f${at},F,,,,,`)
  const lines = [
    head,
    '1,variable,csv-v,V,,csv-late,Size,"S, M",0',
    '2,nonsense,csv-bad,Bad,,,,,',
    ...filler,
    '3,simple,csv-late,Late,,,,,',
    '4,variation,csv-s,,id:1,,Size,S,0',
    '5,variation,csv-t,,id:2,,Size,S,0',
    '6,variation,csv-u,,csv-v,,Size,S,0',
  ]
  const { id } = await send(`${lines.join('\n')}\n`)
  await call('PUT', `/${id}`, { status: 'running' })
  // The first five transactions are two batches of products, which are listed in separate transactions, and an
  // analysis after the first.
  await expect(continueImport({ ...shop, db: dyingAfter(5) })).rejects.toThrow('gone')
  now = new Date(now.getTime() + 61_000)
  await continueImport(shop)
  expect(await call('GET', `/${id}`)).toMatchObject({
    status: 'done',
    rows: 1004,
    counts: { created: 1001, rejected: 3 },
  })
  const refused = await call<ImportRowJson[]>('GET', `/${id}/rows?outcome=rejected`)
  expect(refused.map(({ line, note }) => `${line} ${note}`)).toEqual([
    expect.stringMatching(/^3 products of type 'nonsense'/),
    '1004 its product in line 3 was rejected',
    '1005 line 1003 is the same variation of its product',
  ])
  const { rows } = await db.execute(sql`select p.sku from product_links join products p on p.id = linked_id
    join products own on own.id = product_id where own.sku = 'csv-v'`)
  expect(rows).toEqual([{ sku: 'csv-late' }])
})

test('one at a time; a cancelled one can be continued; a file is gone with its import', async () => {
  const [first, second] = [await send(csv(2)), await send(csv(2, 10))]
  await call('PUT', `/${first.id}`, { status: 'running' })
  for (const body of [{ status: 'running' }, { status: 'checking' }])
    expect((await request('PUT', `/${second.id}`, body)).status).toBe(409)
  expect((await request('PUT', `/${first.id}`, { mapping: [] })).status).toBe(409)
  expect((await request('DELETE', `/${first.id}`)).status).toBe(409)
  expect(await call('PUT', `/${first.id}`, { status: 'cancelled' })).toMatchObject({ status: 'cancelled', done: 0 })
  await continueImport(shop)
  expect(await products()).toEqual([])
  expect(await work(first.id, 'running', { only_existing: true })).toMatchObject({ counts: { skipped: 2, created: 0 } })
  expect(await work(second.id, 'running')).toMatchObject({ counts: { created: 2 } })
  const listed = await call<ImportJson[]>('GET', '')
  expect(listed.map(({ counts: { created, skipped } }) => [created, skipped])).toEqual([
    [2, 0],
    [0, 2],
  ])

  expect(existsSync(fileOf(shop, first.id))).toBe(true)
  expect(await call('DELETE', `/${first.id}`)).toMatchObject({ deleted: true })
  expect(existsSync(fileOf(shop, first.id))).toBe(false)
  now = new Date(now.getTime() + 15 * 24 * 3_600_000)
  await deleteOldImports(shop)
  expect(await call<unknown[]>('GET', '')).toEqual([])
  expect(await readdir(join(shop.dataDir, 'imports'))).toEqual([])
})

describe('files that are none', () => {
  test.each([
    ['an empty one', '', 'No file was sent'],
    ['UTF-16', Buffer.from('\uFEFFSKU,Name\na,A\n', 'utf16le'), 'UTF-16'],
    ['Windows-1252', Buffer.from('SKU,Name\na,Gr\xfcn\n', 'latin1'), 'not UTF-8'],
    ['a quote never closed', 'SKU,Name\na,"A\n', 'never closed'],
    ['a million columns', 'a,'.repeat(400_000), 'columns; 2000 is the most'],
    ['one long line', 'x'.repeat(3_000_000), 'longer than a million characters'],
  ])('%s is refused, and nothing of it stays', async (_, content, message) => {
    const response = await upload(content as BlobPart)
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringMatching(message),
    ])
    expect(await readdir(join(shop.dataDir, 'imports')).catch(() => [])).toEqual([])
  })

  test('a file without end is cut off', async () => {
    const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
    const lines = new TextEncoder().encode('a,b,c\n'.repeat(50_000))
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(part)),
      pull: (controller) => controller.enqueue(lines),
    })
    const headers = { ...manager.headers, 'content-type': 'multipart/form-data; boundary=x' }
    const response = await app.request(root, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    expect(response.status).toBe(400)
    expect(await readdir(join(shop.dataDir, 'imports')).catch(() => [])).toEqual([])
  })

  test('NUL, formulas and rings of products are refused row by row or taken as text', async () => {
    const { id } = await send(
      'Type,SKU,Name,Parent\nsimple,csv-0,a\0b,\nvariation,csv-1,A,csv-2\nvariation,csv-2,B,csv-1\nsimple,csv-3,=1+1,\n',
    )
    expect(await work(id, 'running')).toMatchObject({ status: 'done', counts: { created: 1, rejected: 3 } })
    expect(await products()).toEqual(['csv-3 =1+1'])
    expect(await (await request('GET', `/${id}/report`)).text()).toContain(`,csv-3,'=1+1,created,`)
  })

  test('an emoji where a preview or a reason is cut stops nothing', async () => {
    const long = `a${'🍵'.repeat(600)}`
    const { id, preview } = await send(`SKU,Name,Regular price\ncsv-1,${long},5\ncsv-2,Tea,${long}\n`)
    expect(preview[0]?.[1]).toBe(`a${'🍵'.repeat(29)}`)
    expect((await work(id, 'checking')).counts).toMatchObject({ rejected: 2 })
  })

  test('what is found out later ends the import with its reason', async () => {
    const { id } = await send('SKU,Name\ncsv-1,A\ncsv-2,B\ncsv-3,C\ncsv-4,D\ncsv-5,E\ncsv-6,F\ncsv-7,"G\n')
    expect(await work(id, 'running')).toMatchObject({ status: 'failed', problem: expect.stringContaining('line 8') })
    expect(await products()).toEqual([])
  })
})

test('of two that are started at the same moment one runs, and the other one is told so', async () => {
  const sent = [await send(csv(2)), await send(csv(2, 10)), await send(csv(2, 20))]
  const answers = await Promise.all(sent.map(({ id }) => request('PUT', `/${id}`, { status: 'running' })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('only those who manage products send, see and export them', async () => {
  const { id } = await send(csv(1))
  for (const { headers } of [editor, customer]) {
    expect((await upload(csv(1), headers)).status).toBe(403)
    for (const path of ['', `/${id}`, `/${id}/rows`, `/${id}/report`])
      expect((await request('GET', path, undefined, headers)).status).toBe(403)
    expect((await request('PUT', `/${id}`, { status: 'running' }, headers)).status).toBe(403)
    expect((await app.request('/wp-json/samovar/v1/product-export', { headers })).status).toBe(403)
  }
  expect((await app.request('/wp-json/samovar/v1/product-export')).status).toBe(401)
  expect((await request('GET', '/999999')).status).toBe(404)
  expect((await request('PUT', `/${id}`, { mapping: 'SKU' })).status).toBe(400)
  expect((await request('PUT', `/${id}`, { status: 'done' })).status).toBe(400)
})

test('the catalogue is exported as a file, and its import changes nothing', async () => {
  const response = await app.request('/wp-json/samovar/v1/product-export?meta=true', { headers: manager.headers })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=UTF-8')
  expect(response.headers.get('content-disposition')).toContain(`products-2026-`)
  const text = await response.text()
  expect(text.startsWith('ID,Type,SKU,')).toBe(true)
  const { id } = await send(text)
  const { counts, rows } = await work(id, 'checking')
  expect(counts).toEqual({ created: 0, updated: 0, unchanged: rows, skipped: 0, rejected: 0 })
  const some = await app.request('/wp-json/samovar/v1/product-export?type=simple&status=publish&columns=SKU|Name', {
    headers: manager.headers,
  })
  expect((await some.text()).split('\n')[0]).toBe('SKU,Name')
})
