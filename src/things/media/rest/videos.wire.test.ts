import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../../test/support/users.ts'
import { box, mp4, mp4OfSize, ogv, recordedWebm, webm } from '../../../../test/support/videos.ts'
import { MAX_VIDEO_BYTES } from '../../../platform/web/upload-limit.ts'
import { expandFeatures } from '../../../site/features/expand-features.tsx'
import { saveEntry } from '../../entries/save-entry.ts'
import { addVideo } from '../add-video.ts'
import { media } from '../media.table.ts'
import { warmSizes } from '../resize.ts'
import { uploadFiles } from '../upload-files.ts'

const { app, db, shop } = await openShop()
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')
const collection = '/wp-json/wp/v2/media'
const files = uploadFiles(shop)

type Json = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly source_url: string
  readonly code?: string
  readonly message?: string
}
type Who = Pick<TestUser, 'headers'> | null

async function send(path: string, init: RequestInit = {}, who: Who = editor) {
  const response = await app.request(path, { ...init, headers: { ...who?.headers, ...(init.headers as object) } })
  return { status: response.status, headers: response.headers, json: (await response.json()) as Json }
}
const change = (method: string, path: string, body: object) =>
  send(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

function upload(
  bytes: Buffer<ArrayBuffer>,
  name: string,
  fields: Readonly<Record<string, string>> = {},
  who: Who = editor,
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new File([bytes], name, { type: 'image/png' }))
  return send(collection, { method: 'POST', body: form }, who)
}
const count = () => db.$count(media)
const path = ({ source_url: url }: Json) => new URL(url).pathname
const get = (address: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(address, { method, headers })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('[BLD-08 content] a video is what its content says, whatever its name and type; it is stored as it is', async () => {
  for (const [bytes, name, file, mime] of [
    [mp4, 'Steam rising.webm', 'steam-rising.mp4', 'video/mp4'],
    [webm, 'steam.html', 'steam.webm', 'video/webm'],
    [recordedWebm, 'recorded.jpg', 'recorded.webm', 'video/webm'],
    [ogv, '../../steam.php', 'steam.ogv', 'video/ogg'],
  ] as const) {
    const { status, headers, json } = await upload(bytes, name, { alt_text: 'Steam' })
    expect([status, headers.get('location')]).toEqual([201, `${shop.url}${collection}/${json.id}`])
    expect(json).toMatchObject({
      media_type: 'file',
      mime_type: mime,
      alt_text: 'Steam',
      author: editor.id,
      media_details: { width: 64, height: 36, filesize: bytes.length, sizes: {} },
    })
    expect(path(json)).toMatch(new RegExp(`^/wp-content/uploads/\\d{4}/\\d\\d/${file}$`))
    const served = await get(path(json))
    expect(Object.fromEntries(served.headers)).toMatchObject({
      'content-type': mime,
      'content-length': String(bytes.length),
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; media-src 'self'; sandbox allow-same-origin",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    expect(await bytesOf(served)).toEqual(bytes)
  }
  const before = await count()
  expect((await upload(mp4, 'Steam rising.mp4')).json).toMatchObject({ slug: 'steam-rising' })
  const names = await upload(mp4OfSize(2000), '茶-480w.mp4')
  expect((await upload(mp4OfSize(2001), 'tin-480w.mp4')).json).toMatchObject({ slug: 'tin-480w-video' })
  expect((await upload(mp4OfSize(2002), '茶.mp4')).json).toMatchObject({ slug: 'video' })
  expect([names.status, await count()]).toEqual([201, before + 3])
})

test('[BLD-08 formats] what is neither a video nor a picture that the shop takes is refused, and leaves nothing', async () => {
  const before = await count()
  const stored = (await readdir(files.root, { recursive: true })).length
  for (const [bytes, name] of [
    [Buffer.from('<script>alert(1)</script>'), 'steam.mp4'],
    [Buffer.concat([mp4, Buffer.from('<html><script>alert(1)</script></html>')]), 'steam.mp4'],
    [Buffer.concat([mp4, box('free', '<script>alert(1)</script>')]), 'steam.mp4'],
    [Buffer.concat([webm, Buffer.from('PK\x03\x04')]), 'steam.webm'],
    [Buffer.from('OggS'), 'steam.ogv'],
    [Buffer.from('#EXTM3U'), 'steam.mp4'],
  ] as const) {
    const { status, json } = await upload(bytes, name)
    expect([name, status, json.code]).toEqual([name, 400, 'rest_upload_sideload_error'])
    expect(json.message).toContain('MP4, OGV or WebM')
  }
  expect(await count()).toBe(before)
  expect((await readdir(files.root, { recursive: true })).length).toBe(stored)
})

test('[BLD-08 sizes] a video of 8,388,608 bytes is taken, and one of a byte more is not', async () => {
  expect(MAX_VIDEO_BYTES).toBe(8_388_608)
  const { status, json } = await upload(mp4OfSize(8_388_608), 'long.mp4')
  expect([status, json.media_details]).toEqual([201, expect.objectContaining({ filesize: 8_388_608 })])
  const before = await count()
  const refused = await upload(mp4OfSize(8_388_609), 'longer.mp4')
  expect([refused.status, refused.json.code]).toEqual([400, 'rest_upload_file_too_big'])
  expect(refused.json.message).toContain('larger than 8 MB')
  const video = { bytes: mp4OfSize(8_388_609), name: 'a', title: '', alt: '', now: shop.now() }
  const tooLarge = await db.transaction((tx) => addVideo(tx, files, video))
  expect(tooLarge).toEqual({ ok: false, problem: 'too-large' })
  const noVideo = await db.transaction((tx) => addVideo(tx, files, { ...video, bytes: Buffer.from('GIF89a') }))
  expect(noVideo).toEqual({ ok: false, problem: 'not-a-video' })
  expect(await count()).toBe(before)
})

test('a player gets the part that it asks for', async () => {
  const { json } = await upload(mp4OfSize(3000), 'parts.mp4')
  const bytes = mp4OfSize(3000)
  for (const [range, start, end] of [
    ['bytes=0-', 0, 2999],
    ['bytes=0-1', 0, 1],
    ['bytes=100-299', 100, 299],
    ['bytes=2999-', 2999, 2999],
    ['bytes=2500-9999', 2500, 2999],
    ['bytes=-10', 2990, 2999],
  ] as const) {
    const part = await get(path(json), { range })
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
      206,
      `bytes ${start}-${end}/3000`,
      String(end - start + 1),
    ])
    expect(part.headers.get('content-type')).toBe('video/mp4')
    expect(await bytesOf(part)).toEqual(bytes.subarray(start, end + 1))
  }
  const beyond = await get(path(json), { range: 'bytes=3000-' })
  expect([beyond.status, beyond.headers.get('content-range'), await beyond.text()]).toEqual([416, 'bytes */3000', ''])
  expect(beyond.headers.get('cache-control')).toBe('no-store')

  const whole = await get(path(json))
  const etag = whole.headers.get('etag') ?? ''
  expect(etag).toMatch(/^"[\w-]+"$/)
  const range = 'bytes=0-1'
  expect((await get(path(json), { range, 'if-range': etag })).status).toBe(206)
  for (const other of ['"other"', `W/${etag}`, new Date().toUTCString()])
    expect((await get(path(json), { range, 'if-range': other })).status).toBe(200)
  expect((await get(path(json), { range: 'bytes=0-1,4-5' })).status).toBe(200)
  const unchanged = await get(path(json), { 'if-none-match': etag })
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  const head = await get(path(json), { range }, 'HEAD')
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '3000', ''])
  // A client that disconnects in the middle of a download leaves no open file behind.
  const openFiles = async () => (await readdir('/proc/self/fd').catch(() => [])).length
  const before = await openFiles()
  for (let times = 0; times < 20; times += 1) await (await get(path(json))).body?.cancel()
  await expect.poll(openFiles).toBeLessThan(before + 10)
})

