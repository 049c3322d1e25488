import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { findProduct } from '../../shop/catalog/catalog.store.ts'
import { products } from '../../shop/catalog/catalog.table.ts'
import { comments } from '../../site/comments/comments.table.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryTerms, terms } from '../../things/entries/terms.table.ts'

const { app, db, shop } = await openShop()
const day = (date: string) => new Date(`${date}T12:00:00Z`)
const product = await findProduct(db, { id: referenceIds.simple })
const slug = product?.slug ?? ''
const posts = await db
  .insert(entries)
  .values([
    ...Array.from({ length: 11 }, (_, at) => ({
      kind: 'post' as const,
      slug: `post-${at + 1}`,
      title: `Post ${at + 1}`,
      excerpt: '<p>Short &amp; plain.</p>',
      content:
        '<p>]]> <a href="/shop/">Shop</a> <img src="/wp-content/uploads/a.webp" srcset="/a-1.webp 1x, /a-2.webp 2x"/></p>',
      publishedAt: day(`2026-03-${10 + at}`),
    })),
    {
      kind: 'post',
      slug: 'odd',
      title: 'Tea & <b>"milk"</b> \u0007\ud800',
      content: '<p>[service title="Tastings"]Eight cups.[/service]</p>',
      publishedAt: day('2026-04-01'),
    },
    { kind: 'post', slug: 'draft', title: 'Nobody knows', status: 'draft', publishedAt: day('2026-05-01') },
  ])
  .returning({ id: entries.id, slug: entries.slug })
const idOf = (name: string) => posts.find((one) => one.slug === name)?.id ?? 0
const comment = (entryId: number, over: Partial<typeof comments.$inferInsert> = {}) => ({
  entryId,
  authorName: 'Ada & Co',
  authorEmail: 'ada@private.test',
  content: 'Two lines\nof <words>.',
  status: 'approved' as const,
  createdAt: day('2099-06-01'),
  ...over,
})
await db
  .insert(comments)
  .values([
    comment(idOf('odd')),
    comment(idOf('odd'), { content: 'Waits.', status: 'pending' }),
    comment(idOf('draft'), { content: 'Under a draft.' }),
    comment(referenceIds.simple, { rating: 5, content: 'A review.', createdAt: day('2099-06-02') }),
  ])

const get = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** Evaluates an XPath; throws if the document is not well-formed. */
async function at(document: string, path: string): Promise<string[]> {
  const names =
    '{{dc,http://purl.org/dc/elements/1.1/},{content,http://purl.org/rss/1.0/modules/content/},{a,http://www.w3.org/2005/Atom},{wfw,http://wellformedweb.org/CommentAPI/}}'
  const { rows } = await db.execute<{ found: string }>(
    sql`select unnest(xpath(${path}, xmlparse(document ${document}), ${names}::text[]))::text as found`,
  )
  return rows.map(({ found }) => found)
}

test('the journal’s feed holds the ten newest posts, and no draft', async () => {
  const { status, headers, text } = await get('/feed/')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/rss+xml; charset=UTF-8'])
  expect(headers.get('link')).toContain('rel="https://api.w.org/"')
  // Without an excerpt the first words of the text.
  expect(await at(text, '/rss/channel/item[1]/description/text()')).toEqual(['Eight cups.'])
  const links = await at(text, '/rss/channel/item/link/text()')
  expect(links).toHaveLength(10)
  expect(links.slice(0, 2)).toEqual(['http://shop.test/blog/odd/', 'http://shop.test/blog/post-11/'])
  expect(text).not.toContain('Nobody knows')
  expect((await at(text, '/rss/channel/item/guid/text()'))[0]).toBe(`http://shop.test/?p=${idOf('odd')}`)
  expect((await at(text, '/rss/channel/item/wfw:commentRss/text()'))[0]).toBe('http://shop.test/blog/odd/feed/')
  expect(await at(text, '/rss/channel/link/text()')).toEqual(['http://shop.test/'])
})

