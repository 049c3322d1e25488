import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { entries } from '../../../things/entries/entries.table.ts'
import { media } from '../../../things/media/media.table.ts'
import { uploadFiles, writeUpload } from '../../../things/media/upload-files.ts'

const { app, db, shop } = await openShop()
const files = uploadFiles(shop)
const path = '2026/11/leaf.png'
const blue = sharp({ create: { width: 800, height: 500, channels: 3, background: '#0000ff' } })
await writeUpload(files, path, { bytes: await blue.png().toBuffer() })
const [picture] = await db
  .insert(media)
  .values({ path, mime: 'image/png', width: 800, height: 500, bytes: 1 })
  .returning({ id: media.id })
const post = (slug: string, over: Partial<typeof entries.$inferInsert> = {}) => ({
  kind: 'post' as const,
  slug,
  title: 'Tea & <script>alert(1)</script> "quoted"',
  imageId: picture?.id ?? null,
  ...over,
})
const rows = await db
  .insert(entries)
  .values([
    post('leaf'),
    post('bare', { imageId: null, title: '' }),
    post('draft', { status: 'draft' }),
    post('page', { kind: 'page' }),
    post('long', { imageId: null, title: '茶 '.repeat(90) + 'long '.repeat(2000) + 'x'.repeat(5000) }),
  ])
  .returning({ id: entries.id, slug: entries.slug })
const idOf = (slug: string) => rows.find((row) => row.slug === slug)?.id ?? 0

const addressIn = async (slug: string) => {
  const html = await (await app.request(`/blog/${slug}/`)).text()
  return /property="og:image" content="http:\/\/shop\.test([^"]*)"/.exec(html)?.[1] ?? ''
}
const pixel = async (bytes: ArrayBuffer, left: number, top: number) => {
  const spot = sharp(Buffer.from(bytes)).extract({ left, top, width: 1, height: 1 })
  return [...(await spot.raw().toBuffer())]
}
const stored = () => readdirSync(join(files.root, '.share')).filter((file) => file.startsWith(`${idOf('leaf')}-`))

test('a post is shared by a picture of 1200 x 630 with its own picture beside its title', async () => {
  const address = await addressIn('leaf')
  const { status, headers } = await app.request(address, { method: 'HEAD' })
  expect([status, headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const bytes = await (await app.request(address)).arrayBuffer()
  expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(bytes.byteLength).toBeLessThan(300_000)
  const [red = 255, green = 255, blueness = 0] = await pixel(bytes, 1000, 300)
  expect([red < 20, green < 20, blueness > 230]).toEqual([true, true, true])
  expect((await pixel(bytes, 20, 20)).every((value) => value > 230)).toBe(true)
})

test('it is drawn once, stored by what it shows, and only the current one stays', async () => {
  const address = await addressIn('leaf')
  const cacheOf = async (from: string) => (await app.request(from)).headers.get('cache-control')
  expect(await cacheOf(address)).toContain('immutable')
  expect(await cacheOf(address.replace(/v=.*/, 'v=old'))).toBe('public, max-age=3600')
  const [before] = stored()
  await db
    .update(entries)
    .set({ title: 'Leaf and water' })
    .where(eq(entries.id, idOf('leaf')))
  const changed = await addressIn('leaf')
  expect(changed).not.toBe(address)
  await Promise.all([app.request(changed), app.request(changed)])
  expect(stored()).toHaveLength(1)
  expect(stored()).not.toContain(before)
})

test('titles without letters of the font, or without end, are drawn, too', async () => {
  for (const slug of ['bare', 'long']) {
    const response = await app.request(await addressIn(slug))
    expect([slug, response.status]).toEqual([slug, 200])
  }
})

test('what is not a published post has no such picture', async () => {
  for (const name of [idOf('draft'), idOf('page'), 0, 999999, '99999999999', '0x1', '1.5', '../../etc/passwd'])
    expect([name, (await app.request(`/share/${name}.jpg`)).status]).toEqual([name, 404])
})
