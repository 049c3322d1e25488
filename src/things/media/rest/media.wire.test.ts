import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../../test/support/users.ts'
import { entries } from '../../entries/entries.table.ts'
import { saveEntry } from '../../entries/save-entry.ts'
import { settings } from '../../settings/settings.table.ts'
import { media } from '../media.table.ts'

const { app, db, shop } = await openShop()
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')
const collection = '/wp-json/wp/v2/media'

type Json = Readonly<Record<string, unknown>> & {
  readonly id: number
  readonly source_url: string
  readonly code?: string
}
type Who = Pick<TestUser, 'headers'> | null

async function send(path: string, init: RequestInit, who: Who = editor) {
  const response = await app.request(path, { ...init, headers: { ...who?.headers, ...(init.headers as object) } })
  return { status: response.status, headers: response.headers, json: (await response.json()) as Json }
}
const get = (path: string, who: Who = editor) => send(path, {}, who)
const change = (method: string, path: string, body: object = {}, who: Who = editor) =>
  send(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }, who)

function sendForm(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  fields: Readonly<Record<string, string>> = {},
  who: Who = editor,
) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('file', new File([bytes], name, { type: 'image/jpeg' }))
  return send(collection, { method: 'POST', body: form }, who)
}
const sendRaw = (body: BodyInit, headers: Record<string, string>, who: Who = editor) =>
  send(collection, { method: 'POST', body, headers }, who)

const drawn = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
const bytesOf = async (picture: Sharp) => new Uint8Array(await picture.toBuffer())
const count = () => db.$count(media)
const fileOf = async (json: Json) =>
  Buffer.from(await (await app.request(new URL(json.source_url).pathname)).arrayBuffer())

test('fields of an uploaded form may be nested, and are checked like those of JSON', async () => {
  const bytes = await bytesOf(drawn(40, 20, '#112233').png())
  const nested = { 'title[raw]': 'A\0 kettle', 'focal_point[x]': '20', 'focal_point[y]': '80' }
  const { json, status } = await sendForm(bytes, 'kettle.png', nested)
  expect(status).toBe(201)
  expect(json).toMatchObject({ title: { raw: 'A kettle' }, focal_point: { x: 20, y: 80 } })
  const before = await count()
  const refused = await sendForm(bytes, 'other.png', { 'focal_point[x]': '20', 'focal_point[y]': '200' })
  expect(refused).toMatchObject({ status: 400, json: { code: 'rest_invalid_param' } })
  expect(await count()).toBe(before)
})

test('a form uploads a picture, answered as WordPress documents it', async () => {
  const bytes = await bytesOf(drawn(1000, 500, '#2C5A45').jpeg())
  const sent = await sendForm(bytes, 'Tea house, Autumn.JPG', { alt_text: 'A  tea house', caption: 'In <b>autumn</b>' })
  expect(sent.status).toBe(201)
  const { json } = sent
  expect(sent.headers.get('location')).toBe(`${shop.url}${collection}/${json.id}`)
  expect(json).toMatchObject({
    slug: 'tea-house-autumn',
    status: 'inherit',
    type: 'attachment',
    title: { rendered: 'Tea house, Autumn', raw: 'Tea house, Autumn' },
    author: editor.id,
    caption: { rendered: '<p>In autumn</p>\n', raw: 'In autumn' },
    alt_text: 'A tea house',
    media_type: 'image',
    mime_type: 'image/jpeg',
    media_details: {
      width: 1000,
      height: 500,
      file: expect.stringMatching(/^\d{4}\/\d\d\/tea-house-autumn\.jpg$/),
      sizes: {
        thumbnail: { width: 160, height: 80, mime_type: 'image/jpeg' },
        full: { width: 1000, height: 500, source_url: json.source_url },
      },
    },
    post: null,
  })
  expect((await get(`${collection}/${json.id}`)).json).toMatchObject({ id: json.id, used_by: [] })
  expect((await get(`${collection}/${json.id}?context=view`)).json.title).toEqual({ rendered: 'Tea house, Autumn' })
  const { sizes } = json.media_details as { sizes: Record<string, { source_url: string }> }
  for (const size of Object.values(sizes)) {
    const served = await app.request(new URL(size.source_url).pathname)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  }
})

