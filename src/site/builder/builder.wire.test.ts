import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { entries } from '../../things/entries/entries.table.ts'
import type { PageDocument } from '../../things/entries/page-document.ts'
import { saveEntry } from '../../things/entries/save-entry.ts'

const { app, shop, db } = await openShop()
const editor = await createSignedInUser(shop, 'editor')

async function newPage(content = '<p>Old text</p>') {
  const saved = await saveEntry(
    shop,
    db,
    { kind: 'page', title: 'Built', content, status: 'publish' },
    { author: null, now: shop.now() },
  )
  if (!saved.ok) throw new Error(saved.problem.kind)
  return saved.entry
}

const path = (id: number) => `/wp-json/samovar/v1/builder/pages/${id}`
const send = (method: string, url: string, body: unknown) =>
  app.request(url, {
    method,
    headers: { ...editor.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('[BLD-12 rendered on the server] a page saved as blocks renders on the server for visitors', async () => {
  const page = await newPage()
  const loaded = (await (await app.request(path(page.id), { headers: editor.headers })).json()) as {
    document: { blocks: unknown[] }
  }
  expect(loaded.document.blocks).toEqual([{ id: 1, lib: 'Samovar', block: 'rich_text', text: '<p>Old text</p>' }])
  const document = {
    version: '4.0.0',
    blocks: [
      { id: 1, lib: 'Samovar', block: 'heading', text: 'Spring <b>', level: '2' },
      {
        id: 2,
        lib: 'Samovar',
        block: 'layout_columns',
        count: '2',
        column_1: [
          { id: 3, lib: 'Samovar', block: 'rich_text', text: '<p onclick="x()">Left</p><script>alert(1)</script>' },
        ],
        column_2: [{ id: 4, lib: 'Samovar', block: 'counter', to: 5 }],
      },
    ],
  }
  const saved = await send('PUT', path(page.id), { version: page.version, document })
  expect(saved.status).toBe(200)
  const html = await (await app.request('/built/')).text()
  expect(html).toMatch(/<h2 id="spring-b"[^>]*>Spring &lt;b&gt;<\/h2>/)
  expect(html).toContain('<p>Left</p>')
  expect(html).not.toContain('alert(1)')
  expect(html).not.toContain('Old text')
  const late = await send('PUT', path(page.id), { version: page.version, document })
  expect(late.status).toBe(409)
})

test('documents that an earlier version has stored render as they are', async () => {
  const page = await newPage()
  const heading = { id: 1, lib: 'Samovar', text: 'Stored long ago' }
  for (const stored of [
    { blocks: [{ ...heading, template: 'heading' }] },
    { version: '3.0.5', blocks: [{ ...heading, id: '1', block: 'heading' }] },
    { version: '4.0.0', blocks: [{ ...heading, block: 'heading' }] },
  ]) {
    await db
      .update(entries)
      .set({ builderDocument: stored as unknown as PageDocument })
      .where(eq(entries.id, page.id))
    expect(await (await app.request(`/${page.slug}/?x=1`)).text()).toMatch(/<h2[^>]*>Stored long ago<\/h2>/)
  }
})

test('a page of blocks goes back to plain text, which says what the blocks said', async () => {
  const { id, version } = await newPage('')
  const blocks = [{ id: 1, lib: 'Samovar', block: 'heading', text: 'Plain again' }]
  const built = await send('PUT', path(id), { version, document: { version: '4.0.0', blocks } })
  const { version: next } = (await built.json()) as { version: number }
  const plain = await send('PUT', path(id), { version: next, document: null })
  expect(plain.status).toBe(200)
  expect(await plain.json()).toMatchObject({
    is_built: false,
    document: { blocks: [{ block: 'rich_text', text: '<h2>Plain again</h2>' }] },
  })
  expect((await send('PUT', path(id), { version: next + 1 })).status).toBe(400)
})
