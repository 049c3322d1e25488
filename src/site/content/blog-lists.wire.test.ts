import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { lockAccount, updateAccount } from '../../people/identity/accounts.store.ts'
import { users } from '../../people/identity/accounts.table.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'
import { relatedPosts } from './content.store.ts'

const { app, db, shop } = await openShop()
const writer = await createSignedInUser(shop, 'editor', 'Noor Haddad')
const namesake = await createSignedInUser(shop, 'shop_manager', 'Noor Haddad')
const silent = await createSignedInUser(shop, 'editor', 'Silent Staff')

const [brewing, , water] = await db
  .insert(terms)
  .values([
    { taxonomy: 'category', slug: 'brewing', name: 'Brewing', description: 'How to <make> it.' },
    { taxonomy: 'category', slug: 'empty', name: 'Empty' },
    { taxonomy: 'post_tag', slug: 'water', name: 'Water' },
  ])
  .returning({ id: terms.id })
const termId = (term: { id: number } | undefined) => term?.id ?? 0

/** 20 posts, one per day from the 1st of March, and later a draft and a private post. */
const rows = await db
  .insert(entries)
  .values([
    ...Array.from({ length: 20 }, (_, at) => ({
      kind: 'post' as const,
      slug: `post-${at + 1}`,
      title: `Post ${at + 1}`,
      excerpt: at === 0 ? 'A kettle of its own.' : '',
      content: '<p class="samovar">About <strong>100% oolong</strong></p>',
      authorId: at < 3 ? namesake.id : writer.id,
      publishedAt: new Date(Date.UTC(2026, 2, at + 1, 15)),
    })),
    { kind: 'post', slug: 'last-evening', title: 'Last evening', publishedAt: new Date('2026-05-01T03:00:00Z') },
    {
      kind: 'post',
      slug: 'unwritten',
      title: 'Unwritten',
      status: 'draft',
      authorId: silent.id,
      publishedAt: new Date('2026-06-02T12:00:00Z'),
    },
    { kind: 'post', slug: 'hidden', title: 'Hidden', status: 'private', publishedAt: new Date('2026-06-03T12:00:00Z') },
  ])
  .returning({ id: entries.id, slug: entries.slug })
const idOf = (slug: string) => rows.find((row) => row.slug === slug)?.id ?? 0
await db.insert(entryTerms).values([
  ...['post-2', 'post-9', 'post-12', 'post-20', 'unwritten', 'hidden'].map((slug) => ({
    entryId: idOf(slug),
    termId: termId(brewing),
  })),
  ...['post-9', 'post-1'].map((slug) => ({ entryId: idOf(slug), termId: termId(water) })),
])

const get = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, headers: response.headers, html: await response.text() }
}
const titlesOf = (html: string) =>
  [...html.matchAll(/<h2 class="entry-title[^"]*">([^<]*)</g)].map((match) => match[1] ?? '')
const sidebarOf = (html: string) => /<aside [^>]*aria-label="Journal">(.*?)<\/aside>/s.exec(html)?.[1] ?? ''
/** Links of the sidebar with their texts. */
const sidebarLinks = (html: string) =>
  [...sidebarOf(html).matchAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href = '', text = '']) => [
    href,
    text
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ])

