import { expect, test } from 'vitest'
import { jsonClient } from '../../../test/support/json-client.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../test/support/users.ts'

const { app, shop } = await openShop()
const editor = await createSignedInUser(shop, 'editor', 'Edith Leaf')
const customer = await createSignedInUser(shop, 'customer')
const projects = '/wp-json/wp/v2/project'
const categories = '/wp-json/wp/v2/project_category'

type Json = Record<string, never> & { readonly id: number; readonly link: string }
const call = jsonClient<Json>(app, '', editor)
const get = async (path: string, who: TestUser | null = null) => {
  const response = await app.request(path, { headers: { ...who?.headers } })
  return { status: response.status, location: response.headers.get('location'), text: await response.text() }
}
const { id: houses } = (await call('POST', categories, { name: 'Tea houses' })).json
const { id: unused } = (await call('POST', categories, { name: 'Unused' })).json
let count = 0
const make = async (fields: object = {}) =>
  (await call('POST', projects, { title: `House ${(count += 1)}`, status: 'publish', ...fields })).json

test('a project is written with its pictures in order, its categories and a video, and read back', async () => {
  const { status, json } = await call('POST', projects, {
    title: 'The Corner House',
    content: '<p>Nine seats.<script>x()</script></p>',
    excerpt: 'A counter of oak',
    status: 'publish',
    project_category: [houses],
    pictures: [24, 22, 23],
    featured_media: 22,
    video: 'https://youtu.be/abc-123?t=9',
  })
  expect(status).toBe(201)
  expect(json).toMatchObject({
    type: 'project',
    link: `${shop.url}/project/the-corner-house/`,
    project_category: [houses],
    pictures: [24, 22, 23],
    video: 'https://www.youtube.com/watch?v=abc-123',
    comment_status: 'closed',
  })
  const changed = await call('PUT', `${projects}/${json.id}`, { pictures: [22, 24], video: '' })
  expect(changed.json).toMatchObject({ pictures: [22, 24], video: '', project_category: [houses] })
  const page = await get('/project/the-corner-house/')
  expect(page.text).toContain('<p>Nine seats.</p>')
  const shown = [...page.text.matchAll(/href="([^"]+)" rel="prettyPhoto\[project\]"/g)].map(([, href]) => href)
  expect(shown).toHaveLength(2)
  expect((await call('GET', `${projects}?project_category=${houses}`)).json).toMatchObject([{ id: json.id }])
  expect((await call('GET', `${projects}?project_category=${unused}`)).json).toEqual([])
})

test('only the shown projects of a category page are in the set of its lightbox, before any script', async () => {
  const { id } = await make({ title: 'Elsewhere', featured_media: 22 })
  await make({ title: 'In a house', featured_media: 22, project_category: [houses] })
  const { text } = await get('/portfolio-category/tea-houses/')
  const items = [...text.matchAll(/<li class="portfolio-item"[^>]*?( hidden="")?>.*?<\/li>/gs)]
  expect(items.map(([, hidden]) => hidden !== undefined)).toContain(true)
  for (const [item, hidden] of items) expect(item.includes(' rel="prettyPhoto[portfolio]"')).toBe(!hidden)
  await call('DELETE', `${projects}/${id}?force=true`)
})

test('what cannot be shown is refused, and nothing of a text becomes an element or a script', async () => {
  for (const body of [
    { video: 'javascript:alert(1)' },
    { video: 'https://evil.test/watch?v=1' },
    { video: 'https://www.youtube.com/"><img src=x>' },
    { video: '/wp-content/uploads/../secret.mp4' },
    { video: 7 },
    { pictures: [99_999] },
    { pictures: [22, 22] },
    { pictures: 'all' },
    { pictures: Array.from({ length: 61 }, (_, at) => at + 1) },
    { project_category: [99_999] },
  ]) {
    const refused = await call('POST', projects, { title: 'Refused', ...body })
    expect([body, refused.status, refused.json.code]).toEqual([body, 400, 'rest_invalid_param'])
  }
  const { link } = await make({
    title: '"><img src=x onerror=alert(1)>',
    excerpt: `" onload='alert(1)' x="`,
    featured_media: 22,
  })
  for (const path of ['/portfolio/', new URL(link).pathname]) {
    const { status, text } = await get(path)
    expect(status).toBe(200)
    expect(text).not.toMatch(/<img src="?x|[^\\]" onload=/)
  }
})

