/** The calls that a driver written for the original plugin makes, from every role, and requests that resemble them. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser, type TestUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { adminLog } from '../../../things/admin-log/admin-log.table.ts'
import { entries, entryRevisions } from '../../../things/entries/entries.table.ts'
import type { PageDocument } from '../../../things/entries/page-document.ts'
import { saveEntry } from '../../../things/entries/save-entry.ts'
import { builderAjaxCalls } from './builder-calls.ts'

const { app, shop, db } = await openShop()
const editor = await createSignedInUser(shop, 'editor')
const customer = await createSignedInUser(shop, 'customer')
const ajax = '/wp-admin/admin-ajax.php'

type Who = Pick<TestUser, 'cookie'> | null
type Answer = {
  readonly success: boolean
  readonly error?: string
  readonly data?: { readonly blocks: readonly object[]; readonly version: string }
  readonly templates?: string
  readonly libs?: readonly Readonly<Record<string, unknown>>[]
}

/** Sends fields as jQuery sends a form. */
const post = (fields: Readonly<Record<string, string>>, who: Who = editor, headers: Record<string, string> = {}) =>
  app.request(ajax, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
      accept: 'application/json, text/javascript, */*; q=0.01',
      'x-requested-with': 'XMLHttpRequest',
      ...(who ? { cookie: who.cookie } : {}),
      ...headers,
    },
    body: String(new URLSearchParams(fields)),
  })
