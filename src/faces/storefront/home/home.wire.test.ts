import { readFile } from 'node:fs/promises'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { entries, entryRevisions } from '../../../things/entries/entries.table.ts'
import { terms } from '../../../things/entries/terms.table.ts'
import { media } from '../../../things/media/media.table.ts'

const { app, db, shop } = await openShop()
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')

type Page = {
  readonly id: number
  readonly version: number
  readonly kind: string
  readonly link: string
  readonly frame_link: string
  readonly preview_link: string
  readonly document: { readonly version: string; readonly blocks: readonly Record<string, unknown>[] }
}

const get = (path: string, cookie = '') => app.request(path, { headers: cookie === '' ? {} : { cookie } })
const home = async () => {
  shop.pages.clear()
  return (await get('/')).text()
}
const open = async () => {
  const location = (await get('/wp-admin/home-page/', editor.cookie)).headers.get('location') ?? ''
  return Number(/^\/wp-admin\/post\.php\?post=(\d+)&action=sktbuilder$/.exec(location)?.[1])
}
const path = (id: number) => `/wp-json/samovar/v1/builder/pages/${id}`
const load = async (): Promise<Page> =>
  (await (await app.request(path(await open()), { headers: editor.headers })).json()) as Page
const send = async (method: string, url: string, body: unknown, headers = editor.headers) => {
  const response = await app.request(url, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, json: (await response.json()) as Page & { code?: string } }
}
const hero = (items: readonly object[], more: object = {}) => ({
  version: '4.0.0',
  blocks: [{ id: 1, lib: 'Samovar', block: 'home_hero', names_page: true, items, ...more }],
})
const save = async (document: unknown, version?: number) =>
  send('PUT', path(await open()), { version: version ?? (await load()).version, document })

test('who may not edit the home page is not sent to its builder', async () => {
  expect((await get('/wp-admin/home-page/')).headers.get('location')).toMatch(/^\/wp-login\.php/)
  expect((await get('/wp-admin/home-page/', customer.cookie)).status).toBe(403)
  expect(await db.$count(entries, eq(entries.kind, 'template'))).toBe(0)
})

test('a new shop shows the default blocks; opening them in the builder stores them once and changes no byte', async () => {
  const before = await home()
  expect(before).toContain('<h1>Tea, from the leaf to the table</h1>')
  const ids = await Promise.all([open(), open(), open()])
  expect(new Set(ids).size).toBe(1)
  const page = await load()
  expect(page).toMatchObject({ kind: 'template', link: '/', frame_link: '/?sktbuilder=true' })
  expect((await save(page.document)).status).toBe(200)
  expect(await home()).toBe(before)
})

test('[BLD-12 editors only] nobody else reads or saves the home page as blocks', async () => {
  const { id, version, document } = await load()
  expect((await send('PUT', path(id), { version, document }, customer.headers)).status).toBe(403)
  expect((await app.request(path(id), { headers: customer.headers })).status).toBe(403)
  expect((await send('PUT', path(id), { version, document }, {} as typeof editor.headers)).status).toBe(401)
  expect((await load()).version).toBe(version)
})

test('[BLD-12 rendered on the server] saved blocks are shown at once; an older version is refused', async () => {
  const { version } = await load()
  expect((await get('/')).status).toBe(200)
  const saved = await save(hero([{ title: 'Tea for <everyone>', text: 'Read "slowly"' }]))
  expect(saved.status).toBe(200)
  const html = await (await get('/')).text()
  expect(html).toContain('<h1>Tea for &lt;everyone&gt;</h1>')
  expect(html).toContain('<meta name="description" content="Read &quot;slowly&quot;"/>')
  const late = await save(hero([{ title: 'Late' }]), version)
  expect([late.status, late.json.code]).toEqual([409, 'samovar_rest_outdated'])
  expect(await home()).toContain('Tea for &lt;everyone&gt;')
})

test('the home page has no text to go back to, and stays public', async () => {
  const { id, version } = await load()
  expect((await send('PUT', path(id), { version, document: null })).status).toBe(400)
  expect((await send('PUT', path(id), { version, document: [], status: 'draft' })).status).toBe(200)
  expect(await home()).toContain('<h1 class="screen-reader-text">')
  const [row] = await db.select().from(entries).where(eq(entries.id, id))
  expect([row?.status, row?.builderDocument?.blocks]).toEqual(['publish', []])
})

