import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createApp } from '../../app.ts'
import { entries } from '../../things/entries/entries.table.ts'

const { app, db, shop } = await openShop()
const day = (date: string) => new Date(`${date}T12:00:00Z`)
await db.insert(entries).values([
  {
    kind: 'post',
    slug: 'spring',
    title: 'Spring',
    excerpt: 'First.',
    content: '<p>One</p>',
    publishedAt: day('2026-03-01'),
  },
  {
    kind: 'post',
    slug: 'summer',
    title: 'Summer',
    excerpt: 'Second.',
    content: '<h2>Water</h2><p>…</p><h2>Leaf</h2><h2>Water</h2>',
    publishedAt: day('2026-06-01'),
  },
  {
    kind: 'post',
    slug: 'autumn',
    title: 'Autumn',
    excerpt: 'Third.',
    content: '<p>Three</p>',
    publishedAt: day('2026-09-01'),
  },
  { kind: 'post', slug: 'unwritten', title: 'Unwritten', status: 'draft', publishedAt: day('2026-10-01') },
  { kind: 'page', slug: 'about', title: 'About us', excerpt: 'A small house.', content: '<p>Hello</p>' },
])

const get = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, headers: response.headers, html: await response.text() }
}
const has = (html: string, text: string) => html.includes(text)

test('[PLAT-03] the journal lists what is published, newest first', async () => {
  const { status, html } = await get('/blog/')
  expect(status).toBe(200)
  const titles = [...html.matchAll(/<h2 class="entry-title[^"]*">([^<]*)</g)].map((match) => match[1])
  expect(titles).toEqual(['Autumn', 'Summer', 'Spring'])
  expect((await get('/blog/page/2/')).status).toBe(404)
  // The page number is out of range for the database.
  expect((await get('/blog/page/99999999999999999999/')).status).toBe(404)
})

test('[BLOG-02] a post leads to the one before and the one after', async () => {
  const { html } = await get('/blog/summer/')
  expect(html).toMatch(/<a href="\/blog\/spring\/" rel="prev"/)
  expect(html).toMatch(/<a href="\/blog\/autumn\/" rel="next"/)
  const first = (await get('/blog/spring/')).html
  expect(has(first, 'rel="prev"')).toBe(false)
  expect(has(first, 'rel="next"')).toBe(true)
})

test('a long post has a contents box whose links lead to its headings', async () => {
  const { html } = await get('/blog/summer/')
  for (const id of ['water', 'leaf', 'water-2']) {
    expect(has(html, `href="#${id}"`)).toBe(true)
    expect(has(html, `<h2 id="${id}">`)).toBe(true)
  }
  expect(has((await get('/blog/spring/')).html, 'toc_container')).toBe(false)
})

test('[SITE-08] a draft, an unknown post and an unknown page are missing', async () => {
  for (const path of ['/blog/unwritten/', '/blog/no-such-post/', '/no-such-page/']) {
    const { status, html } = await get(path)
    expect([path, status, has(html, '<body class="error404 ')]).toEqual([path, 404, true])
  }
  expect((await app.request('/missing.png')).headers.get('content-type')).toMatch(/^text\/plain/)
})

test('text pages have no island and set no cookie', async () => {
  for (const path of ['/', '/about/', '/blog/', '/blog/summer/']) {
    const { status, headers, html } = await get(path)
    expect([path, status, has(html, '<samovar-island'), headers.get('set-cookie')]).toEqual([path, 200, false, null])
  }
})

test.each(['/blog/summer/', '/about/', '/blog/', '/', '/shop/', '/feed/'])(
  'twenty simultaneous visitors of %s have it rendered once',
  async (path) => {
    shop.pages.clear()
    const put = vi.spyOn(shop.pages, 'put')
    const pages = await Promise.all(Array.from({ length: 20 }, () => get(path)))
    expect(put).toHaveBeenCalledOnce()
    put.mockRestore()
    expect(new Set(pages.map(({ status, html }) => `${status} ${html}`)).size).toBe(1)
  },
)

test('[SITE-01] the notice is in the page with its id and a link that dismisses it', async () => {
  expect(has((await get('/about/')).html, 'woocommerce-store-notice')).toBe(false)
  const noticed = { ...shop.settings(), storeNotice: { id: 'n1', text: 'Closed on Monday' } }
  shop.pages.clear()
  const html = await (await createApp({ ...shop, settings: () => noticed }).request('/about/')).text()
  expect(html).toMatch(/class="woocommerce-store-notice[^"]*" data-notice-id="n1"/)
  expect(has(html, 'woocommerce-store-notice__dismiss-link')).toBe(true)
  expect(has(html, 'store_noticen1=hidden')).toBe(true)
  shop.pages.clear()
})

test('every inline script of a page is allowed by its hash and by nothing else', async () => {
  const { html, headers } = await get('/about/')
  const policy = headers.get('content-security-policy') ?? ''
  const script = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  expect(script).not.toContain('unsafe-inline')
  const inline = [...html.matchAll(/<script(?: type="speculationrules")?>([\s\S]*?)<\/script>/g)].map(
    (match) => match[1] ?? '',
  )
  expect(inline.length).toBeGreaterThan(1)
  for (const text of inline) expect(script).toContain(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  expect(html).not.toMatch(/ on(?:click|load|error|change)="/)
})
