import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import type { EntryChange } from '../../things/entries/entry.ts'
import { publishScheduled } from '../../things/entries/entry-status.ts'
import { previewHref } from '../../things/entries/preview-link.ts'
import { saveEntry } from '../../things/entries/save-entry.ts'

let now = new Date('2026-11-20T12:00:00Z')
const { app, db, shop } = await openShop({ now: () => now })
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')

async function save(change: Partial<EntryChange>) {
  const result = await saveEntry(shop, db, { kind: 'post', ...change }, { author: editor.id, now })
  if (!result.ok) throw new Error(JSON.stringify(result.problem))
  return result.entry
}

test('a former address redirects permanently, with its query, its comments and its feed', async () => {
  const { id } = await save({ title: 'Kettles', status: 'publish' })
  await save({ id, slug: 'about-kettles' })
  for (const [from, to] of [
    ['/blog/kettles/', '/blog/about-kettles/'],
    ['/blog/kettles', '/blog/about-kettles/'],
    ['/blog/kettles/?utm_source=x', '/blog/about-kettles/?utm_source=x'],
    ['/blog/kettles/feed/', '/blog/about-kettles/feed/'],
  ] as const) {
    const { status, headers } = await app.request(from)
    expect([from, status, headers.get('location'), headers.get('cache-control')]).toEqual([from, 301, to, 'no-cache'])
  }
  await save({ id, slug: 'kettles' })
  expect((await app.request('/blog/kettles/')).status).toBe(200)
  expect((await app.request('/blog/about-kettles/')).headers.get('location')).toBe('/blog/kettles/')
})

test('a former address of a page redirects; the address of another page wins over it', async () => {
  const { id } = await save({ kind: 'page', title: 'Delivery', status: 'publish' })
  await save({ id, kind: 'page', slug: 'shipping' })
  expect((await app.request('/delivery/')).headers.get('location')).toBe('/shipping/')
  await save({ kind: 'page', title: 'Delivery', status: 'publish' })
  expect((await app.request('/delivery/')).status).toBe(200)
})

test('a private post is shown to editors only, and never kept', async () => {
  const { slug } = await save({ title: 'Between us', content: '<p>Secret words</p>', status: 'private' })
  const path = `/blog/${slug}/`
  for (const cookie of ['', customer.cookie])
    expect((await app.request(path, { headers: { cookie } })).status).toBe(404)
  const shown = await app.request(path, { headers: { cookie: editor.cookie } })
  const html = await shown.text()
  expect([shown.status, html.includes('Secret words'), html.includes('noindex')]).toEqual([200, true, true])
  expect(shown.headers.get('cache-control')).toMatch(/no-store/)
  expect((await app.request(path)).status).toBe(404)
  expect(await (await app.request('/blog/')).text()).not.toContain('Between us')
})

test('a preview link shows a draft for a day to whoever has it, and nothing without its key', async () => {
  const { id } = await save({ title: 'Half a thought', content: '<p>Unfinished</p>' })
  const href = previewHref(shop.secret, id, now)
  const shown = await app.request(href)
  expect([shown.status, (await shown.text()).includes('Unfinished')]).toEqual([200, true])
  expect(shown.headers.get('cache-control')).toMatch(/no-store/)
  const other = await save({ title: 'Another draft' })
  for (const path of [
    `/?p=${id}&preview=true`,
    `/?p=${id}&preview=true&preview_nonce=1-x`,
    href.replace(`p=${id}`, `p=${other.id}`),
    href.replace(/nonce=\d/, 'nonce=9'),
  ])
    expect([path, (await app.request(path)).status]).toEqual([path, 404])
  expect((await app.request(`/?p=${id}&preview=true`, { headers: { cookie: editor.cookie } })).status).toBe(200)
  const before = now
  now = new Date(now.getTime() + 86_400_000)
  expect((await app.request(href)).status).toBe(404)
  now = before
})

test('an editor previews what is typed, cleaned and without saving it; others cannot', async () => {
  const { id, slug } = await save({ title: 'As saved', content: '<p>Stored</p>', status: 'publish' })
  const body = () =>
    new URLSearchParams({ title: 'As typed', content: '<p>New <script>x()</script>words</p>', excerpt: '' })
  const preview = (cookie: string, headers = {}) =>
    app.request(`/?p=${id}&preview=true`, { method: 'POST', headers: { cookie, ...headers }, body: body() })
  const shown = await preview(editor.cookie)
  const html = await shown.text()
  expect([shown.status, html.includes('As typed</h1>'), html.includes('<p>New words</p>')]).toEqual([200, true, true])
  expect([html.includes('x()'), html.includes('noindex')]).toEqual([false, true])
  expect(shown.headers.get('cache-control')).toMatch(/no-store/)
  const saved = await (await app.request(`/blog/${slug}/`)).text()
  expect([saved.includes('Stored'), saved.includes('New words')]).toEqual([true, false])
  for (const cookie of ['', customer.cookie]) expect((await preview(cookie)).status).toBe(404)
  expect((await preview(editor.cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect(
    (await app.request('/?p=99999&preview=true', { method: 'POST', headers: { cookie: editor.cookie } })).status,
  ).toBe(404)
})

test('a scheduled post appears in journal, feed and sitemap with the job that publishes it', async () => {
  const { id } = await save({
    title: 'In the evening',
    status: 'publish',
    publishedAt: new Date('2026-11-20T18:00:00Z'),
  })
  const lists = ['/blog/', '/feed/', '/wp-sitemap-posts-post-1.xml']
  const shows = async () =>
    Promise.all(lists.map(async (path) => (await (await app.request(path)).text()).includes('in-the-evening')))
  expect(await shows()).toEqual([false, false, false])
  expect((await app.request('/blog/in-the-evening/')).status).toBe(404)
  expect(await publishScheduled(db, new Date('2026-11-20T18:00:30Z'))).toEqual([id])
  expect(await shows()).toEqual([true, true, true])
  expect((await app.request('/blog/in-the-evening/')).status).toBe(200)
})
