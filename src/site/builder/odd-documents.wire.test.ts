/** Documents with confusing content: what is shown, counted and stored of them. */
import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { saveEntry } from '../../things/entries/save-entry.ts'

const { app, shop, db } = await openShop()
const editor = await createSignedInUser(shop, 'editor')
const by = { author: null, now: shop.now() }

async function newPage(content = '<p>Old text</p>') {
  const change = { kind: 'page', title: 'Odd', content, status: 'publish' } as const
  const saved = await saveEntry(shop, db, change, by)
  if (!saved.ok) throw new Error(saved.problem.kind)
  return saved.entry
}

const root = '/wp-json/samovar/v1/builder'
const send = (method: string, url: string, body?: unknown) =>
  app.request(`${root}${url}`, {
    method,
    headers: { ...editor.headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const samovar = (id: number, block: string, settings: object = {}) => ({ id, lib: 'Samovar', block, ...settings })
const heading = (id: number, text: string) => samovar(id, 'heading', { text })

/** The status of saving these blocks, and the page that shows them. */
async function shown(blocks: readonly unknown[], more: object = {}) {
  const page = await newPage()
  const document = { version: '4.0.0', blocks, ...more }
  const { status } = await send('PUT', `/pages/${page.id}`, { version: page.version, document })
  const response = await app.request(`/${page.slug}/`)
  return { status, page: response.status, html: await response.text(), id: page.id }
}

test('a list that is not of blocks alone is no slot, so that nothing in it is shown again and again', async () => {
  const again = samovar(2, 'heading')
  const slot = [...Array.from({ length: 3000 }, () => again), null]
  const { status, html } = await shown([samovar(1, 'section', { content: slot }), heading(2, 'Once')])
  expect([status, html.split('>Once</h2>').length]).toEqual([200, 2])
})

test('blocks that are not shown have no heading in the contents, no text in searches, and are not the first', async () => {
  const hero = samovar(5, 'home_hero', { names_page: true, items: [{ title: 'Hidden name' }] })
  const { html, id } = await shown([
    samovar(1, 'table_of_contents'),
    samovar(2, 'layout_columns', {
      count: '2',
      column_1: [heading(3, 'Seen')],
      column_3: [heading(4, 'Unseen'), hero],
    }),
    heading(6, 'Flat'),
    { id: 8, lib: 'Elsewhere', block: 'box', inside: [heading(9, 'Within a foreign one')] },
    samovar(10, 'home_hero', { names_page: true, items: [{ title: 'Name' }] }),
  ])
  expect(html).not.toMatch(/Unseen|Hidden name|Within a foreign one/)
  expect(html).toContain('<h1>Name</h1>')
  const text = (await (await app.request(`/wp-json/wp/v2/pages/${id}`)).json()) as { content: { rendered: string } }
  expect(text.content.rendered).toContain('Seen')
  expect(text.content.rendered).not.toMatch(/Unseen|Hidden name/)
})

test('without its null characters, the name of a setting does not take the place of another one', async () => {
  for (const name of ['id\u0000', '\u0000id', 'li\u0000b', 'block\u0000']) {
    const { status, page } = await shown([{ ...heading(1, 'One'), [name]: { x: 1 } }])
    expect([name, status, page]).toEqual([name, 400, 200])
  }
  const { html } = await shown([
    samovar(1, 'markup', { html: '<p>One</p>', 'ht\u0000ml': '<img src=x onerror=alert(1)>' }),
  ])
  expect(html).not.toContain('onerror')
})

test('more parts than a page can have are refused', async () => {
  const items = Array.from({ length: 1001 }, () => ({}))
  expect((await shown([samovar(1, 'home_hero', { items })])).status).toBe(400)
  const halves = [items.slice(0, 600), items.slice(0, 600)]
  expect((await shown(halves.map((half, index) => samovar(index + 1, 'tabs', { items: half })))).status).toBe(400)
})

test('numbers that the database has no room for are refused', async () => {
  const { id } = await newPage()
  const draft = { document: { version: '4.0.0', blocks: [] }, base_version: 2 ** 40, session: 'a' }
  expect((await send('PUT', `/pages/${id}/draft`, draft)).status).toBe(400)
  const huge = '99999999999999999999'
  for (const [method, url] of [
    ['GET', `/pages/${huge}`],
    ['GET', `/pages/${huge}/revisions`],
    ['POST', `/pages/${id}/revisions/${huge}/restore`],
    ['POST', `/pages/${huge}/revisions/1/restore`],
    ['POST', `/pages/${huge}/lock`],
    ['DELETE', `/templates/${huge}`],
  ] as const)
    expect([url, (await send(method, url, method === 'POST' ? { session: 'a' } : undefined)).status]).toEqual([
      url,
      404,
    ])
})

test('a template can be added whatever the numbers of the others are', async () => {
  const blocks = [heading(1, 'One')]
  const sent = await app.request('/wp-admin/admin-ajax.php?action=sktbuilder_save_page_template', {
    method: 'POST',
    headers: { cookie: editor.cookie, 'content-type': 'application/json' },
    body: JSON.stringify([{ id: 2_147_483_647, title: 'Last', blocks, image: '' }]),
  })
  expect(await sent.json()).toEqual({ success: true })
  for (const id of [1, 2]) {
    const added = await send('POST', '/templates', { title: `New ${id}`, blocks })
    expect([added.status, ((await added.json()) as { id: number }).id]).toEqual([201, id])
  }
})

test('a long text stays what it is when it becomes a block', async () => {
  const text = `<p>${'tea '.repeat(30_000)}end</p>`
  const page = await newPage(text)
  const { document, version } = (await (await send('GET', `/pages/${page.id}`)).json()) as {
    document: object
    version: number
  }
  expect((await send('PUT', `/pages/${page.id}`, { version, document })).status).toBe(200)
  const html = await (await app.request(`/${page.slug}/`)).text()
  expect(html).toContain('tea end</p>')
  expect(html).not.toContain('Write something here')
})
