import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { box, mp4, mp4OfSize, ogv, webm } from '../../../../test/support/videos.ts'
import { media } from '../../../things/media/media.table.ts'

const { app, shop, db } = await openShop()
const editor = await createSignedInUser(shop, 'editor')

type Upload = {
  readonly success: boolean
  readonly url: string
  readonly error: boolean
  readonly message: string
}

/** Uploads a file as the plugin's driver does: the action comes before a video, and after an image. */
async function upload(field: 'image' | 'video', bytes: Uint8Array | null, name: string, address = '203.0.113.1') {
  const form = new FormData()
  const action = `sktbuilder_add_new_${field}`
  if (field === 'video') form.set('action', action)
  if (bytes) form.set(field, new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
  if (field === 'image') form.set('action', action)
  const response = await app.request('/wp-admin/admin-ajax.php', {
    method: 'POST',
    headers: { cookie: editor.cookie, 'x-forwarded-for': address },
    body: form,
  })
  // The plugin's scripts parse the response themselves; with a JSON type it would be parsed twice.
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  return JSON.parse(await response.text()) as Upload
}
const failed = { success: false, error: true, url: '', message: expect.stringMatching(/\w/) }
const count = () => db.$count(media)

const plain = sharp({ create: { width: 40, height: 30, channels: 3, background: '#2c5a45' } })
const [png, jpeg, gif, webp, avif] = await Promise.all([
  plain.clone().png().toBuffer(),
  plain
    .clone()
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg()
    .toBuffer(),
  plain.clone().gif().toBuffer(),
  plain.clone().webp().toBuffer(),
  plain.clone().avif().toBuffer(),
])
const noise = Buffer.from(
  Array.from({ length: 890 * 780 * 3 }, (_, index) => (index * 7919 + (index >> 3) * 104_729) % 256),
)
const big = await sharp(noise, { raw: { width: 890, height: 780, channels: 3 } })
  .png({ compressionLevel: 0 })
  .toBuffer()
const padded = (size: number) => Buffer.concat([big, Buffer.alloc(size - big.length)])

test('[BLD-07 image] an image is answered as JSON text with its address, and is what its content says', async () => {
  for (const [bytes, name, ending] of [
    [png, 'Tea tin.PNG', '.png'],
    [jpeg, 'leaf.gif', '.jpg'],
    [gif, 'cup.jpeg', '.gif'],
    [png, '<img src=x onerror=alert(1)>.png', '.png'],
  ] as const) {
    const { url, ...rest } = await upload('image', bytes, name)
    expect(rest).toEqual({ success: true, error: false, message: '' })
    expect(url).toMatch(new RegExp(`^${shop.url}/wp-content/uploads/\\d{4}/\\d\\d/[a-z0-9-]+\\${ending}$`))
    const served = await app.request(new URL(url).pathname)
    expect(served.status).toBe(200)
    const stored = Buffer.from(await served.arrayBuffer())
    expect((await sharp(stored).metadata()).exif).toBeUndefined()
  }
})

test('[BLD-08 sizes] [BLD-08 formats] [BLD-08 content] images: 2097152 bytes, JPEG, PNG and GIF, by content', async () => {
  expect(await upload('image', padded(2_097_152), 'largest.png')).toMatchObject({ success: true })
  const before = await count()
  expect(await upload('image', padded(2_097_153), 'larger.png')).toEqual(failed)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
  for (const bytes of [
    null,
    Buffer.alloc(0),
    svg,
    webp,
    avif,
    mp4,
    Buffer.from('GIF89a/*<svg onload=alert(1)>*/=1'),
    png.subarray(0, 60),
    Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]),
    Buffer.concat([jpeg, Buffer.from('<?php echo 1;')]),
    Buffer.concat([gif, svg]),
    Buffer.concat([png, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
    Buffer.concat([jpeg, Buffer.from('%PDF-1.7')]),
  ])
    expect(await upload('image', bytes, 'picture.png')).toEqual(failed)
  expect(await count()).toBe(before)
})

test('[BLD-07 video] a video is stored as it is', async () => {
  for (const [bytes, ending] of [
    [mp4, 'mp4'],
    [webm, 'webm'],
    [ogv, 'ogv'],
  ] as const) {
    const { url, ...rest } = await upload('video', bytes, 'Steam.exe')
    expect(rest).toEqual({ success: true, error: false, message: '' })
    expect(url).toMatch(new RegExp(`/uploads/\\d{4}/\\d\\d/steam\\.${ending}$`))
    const served = await app.request(new URL(url).pathname)
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
  }
})

test('[BLD-08 sizes] [BLD-08 formats] [BLD-08 content] videos: 8388608 bytes, MP4, OGV and WebM, by content', async () => {
  expect(await upload('video', mp4OfSize(8_388_608), 'largest.mp4')).toMatchObject({ success: true })
  const before = await count()
  for (const bytes of [
    null,
    png,
    mp4OfSize(8_388_609),
    Buffer.concat([mp4, box('free', '<script>alert(1)</script>')]),
    Buffer.concat([webm, Buffer.from('<svg onload=alert(1)>')]),
  ])
    expect(await upload('video', bytes, 'film.mp4')).toEqual(failed)
  expect(await count()).toBe(before)
})

test('[BLD-08 content] uploads of one network are counted with those of the media library', async () => {
  const address = '203.0.113.77'
  for (let round = 0; round < 6; round += 1)
    await Promise.all(Array.from({ length: 50 }, () => upload('image', null, 'x.png', address)))
  expect((await upload('image', png, 'one-more.png', address)).message).toContain('Too many uploads')
  let isRead = false
  const pull = (controller: ReadableStreamDefaultController) => {
    isRead = true
    controller.close()
  }
  const unread = await app.request('/wp-admin/admin-ajax.php', {
    method: 'POST',
    headers: { cookie: editor.cookie, 'x-forwarded-for': address, 'content-type': 'multipart/form-data; boundary=x' },
    body: new ReadableStream({ pull }, { highWaterMark: 0 }),
    duplex: 'half',
  } as RequestInit)
  expect(await unread.json()).toEqual(failed)
  expect(isRead).toBe(false)
})