test.each([
  '2026/11/nothing.mp4',
  '2026/11/parts-480w.mp4',
  '2026/11/../../secret.mp4',
  '2026/11/%00.mp4',
  '..%2fsecret.webm',
  '2026/11/',
])('%s is no video', async (name) => {
  expect((await get(`/wp-content/uploads/${name}`)).status).toBeGreaterThanOrEqual(400)
})

test('lists tell pictures from videos, and what shows a video keeps it', async () => {
  const { json: video } = await upload(mp4OfSize(4000), 'kettle.mp4')
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const { json: picture } = await upload(png, 'kettle.png')
  const found = async (query: string) => {
    const { json } = await send(`${collection}?search=kettle&${query}`)
    return (json as unknown as Json[]).map(({ id }) => id).toSorted((one, other) => one - other)
  }
  const both = [video.id, picture.id]
  expect(await found('')).toEqual(both)
  expect(await found('media_type=image')).toEqual([picture.id])
  expect(await found('media_type=video')).toEqual([video.id])
  expect(await found('media_type=image,video')).toEqual(both)
  expect(await found('media_type=audio')).toEqual([])
  expect(await found('mime_type=video/mp4')).toEqual([video.id])
  expect(await found('media_type=image&mime_type=video/mp4')).toEqual([])
  expect((await send(`${collection}/${video.id}?context=view`)).json).toMatchObject({ media_type: 'file' })

  const content = `<p><a href="${path(video)}">The kettle sings</a></p>`
  const by = { author: editor.id, now: shop.now() }
  const post = await saveEntry(shop, db, { kind: 'post', title: 'Singing', status: 'publish', content }, by)
  if (!post.ok) throw new Error(post.problem.kind)
  const refused = await send(`${collection}/${video.id}?force=true`, { method: 'DELETE' })
  expect([refused.status, refused.json.message]).toEqual([
    409,
    'This video is shown by the post “Singing”. Remove it there first.',
  ])
  await saveEntry(shop, db, { id: post.entry.id, kind: 'post', content: '' }, by)
  expect((await change('PUT', `${collection}/${video.id}`, { title: 'A song' })).json.title).toMatchObject({
    raw: 'A song',
  })
  expect((await send(`${collection}/${video.id}?force=true`, { method: 'DELETE' })).status).toBe(200)
  expect((await get(path(video))).status).toBe(404)
})