test('only published projects are public: page, portfolio, categories, sitemap', async () => {
  for (const status of ['draft', 'pending', 'private'] as const) {
    const { id } = await make({ title: `Hidden ${status}`, status, project_category: [unused] })
    expect([status, (await get(`/project/hidden-${status}/`)).status]).toEqual([status, 404])
    expect((await call('GET', `${projects}/${id}`, undefined, null)).status).toBe(401)
    expect((await call('PUT', `${projects}/${id}`, { title: 'Mine' }, customer)).status).toBe(403)
  }
  expect((await get('/project/hidden-private/', editor)).text).toContain('noindex')
  const portfolio = await get('/portfolio/')
  expect(portfolio.text).not.toContain('Hidden')
  expect(portfolio.text).not.toContain('data-type="unused"')
  expect((await get('/portfolio-category/unused/')).status).toBe(404)
  expect((await call('POST', categories, { name: 'Mine' }, customer)).status).toBe(403)
  const index = (await get('/wp-sitemap.xml')).text
  expect(index).toContain('/wp-sitemap-posts-project-1.xml')
  expect(index).toContain('/wp-sitemap-taxonomies-project_category-1.xml')
  const sitemap = (await get('/wp-sitemap-posts-project-1.xml')).text
  expect(sitemap).toContain(`${shop.url}/portfolio/`)
  expect(sitemap).toContain(`${shop.url}/project/the-corner-house/`)
  expect(sitemap).not.toContain('hidden')
  const terms = (await get('/wp-sitemap-taxonomies-project_category-1.xml')).text
  expect(terms).toContain(`${shop.url}/portfolio-category/tea-houses/`)
  expect(terms).not.toContain('unused')
})

test('plain permalinks and former addresses lead to the project', async () => {
  const { id } = await make({ title: 'Moving House' })
  await call('PUT', `${projects}/${id}`, { slug: 'moved-house' })
  for (const [from, to] of [
    [`/?p=${id}`, '/project/moved-house/'],
    ['/?project=moved-house', '/project/moved-house/'],
    ['/?post_type=project&name=moved-house', '/project/moved-house/'],
    ['/?post_type=project', '/portfolio/'],
    ['/?project_category=tea-houses', '/portfolio-category/tea-houses/'],
    ['/project/moving-house/', '/project/moved-house/'],
    ['/project/moved-house', '/project/moved-house/'],
    ['/portfolio', '/portfolio/'],
  ] as const) {
    const { status, location } = await get(from)
    expect([from, status, location]).toEqual([from, 301, to])
  }
})

test('preview, revisions and trash are as those of posts', async () => {
  const { id } = await make({ title: 'Draft House', status: 'draft', content: '<p>Once</p>' })
  const { json } = await call('PUT', `${projects}/${id}`, { content: '<p>Twice</p>', video: 'https://vimeo.com/42' })
  expect(json).toMatchObject({ video: 'https://player.vimeo.com/video/42' })
  const link = new URL((json as unknown as { preview_link: string }).preview_link)
  expect((await get(link.pathname + link.search)).text).toContain('<p>Twice</p>')
  expect((await get(`/?p=${id}&preview=true`)).status).toBe(404)
  const typed = await app.request(`/?p=${id}&preview=true`, {
    method: 'POST',
    headers: { ...editor.headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ title: 'Typed', content: '<p>Only typed</p>' }),
  })
  expect(await typed.text()).toContain('<p>Only typed</p>')
  const revisions = (await call('GET', `${projects}/${id}/revisions`)).json as unknown as Json[]
  const restored = await call('POST', `${projects}/${id}/revisions/${revisions.at(-1)?.id}/restore`, {})
  expect(restored.json).toMatchObject({ content: { raw: '<p>Once</p>' }, video: '' })
  expect((await call('DELETE', `${projects}/${id}`)).json).toMatchObject({ status: 'trash' })
  expect((await call('DELETE', `${projects}/${id}?force=true`)).json).toMatchObject({ deleted: true })
})

test('cached pages show a change at once: of a project, of its pictures, of a category', async () => {
  const { id } = await make({ title: 'Cached House', project_category: [houses] })
  const [page, portfolio] = ['/project/cached-house/', '/portfolio/']
  for (const path of [page, portfolio]) expect((await get(path)).text).toContain('Cached House')
  await call('PUT', `${projects}/${id}`, { title: 'Fresh House' })
  for (const path of [page, portfolio]) await expect.poll(async () => (await get(path)).text).toContain('Fresh House')
  await call('PUT', `${projects}/${id}`, { pictures: [23] })
  await expect.poll(async () => (await get(page)).text).toContain('prettyPhoto[project]')
  await call('PUT', `${categories}/${houses}`, { name: 'Houses of tea' })
  for (const path of [page, portfolio]) await expect.poll(async () => (await get(path)).text).toContain('Houses of tea')
})
