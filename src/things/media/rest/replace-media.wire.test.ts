import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { mp4 } from '../../../../test/support/videos.ts'
import { hrefs } from '../../../platform/web/routes.ts'
import { entries } from '../../entries/entries.table.ts'
import { saveEntry } from '../../entries/save-entry.ts'
import { settings } from '../../settings/settings.table.ts'
import { media } from '../media.table.ts'

const { app, db, shop } = await openShop()
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')

const drawn = async (width: number, background: string) =>
  new Uint8Array(
    await sharp({ create: { width, height: 300, channels: 3, background } })
      .png()
      .toBuffer(),
  )

type Item = { readonly id: number; readonly source_url: string; readonly focal_point: object; readonly code?: string }

async function send(path: string, bytes: BlobPart, name = 'tin.png', who = editor) {
  const form = new FormData()
  form.set('file', new File([bytes], name))
  const answer = await app.request(path, { method: 'POST', body: form, headers: who.headers })
  return { status: answer.status, json: (await answer.json()) as Item }
}
const add = async (bytes: BlobPart, name?: string) => (await send('/wp-json/wp/v2/media', bytes, name)).json
const replace = (id: number, bytes: BlobPart, who = editor) =>
  send(`/wp-json/samovar/v1/media/${id}/file`, bytes, 'new.png', who)
const pathOf = ({ source_url: address }: Item) => new URL(address).pathname
const colourAt = async (path: string) => {
  const answer = await app.request(path)
  const { dominant } = await sharp(Buffer.from(await answer.arrayBuffer())).stats()
  return dominant.r > dominant.b ? 'red' : 'blue'
}

test('another file in place of a picture: its id, texts and uses stay, and every address of it shows the new one', async () => {
  const before = await add(await drawn(800, 'red'))
  const former = pathOf(before)
  const sized = former.replace('.png', '-324w.png')
  const saved = await saveEntry(
    shop,
    db,
    {
      kind: 'post',
      title: 'Tins',
      content: `<p><img src="${former}" alt=""><img src="${sized}" alt=""></p>`,
      imageId: before.id,
      status: 'publish',
    },
    { author: null, now: shop.now() },
  )
  if (!saved.ok) throw new Error(saved.problem.kind)
  const { status, json } = await replace(before.id, await drawn(900, 'blue'))
  expect(status).toBe(200)
  expect(json).toMatchObject({ id: before.id, media_details: { width: 900 }, used_by: [{ title: 'Tins' }] })
  expect(pathOf(json)).not.toBe(former)
  expect(await colourAt(pathOf(json))).toBe('blue')

  // Browsers cache a path for a year, so a replaced file gets a new path; the former path redirects to it.
  const led = await app.request(sized)
  expect([led.status, led.headers.get('location')]).toEqual([302, pathOf(json).replace('.png', '-324w.png')])
  const [text] = await db.select().from(entries).where(eq(entries.id, saved.entry.id))
  expect(text?.content).toContain(`src="${pathOf(json)}"`)
  expect(text?.content).toContain(`src="${pathOf(json).replace('.png', '-324w.png')}"`)
  expect((await add(await drawn(700, 'red'))).source_url).not.toBe(before.source_url)

  // After a second replacement, both former paths redirect to the newest file.
  const again = (await replace(before.id, await drawn(901, 'red'))).json
  for (const path of [former, pathOf(json)])
    expect((await app.request(path)).headers.get('location')).toBe(pathOf(again))
  expect(await db.$count(media, eq(media.id, before.id))).toBe(1)
})

test('in place of a picture, one narrower than a size that a text or a link names: they show the whole file', async () => {
  const before = await add(await drawn(1300, 'red'), 'wide.png')
  const former = pathOf(before)
  const ofWidth = (path: string, width: number) => path.replace('.png', `-${width}w.png`)
  const named = [former, ...[324, 800, 960, 1200].map((width) => ofWidth(former, width))]
  const content = named.map((path) => `<img src="${path}" alt="">`).join('')
  const tins = { kind: 'post', title: 'Wide tins', content, status: 'publish' } as const
  const saved = await saveEntry(shop, db, tins, { author: null, now: shop.now() })
  if (!saved.ok) throw new Error(saved.problem.kind)
  const now = pathOf((await replace(before.id, await drawn(960, 'blue'))).json)

  const [text] = await db.select().from(entries).where(eq(entries.id, saved.entry.id))
  const shown = [now, ofWidth(now, 324), now, now, now]
  expect([...(text?.content ?? '').matchAll(/src="([^"]+)"/g)].map(([, path]) => path)).toEqual(shown)
  for (const [width, path] of [
    [324, ofWidth(now, 324)],
    [960, now],
    [1200, now],
  ] as const) {
    const led = await app.request(ofWidth(former, width))
    expect([width, led.status, led.headers.get('location')]).toEqual([width, 302, path])
    expect(await colourAt(path)).toBe('blue')
  }
})

test('a photo larger than a form may be', async () => {
  const { id } = await add(await drawn(810, 'red'), 'photo.png')
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'red', noise } })
    .png()
    .toBuffer()
  expect(photo.length).toBeGreaterThan(600 * 1024)
  expect(await replace(id, new Uint8Array(photo))).toMatchObject({ status: 200, json: { id } })
})

