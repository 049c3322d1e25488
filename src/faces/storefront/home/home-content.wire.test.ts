import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { media } from '../../../things/media/media.table.ts'
import { saveHomeContent } from './home-content.store.ts'
import { defaultHomeContent, type HomeContentJson } from './home-content.ts'

const { app, db, shop } = await openShop()
const editor = await createSignedInUser(shop, 'editor')
const path = '/wp-json/samovar/v1/home-page'

const load = async () => (await (await app.request(path, { headers: editor.headers })).json()) as HomeContentJson
const put = async (body: unknown) => {
  const response = await app.request(path, {
    method: 'PUT',
    headers: { ...editor.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return {
    status: response.status,
    json: (await response.json()) as HomeContentJson & { code?: string; data?: { params: object } },
  }
}
const home = async () => {
  shop.pages.clear()
  return (await app.request('/')).text()
}

test('a new shop shows the default content, and saving them unchanged changes no byte of the page', async () => {
  const before = await home()
  const content = await load()
  expect(content).toEqual({ ...defaultHomeContent, version: 0 })
  expect((await put(content)).json.version).toBe(1)
  expect(await home()).toBe(before)
})

test('edited content are shown at once; an older version is refused', async () => {
  const content = await load()
  const hero = { ...content.hero, title: '  Tea for   <everyone>', eyebrow: 'Autumn' }
  const saved = await put({ ...content, hero })
  expect(saved.json.hero).toMatchObject({ title: 'Tea for <everyone>' })
  expect(await home()).toContain('<h1>Tea for &lt;everyone&gt;</h1>')
  const late = await put({ ...content, hero: { ...hero, title: 'Late' } })
  expect([late.status, late.json.code]).toEqual([409, 'samovar_rest_outdated'])
  expect(await home()).toContain('Tea for &lt;everyone&gt;')
})

test('pictures stay with the hero and with the tile of their category', async () => {
  const picture = { path: '2026/11/a.webp', width: 10, height: 10, alt: 'A' }
  const tiles = [{ categorySlug: 'green-tea', subtitle: 'Green', picture }]
  const content = {
    ...defaultHomeContent,
    hero: { ...defaultHomeContent.hero, picture },
    categories: { ...defaultHomeContent.categories, tiles },
  }
  await saveHomeContent(shop, db, { content }, { author: null, now: new Date() })
  const stored = await load()
  const subtitles = [
    { categorySlug: 'black-tea', subtitle: 'New' },
    { categorySlug: 'green-tea', subtitle: 'Steamed' },
  ]
  const saved = await put({ ...stored, categories: { ...stored.categories, tiles: subtitles } })
  expect(saved.json.hero.picture).toEqual(picture)
  expect(saved.json.categories.tiles).toEqual([
    { ...subtitles[0], picture: null },
    { ...subtitles[1], picture },
  ])
})

test('a picture of the library is chosen and removed; one that is not there is refused', async () => {
  const stored = await load()
  const row = { path: '2026/11/hill.webp', mime: 'image/webp', width: 900, height: 600, bytes: 1, alt: 'A hill' }
  await db.insert(media).values(row)
  const hero = { ...stored.hero, picture: { path: row.path, width: 1, height: 1, alt: 'forged' } }
  const saved = await put({ ...stored, hero })
  expect(saved.json.hero.picture).toEqual({ path: row.path, width: 900, height: 600, alt: 'A hill' })
  expect(await home()).toContain('alt="A hill"')
  const lost = { ...hero, picture: { path: '2026/11/none.webp' } }
  const refused = await put({ ...saved.json, hero: lost })
  expect([refused.status, refused.json.code]).toEqual([400, 'rest_invalid_param'])
  expect((await put({ ...saved.json, hero: { ...hero, picture: null } })).json.hero.picture).toBeNull()
  expect(await home()).not.toContain('alt="A hill"')
})

test('slides are saved with their pictures; a picture that is not sent stays, and one that is not there is refused', async () => {
  const stored = await load()
  const row = { path: '2026/11/slide.webp', mime: 'image/webp', width: 1800, height: 1000, bytes: 1, alt: 'A slide' }
  await db.insert(media).values(row)
  const slide = { eyebrow: '', title: 'Second <slide>', text: 'Of two', links: [{ label: 'Shop', href: '/shop/' }] }
  const hero = { ...stored.hero, slides: [{ ...slide, picture: { path: row.path } }] }
  const saved = await put({ ...stored, hero })
  const picture = { path: row.path, width: 1800, height: 1000, alt: 'A slide' }
  expect(saved.json.hero.slides).toEqual([{ ...slide, picture }])
  const html = await home()
  expect(html).toContain('<h2>Second &lt;slide&gt;</h2>')
  expect([html.split('<h1').length, html.includes('data-feature="home_slider"')]).toEqual([2, true])
  const withoutPicture = await put({ ...saved.json, hero: { ...hero, slides: [slide] } })
  expect(withoutPicture.json.hero.slides).toEqual([{ ...slide, picture }])
  const lost = { ...hero, slides: [{ ...slide, picture: { path: '2026/11/none.webp' } }] }
  expect((await put({ ...withoutPicture.json, hero: lost })).status).toBe(400)
  const six = { ...hero, slides: Array.from({ length: 6 }, () => slide) }
  expect((await put({ ...withoutPicture.json, hero: six })).status).toBe(400)
  const { slides: _, ...without } = hero
  expect((await put({ ...withoutPicture.json, hero: without })).json.hero.slides).toEqual([])
  expect(await home()).not.toContain('data-feature="home_slider"')
})

test('content and revisions that were saved before there were slides are shown, edited and restored', async () => {
  const { slides: _, ...hero } = { ...defaultHomeContent.hero, title: 'Of earlier times' }
  const content = { ...defaultHomeContent, hero } as unknown as typeof defaultHomeContent
  await saveHomeContent(shop, db, { content }, { author: null, now: new Date() })
  expect(await home()).toContain('<h1>Of earlier times</h1>')
  const stored = await load()
  expect(stored.hero.slides).toEqual([])
  await put({ ...stored, hero: { ...stored.hero, title: 'Of today' } })
  const list = (await (await app.request(`${path}/revisions`, { headers: editor.headers })).json()) as { id: number }[]
  const restore = { method: 'POST', headers: editor.headers }
  const restored = await app.request(`${path}/revisions/${list[1]?.id}/restore`, restore)
  expect(await restored.json()).toMatchObject({ hero: { title: 'Of earlier times', slides: [] } })
  expect(await home()).toContain('<h1>Of earlier times</h1>')
})

test('an earlier version is listed with its author, and restored', async () => {
  const stored = await load()
  await put({ ...stored, hero: { ...stored.hero, title: 'First of two' } })
  const second = await load()
  await put({ ...second, hero: { ...second.hero, title: 'Second of two' } })
  const list = (await (await app.request(`${path}/revisions`, { headers: editor.headers })).json()) as {
    readonly id: number
    readonly author_name: string
    readonly fields: { readonly hero: { readonly title: string } }
  }[]
  expect(list.slice(0, 2).map((one) => [one.fields.hero.title, one.author_name])).toEqual([
    ['Second of two', 'Ada Leaf'],
    ['First of two', 'Ada Leaf'],
  ])
  const restore = (id: number | undefined) =>
    app.request(`${path}/revisions/${id}/restore`, { method: 'POST', headers: editor.headers })
  expect(await (await restore(list[1]?.id)).json()).toMatchObject({ hero: { title: 'First of two' } })
  expect(await home()).toContain('<h1>First of two</h1>')
  expect((await restore(999_999)).status).toBe(404)
})

test('addresses that run script and content that are too long are refused at their fields', async () => {
  const content = await load()
  const links = [{ label: 'x', href: 'javascript:alert(1)' }]
  const refused = await put({ ...content, hero: { ...content.hero, links, text: 'x'.repeat(601) } })
  expect(refused.status).toBe(400)
  expect(Object.keys(refused.json.data?.params ?? {})).toEqual(['hero.text', 'hero.links.0.href'])
  const slide = { eyebrow: '', title: 'x'.repeat(121), text: '', links }
  const inSlide = await put({ ...content, hero: { ...content.hero, slides: [slide] } })
  expect(Object.keys(inSlide.json.data?.params ?? {})).toEqual(['hero.slides.0.title', 'hero.slides.0.links.0.href'])
  for (const slides of ['', {}, [null], [[]]])
    expect((await put({ ...content, hero: { ...content.hero, slides } })).status).toBe(400)
  expect((await put({ version: content.version })).status).toBe(400)
  expect(await load()).toEqual(content)
})

test('an editor sees what is typed before it is saved; nobody else does, and nothing is stored', async () => {
  const content = await load()
  const typed = { ...content, hero: { ...content.hero, title: 'Typed <only>' } }
  const customer = await createSignedInUser(shop, 'customer')
  const preview = (text: string, headers: Record<string, string> = { cookie: editor.cookie }) =>
    app.request('/?preview=home-page', { method: 'POST', headers, body: new URLSearchParams({ content: text }) })
  const shown = await preview(JSON.stringify(typed))
  const html = await shown.text()
  expect([shown.status, html.includes('<h1>Typed &lt;only&gt;</h1>'), html.includes('noindex')]).toEqual([
    200,
    true,
    true,
  ])
  expect(shown.headers.get('cache-control')).toMatch(/no-store/)
  expect(await home()).not.toContain('Typed &lt;only&gt;')
  expect((await load()).version).toBe(content.version)
  for (const cookie of ['', customer.cookie])
    expect((await preview(JSON.stringify(typed), { cookie })).status).toBe(404)
  expect((await preview(JSON.stringify(typed), { cookie: editor.cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(
    403,
  )
  const links = [{ label: 'Shop', href: 'javascript:x' }]
  for (const text of ['', '[]', 'no JSON', JSON.stringify({ ...typed, hero: { ...typed.hero, links } })])
    expect((await preview(text)).status).toBe(422)
})
