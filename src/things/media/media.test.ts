import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/support/database.ts'
import { diskStore } from '../../platform/files/disk-store.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { hrefs } from '../../platform/web/routes.ts'
import { addUpload, type NewUpload } from './add-upload.ts'
import { mediaRoutes } from './media.routes.ts'
import { media } from './media.table.ts'
import { pictureSources } from './picture-sizes.ts'
import { resizedPicture, warmSizes } from './resize.ts'
import { readUpload, uploadFiles, writeUpload } from './upload-files.ts'

const { db } = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'samovar-media-'))
const files = uploadFiles({ files: diskStore(dataDir), dataDir })
const app = mediaRoutes({ db, files: diskStore(dataDir), dataDir })
const now = new Date('2026-11-20T12:00:00Z')

beforeEach(async () => {
  await db.execute(sql`truncate media restart identity cascade`)
  await rm(files.root, { recursive: true, force: true })
})
afterAll(() => rm(dataDir, { recursive: true }))

const picture = (width: number, height: number, background = '#2C5A45') =>
  sharp({ create: { width, height, channels: 3, background } })
const tin = await picture(1200, 1500).webp().toBuffer()
const halfPicture = (await picture(600, 600).png().toBuffer()).subarray(0, 300)
const tiff = await picture(20, 20).tiff().toBuffer()

const add = (upload: Partial<NewUpload> & { bytes?: Buffer } = {}) =>
  db.transaction((tx) =>
    addUpload(tx, files, { name: 'Sencha tin', title: 'Sencha', alt: 'A green tin', bytes: tin, now, ...upload }),
  )
const added = async (upload: Parameters<typeof add>[0] = {}) => {
  const result = await add(upload)
  if (!result.ok) throw new Error(result.problem)
  return result.upload
}
const get = async (path: string) => app.request(hrefs.upload(path))
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const storedNames = async () => (await readdir(files.root, { recursive: true })).filter((name) => /\.\w+$/.test(name))

test('[SITE-10] asked for by `{width}x0` a picture comes in the next width that is made, and never in any other', async () => {
  const { path } = await added()
  const widthOf = async (query: string) => {
    const response = await app.request(`${hrefs.upload(path)}?size=${query}`)
    expect([response.status, response.headers.get('cache-control')], query).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ])
    return (await sharp(await bytesOf(response)).metadata()).width
  }
  for (const [size, width] of [
    ['5x0', 160],
    ['160x0', 160],
    ['165x0', 324],
    ['725x0', 960],
    ['1200x0', 1200],
    ['1205x0', 1200],
    ['99995x0', 1200],
  ] as const) {
    expect([size, await widthOf(size)]).toEqual([size, width])
  }
  for (const odd of ['0x0', '-5x0', '5x5', 'x0', '5', '1e3x0', '999999x0', '']) expect(await widthOf(odd)).toBe(1200)
  const made = (await storedNames()).filter((name) => /^\.sizes.*\.webp$/.test(name))
  expect(made).toHaveLength(3)
})

test('sizes that are requested at once hold no more originals in memory than are being resized', async () => {
  const { path } = await added()
  let [reading, maxReading] = [0, 0]
  const counting: FileStore = {
    ...files.store,
    async read(key) {
      reading += 1
      maxReading = Math.max(maxReading, reading)
      await pause(20)
      reading -= 1
      return files.store.read(key)
    },
  }
  const store = uploadFiles({ files: counting, dataDir })
  const sizes = Array.from({ length: 50 }, (_, index) => resizedPicture(store, path, 20 + index))
  expect((await Promise.all(sizes)).every((size) => size !== null)).toBe(true)
  expect(maxReading).toBeLessThanOrEqual(Math.max(1, availableParallelism() - 1))
})

