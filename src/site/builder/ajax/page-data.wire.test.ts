/** The calls that load and save a page, as a driver written for the original plugin makes them. */

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { flip, heading, openTestBuilder, rendered } from '../../../../test/support/builder.ts'
import { digestShop } from '../../../../test/wire/shop-digest.ts'
import { adminLog } from '../../../things/admin-log/admin-log.table.ts'
import { entries, entryRevisions } from '../../../things/entries/entries.table.ts'
import type { PageDocument } from '../../../things/entries/page-document.ts'

const { answer, app, db, editor, load, newPage, post, save, sendText, shown, storedIn } = await openTestBuilder()

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
        error: expect.stringContaining('not a page of blocks'),
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
