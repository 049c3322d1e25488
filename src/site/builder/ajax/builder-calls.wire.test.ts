/** The calls that a driver written for the original plugin makes, from every role, and requests that resemble them. */

import { describe, expect, test } from 'vitest'
import { ajax, flip, heading, openTestBuilder, type Who } from '../../../../test/support/builder.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { builderAjaxCalls } from './builder-calls.ts'

const { answer, app, customer, db, editor, loadTemplates, newPage, post, save, saveTemplates, sendText, shop, shown } =
  await openTestBuilder()

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