test('the body is the file, with its name in Content-Disposition', async () => {
  const bytes = await bytesOf(drawn(20, 20, '#123456').png())
  const headers = {
    'content-type': 'image/png',
    'content-disposition': 'attachment; filename="../../etc/Kettle.php.png"',
  }
  const sent = await sendRaw(bytes, { ...headers, 'content-md5': createHash('md5').update(bytes).digest('hex') })
  expect([sent.status, sent.json.slug, sent.json.mime_type]).toEqual([201, 'kettle-php', 'image/png'])
  const encoded = { ...headers, 'content-disposition': "attachment; filename*=UTF-8''Gr%C3%BCn%20Tee.png" }
  const other = await bytesOf(drawn(21, 20, '#123456').png())
  expect((await sendRaw(other, encoded)).json).toMatchObject({ slug: 'grun-tee', title: { raw: 'Grün Tee' } })
  const before = await count()
  const refusals = [
    [{ 'content-disposition': '' }, 400, 'rest_upload_no_content_disposition'],
    [{ 'content-disposition': 'attachment' }, 400, 'rest_upload_invalid_disposition'],
    [{ 'content-disposition': "attachment; filename*=UTF-8''%E0%A4%A" }, 400, 'rest_upload_invalid_disposition'],
    [{ 'content-md5': 'none' }, 412, 'rest_upload_hash_mismatch'],
  ] as const
  for (const [wrong, status, code] of refusals) {
    const refused = await sendRaw(bytes, { ...headers, ...wrong })
    expect([refused.status, refused.json.code]).toEqual([status, code])
  }
  expect(await count()).toBe(before)
})

test('what WordPress lets choose and this shop does not is refused, never ignored', async () => {
  const bytes = await bytesOf(drawn(42, 20, '#332211').png())
  const { json } = await sendForm(bytes, 'dated.png', { status: 'publish', comment_status: 'closed' })
  const path = `${collection}/${json.id}`
  for (const [field, value] of [
    ['date', '2020-01-01T00:00:00'],
    ['date_gmt', '2020-01-01T00:00:00'],
    ['status', 'private'],
    ['status', 'draft'],
    ['author', customer.id],
    ['comment_status', 'open'],
    ['ping_status', 'open'],
    ['template', 'wide'],
    ['slug', 'other'],
    ['featured_media', json.id],
  ] as const) {
    const refused = await change('PUT', path, { [field]: value, title: 'Changed' })
    expect([field, refused.status, refused.json.code]).toEqual([field, 400, 'rest_invalid_param'])
    if (field === 'slug') continue
    const before = await count()
    const other = await bytesOf(drawn(43, 20, '#332211').png())
    expect([field, (await sendForm(other, 'other.png', { [field]: `${value}` })).status]).toEqual([field, 400])
    expect(await count()).toBe(before)
  }
  // A program that reads a file and sends all of it back changes nothing.
  const whole = (await get(path)).json
  expect(await change('PUT', path, whole)).toMatchObject({ status: 200, json: { title: { raw: 'dated' } } })
  expect((await change('POST', path, { status: 'publish', alt_text: 'A leaf' })).status).toBe(200)
})

test('the content decides, not name or type: anything that is no picture is refused, and nothing is stored', async () => {
  const before = await count()
  const whole = await bytesOf(drawn(200, 200, '#abcdef').png())
  const files: readonly (readonly [string, Uint8Array<ArrayBuffer>])[] = [
    ['script.jpg', new TextEncoder().encode('<script>alert(1)</script>')],
    [
      'drawing.svg',
      new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    ],
    [
      'drawing.png',
      new TextEncoder().encode('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    ],
    ['half.png', whole.slice(0, 100)],
    ['scan.tiff', await bytesOf(drawn(20, 20, '#abcdef').tiff())],
  ]
  for (const [name, bytes] of files) {
    const refused = await sendForm(bytes, name)
    expect([name, refused.status, refused.json.code]).toEqual([name, 400, 'rest_upload_sideload_error'])
  }
  expect((await sendForm(new Uint8Array(), 'empty.png')).json.code).toBe('rest_upload_no_data')
  expect((await change('POST', collection, { title: 'No file' })).json.code).toBe('rest_upload_no_data')
  expect(
    (await send(collection, { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: 'x' })).json
      .code,
  ).toBe('rest_upload_no_data')
  expect(await count()).toBe(before)
})

test('too many pixels and too many bytes are refused before they are decoded', async () => {
  const bomb = await bytesOf(drawn(12_000, 6000, '#000').png({ compressionLevel: 9 }))
  const refused = await sendForm(bomb, 'bomb.png')
  expect([refused.status, refused.json.code]).toEqual([400, 'rest_upload_sideload_error'])
  expect(refused.json.message).toContain('60 million pixels')
  const large = new Uint8Array(20 * 1024 * 1024 + 1)
  expect((await sendForm(large, 'large.png')).json.code).toBe('rest_upload_file_too_big')
  const stream = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(1024 * 1024))
    },
  })
  const endless = { method: 'POST', body: stream, duplex: 'half' } as RequestInit
  const headers = { 'content-type': 'image/png', 'content-disposition': 'attachment; filename=a.png' }
  expect((await send(collection, { ...endless, headers })).json.code).toBe('rest_upload_file_too_big')
})