test('a picture of the library is shown with what the library says of it; one that is not there is left out', async () => {
  const row = { path: '2026/11/hill.webp', mime: 'image/webp', width: 900, height: 600, bytes: 1, alt: 'A hill' }
  const [picture] = await db.insert(media).values(row).returning()
  await save(hero([{ title: 'One', picture: picture?.id }]))
  const html = await home()
  expect(html).toContain('alt="A hill"')
  expect(html).toContain('fetchPriority="high"')
  expect(html).toMatch(/<head>.*<link rel="preload" as="image"[^>]* imageSrcSet="[^"]*hill.*<\/head>/s)
  expect(html.match(/<link rel="preload" as="image"/g)).toHaveLength(1)
  expect(html).toMatch(/<meta property="og:image" content="[^"]*\/2026\/11\/hill\.webp"\/>/)
  for (const lost of [999_999, 0, -1, '<img>', { path: row.path }]) {
    await save(hero([{ title: 'One', picture: lost }]))
    const without = await home()
    expect(without).toContain('<h1>One</h1>')
    expect(without).not.toContain('A hill')
  }
})

test('with more slides it is a slider, and only the first title is that of the page', async () => {
  await save(hero([{ title: 'First' }, { title: 'Second <slide>', label_1: 'Shop', url_1: '/shop/' }]))
  const html = await home()
  expect(html).toContain('<h2>Second &lt;slide&gt;</h2>')
  expect([html.split('<h1').length, html.includes('data-feature="home_slider"')]).toEqual([2, true])
  const two = hero([{ title: 'First' }])
  await save({ ...two, blocks: [...two.blocks, { ...two.blocks[0], id: 2 }] })
  const alone = await home()
  expect([alone.split('<h1').length, alone.includes('data-feature="home_slider"')]).toEqual([2, false])
})

test('addresses that run script, texts that are too long and values of other kinds show nothing', async () => {
  const attack = '"><img src=x onerror=alert(1)>'
  const script = { label_1: 'Run', url_1: 'javascript:alert(1)', label_2: 'Quote', url_2: `/x${attack}` }
  const blocks = [
    {
      id: 1,
      lib: 'Samovar',
      block: 'home_hero',
      items: [{ title: attack, text: 'x'.repeat(2001), ...script }, null, 7],
    },
    { id: 2, lib: 'Samovar', block: 'category_tiles', title: attack, items: [{ category: ['x'], subtitle: attack }] },
    { id: 3, lib: 'Samovar', block: 'featured_products', title: {}, products: ['1; drop table entries', -3, 1e12] },
    { id: 4, lib: 'Samovar', block: 'approach', title: attack, items: 'none' },
    { id: 5, lib: 'Samovar', block: 'journal', posts: [1e12], teaser_title: attack },
    { id: 6, lib: 'Samovar', block: 'letters', title: attack, items: [{ quote: attack, name: 5 }] },
  ]
  expect((await save({ version: '4.0.0', blocks })).status).toBe(200)
  const html = await home()
  expect(html).not.toMatch(/javascript:|<img src=x|xxxx/)
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  for (const document of ['', {}, { blocks: 'x', version: '4.0.0' }, { version: '4.0.0', blocks: [null] }])
    expect((await save(document)).status).toBe(400)
})

test('an earlier version is listed with its author, and restored', async () => {
  await save(hero([{ title: 'First of two' }]))
  await save(hero([{ title: 'Second of two' }]))
  const id = await open()
  const list = (await (await app.request(`${path(id)}/revisions`, { headers: editor.headers })).json()) as {
    readonly id: number
    readonly author_name: string
    readonly document: { readonly blocks: readonly { readonly items: readonly { readonly title: string }[] }[] }
  }[]
  expect(list.slice(0, 2).map((one) => [one.document.blocks[0]?.items[0]?.title, one.author_name])).toEqual([
    ['Second of two', 'Ada Leaf'],
    ['First of two', 'Ada Leaf'],
  ])
  expect((await send('POST', `${path(id)}/revisions/${list[1]?.id}/restore`, {})).status).toBe(200)
  expect(await home()).toContain('<h1>First of two</h1>')
  expect((await send('POST', `${path(id)}/revisions/999999/restore`, {})).status).toBe(404)
})