test('a feed has absolute URLs and only characters that XML allows', async () => {
  const { text } = await get('/feed/')
  const [content = ''] = await at(text, '/rss/channel/item[2]/content:encoded/text()')
  for (const whole of [
    'href=&quot;http://shop.test/shop/',
    'src=&quot;http://shop.test/wp-content',
    '&quot;http://shop.test/a-1.webp 1x, http://shop.test/a-2.webp 2x',
  ])
    expect(content.replaceAll('"', '&quot;')).toContain(whole)
  expect((await at(text, '/rss/channel/item[1]/title/text()'))[0]).toMatch(/^Tea &amp; &lt;b&gt;"milk"&lt;\/b&gt; /)
})

test('the same feed as Atom, and under its older names', async () => {
  const { headers, text } = await get('/feed/atom/')
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=UTF-8')
  expect(await at(text, '/a:feed/a:entry/a:id/text()')).toHaveLength(10)
  for (const name of ['rss2', 'rss', 'rdf']) {
    const { status, headers: told } = await get(`/feed/${name}/`)
    expect([name, status, told.get('content-type')]).toEqual([name, 200, 'application/rss+xml; charset=UTF-8'])
  }
  expect((await get('/feed/nope/')).status).toBe(404)
  expect((await get('/blog/feed/')).headers.get('location')).toBe('/feed/')
})