test('what a camera writes into a file is dropped, and the picture stands upright', async () => {
  const sideways = drawn(40, 20, '#778899').withExif({
    IFD0: { Copyright: 'Somebody' },
    IFD3: { GPSLatitude: '45/1 30/1 0/1' },
  })
  const bytes = await bytesOf(sideways.withMetadata({ orientation: 6 }).jpeg())
  expect((await sharp(bytes).metadata()).exif).toBeDefined()
  const { json } = await sendForm(bytes, 'garden.jpg')
  expect(json.media_details).toMatchObject({ width: 20, height: 40 })
  const { exif, orientation, width } = await sharp(await fileOf(json)).metadata()
  expect([exif, orientation, width]).toEqual([undefined, undefined, 20])
})

test('a large photograph is stored with 2560 px; a moving picture keeps moving', async () => {
  const { json } = await sendForm(await bytesOf(drawn(4000, 1000, '#998877').jpeg()), 'wide.jpg')
  expect(json.media_details).toMatchObject({ width: 2560, height: 640 })
  const frames = Buffer.concat([Buffer.alloc(300, 1), Buffer.alloc(300, 200)])
  const moving = sharp(frames, { raw: { width: 10, height: 20, channels: 3, pageHeight: 10 } }).gif()
  const gif = await sendForm(await bytesOf(moving), 'moving.gif')
  expect(gif.json.media_details).toMatchObject({ width: 10, height: 10 })
  expect((await sharp(await fileOf(gif.json)).metadata()).pages).toBe(2)
})

test('the list: search, type, order and pages', async () => {
  for (const [index, name] of ['Samovar one.png', 'Samovar two.png', 'Samovar 100%.png'].entries())
    await sendForm(await bytesOf(drawn(30 + index, 30, '#445566').png()), name, {
      alt_text: index === 0 ? 'Brass' : '',
    })
  const titles = async (query: string) => {
    const { json } = await get(`${collection}?${query}`)
    return (json as unknown as { title: { raw: string } }[]).map(({ title }) => title.raw)
  }
  expect(await titles('search=samovar&orderby=title&order=asc')).toEqual(['Samovar 100%', 'Samovar one', 'Samovar two'])
  expect(await titles('search=100%25')).toEqual(['Samovar 100%'])
  expect(await titles('search=brass')).toEqual(['Samovar one'])
  expect(await titles('search=samovar&media_type=video')).toEqual([])
  expect(await titles('search=samovar&mime_type=image/webp')).toEqual([])
  expect(await titles('search=samovar&media_type=image&mime_type=image/png&per_page=2&page=2')).toHaveLength(1)
  const page = await get(`${collection}?search=samovar&per_page=2`)
  expect([page.headers.get('x-wp-total'), page.headers.get('x-wp-totalpages')]).toEqual(['3', '2'])
  expect((await get(`${collection}?search=samovar&page=9`)).json.code).toBe('rest_post_invalid_page_number')
  expect((await get(`${collection}?media_type=sound`)).status).toBe(400)
})

