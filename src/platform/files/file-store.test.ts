import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { hasS3Server, startS3Server } from '../../../test/support/s3-server.ts'
import { diskStore } from './disk-store.ts'
import { type FileStore, FileStoreError } from './file-store.ts'
import { moveFiles } from './move-files.ts'
import { s3Store } from './s3-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'samovar-files-'))
const dataDir = join(folder, 'data')
const server = await startS3Server(folder)
const disk = diskStore(dataDir)
const bucket = s3Store(server.bucket, { pageSize: 7 })
const impatient = s3Store(server.bucket, { retryMs: 1, timeoutMs: 1000 })
const stores: [string, FileStore][] = [['on disk', disk]]
if (hasS3Server) stores.push(['in S3', bucket])
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

async function keysOf(store: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.list(prefix)) keys.push(key)
  return keys.sort()
}
const contentOf = async (body: Readable) => Buffer.concat(await body.toArray())
const text = (content: string) => ({ bytes: Buffer.from(content) })

beforeEach(async () => {
  server.disturb()
  for (const [, store] of stores)
    for (const root of ['uploads/', 'downloads/']) for await (const key of store.list(root)) await store.delete(key)
})

describe.each(stores)('files %s', (_, store) => {
  const key = 'uploads/2026/11/tin.webp'

  test('are written, written over, and read', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000
    await store.write(key, text('green'))
    expect(String(await store.read(key))).toBe('green')
    const bytes = randomBytes(300_000)
    await store.write(key, { bytes })
    expect(await store.read(key)).toEqual(bytes)
    expect(await store.stat(key)).toEqual({ size: 300_000, modified: expect.any(Number) })
    expect((await store.stat(key))?.modified).toBeGreaterThanOrEqual(before)
    const opened = await store.open(key)
    expect([opened?.size, opened && (await contentOf(opened.body))]).toEqual([300_000, bytes])
    await store.write(key, text(''))
    expect([await store.read(key), (await store.stat(key))?.size]).toEqual([Buffer.alloc(0), 0])
  })

  test('are taken from this machine', async () => {
    const sourcePath = join(folder, 'source')
    await writeFile(sourcePath, 'a film')
    await store.write(key, { sourcePath })
    expect(String(await store.read(key))).toBe('a film')
  })

  test.each([
    [{ start: 0, end: 0 }, 'g'],
    [{ start: 2, end: 3 }, 'ee'],
    [{ start: 3, end: 100 }, 'en'],
    [{ start: 5, end: 9 }, ''],
  ])('are read in part: %j', async (range, expected) => {
    await store.write(key, text('green'))
    const opened = await store.open(key, range)
    expect([opened?.size, String(opened && (await contentOf(opened.body)))]).toEqual([5, expected])
  })

  test('that are missing are null, and deleted twice without complaint', async () => {
    expect([await store.read(key), await store.stat(key), await store.open(key)]).toEqual([null, null, null])
    expect(await store.open(key, { start: 0, end: 1 })).toBe(null)
    await store.write(key, text('green'))
    await store.delete(key)
    await store.delete(key)
    expect(await store.read(key)).toBe(null)
    // A directory does not count as a file.
    await store.write(key, text('green'))
    expect([await store.read('uploads/2026/11'), await store.stat('uploads/2026/11')]).toEqual([null, null])
  })

  test('are listed by a prefix, however many', async () => {
    const keys = Array.from({ length: 23 }, (_, index) => `uploads/2026/11/tin-${index}.webp`).sort()
    await Promise.all(
      [...keys, 'uploads/2025/12/pot.png', 'downloads/x7/a.pdf'].map((one) => store.write(one, text('x'))),
    )
    expect(await keysOf(store, 'uploads/2026/')).toEqual(keys)
    expect(await keysOf(store, 'uploads/2026/11/tin-2')).toEqual(keys.filter((one) => one.includes('tin-2')))
    expect(await keysOf(store, 'uploads/2024/')).toEqual([])
    expect(await keysOf(store, 'downloads/')).toEqual(['downloads/x7/a.pdf'])
  })

  test.each([
    'Guide & price list (2026).pdf',
    "l'été – 100% +1.pdf",
    '茶 <b>"x"</b>.zip',
    'a?b#c=d;e:f@g,h$i!j*k.txt',
    '%2e%2e%2fsecret',
    '🍵.epub',
    `${'é'.repeat(100)}.pdf`,
  ])('have names such as %s', async (name) => {
    const odd = `downloads/a1B2/${name}`
    await store.write(odd, text(name))
    expect(String(await store.read(odd))).toBe(name)
    expect(await store.stat(odd)).toMatchObject({ size: Buffer.byteLength(name) })
    expect(await keysOf(store, 'downloads/')).toEqual([odd])
    expect(await keysOf(store, odd)).toEqual([odd])
    await store.delete(odd)
    expect(await store.read(odd)).toBe(null)
  })

  test.each(
    [
      '',
      'uploads',
      'uploads/',
      '/uploads/a',
      'uploads//a',
      'uploads/../secrets/shop',
      'uploads/./a',
      'uploads/.sizes/160/a.webp',
      'uploads\\..\\a/b',
      'secrets/shop',
      'postgres/PG_VERSION',
      'uploads/a\0b',
      'uploads/a\nb',
      'uploads/\ud800',
      `uploads/${'x'.repeat(256)}`,
      `uploads/${'x/'.repeat(600)}x`,
    ].map((wrong) => [wrong.slice(0, 30), wrong] as const),
  )('are in no other place: %j', async (_, wrong) => {
    await expect(store.write(wrong, text('x'))).rejects.toThrow(RangeError)
    await expect(store.read(wrong)).rejects.toThrow(RangeError)
    await expect(store.open(wrong)).rejects.toThrow(RangeError)
    await expect(store.stat(wrong)).rejects.toThrow(RangeError)
    await expect(store.delete(wrong)).rejects.toThrow(RangeError)
    if (!wrong.startsWith('uploads/') || wrong.includes('..'))
      await expect(keysOf(store, wrong)).rejects.toThrow(RangeError)
  })

  test('stay as they were if they cannot be written', async () => {
    await store.write(key, text('green'))
    await expect(store.write(key, { sourcePath: join(folder, 'nowhere') })).rejects.toThrow(/./)
    await expect(store.write(key, { sourcePath: folder })).rejects.toThrow(/./)
    expect(String(await store.read(key))).toBe('green')
    expect(await keysOf(store, 'uploads/')).toEqual([key])
  })
})