describe('uploading', () => {
  test('keeps the original and what is in it', async () => {
    const upload = await added()
    const expected = { path: '2026/11/sencha-tin.webp', mime: 'image/webp', width: 1200, height: 1500 }
    expect(upload).toMatchObject({ ...expected, bytes: tin.length, title: 'Sencha', alt: 'A green tin' })
    expect(await readUpload(files, upload.path)).toEqual(tin)
  })

  test('the same picture again is the one already there', async () => {
    const first = await add()
    expect(await add()).toEqual({ ...first, isNew: false })
    expect(await storedNames()).toEqual(['2026/11/sencha-tin.webp'])
  })

  test('another picture of that name gets a number, seven times over', async () => {
    for (let width = 20; width < 27; width += 1) await added({ bytes: await picture(width, 20).webp().toBuffer() })
    const paths = (await db.select().from(media).orderBy(media.id)).map((row) => row.path)
    expect(paths.at(-1)).toBe('2026/11/sencha-tin-7.webp')
  })

  test('the ending comes from the content, the name is made plain', async () => {
    const png = await picture(30, 40).png().toBuffer()
    expect((await added({ name: '../../etc/Grüße.php', bytes: png })).path).toBe('2026/11/etc-grusse-php.png')
    expect((await added({ name: '茶', bytes: png })).path).toBe('2026/11/picture.png')
  })

  test('a name that looks like a size is told apart', async () => {
    expect((await added({ name: 'tin-480w' })).path).toBe('2026/11/tin-480w-picture.webp')
  })

  test('a camera picture lying on its side counts as it is looked at', async () => {
    const bytes = await picture(400, 300).jpeg().withMetadata({ orientation: 6 }).toBuffer()
    const upload = await added({ name: 'garden', bytes })
    expect(upload).toMatchObject({ width: 300, height: 400 })
    const { width, height } = await sharp(await bytesOf(await get('2026/11/garden-160w.jpg'))).metadata()
    expect([width, height]).toEqual([160, 213])
  })

  test.each([
    ['text', Buffer.from('<?php echo 1;')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['an empty file', Buffer.alloc(0)],
    ['half a picture', halfPicture],
    ['a TIFF', tiff],
  ])('%s is refused and leaves nothing', async (_, bytes) => {
    expect(await add({ bytes })).toEqual({ ok: false, problem: 'not-a-picture' })
    expect(await db.select().from(media)).toEqual([])
    expect(await readdir(dataDir)).toEqual([])
  })

  test('a transaction that is taken back leaves no row, and the file is written over', async () => {
    await expect(
      db.transaction(async (tx) => {
        await addUpload(tx, files, { name: 'tin', title: '', alt: '', bytes: tin, now })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    const other = await picture(50, 50).webp().toBuffer()
    expect((await added({ name: 'tin', bytes: other })).path).toBe('2026/11/tin.webp')
    expect(await bytesOf(await get('2026/11/tin.webp'))).toEqual(other)
  })

  test('ten concurrent uploads of one name are all stored', async () => {
    const all = await Promise.all(
      Array.from({ length: 10 }, async (_, index) =>
        added({
          bytes: await picture(20 + index, 20)
            .webp()
            .toBuffer(),
        }),
      ),
    )
    expect(new Set(all.map((upload) => upload.path)).size).toBe(10)
    for (const upload of all) {
      const { width } = await sharp((await readUpload(files, upload.path)) ?? Buffer.alloc(0)).metadata()
      expect(width).toBe(upload.width)
    }
  })
})

describe('[SITE-10] serving', () => {
  test('an original is served as immutable', async () => {
    const upload = await added()
    const response = await get(upload.path)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(await bytesOf(response)).toEqual(tin)
    const head = await app.request(hrefs.upload(upload.path), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(tin.length)])
  })

  test('every address in a srcset answers a picture of that width', async () => {
    const upload = await added()
    for (const source of pictureSources(upload, 600).srcSet.split(', ')) {
      const [address = '', width] = source.split(' ')
      const response = await app.request(address)
      expect(response.status).toBe(200)
      expect(`${(await sharp(await bytesOf(response)).metadata()).width}w`).toBe(width)
    }
  })

  test('concurrent requests for a size generate it once', async () => {
    await added()
    const responses = await Promise.all(Array.from({ length: 20 }, () => get('2026/11/sencha-tin-480w.webp')))
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]))
    const kept = join(files.root, '.sizes/480/2026/11/sencha-tin.webp')
    const made = await stat(kept)
    expect(await readdir(join(files.root, '.sizes/480/2026/11'))).toEqual(['sencha-tin.webp'])
    await get('2026/11/sencha-tin-480w.webp')
    expect((await stat(kept)).mtimeMs).toBe(made.mtimeMs)
  })

  test.each(['jpeg', 'png', 'gif', 'avif'] as const)('%s is made smaller as what it is', async (format) => {
    const upload = await added({ bytes: await picture(400, 500).toFormat(format).toBuffer() })
    const response = await get(upload.path.replace('.', '-160w.'))
    const { format: made, width } = await sharp(await bytesOf(response)).metadata()
    expect([response.headers.get('content-type'), width]).toEqual([upload.mime, 160])
    expect(made).toBe(format === 'avif' ? 'heif' : format)
  })

  test.each([
    '2026/11/nothing.webp',
    '2026/11/nothing-480w.webp',
    '2026/11/sencha-tin-481w.webp',
    '2026/11/sencha-tin-1800w.webp',
    '2026/11/sencha-tin-1200w.webp',
    '2026/11/sencha-tin-480w-480w.webp',
    '2026/11/sencha-tin-480w.jpg',
    '2026/11/sencha-tin',
    '2026/11/',
    '2026/11',
    '.sizes/480/2026/11/sencha-tin.webp',
    '2026/11/../11/sencha-tin.webp',
    '..%2f..%2f2026/11/sencha-tin.webp',
    '%2e%2e/uploads/2026/11/sencha-tin.webp',
    '2026/11/..%5c..%5csecret.webp',
    '2026/11/%00sencha-tin.webp',
    '2026/11/sencha-tin.webp%00.png',
    '2026/11/sencha-tin.webp%0d%0aX: y',
    '2026/11/%E0%A4%A.webp',
    '2026/11/sencha tin.webp',
    '2026/11//sencha-tin.webp',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    `2026/11/${'a'.repeat(5000)}.webp`,
    'secrets/database-password',
    '2026/11/note.txt',
  ])('%s is not there', async (path) => {
    await added()
    await writeFile(join(files.root, '2026/11/note.txt'), 'private')
    await writeFile(join(dataDir, 'secret.webp'), tin)
    const response = await get(path)
    // The URL constructor resolves `..`, so the path must not contain any.
    const resolved = new URL(hrefs.upload(path), 'http://shop').pathname
    if (resolved === hrefs.upload('2026/11/sencha-tin.webp')) return expect(response.status).toBe(200)
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control') ?? 'no-store').toBe('no-store')
    expect(await readdir(dataDir)).toEqual(expect.not.arrayContaining(['480', 'etc']))
  })
})

describe('warming up', () => {
  test('makes what is missing once, and goes on past a broken original', async () => {
    await added()
    const broken = await added({ name: 'broken', bytes: await picture(900, 900).webp().toBuffer() })
    await writeUpload(files, broken.path, { bytes: Buffer.from('gone') })
    const problems: string[] = []
    const warm = () => warmSizes(db, files, { widths: [160, 324], onProblem: (path) => problems.push(path) })
    expect(await warm()).toBe(2)
    expect(problems).toEqual([broken.path, broken.path])
    expect(await warm()).toBe(0)
  })

  test('ends when the shop stops', async () => {
    await added()
    expect(await warmSizes(db, files, { signal: AbortSignal.abort() })).toBe(0)
  })
})