test('[BLOG-05] comments have feeds with everything approved, and without email addresses', async () => {
  const { status, text } = await get('/comments/feed/')
  expect(status).toBe(200)
  const titles = await at(text, '/rss/channel/item/title/text()')
  expect(titles.slice(0, 2)).toEqual([
    `Comment on ${product?.name} by Ada &amp; Co`,
    expect.stringMatching(/^Comment on Tea &amp; .* by Ada &amp; Co$/),
  ])
  for (const hidden of ['private.test', 'Waits.', 'Under a draft.']) expect(text).not.toContain(hidden)
  expect(await at((await get('/blog/odd/feed/')).text, '/rss/channel/item/dc:creator/text()')).toEqual(['Ada &amp; Co'])
  expect(await at((await get(`/product/${slug}/feed/`)).text, '/rss/channel/item/description/text()')).toContain(
    'A review.',
  )
  for (const path of ['/blog/draft/feed/', '/blog/no-such-post/feed/', '/product/no-such-tea/feed/'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('the comments feed excludes hidden and unpublished products, and follows changes', async () => {
  const ids = [referenceIds.soldIndividually, referenceIds.threeLeft] as const
  const [hidden = '', draft = ''] = await Promise.all(ids.map(async (id) => (await findProduct(db, { id }))?.name))
  const published = day('2099-07-01')
  await db.insert(comments).values(ids.map((id) => comment(id, { content: `Under ${id}.`, createdAt: published })))
  const names = async () => (await get('/comments/feed/?x=1')).text
  for (const name of [hidden, draft]) expect(await names()).toContain(name)
  await db.update(products).set({ visibility: 'hidden' }).where(eq(products.id, ids[0]))
  await db.update(entries).set({ status: 'draft' }).where(eq(entries.id, ids[1]))
  for (const name of [hidden, draft, 'Under ']) expect(await names()).not.toContain(name)
  const slugOfHidden = (await findProduct(db, { id: ids[0] }))?.slug
  expect((await get(`/product/${slugOfHidden}/feed/`)).text).toContain(`Under ${ids[0]}.`)
})

test('[CAT-03] categories have feeds of their newest products', async () => {
  for (const [path, page] of [
    ['/shop/feed/', '/shop/'],
    ['/product-category/green-tea/feed/', '/product-category/green-tea/'],
    ['/size/50-g/feed/', '/size/50-g/'],
  ] as const) {
    const { status, text } = await get(path)
    expect([path, status, await at(text, '/rss/channel/link/text()')]).toEqual([path, 200, [`http://shop.test${page}`]])
    const links = await at(text, '/rss/channel/item/link/text()')
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(link).toMatch(/^http:\/\/shop\.test\/product\//)
  }
  await db.update(entries).set({ excerpt: '<p>Mint &amp; rose</p>' }).where(eq(entries.id, referenceIds.simple))
  shop.pages.clear()
  const { text: described } = await get('/product-category/green-tea/feed/')
  expect(await at(described, '/rss/channel/item/description/text()')).toContain('Mint &amp; rose')
  for (const path of ['/product-category/no-such-shelf/feed/', '/size/9-kg/feed/', '/no/thing/feed/'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('categories, tags, authors and months of posts have feeds, and their pages name them', async () => {
  const [term] = await db
    .insert(terms)
    .values({ taxonomy: 'category', slug: 'news', name: 'News & views', description: 'What is new.' })
    .returning({ id: terms.id })
  const writer = await createSignedInUser(shop, 'editor')
  await db
    .insert(entryTerms)
    .values([idOf('odd'), idOf('draft')].map((entryId) => ({ entryId, termId: term?.id ?? 0 })))
  await db.update(entries).set({ authorId: writer.id }).where(eq(entries.slug, 'odd'))
  for (const [page, title] of [
    ['/category/news/', 'News &amp; views – '],
    ['/author/ada-leaf/', 'Ada Leaf – '],
    ['/2026/04/', 'April 2026 – '],
  ] as const) {
    const { status, text } = await get(`${page}feed/`)
    expect([page, status]).toEqual([page, 200])
    expect((await at(text, '/rss/channel/title/text()'))[0]).toContain(title)
    expect(await at(text, '/rss/channel/link/text()')).toEqual([`http://shop.test${page}`])
    expect(await at(text, '/rss/channel/item/link/text()')).toEqual(['http://shop.test/blog/odd/'])
    expect(await at(text, '/rss/channel/item/category/text()')).toEqual(['News &amp; views'])
    expect((await get(page)).text).toMatch(new RegExp(`<link rel="alternate" [^>]*href="${page}feed/"`))
  }
  for (const path of ['/category/none/feed/', '/tag/none/feed/', '/author/none/feed/', '/2026/05/feed/'])
    expect([path, (await get(path)).status]).toEqual([path, 404])
})

test('pages link to their feeds', async () => {
  const feedsOf = async (path: string) =>
    [
      ...(await get(path)).text.matchAll(
        /<link rel="alternate" type="application\/rss\+xml" title="[^"]+" href="([^"]+)"/g,
      ),
    ].map((match) => match[1])
  const everywhere = ['/feed/', '/comments/feed/']
  expect(await feedsOf('/')).toEqual(everywhere)
  expect(await feedsOf('/shop/')).toEqual([...everywhere, '/shop/feed/'])
  expect(await feedsOf('/product-category/green-tea/')).toEqual([...everywhere, '/product-category/green-tea/feed/'])
  expect(await feedsOf('/blog/odd/')).toEqual([...everywhere, '/blog/odd/feed/'])
  expect(await feedsOf(`/product/${slug}/`)).toEqual([...everywhere, `/product/${slug}/feed/`])
})

test('a feed is cached like a page, and invalidated by a new comment', async () => {
  shop.pages.clear()
  await get('/comments/feed/')
  expect(shop.pages.size.pages).toBe(1)
  await get('/comments/feed/?x=1')
  expect(shop.pages.size.pages).toBe(1)
  shop.pages.invalidate(['comments'])
  expect(shop.pages.size.pages).toBe(0)
})

test('a feed shows the features of a text, and no shortcode', async () => {
  const feed = await (await app.request('/feed/')).text()
  expect(feed).toContain('Tastings')
  expect(feed).toMatch(/service-row.*Eight cups\./s)
  expect(feed).not.toContain('[service')
})
