import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eq, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { referenceIds } from '../../../../test/support/reference-shop.ts'
import { openShop, SHOP_URL } from '../../../../test/support/shop.ts'
import { FileStoreError } from '../../../platform/files/file-store.ts'
import { media, movedMedia } from '../../../things/media/media.table.ts'
import { readUpload, uploadFiles } from '../../../things/media/upload-files.ts'
import { readRecords } from '../product-record.store.ts'
import { saveProduct } from '../save-product.ts'
import { fetchPictures } from './fetch-pictures.ts'
import { pictureRequests } from './picture-requests.table.ts'
import { requestPictures, uploadIdsByUrl } from './request-pictures.ts'

const start = new Date('2026-11-26T12:00:00Z')
let time = start
const { app, db, shop } = await openShop({ now: () => time })
const id = referenceIds.simple
const requests = () =>
  db.select().from(pictureRequests).where(eq(pictureRequests.productId, id)).orderBy(pictureRequests.position)

const picture = (colour: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
const files: Record<string, Buffer | string | null> = {
  '/red.jpg': await picture('red'),
  '/blue.jpg': await picture('blue'),
  '/page.jpg': '<html><script>alert(1)</script></html>',
  // A file that is a valid GIF and a valid script.
  '/polyglot.gif': 'GIF89a=1;alert(1)//',
  '/vector.svg': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '/bomb.png': await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: 'black' } })
    .png({ compressionLevel: 9 })
    .toBuffer(),
}
let asked: string[] = []
let onRequest: (() => Promise<void>) | null = null
const server = createServer(async (request, response) => {
  asked.push(request.url ?? '')
  const happens = onRequest
  onRequest = null
  await happens?.()
  const file = files[request.url ?? '']
  if (file) response.end(file)
  else response.writeHead(503).end()
}).listen(0, '127.0.0.1')
await new Promise((done) => server.once('listening', done))
const { port } = server.address() as AddressInfo
afterAll(() => server.close())
const anywhere = () => true

const at = (path: string, position = 0) => ({
  position,
  address: `http://127.0.0.1:${port}${path}`,
  title: '',
  alt: `Leaves of ${path}`,
})
const ask = (...pictures: ReturnType<typeof at>[]) =>
  db.transaction((tx) => requestPictures(tx, new Map([[id, pictures]]), time))
const pictureIds = async () => (await readRecords(db, [id])).get(id)?.pictureIds ?? []
const setPictures = (ids: readonly number[]) =>
  db.transaction((tx) => saveProduct(tx, { id, type: 'simple', pictureIds: ids }, { now: time }))
const [stored] = await pictureIds()

beforeEach(async () => {
  time = start
  asked = []
  await setPictures(stored === undefined ? [] : [stored])
  await ask()
})

test('pictures come from their addresses to their places, and the pages of the product show them', async () => {
  await ask(at('/red.jpg', 0), at('/blue.jpg', 2))
  expect(await fetchPictures(shop, anywhere)).toBe(2)
  const [red, kept, blue] = await pictureIds()
  expect(kept).toBe(stored)
  const rows = await db.select().from(media)
  expect(rows.find((row) => row.id === red)).toMatchObject({ mime: 'image/jpeg', alt: 'Leaves of /red.jpg' })
  expect(rows.find((row) => row.id === blue)?.path).toMatch(/^2026\/11\/blue.*\.jpg$/)
  expect(await requests()).toEqual([])
  const path = rows.find((row) => row.id === red)?.path
  expect((await app.request(`/wp-content/uploads/${path}`)).headers.get('content-type')).toBe('image/jpeg')
})

test.each([
  ['/page.jpg', 'not-a-picture'],
  ['/polyglot.gif', 'not-a-picture'],
  ['/vector.svg', 'not-a-picture'],
  ['/bomb.png', 'too-many-pixels'],
])('%s is refused by its content, and is not asked for again', async (path, problem) => {
  await ask(at(path))
  await fetchPictures(shop, anywhere)
  expect(await requests()).toMatchObject([{ problem }])
  expect(await fetchPictures(shop, anywhere)).toBe(0)
  expect(await pictureIds()).toEqual([stored])
})

test('nothing inside of this network is asked', async () => {
  await ask(at('/red.jpg'), { ...at('', 1), address: 'http://169.254.169.254/latest/meta-data/' })
  await fetchPictures(shop)
  expect((await requests()).map(({ problem }) => problem)).toEqual(['not-public', 'not-public'])
  expect(asked).toEqual([])
})

test('what does not answer is tried again after longer and longer pauses, and given up at last', async () => {
  await ask(at('/away.jpg'))
  await fetchPictures(shop, anywhere)
  expect(await fetchPictures(shop, anywhere)).toBe(0)
  for (const minutes of [5, 20, 70, 300]) {
    time = new Date(time.getTime() + minutes * 60_000)
    expect(await fetchPictures(shop, anywhere)).toBe(1)
  }
  expect(await requests()).toMatchObject([{ problem: 'unreachable', tries: 5 }])
})