test('what is no picture, a file that is there already, the same file, and people without the right change nothing', async () => {
  const [one, other] = [await add(await drawn(500, 'red'), 'one.png'), await add(await drawn(510, 'blue'), 'one.png')]
  const rows = await db.$count(media)
  expect(await replace(one.id, '<script>alert(1)</script>')).toMatchObject({ status: 400 })
  expect(await replace(one.id, await drawn(510, 'blue'))).toMatchObject({
    status: 409,
    json: { code: 'samovar_rest_media_not_replaced' },
  })
  const same = await replace(other.id, await drawn(510, 'blue'))
  expect(same).toMatchObject({ status: 200, json: { id: other.id } })
  expect(await replace(one.id, await drawn(520, 'red'), customer)).toMatchObject({ status: 403 })
  expect(await replace(987_654, await drawn(530, 'red'))).toMatchObject({ status: 404 })
  expect(await db.$count(media)).toBe(rows)
  expect(await colourAt(pathOf(one))).toBe('red')
  expect(await colourAt(pathOf(same.json))).toBe('blue')
})

test('a picture is in use also where a former address of it stands, so it cannot be deleted there', async () => {
  const before = await add(await drawn(820, 'red'), 'header.png')
  const former = pathOf(before)
  const { json } = await replace(before.id, await drawn(821, 'blue'))
  const item = `/wp-json/wp/v2/media/${before.id}`
  const used = async () =>
    ((await (await app.request(item, { headers: editor.headers })).json()) as { used_by: { title: string }[] }).used_by
  expect(await used()).toEqual([])
  await db.insert(settings).values({ name: 'headerBackground', value: former })
  const content = `<p><img src="${former.replace('.png', '-324w.png')}" alt=""></p>`
  const old = { kind: 'page', title: 'From an older tab', content, status: 'publish' } as const
  const saved = await saveEntry(shop, db, old, { author: null, now: shop.now() })
  if (!saved.ok) throw new Error(saved.problem.kind)
  expect(await used()).toMatchObject([{ title: 'From an older tab' }, { title: 'Appearance' }])
  const refused = await app.request(`${item}?force=true`, { method: 'DELETE', headers: editor.headers })
  expect(refused.status).toBe(409)
  expect(await colourAt(pathOf(json))).toBe('blue')
  await db.delete(settings).where(eq(settings.name, 'headerBackground'))
})

test('a file that may not take the place of another is gone, and its address is not used again', async () => {
  const before = await add(await drawn(830, 'red'), 'cup.png')
  expect(await replace(before.id, mp4)).toMatchObject({
    status: 409,
    json: { code: 'samovar_rest_media_not_replaced' },
  })
  const path = pathOf(before).replace('.png', '.mp4')
  expect((await app.request(path)).status).toBe(404)
  expect(await db.$count(media, eq(media.path, path.replace(/^.*uploads\//, '')))).toBe(0)
  expect(pathOf(await add(mp4, 'cup.mp4'))).toBe(pathOf(before).replace('.png', '-2.mp4'))
})

test('the focal point is in percent, and the picture stands by it where it is cut', async () => {
  const { id } = await add(await drawn(600, 'red'), 'focal.png')
  const change = async (focal: unknown) => {
    const answer = await app.request(`/wp-json/wp/v2/media/${id}`, {
      method: 'POST',
      headers: { ...editor.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ focal_point: focal }),
    })
    return { status: answer.status, json: (await answer.json()) as Item }
  }
  expect((await change({ x: 20, y: 85 })).json.focal_point).toEqual({ x: 20, y: 85 })
  for (const nonsense of [{ x: 101, y: 0 }, { x: 1.5, y: 0 }, { x: '"><img onerror=alert(1)>', y: 0 }, { x: 1 }, 7])
    expect((await change(nonsense)).status).toBe(400)
  const saved = await saveEntry(
    shop,
    db,
    { kind: 'post', title: 'Focus', content: '<p>Tea</p>', imageId: id, status: 'publish' },
    { author: null, now: shop.now() },
  )
  if (!saved.ok) throw new Error(saved.problem.kind)
  expect(await (await app.request(hrefs.post(saved.entry.slug))).text()).toContain('object-position:20% 85%')
})
