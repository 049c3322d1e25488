import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { s3Store } from '../../platform/files/s3-store.ts'
import { deletedMedia, media } from './media.table.ts'
import { warmSizes } from './resize.ts'
import { uploadFiles } from './upload-files.ts'

// Nothing listens at this port.
const bucket = { endpoint: 'http://127.0.0.1:9', bucket: 'teas', region: 'us-east-1', isPathStyle: true }
const keys = { accessKeyId: 'key', secretAccessKey: 'a-secret' }
const files = s3Store({ ...bucket, ...keys }, { retryMs: 1 })
const { app, db, shop } = await openShop({ files })
const editor = await createSignedInUser(shop, 'editor')
const png = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#486' } })
  .png()
  .toBuffer()

test('pages are answered while the storage of files is away, and its pictures and videos come later', async () => {
  expect((await app.request('/')).status).toBe(200)
  for (const name of ['2026/11/tin.png', '2026/11/tin-480w.png', '2026/11/film.mp4']) {
    const answer = await app.request(`/wp-content/uploads/${name}`)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await answer.text()).not.toMatch(/secret|127\.0\.0\.1/)
  }
})

test('an upload is refused with an error that says why, and leaves no row', async () => {
  const before = await db.$count(media)
  const form = new FormData()
  form.set('file', new File([new Uint8Array(png)], 'tin.png'))
  const answer = await app.request('/wp-json/wp/v2/media', { method: 'POST', headers: editor.headers, body: form })
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ message: expect.stringContaining('files are stored') })
  expect([await db.$count(media), await db.$count(deletedMedia)]).toEqual([before, 0])
})

test('sizes are not made ahead while the originals are away', async () => {
  const row = { path: '2026/11/tin.png', mime: 'image/png', width: 600, height: 400, bytes: png.length }
  await db.insert(media).values(row)
  await expect(warmSizes(db, uploadFiles(shop), { widths: [480] })).rejects.toThrow('storage of files')
})