const sendText = (action: string, body: string, who: Who = editor, headers: Record<string, string> = {}) =>
  app.request(`${ajax}?action=${action}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(who ? { cookie: who.cookie } : {}),
      ...headers,
    },
    body,
  })
const answer = async (response: Response | Promise<Response>) => {
  const { status, headers } = await response
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=UTF-8'])
  return (await (await response).json()) as Answer
}
const load = (id: number | string, who: Who = editor) =>
  answer(post({ page_id: String(id), action: 'sktbuilder_load_page_data', lang: 'en' }, who))
const save = (body: unknown) => answer(sendText('sktbuilder_save_page_data', JSON.stringify(body)))
const saveTemplates = (body: unknown) => answer(sendText('sktbuilder_save_page_template', JSON.stringify(body)))
const loadTemplates = () => answer(post({ action: 'sktbuilder_load_page_templates' }))

async function newPage(title = 'Built', status: 'publish' | 'trash' = 'publish') {
  const change = { kind: 'page', title, content: '<p>Old text</p>', status } as const
  const saved = await saveEntry(shop, db, change, { author: null, now: shop.now() })
  if (!saved.ok) throw new Error(saved.problem.kind)
  return saved.entry
}
const shown = async ({ slug }: { readonly slug: string }) => (await app.request(`/${slug}/?x=1`)).text()
const storedIn = async (id: number) => (await db.select().from(entries).where(eq(entries.id, id)))[0]

const heading = (id: number, text: string) => ({ id, lib: 'Samovar', block: 'heading', text })
const flip = {
  id: 2,
  lib: 'Default',
  block: 'sktbuilder_flipboxes',
  blockTitle: 'Turn me',
  blockColumnsCount: '3',
  checked: 1,
  video: { url: 'https://example.org/a.mp4', preview: '' },
  blockColumns: [
    { id: 0, order: 1, title: 'Second', columnFlipType: 'skt-builder-flipcard-vertical' },
    { id: 1, order: 0, title: 'First', html: '<script>alert(1)</script>' },
  ],
  nested: { deep: [[null, { a: -1.5 }]] },
}
const rendered = (...parts: string[]) => parts.join('\n')

describe('[BLD-04] libraries', () => {
  test('every library with its blocks, groups and resources that are there', async () => {
    const { success, libs = [] } = await answer(post({ action: 'sktbuilder_load_libraries_data' }))
    expect(success).toBe(true)
    expect(libs.map(({ name }) => name)).toEqual(['Samovar', 'Tea moments'])
    for (const lib of libs) {
      expect(lib).toMatchObject({ version: expect.stringMatching(/^\d/), url: `${shop.url}/`, assets: [] })
      const groups = lib.groups as { id: string; label: string; position: number }[]
      expect(groups.map(({ position }) => position)).toEqual(groups.map((_, index) => index + 1))
      const blocks = lib.blocks as { name: string; url: string; groups: string[] }[]
      expect(blocks.length).toBeGreaterThan(1)
      for (const block of blocks) {
        expect(block.url).not.toMatch(/^\//)
        expect(groups.map(({ id }) => id)).toContain(block.groups[0])
      }
      const res = lib.res as { type: string; name: string; src: string; dep: unknown[]; backend: boolean }[]
      expect(res.map(({ src }) => new URL(src, String(lib.url)).href)).toEqual(
        shop.assets.styles.map((style) => shop.url + style),
      )
      expect(res[0]).toMatchObject({ type: 'css', dep: [], backend: true })
    }
  })

  test('the demo library’s blocks show what they are given', async () => {
    const page = await newPage('Moments')
    const steps = {
      id: 1,
      lib: 'Tea moments',
      block: 'brewing_steps',
      title: '<i>Brew</i>',
      items: [
        { text: 'Steep', time: '2 min 30 s', order: 2 },
        { text: 'Warm the pot', order: 1 },
      ],
    }
    const note = {
      id: 2,
      lib: 'Tea moments',
      block: 'tasting_note',
      kind: 'black',
      tea: 'Keemun',
      note: '<p>Cocoa</p>',
    }
    expect(await save({ pageId: page.id, data: [steps, note] })).toEqual({ success: true })
    const html = await shown(page)
    expect(html).toContain('&lt;i&gt;Brew&lt;/i&gt;')
    expect(html).toMatch(/Warm the pot<\/li><li>Steep<span[^>]*>2 min 30 s</)
    expect(html).toMatch(/style="background:var\(--tint-black\)"><p[^>]*>Keemun<\/p><div><p>Cocoa<\/p>/)
  })
})

describe('[BLD-05 load]', () => {
  test('a page that was never saved has no blocks; one that is not there is an error', async () => {
    const page = await newPage()
    expect(await load(page.id)).toEqual({ success: true, data: { version: expect.any(String), blocks: [] } })
    const trashed = await newPage('Gone', 'trash')
    for (const id of ['', '0', '-1', '999999', '1e9', 'x', '99999999999999', String(trashed.id)])
      expect(await load(id)).toEqual({ success: false, error: 'There is no such page.' })
    expect(await answer(post({ action: 'sktbuilder_load_page_data' }))).toMatchObject({ success: false })
  })

  test('documents of every earlier version are answered as the present one', async () => {
    const page = await newPage()
    const block = heading(1, 'Stored long ago')
    const { block: template, ...old } = block
    for (const stored of [
      { blocks: [{ ...old, template }] },
      { version: '3.0.5', blocks: [{ ...block, id: '1' }] },
      { version: '4.0.0', blocks: [block] },
    ]) {
      await db
        .update(entries)
        .set({ builderDocument: stored as unknown as PageDocument })
        .where(eq(entries.id, page.id))
      expect(await load(page.id)).toEqual({ success: true, data: { version: '4.0.0', blocks: [block] } })
    }
  })
})

describe('[BLD-05 save]', () => {
  test('[BLD-12 rendered on the server] page data with rendered HTML, and the list of blocks alone: one document', async () => {
    const page = await newPage()
    const blocks = [heading(1, 'Spring'), heading(3, 'Autumn')]
    const data = { data: { blocks, version: '3.0.5' }, html: '<div>Not this</div>', libs: [{ name: 'Samovar' }] }
    expect(await save({ pageId: page.id, data })).toEqual({ success: true })
    const first = await storedIn(page.id)
    expect(await shown(page)).toMatch(/<h2[^>]*>Spring<\/h2>/)
    expect(await shown(page)).not.toMatch(/Not this|Old text/)
    // Saving the same data again changes nothing, which the plugin reports as a failure.
    expect(await save({ pageId: page.id, data })).toEqual({ success: false })
    expect(await save({ pageId: page.id, data: blocks })).toEqual({ success: false })
    expect(await save({ pageId: String(page.id), data: blocks.slice(1) })).toEqual({ success: true })
    expect(await load(page.id)).toEqual({ success: true, data: { version: '4.0.0', blocks: blocks.slice(1) } })
    expect(first?.content).toContain('Spring')
    const log = await db.select().from(adminLog).where(eq(adminLog.subjectId, page.id))
    expect(log.map(({ summary, userId }) => [summary, userId])).toEqual([
      ['Saves the blocks of a page', editor.id],
      ['Saves the blocks of a page', editor.id],
    ])
  })

  test('blocks of other libraries survive unchanged, and show what their editor has rendered, cleaned', async () => {
    const page = await newPage('Foreign')
    const blocks = [heading(1, 'Ours'), flip, { id: 4, lib: 'Default', block: 'sktbuilder_shortcode' }]
    const html = rendered(
      '<div class="theirs"><h2>Ours by them</h2></div>',
      '<section class="skt-builder-block-wrapper" onclick="x()"><p>Front</p><script>alert(1)</script><a href="javascript:alert(2)">Back</a><img src=x onerror=alert(3)></section>',
      '<div><p>[counter]</p><p>[count value="12"]</p><p>Teas</p><p>[/count]</p><p>[/counter]</p></div>',
    )
    expect(await save({ pageId: page.id, data: { data: { blocks, version: '3.0.5' }, html, libs: [] } })).toEqual({
      success: true,
    })
    expect((await load(page.id)).data?.blocks).toEqual(blocks)
    const text = await shown(page)
    expect(text).toMatch(/<div class="skt-builder-block-wrapper"><p>Front<\/p><a>Back<\/a><img [^>]*src="x"><\/div>/)
    // Shortcodes in the HTML are expanded, as the plugin does.
    expect(text).toContain('data-value="12"')
    expect(text).not.toMatch(/alert\(|Ours by them/)
    // Blocks without HTML keep their earlier look; a block with another name has none.
    expect(await save({ pageId: page.id, data: [flip, heading(1, 'Ours')] })).toEqual({ success: true })
    expect(await shown(page)).toMatch(/<p>Front<\/p>[\s\S]*Ours<\/h2>/)
    expect(await save({ pageId: page.id, data: [{ ...flip, block: 'sktbuilder_text' }] })).toEqual({ success: true })
    expect(await shown(page)).not.toContain('<p>Front</p>')
  })

  test('HTML that is not one element for each block is found by class, and else belongs to the first foreign block', async () => {
    const page = await newPage('Classes')
    const other = { ...flip, id: 22 }
    const nested = {
      id: 5,
      lib: 'Samovar',
      block: 'layout_columns',
      count: '2',
      column_1: [{ ...flip, id: 7, inner: [{ id: 8, lib: 'Default', block: 'x' }] }],
    }
    const byClass = rendered(
      'Words <hr>',
      '<div class="skt-builder-x-block-22">Twenty-two<br></div>',
      '<div><div class="a skt-builder-x-block-2 b"><p>Two</p></div><p>Beside</p><p class="skt-builder-x-block-7">Seven</p></div>',
    )
    const data = { data: { blocks: [flip, other, nested, heading(9, 'Ours')], version: '3.0.5' }, html: byClass }
    expect(await save({ pageId: page.id, data })).toEqual({ success: true })
    const { foreign } = (await storedIn(page.id))?.builderDocument ?? {}
    expect(foreign).toEqual({
      2: '<div class="a skt-builder-x-block-2 b"><p>Two</p></div>',
      22: '<div class="skt-builder-x-block-22">Twenty-two<br></div>',
      7: '<p class="skt-builder-x-block-7">Seven</p>',
    })
    expect((await load(page.id)).data?.blocks).toEqual(data.data.blocks)
    expect(await shown(page)).toMatch(/Two<\/p>[\s\S]*Twenty-two[\s\S]*Seven[\s\S]*Ours/)
    const whole = { ...data, html: '<p>All</p><p>of it</p>' }
    expect(await save({ pageId: page.id, data: whole })).toEqual({ success: true })
    expect((await storedIn(page.id))?.builderDocument?.foreign).toMatchObject({ 2: '<p>All</p><p>of it</p>' })
  })

  test('a revision restores the document', async () => {
    const page = await newPage('Revised')
    for (const text of ['First', 'Second']) await save({ pageId: page.id, data: [heading(1, text), flip] })
    const revisions = await db.select().from(entryRevisions).where(eq(entryRevisions.entryId, page.id))
    const first = revisions.find(({ builderDocument }) => JSON.stringify(builderDocument).includes('First'))
    const restored = await app.request(`/wp-json/samovar/v1/builder/pages/${page.id}/revisions/${first?.id}/restore`, {
      method: 'POST',
      headers: editor.headers,
    })
    expect(restored.status).toBe(200)
    expect((await load(page.id)).data?.blocks).toEqual([heading(1, 'First'), flip])
  })

  test('whether the page shows its title is not the wire’s to change', async () => {
    const page = await newPage('Titled')
    await app.request(`/wp-json/samovar/v1/builder/pages/${page.id}`, {
      method: 'PUT',
      headers: { ...editor.headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        version: page.version,
        document: { version: '4.0.0', showsTitle: true, blocks: [heading(1, 'A')] },
      }),
    })
    await save({ pageId: page.id, data: [heading(1, 'B')] })
    expect((await storedIn(page.id))?.builderDocument).toMatchObject({ showsTitle: true, blocks: [{ text: 'B' }] })
  })

  test('of saves at the same time each is whole', async () => {
    const page = await newPage('Twice')
    const results = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((text) =>
        save({ pageId: page.id, data: { data: { blocks: [heading(1, text), { ...flip, text }], version: '3.0.5' } } }),
      ),
    )
    expect(results).toEqual(results.map(() => ({ success: true })))
    const [first, second] = ((await load(page.id)).data?.blocks ?? []) as { text: string }[]
    expect(first?.text).toBe(second?.text)
    expect(await shown(page)).toContain(`${first?.text}</h2>`)
  })

  test('what is no page is refused and changes nothing', async () => {
    const page = await newPage('Nonsense')
    const trashed = await newPage('Trash', 'trash')
    const deep = (levels: number): object =>
      levels === 0 ? heading(1, 'x') : { id: levels + 1, lib: 'Samovar', block: 'section', content: [deep(levels - 1)] }
    const many = Array.from({ length: 10_000 }, (_, id) => heading(id, 'x'))
    const before = await digestShop(db)
    for (const data of [
      undefined,
      null,
      0,
      'text',
      true,
      {},
      { blocks: 'x' },
      { data: null },
      { data: 'x', html: '' },
      { data: { blocks: {}, version: '3.0.5' } },
      { data: { blocks: [null], version: '3.0.5' } },
      { data: { blocks: [[]], version: '3.0.5' } },
      [7],
      ['text'],
      [{ lib: 'Samovar', block: 'heading' }],
      [{ id: 'x', lib: 'Samovar', block: 'heading' }],
      [{ id: -1, lib: 'Samovar', block: 'heading' }],
      [{ id: 1.5, lib: 'Samovar', block: 'heading' }],
      [{ id: 1, lib: '<b>', block: 'heading' }],
      [{ id: 1, lib: {}, block: 'heading' }],
      many,
      [deep(9)],
      [heading(1, 'x'.repeat(450_000))],
      { data: { blocks: [flip], version: '3.0.5' }, html: '<p>x</p>'.repeat(100_000) },
    ])
      expect(await save({ pageId: page.id, data })).toEqual({
        success: false,
        error: expect.stringContaining('no page of blocks'),
      })
    for (const pageId of [undefined, null, '', 0, -1, 1.5, {}, [], 'x', 2 ** 40, trashed.id])
      expect(await save({ pageId, data: [] })).toMatchObject({ success: false, error: 'There is no such page.' })
    for (const text of ['', '{', 'null', '7', '"x"', '[]', `${'['.repeat(100_000)}`, `{"pageId":${page.id},"data":`])
      expect(await answer(sendText('sktbuilder_save_page_data', text))).toMatchObject({ success: false })
    expect(await digestShop(db)).toEqual(before)
  })

  test('numbers as texts, the same number twice, prototypes and what a database cannot store', async () => {
    const page = await newPage('Odd')
    const blocks = [
      { ...heading(1, 'A\u0000B\ud800C \\u0000'), id: '1' },
      { ...flip, id: 1 },
    ]
    expect(await save({ pageId: page.id, data: { data: { blocks, version: '3.0.5' }, html: 7, libs: 'x' } })).toEqual({
      success: true,
    })
    expect((await load(page.id)).data?.blocks).toEqual(
      [heading(1, 'AB\ufffdC \\u0000'), { ...flip, id: 3 }].map((one, index) =>
        index === 0 ? one : { ...one, id: expect.any(Number) },
      ),
    )
    const text = `{"pageId":${page.id},"__proto__":{"x":1},"data":[{"id":1,"lib":"Default","block":"x","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"items":[{"__proto__":{"polluted":true}}]},{"id":2,"lib":"Samovar","block":"counter","__proto__":{"items":[]},"items":[{"__proto__":{"value":1}}]}]}`
    expect(await answer(sendText('sktbuilder_save_page_data', text))).toEqual({ success: true })
    expect((await load(page.id)).data?.blocks).toHaveLength(2)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    expect((await shown(page)).length).toBeGreaterThan(1000)
  })
})

describe('templates', () => {
  const png = `data:image/png;base64,iVBORw0KGgo${'A'.repeat(1000)}`
  const template = (id: number, title: string) => ({ id, title, image: png, blocks: [heading(1, title), flip] })
  const list = [
    { ...template(4, 'Late <b>'), version: '3.0.5' },
    { ...template(2, 'Early'), image: '' },
  ]

  test('[BLD-06 save] [BLD-06 load] the whole list is kept in order as it was sent; an empty one has no templates', async () => {
    expect(await loadTemplates()).toEqual({ success: false })
    expect(await saveTemplates([])).toEqual({ success: false })
    expect(await saveTemplates(list)).toEqual({ success: true })
    expect(await saveTemplates(list)).toEqual({ success: false })
    const loaded = await loadTemplates()
    expect(Object.keys(loaded)).toEqual(['success', 'templates'])
    expect(JSON.parse(loaded.templates ?? '')).toEqual(list)
    // A template is removed by sending the shorter list.
    expect(await saveTemplates(list.slice(1))).toEqual({ success: true })
    expect(JSON.parse((await loadTemplates()).templates ?? '')).toEqual(list.slice(1))
    expect(await saveTemplates([])).toEqual({ success: true })
    expect(await loadTemplates()).toEqual({ success: false })
  })

  test('[BLD-06 save] what is no list of templates is refused, and the stored one stays', async () => {
    await saveTemplates(list)
    const one = template(1, 'One')
    for (const sent of [
      null,
      {},
      'x',
      { templates: list },
      [7],
      [{}],
      [{ ...one, id: '1' }],
      [{ ...one, id: -1 }],
      [one, one],
      [{ ...one, title: '' }],
      [{ ...one, title: ' ' }],
      [{ ...one, title: 'x'.repeat(201) }],
      [{ ...one, title: 7 }],
      [{ ...one, image: 'https://example.org/a.png' }],
      [{ ...one, image: 'data:image/svg+xml;base64,PHN2Zz4=' }],
      [{ ...one, image: 'data:image/png;base64,PHN2Zz4=' }],
      [{ ...one, image: `${png}"><img src=x onerror=alert(1)>` }],
      [{ ...one, image: `data:image/png;base64,iVBORw0KGgo${'A'.repeat(420_000)}` }],
      [{ ...one, blocks: [] }],
      [{ ...one, blocks: {} }],
      [{ ...one, blocks: [{ id: 1 }] }],
      [{ ...one, version: 3 }],
      Array.from({ length: 101 }, (_, id) => template(id, 'x')),
    ])
      expect(await saveTemplates(sent)).toMatchObject({ success: false, error: expect.any(String) })
    for (const text of ['', '[', '['.repeat(100_000)])
      expect(await answer(sendText('sktbuilder_save_page_template', text))).toMatchObject({ success: false })
    expect(JSON.parse((await loadTemplates()).templates ?? '')).toEqual(list)
  })

  test('[BLD-06 save] HTML in them is cleaned, and a large list is taken', async () => {
    const evil = { id: 1, lib: 'Samovar', block: 'rich_text', text: '<p onclick="x()">A</p><script>alert(1)</script>' }
    const large = Array.from({ length: 20 }, (_, id) => ({
      ...template(id + 1, `Large ${id}`),
      image: `data:image/png;base64,iVBORw0KGgo${'A'.repeat(300_000)}`,
      blocks: [evil],
    }))
    expect(await saveTemplates(large)).toEqual({ success: true })
    const { templates = '' } = await loadTemplates()
    expect(templates).not.toMatch(/alert|onclick/)
    expect(JSON.parse(templates)).toHaveLength(20)
    await saveTemplates([])
  })
})

describe('[BLD-12 editors only]', () => {
  const bodies: Readonly<Record<string, (page: number) => RequestInit & { url?: string }>> = {
    sktbuilder_save_page_data: (page) => ({ body: JSON.stringify({ pageId: page, data: [heading(1, 'Theirs')] }) }),
    sktbuilder_save_page_template: () => ({
      body: JSON.stringify([{ id: 1, title: 'T', image: '', blocks: [heading(1, 'T')] }]),
    }),
  }
  const request = (action: string, page: number, who: Who, headers: Record<string, string> = {}) => {
    const json = bodies[action]?.(page)
    if (json) return sendText(action, String(json.body), who, headers)
    const upload = /image|video/.exec(action)?.[0]
    if (!upload) return post({ action, page_id: String(page), lang: 'en' }, who, headers)
    const form = new FormData()
    form.set(upload, new File([new Uint8Array(700_000)], 'a.png'))
    form.set('action', action)
    const cookie: Record<string, string> = who ? { cookie: who.cookie } : {}
    return app.request(ajax, { method: 'POST', headers: { ...cookie, ...headers }, body: form })
  }
  const actions = Object.keys(builderAjaxCalls)

  test('seven actions, by POST alone', async () => {
    expect(actions).toHaveLength(7)
    for (const action of actions) {
      const read = await app.request(`${ajax}?action=${action}`, { headers: { cookie: editor.cookie } })
      expect([read.status, await read.text()]).toEqual([400, '0'])
    }
  })

  test.each(actions)('%s is for editors, shop managers and administrators', async (action) => {
    const page = await newPage(action)
    const before = await digestShop(db)
    for (const who of [null, customer]) {
      // The request states the size of its large body; without a stated size, the shop would have to read it.
      const isLarge = !/load/.test(action)
      const refused = await request(action, page.id, who, isLarge ? { 'content-length': '700000' } : {})
      expect(refused.status).toBe(403)
      const text = await refused.text()
      if (/image|video/.test(action)) expect(text).toBe('0')
      else expect(JSON.parse(text)).toEqual({ success: false, error: expect.any(String) })
    }
    // Requests from a page of another site, in a browser that has the session.
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ] as Record<string, string>[])
      expect((await request(action, page.id, editor, headers)).status).toBe(403)
    expect(await digestShop(db)).toEqual(before)
    const roles = ['editor', 'shop_manager', 'administrator'] as const
    for (const role of roles) {
      const { status } = await request(action, page.id, await createSignedInUser(shop, role), {
        origin: shop.url,
        host: new URL(shop.url).host,
        'sec-fetch-site': 'same-origin',
      })
      expect([role, status]).toEqual([role, 200])
    }
  })

  test('[BLD-02 editors only] the editing frame is for them alone, and others see the page', async () => {
    const page = await newPage('Framed')
    const frame = async (who: Who) =>
      (await app.request(`/${page.slug}/?sktbuilder=true`, { headers: who ? { cookie: who.cookie } : {} })).text()
    for (const who of [null, customer]) {
      const html = await frame(who)
      expect(html).toContain('Old text')
      expect(html).not.toContain('id="sktbuilder-blocks"')
    }
    const html = await frame(editor)
    expect(html).toContain('<div id="sktbuilder-blocks"></div>')
    expect(html).not.toContain('Old text')
  })

  test('a body that does not say its size is read as far as a form may be', async () => {
    for (const who of [null, customer]) {
      const refused = await request('sktbuilder_add_new_image', 1, who)
      expect(refused.status).toBe(413)
    }
    const huge = await app.request(`${ajax}?action=sktbuilder_save_page_data`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: editor.cookie, 'content-length': '9000000' },
      body: '{}',
    })
    expect(huge.status).toBe(413)
    // The larger limit applies only to actions of the page builder.
    const other = await app.request(`${ajax}?action=admin_bar`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: editor.cookie, 'content-length': '900000' },
      body: '{}',
    })
    expect(other.status).toBe(413)
  })

  test('staff without the second factor that the shop asks for are refused', async () => {
    const strict = { ...shop, settings: () => ({ ...shop.settings(), requireSecondFactor: true }) }
    const { createApp } = await import('../../../app.ts')
    const refused = await createApp(strict).request(ajax, {
      method: 'POST',
      headers: { cookie: editor.cookie, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'action=sktbuilder_load_libraries_data',
    })
    expect([refused.status, await refused.text()]).toEqual([403, '0'])
  })
})