test('what is on disk is where it was, and what is made of it or half written is in no list', async () => {
  await mkdir(join(dataDir, 'uploads/2026/11'), { recursive: true })
  await mkdir(join(dataDir, 'uploads/.sizes/160'), { recursive: true })
  await writeFile(join(dataDir, 'uploads/2026/11/old.webp'), 'old')
  await writeFile(join(dataDir, 'uploads/2026/11/.0123.part'), 'ol')
  // A file that another program has left; its name is not a valid key.
  await writeFile(join(dataDir, 'uploads/2026/11/Icon\r'), 'ol')
  await writeFile(join(dataDir, 'uploads/.sizes/160/old.webp'), 'o')
  expect(await keysOf(disk, 'uploads/')).toEqual(['uploads/2026/11/old.webp'])
  await disk.write('uploads/2026/11/new.webp', text('new'))
  expect(await readFile(join(dataDir, 'uploads/2026/11/new.webp'), 'utf8')).toBe('new')
  expect(await readdir(join(dataDir, 'uploads/2026/11'))).toEqual(['.0123.part', 'Icon\r', 'new.webp', 'old.webp'])
})

describe.skipIf(!hasS3Server)('a server that fails', () => {
  const key = 'uploads/2026/11/tin.webp'
  const bytes = randomBytes(200_000)

  test('for a moment is asked again', async () => {
    await impatient.write(key, { bytes })
    server.disturb('cut', 'busy')
    expect(await impatient.read(key)).toEqual(bytes)
    server.disturb('cut-request', 'hang')
    const more = randomBytes(100_000)
    await impatient.write(key, { bytes: more })
    server.disturb('busy')
    expect(await impatient.read(key)).toEqual(more)
    server.disturb('cut')
    expect(await keysOf(impatient, 'uploads/')).toEqual([key])
  })

  test('for longer is an error that says what, and no file is half there', async () => {
    await impatient.write(key, text('green'))
    for (const fault of ['cut-request', 'busy', 'hang'] as const) {
      server.disturb(fault, fault, fault)
      const error = await impatient.write(key, { bytes: bytes.subarray(0, 5000) }).catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(FileStoreError)
      expect(String(error)).toContain('PUT http://127.0.0.1')
      expect(String(error)).toMatch(
        { 'cut-request': /./, busy: /answered 503 SlowDown/, hang: /no answer within/ }[fault],
      )
      expect(String(await impatient.read(key))).toBe('green')
    }
    server.disturb('cut', 'cut', 'cut')
    await expect(impatient.read(key).then(String)).resolves.toBe('green')
  })

  test('while a file is sent on ends the stream with an error', async () => {
    await impatient.write(key, { bytes })
    server.disturb('cut')
    const opened = await impatient.open(key)
    await expect(opened && contentOf(opened.body)).rejects.toThrow(/./)
  })

  test('that refuses is asked once, and no secret is in the error', async () => {
    for (const [change, reason] of [
      [{ secretAccessKey: 'a-wrong-secret' }, '403 SignatureDoesNotMatch'],
      [{ accessKeyId: 'nobody' }, 'answered 403'],
      [{ bucket: 'coffees' }, '404 NoSuchBucket'],
    ] as const) {
      server.requests.length = 0
      const error = await s3Store({ ...server.bucket, ...change })
        .read(key)
        .catch((caught: unknown) => caught)
      expect(error).toBeInstanceOf(FileStoreError)
      expect(String(error)).toContain(reason)
      expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('secret')
      expect(server.requests).toHaveLength(1)
    }
  })

  test('that is not there is an error in a bounded time', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    const { port } = await new Promise<{ port: number }>((done) =>
      closed.once('listening', () => done(closed.address() as { port: number })),
    )
    await new Promise((done) => closed.close(done))
    const away = s3Store({ ...server.bucket, endpoint: `http://127.0.0.1:${port}` }, { retryMs: 1 })
    await expect(away.read(key)).rejects.toThrow(/ECONNREFUSED/)
    await expect(keysOf(away, 'uploads/')).rejects.toThrow(FileStoreError)
    const byHost = s3Store({ ...server.bucket, endpoint: 'http://s3.invalid/v1/', isPathStyle: false }, { retryMs: 1 })
    await expect(byHost.read(key)).rejects.toThrow(`GET http://teas.s3.invalid/v1/${key}: `)
  })
})