test('who asks for pictures never gets a video', async () => {
  const { json } = await upload(mp4OfSize(5000), 'no-picture.mp4')
  const { id } = json
  for (const body of [{ featured_media: id }, { content: 'x', featured_media: id }]) {
    const refused = await change('POST', '/wp-json/wp/v2/posts', { title: 'With a video', ...body })
    expect([refused.status, refused.json.code]).toEqual([400, 'rest_invalid_featured_media'])
  }
  const project = await change('POST', '/wp-json/wp/v2/project', { title: 'Boat', pictures: [id] })
  expect(project.status).toBe(400)
  const hero = { id: 1, lib: 'Samovar', block: 'home_hero', items: [{ title: 'Boat', picture: id }] }
  const shown = await change('POST', '/wp-json/samovar/v1/builder/render', { id: 0, blocks: [hero] })
  expect(JSON.stringify(shown.json)).toMatch(/^(?!.*no-picture).*Boat/)
  const html = await expandFeatures(db, `<p>[gallery_carousel title="Boats" pictures="${id}"]</p>`)
  expect(html).not.toContain('no-picture')
  expect(await warmSizes(db, files)).toBe(0)
  expect((await get(path(json).replace('.mp4', '-160w.mp4'))).status).toBe(404)
})

test('editors upload videos; customers and visitors do not', async () => {
  const before = await count()
  for (const [who, status] of [
    [null, 401],
    [customer, 403],
  ] as const) {
    const refused = await upload(mp4, 'mine.mp4', {}, who)
    expect([refused.status, refused.json.code]).toEqual([status, 'rest_cannot_create'])
  }
  expect(await count()).toBe(before)
})