test('nine posts a page in rows of three, and nothing past the end', async () => {
  const first = await get('/blog/')
  expect(titlesOf(first.html)).toEqual(['Last evening', ...[20, 19, 18, 17, 16, 15, 14, 13].map((at) => `Post ${at}`)])
  expect(first.html.match(/class="post-row/g)).toHaveLength(3)
  const last = await get('/blog/page/3/')
  expect(titlesOf(last.html)).toEqual(['Post 3', 'Post 2', 'Post 1'])
  expect(last.html).toContain('<link rel="canonical" href="http://shop.test/blog/page/3/"/>')
  expect(last.html).toContain('<title>Journal – Page 3 of 3 · ')
  expect(last.html).toMatch(/<meta name="description" content="[^"]* – Page 3 of 3"/)
  for (const path of ['/blog/page/4/', '/blog/page/0/', '/author/noor-haddad/page/3/', '/category/brewing/page/2/'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test.each([
  ['/category/brewing/', 'Brewing', ['Post 20', 'Post 12', 'Post 9', 'Post 2']],
  ['/tag/water/', 'Water', ['Post 9', 'Post 1']],
  ['/author/noor-haddad/', 'Noor Haddad', [20, 19, 18, 17, 16, 15, 14, 13, 12].map((at) => `Post ${at}`)],
  // In the shop's time zone it is still April.
  ['/2026/04/', 'April 2026', ['Last evening']],
])('%s lists its posts, says where it is, and may be found', async (path, title, posts) => {
  const { status, html } = await get(path)
  expect([status, titlesOf(html)]).toEqual([200, posts])
  expect(html).toContain(`<h1 class="page-title">${title}</h1>`)
  expect(html).toContain(`<title>${title} · `)
  expect(html).toContain(`<link rel="canonical" href="http://shop.test${path}"/>`)
  expect(html).not.toContain('name="robots"')
  const data = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}'
  const { '@graph': graph } = JSON.parse(data) as { '@graph': readonly Record<string, unknown>[] }
  expect(graph).toMatchObject([
    { '@type': 'BreadcrumbList', itemListElement: [{ name: 'Home' }, { name: 'Journal' }, { name: title }] },
  ])
})

test('only what is published is listed and counted, and months are those of the shop’s time zone', async () => {
  const { html } = await get('/category/brewing/')
  const links = sidebarLinks(html)
  expect(links.filter(([href]) => href?.startsWith('/category/'))).toEqual([['/category/brewing/', 'Brewing 4 posts']])
  expect(links.filter(([href]) => href?.startsWith('/2026/'))).toEqual([
    ['/2026/04/', 'April 2026 1 post'],
    ['/2026/03/', 'March 2026 20 posts'],
  ])
  expect(links.filter(([href]) => href?.startsWith('/blog/'))).toHaveLength(5)
  expect(html).toContain('<a href="/category/brewing/" aria-current="page">')
  expect(html).toContain('How to &lt;make&gt; it.')
  for (const hidden of ['Unwritten', 'Hidden']) expect((await get('/blog/')).html).not.toContain(hidden)
})

test('a category without posts says so and is not found; what does not exist is missing', async () => {
  const { status, html } = await get('/category/empty/')
  expect([status, html.includes('Nothing has been written here yet'), html.includes('noindex')]).toEqual([
    200,
    true,
    true,
  ])
  for (const path of [
    '/category/none/',
    '/tag/brewing/',
    '/author/silent-staff/',
    `/author/user-${silent.id}/`,
    '/2026/05/',
    '/2026/13/',
    '/2026/00/',
    '/0001/01/',
    '/9999/12/',
  ])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('of two people with one name the second has a number, and an address stands in no slug', async () => {
  expect(titlesOf((await get(`/author/user-${namesake.id}/`)).html)).toEqual(['Post 3', 'Post 2', 'Post 1'])
  await db.update(users).set({ name: namesake.email }).where(eq(users.id, namesake.id))
  expect((await get(`/author/${namesake.email.replaceAll(/[@.]/g, '-')}/`)).status).toBe(404)
  expect((await get(`/author/user-${namesake.id}/`)).status).toBe(200)
})

test('the search finds every word in title, excerpt and text, not in markup', async () => {
  const found = async (text: string) => titlesOf((await get(`/blog/?s=${encodeURIComponent(text)}`)).html)
  expect(await found('  KETTLE  post ')).toEqual(['Post 1'])
  expect(await found('oolong')).toHaveLength(9)
  for (const none of ['strong', 'samovar', '100_', 'kettle evening', 'unwritten', 'hidden', `'; drop table entries --`])
    expect([none, await found(none)]).toEqual([none, []])
  const { html, headers } = await get('/blog/?s=%22%3E%3Cimg%20onerror%3Dalert(1)%3E')
  expect(html).not.toContain('<img onerror')
  expect([html.includes('noindex'), headers.get('cache-control')?.includes('no-store')]).toEqual([true, true])
  const second = await get('/blog/page/2/?s=oolong')
  expect(titlesOf(second.html)[0]).toBe('Post 11')
  expect(second.html).toContain('href="/blog/?s=oolong"')
  expect((await get(`/blog/?s=${'x'.repeat(3000)}`)).status).toBe(200)
  expect(titlesOf((await get('/blog/?s=')).html)).toHaveLength(9)
})

test('the search compares characters, not the entities by which a text stores them', async () => {
  const post = {
    kind: 'post',
    slug: 'signs',
    title: 'Signs',
    content: '<p>Q&amp;A, &amp;lt; of water &lt;80 °C, crème br<b>û</b>lée</p>',
  } as const
  await db.insert(entries).values({ ...post, publishedAt: new Date('2026-01-02T12:00:00Z') })
  const found = async (text: string) => titlesOf((await get(`/blog/?s=${encodeURIComponent(text)}`)).html)
  for (const text of ['Q&A', '<80 °C', '&lt;', 'q&a,', 'creme brulee'])
    expect([text, await found(text)]).toEqual([text, ['Signs']])
  for (const none of ['amp', '&amp;', 'lt;80']) expect([none, await found(none)]).toEqual([none, []])
  await db.delete(entries).where(eq(entries.slug, post.slug))
})

test('related posts share a category or tag, newest first, without the post itself and what is not published', async () => {
  const related = async (slug: string) => (await relatedPosts(db, { id: idOf(slug) }, 3)).map((post) => post.slug)
  expect(await related('post-9')).toEqual(['post-20', 'post-12', 'post-2'])
  expect(await related('post-1')).toEqual(['post-9'])
  expect(await related('post-3')).toEqual([])
  const { html } = await get('/blog/post-9/')
  expect(html).toContain('More to read')
  expect((await get('/blog/post-3/')).html).not.toContain('More to read')
})

test('a post names its author, category and tags, for people and for machines', async () => {
  const { html } = await get('/blog/post-9/')
  for (const link of [
    '<a href="/author/noor-haddad/" rel="author">Noor Haddad</a>',
    '<a href="/category/brewing/">Brewing</a>',
    '<a href="/tag/water/" rel="tag">Water</a>',
    '<meta property="og:type" content="article"/>',
    '<meta property="article:published_time" content="2026-03-09T15:00:00.000Z"/>',
    '<meta property="article:section" content="Brewing"/>',
  ])
    expect(html).toContain(link)
  expect(html).toMatch(/<meta property="og:image" content="http:\/\/shop\.test\/share\/\d+\.jpg\?v=[0-9a-f]{12}"\/>/)
  const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as {
    '@graph': readonly Record<string, unknown>[]
  }
  expect(data['@graph'][1]).toMatchObject({
    '@type': 'BlogPosting',
    datePublished: '2026-03-09T15:00:00.000Z',
    dateModified: expect.stringMatching(/^\d{4}-/),
    author: { '@type': 'Person', name: 'Noor Haddad', url: 'http://shop.test/author/noor-haddad/' },
  })
  expect((await get('/blog/last-evening/')).html).not.toContain('rel="author"')
})

test('lists are stored until a post or the name of an author changes', async () => {
  shop.pages.clear()
  await get('/category/brewing/')
  await get('/blog/?s=oolong')
  expect(shop.pages.size.pages).toBe(1)
  shop.pages.invalidate(['posts'])
  expect(shop.pages.size.pages).toBe(0)
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, writer.id)
    if (!account) throw new Error('There is no such account')
    await updateAccount(tx, account, { names: { firstName: 'Nora', lastName: 'Haddad' } }, new Date())
  })
  expect((await get('/author/nora-haddad/')).status).toBe(200)
})