describe.skipIf(!hasS3Server)('moving', () => {
  const all = ['downloads/x7/Guide (1).pdf', 'uploads/2025/12/pot.png', 'uploads/2026/11/tin.webp']
  const contents = (store: FileStore) => Promise.all(all.map(async (key) => String(await store.read(key))))

  test.each([
    ['from the disk to S3', disk, bucket],
    ['from S3 to the disk', bucket, disk],
  ])('%s goes on where it was interrupted, and the source stays', async (_, from, to) => {
    for (const key of all) await from.write(key, text(`content of ${key}`))
    const expected = await contents(from)
    const broken: FileStore = {
      ...to,
      async write(key, source) {
        if (key.startsWith('uploads/2026')) throw new FileStoreError('the storage is away')
        await to.write(key, source)
      },
    }
    await expect(moveFiles(from, broken)).rejects.toThrow('the storage is away')
    await to.write('uploads/2025/12/pot.png', text('half'))
    const steps: string[] = []
    const moved = await moveFiles(from, to, (done, total) => steps.push(`${done}/${total}`))
    expect(moved).toEqual({ copied: 2, present: 1 })
    expect(steps).toEqual(['1/3', '2/3', '3/3'])
    expect([await contents(to), await contents(from)]).toEqual([expected, expected])
    expect(await moveFiles(from, to)).toEqual({ copied: 0, present: 3 })
  })
})