test('[BLD-02 editors only] frame and preview are for editors, uncached and unknown to search engines', async () => {
  const { id, version, document, preview_link: link } = await load()
  const frame = await get('/?sktbuilder=true', editor.cookie)
  expect(await frame.text()).toContain('<div id="sktbuilder-blocks"></div>')
  expect(frame.headers.get('cache-control')).toContain('no-store')
  for (const cookie of ['', customer.cookie]) {
    const html = await (await get('/?sktbuilder=true', cookie)).text()
    expect(html).not.toContain('sktbuilder-blocks')
    expect(html).toContain('<h1>First of two</h1>')
  }
  for (const [address, cookie] of [
    [`/?p=${id}&preview=true`, editor.cookie],
    [link, ''],
  ] as const) {
    const preview = await get(address, cookie)
    expect([preview.status, preview.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')])
    const html = await preview.text()
    expect([html.includes('noindex'), html.includes('<h1>First of two</h1>')]).toEqual([true, true])
  }
  for (const cookie of ['', customer.cookie]) {
    const refused = await get(`/?p=${id}&preview=true&preview_nonce=1-x`, cookie)
    expect(refused.status).toBe(301)
  }
  // Text that is only typed is shown to its editor, and not stored.
  const typed = { ...document.blocks[0], items: [{ title: 'Typed <only>' }] }
  const render = { id, blocks: [typed] }
  const shown = (await send('POST', '/wp-json/samovar/v1/builder/render', render)).json as unknown as { html: string[] }
  expect(shown.html[0]).toContain('Typed &lt;only&gt;')
  expect((await send('POST', '/wp-json/samovar/v1/builder/render', render, customer.headers)).status).toBe(403)
  expect((await load()).version).toBe(version)
  expect(await home()).not.toContain('Typed')
})

test('[PLAT-03] the page is cached for everybody, with what its blocks show, and nobody is in it', async () => {
  const product = { id: 9, lib: 'Samovar', block: 'featured_products' }
  const document = hero([{ title: 'For everybody' }])
  await save({ ...document, blocks: [...document.blocks, product] })
  shop.pages.clear()
  const first = await get('/', editor.cookie)
  expect(await first.text()).not.toMatch(/Ada Leaf|wpadminbar|data-rest-nonce/)
  expect(first.headers.get('cache-control')).not.toContain('no-store')
  expect((await get('/')).headers.get('etag')).toBe((await get('/', customer.cookie)).headers.get('etag'))
})

test('fields of a shop of earlier times become blocks, its revisions too, with the same words and pictures', async () => {
  const id = await open()
  const [green] = await db
    .insert(terms)
    .values({ taxonomy: 'product_cat', slug: 'old-green', name: 'Green' })
    .returning()
  const [hill] = await db.select().from(media).where(eq(media.path, '2026/11/hill.webp'))
  const products = await db
    .select({ id: entries.id, slug: entries.slug })
    .from(entries)
    .where(eq(entries.kind, 'product'))
  const [one, two] = products
  const text = { title: 'T', text: 'x' }
  const picture = { path: '2026/11/hill.webp', width: 900, height: 600, alt: 'A hill' }
  const links = [
    { label: 'A', href: '/shop/' },
    { label: 'B', href: '/blog/' },
  ]
  const before = { eyebrow: 'E', ...text, picture, links }
  const fields = {
    hero: { ...before, slides: [{ ...before, title: 'Two', picture: null, links: [] }] },
    categories: {
      ...text,
      tiles: [
        { categorySlug: 'old-green', subtitle: 'S', picture },
        { categorySlug: 'gone', subtitle: '', picture: null },
      ],
    },
    featured: { ...text, productSlugs: [two?.slug, 'gone', one?.slug] },
    approach: { ...text, points: [] },
    journal: { title: 'J', teaser: { title: 'TT', text: 'TX', link: links[0] }, postSlugs: [] },
    testimonials: { title: 'L', items: [{ quote: 'Q', name: 'N', location: 'P' }] },
  }
  const { slides: _, ...earliest } = fields.hero
  await db.update(entries).set({ builderDocument: null, fields }).where(eq(entries.id, id))
  await db.delete(entryRevisions).where(eq(entryRevisions.entryId, id))
  await db.insert(entryRevisions).values({
    entryId: id,
    title: 'Home page',
    excerpt: '',
    content: '',
    fields: { ...fields, hero: earliest, journal: { ...fields.journal, teaser: null } },
    createdAt: new Date(),
  })
  const sql = await readFile('db/migrations/0037_home_page_blocks.sql', 'utf8')
  // The migration's temporary functions exist only in one connection, so all statements run in one transaction.
  await db.transaction(async (tx) => {
    for (const statement of sql.split('--> statement-breakpoint')) await tx.execute(statement)
  })
  const [row] = await db
    .select()
    .from(entries)
    .where(and(eq(entries.kind, 'template'), eq(entries.id, id)))
  const first = {
    eyebrow: 'E',
    ...text,
    picture: hill?.id,
    label_1: 'A',
    url_1: '/shop/',
    label_2: 'B',
    url_2: '/blog/',
  }
  const lib = 'Samovar'
  expect(row?.builderDocument).toEqual({
    version: '4.0.0',
    blocks: [
      {
        id: 1,
        lib,
        block: 'home_hero',
        names_page: true,
        items: [first, { eyebrow: 'E', title: 'Two', text: 'x', picture: 0 }],
      },
      {
        id: 2,
        lib,
        block: 'category_tiles',
        ...text,
        items: [
          { category: [green?.id], subtitle: 'S', picture: hill?.id },
          { category: [], subtitle: '', picture: 0 },
        ],
      },
      { id: 3, lib, block: 'featured_products', ...text, products: [two?.id, one?.id] },
      { id: 5, lib, block: 'journal', title: 'J', posts: [], teaser_title: 'TT', teaser_text: 'TX' },
      { id: 6, lib, block: 'letters', title: 'L', items: [{ quote: 'Q', name: 'N', about: 'P' }] },
    ],
  })
  const [revision] = await db.select().from(entryRevisions).where(eq(entryRevisions.entryId, id))
  expect(revision?.builderDocument?.blocks[0]).toMatchObject({ items: [first] })
  expect(revision?.builderDocument?.blocks[3]).toMatchObject({ block: 'journal', teaser_title: '' })
  expect(await home()).toContain('alt="A hill"')
  expect((await send('POST', `${path(id)}/revisions/${revision?.id}/restore`, {})).status).toBe(200)
  expect(await home()).not.toContain('data-feature="home_slider"')
})

test('a tile counts products, of which not every one is a tea', async () => {
  const cups = await db.execute<{ id: number }>(
    sql`select id from terms where taxonomy = 'product_cat' order by id limit 1`,
  )
  await save({
    version: '4.0.0',
    blocks: [
      { id: 1, lib: 'Samovar', block: 'category_tiles', items: [{ category: [cups.rows[0]?.id], subtitle: 'S' }] },
    ],
  })
  const html = await home()
  expect(html).toMatch(/>\d+(<!-- -->)? (<!-- -->)?products?</)
  expect(html).not.toMatch(/>\d+(<!-- -->)? (<!-- -->)?teas?</)
})

test('chosen products that are hidden from the catalog are left out', async () => {
  const listed = await db.execute<{ id: number; title: string }>(
    sql`select entries.id, title from products join entries on entries.id = products.id where listed order by entries.id limit 2`,
  )
  const [seen, hidden] = listed.rows
  await db.execute(
    sql`update products set visibility = 'hidden', listed = false, changed_xid = pg_current_xact_id() where id = ${hidden?.id}`,
  )
  await save({
    version: '4.0.0',
    blocks: [{ id: 1, lib: 'Samovar', block: 'featured_products', products: [seen?.id, hidden?.id] }],
  })
  const html = await home()
  expect([html.includes(`>${seen?.title}<`), html.includes(`>${hidden?.title}<`)]).toEqual([true, false])
})

test('a page that no hero names has a title nevertheless', async () => {
  for (const more of [{ names_page: 'no' }, { items: [] }]) {
    await save(hero([{ title: 'A slide' }], more))
    expect(await home()).toContain('<h1 class="screen-reader-text">')
  }
})