test('pictures that come late, and not in their order, stand in their order at last', async () => {
  await setPictures([])
  await ask(at('/one.jpg', 0), at('/two.jpg', 1), at('/red.jpg', 2))
  await fetchPictures(shop, anywhere)
  for (const [path, colour, minutes] of [
    ['/two.jpg', 'green', 5],
    ['/one.jpg', 'gold', 30],
  ] as const) {
    files[path] = await picture(colour)
    time = new Date(time.getTime() + minutes * 60_000)
    await fetchPictures(shop, anywhere)
  }
  const rows = await db.select().from(media)
  const alts = (await pictureIds()).map((one) => rows.find((row) => row.id === one)?.alt)
  expect(alts).toEqual(['Leaves of /one.jpg', 'Leaves of /two.jpg', 'Leaves of /red.jpg'])
})

test('a later save replaces what was asked for, and the pictures of a deleted product are no concern of anybody', async () => {
  await ask(at('/red.jpg'))
  await ask(at('/blue.jpg'))
  await fetchPictures(shop, anywhere)
  expect(asked).toEqual(['/blue.jpg'])
})

test('a picture whose product is deleted, or asks for another one, while it is fetched does not stay in the library', async () => {
  files['/late.jpg'] = await picture('purple')
  onRequest = () => ask(at('/blue.jpg'))
  await ask(at('/late.jpg'))
  await fetchPictures(shop, anywhere)
  expect(asked).toEqual(['/late.jpg', '/blue.jpg'])
  const rows = await db.select().from(media)
  expect(rows.filter(({ path }) => path.includes('late'))).toEqual([])
  expect(await readUpload(uploadFiles(shop), '2026/11/late.jpg')).toBeNull()
})

test('two processes fetch each picture once', async () => {
  await ask(at('/red.jpg', 0), at('/blue.jpg', 1))
  await Promise.all([fetchPictures(shop, anywhere), fetchPictures(shop, anywhere)])
  expect(asked.toSorted()).toEqual(['/blue.jpg', '/red.jpg'])
  expect(await pictureIds()).toHaveLength(3)
})

test('addresses of the shop itself are its pictures, also those of a size and those before its file was replaced', async () => {
  const [row] = await db.select().from(media)
  const whole = `${SHOP_URL}/wp-content/uploads/${row?.path}`
  const sized = whole.replace(/\.(\w+)$/, '-324w.$1')
  await db.insert(movedMedia).values({ path: '2026/11/former.webp', mediaId: row?.id ?? 0 })
  const former = `${SHOP_URL}/wp-content/uploads/2026/11/former.webp`
  const others = [`https://elsewhere.example/${row?.path}`, 'nonsense:']
  const ids = await uploadIdsByUrl(db, SHOP_URL, [whole, sized, former, ...others])
  expect([...ids]).toEqual([
    [whole, row?.id],
    [sized, row?.id],
    [former, row?.id],
  ])
})

test('while the storage is away pictures wait, and no try counts', async () => {
  Object.assign(files, { '/pink.jpg': await picture('pink'), '/grey.jpg': await picture('grey') })
  const away = {
    ...shop.files,
    async write(): Promise<void> {
      throw new FileStoreError('the storage is away')
    },
  }
  await ask(at('/pink.jpg', 0), at('/grey.jpg', 1))
  for (let tries = 0; tries < 8; tries += 1) {
    await expect(fetchPictures({ ...shop, files: away }, anywhere)).rejects.toThrow('the storage is away')
    time = new Date(time.getTime() + 3 * 60_000)
  }
  expect(await requests()).toMatchObject([
    { tries: 0, problem: null },
    { tries: 0, problem: null },
  ])
  expect(await fetchPictures(shop, anywhere)).toBe(2)
})

test('one that cannot be added does not keep the others waiting, and is given up at last', async () => {
  await db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'it cannot be written'; end $$`)
  await db.execute(sql`
    create trigger refuse before delete on product_picture_requests for each row
    when (old.source like '%red.jpg') execute function refuse()`)
  try {
    await db.execute(sql`delete from product_picture_requests where product_id = ${id}`)
    await ask(at('/red.jpg', 0), at('/blue.jpg', 1))
    await expect(fetchPictures(shop, anywhere)).rejects.toThrow('Failed query')
    expect(await pictureIds()).toHaveLength(2)
    for (let tries = 2; tries <= 5; tries += 1) {
      time = new Date(time.getTime() + 3 * 60_000)
      await expect(fetchPictures(shop, anywhere)).rejects.toThrow('Failed query')
    }
    time = new Date(time.getTime() + 3 * 60_000)
    expect(await fetchPictures(shop, anywhere)).toBe(0)
    expect((await requests()).map(({ problem }) => problem)).toEqual(['not-added'])
    expect(asked.filter((path) => path === '/red.jpg')).toHaveLength(5)
  } finally {
    await db.execute(sql`drop trigger refuse on product_picture_requests`)
  }
})