test('texts are changed, and pages that show the picture follow', async () => {
  const { json } = await sendForm(await bytesOf(drawn(50, 50, '#00ff00').png()), 'green.png')
  const saved = await saveEntry(
    shop,
    db,
    { kind: 'post', title: 'With a picture', status: 'publish', imageId: json.id },
    { author: editor.id, now: shop.now() },
  )
  if (!saved.ok) throw new Error(saved.problem.kind)
  expect(await (await app.request('/blog/with-a-picture/')).text()).not.toContain('alt="A green square"')
  const changed = await change('POST', `${collection}/${json.id}`, {
    alt_text: 'A green square',
    title: { raw: 'Green' },
  })
  expect(changed.json).toMatchObject({ alt_text: 'A green square', title: { raw: 'Green' } })
  await expect.poll(async () => (await app.request('/blog/with-a-picture/')).text()).toContain('alt="A green square"')
  expect((await change('PUT', `${collection}/99999`, { title: 'x' })).json.code).toBe('rest_post_invalid_id')
})

test('a picture that something shows is not deleted: the answer says where', async () => {
  const { json } = await sendForm(await bytesOf(drawn(60, 60, '#0000ff').png()), 'blue.png')
  const path = `${collection}/${json.id}`
  const by = { author: editor.id, now: shop.now() }
  const file = new URL(json.source_url).pathname
  const text = `<p><img src="${file.replace('.png', '-480w.png')}" alt="x"></p>`
  const featured = await saveEntry(shop, db, { kind: 'post', title: 'Blue', imageId: json.id }, by)
  const inText = await saveEntry(shop, db, { kind: 'page', title: 'In words', content: text }, by)
  const gallery = `<p>[gallery_carousel title="12" pictures="9${json.id},${json.id}"]</p>`
  const inFeature = await saveEntry(shop, db, { kind: 'page', title: 'In a gallery', content: gallery }, by)
  const other = `<p>[client picture="1${json.id}" name="picture ${json.id}"]</p>`
  const notIn = await saveEntry(shop, db, { kind: 'page', title: 'Elsewhere', content: other }, by)
  if (!featured.ok || !inText.ok || !inFeature.ok || !notIn.ok) throw new Error('not saved')
  const refused = await change('DELETE', `${path}?force=true`)
  expect([refused.status, refused.json.code]).toEqual([409, 'samovar_rest_media_in_use'])
  expect(refused.json.message).toBe(
    'This picture is shown by the post “Blue”, the page “In words” and the page “In a gallery”. Remove it there first.',
  )
  expect((await fileOf(json)).length).toBeGreaterThan(0)
  await db.insert(settings).values({ name: 'headerBackground', value: file })
  expect((await change('DELETE', `${path}?force=true`)).json.message).toContain('and 1 more')
  await db.delete(settings).where(eq(settings.name, 'headerBackground'))
  await db.delete(entries).where(eq(entries.id, featured.entry.id))
  await db.delete(entries).where(eq(entries.id, inText.entry.id))
  await db.delete(entries).where(eq(entries.id, inFeature.entry.id))
  const unforced = await change('DELETE', path)
  expect([unforced.status, unforced.json.code]).toEqual([501, 'rest_trash_not_supported'])
  expect((await change('DELETE', path, { force: true })).json).toMatchObject({
    deleted: true,
    previous: { id: json.id },
  })
  expect((await app.request(file)).status).toBe(404)
  expect((await get(path)).status).toBe(404)
  const again = await sendForm(await bytesOf(drawn(60, 61, '#0000ff').png()), 'blue.png')
  expect(again.json.slug, 'a path that browsers have kept is not used again').toBe('blue-2')
})

test('editors upload; customers and visitors do nothing', async () => {
  const bytes = await bytesOf(drawn(70, 70, '#ff0000').png())
  const { json } = await sendForm(bytes, 'red.png')
  const before = await count()
  for (const [who, status] of [
    [null, 401],
    [customer, 403],
  ] as const) {
    const uploaded = await sendForm(bytes, 'mine.png', {}, who)
    expect([uploaded.status, uploaded.json.code]).toEqual([status, 'rest_cannot_create'])
    for (const path of [collection, `${collection}/${json.id}`]) expect((await get(path, who)).status).toBe(status)
    expect((await change('PUT', `${collection}/${json.id}`, { title: 'Mine' }, who)).json.code).toBe('rest_cannot_edit')
    expect((await change('DELETE', `${collection}/${json.id}?force=true`, {}, who)).json.code).toBe(
      'rest_cannot_delete',
    )
  }
  expect(await count()).toBe(before)
})
