import { expect, test } from 'vitest'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { saveEntry } from '../../things/entries/save-entry.ts'
import { saveDraft } from './drafts.store.ts'

const { app, shop, db } = await openShop()
const [editor, other] = [await createSignedInUser(shop, 'editor'), await createSignedInUser(shop, 'editor')]
const customer = await createSignedInUser(shop, 'customer')

test('an editor sees their own draft on its page; everybody else sees what is saved', async () => {
  const change = { kind: 'page', title: 'Drafted', content: '<p>Saved text</p>', status: 'publish' } as const
  const saved = await saveEntry(shop, db, change, { author: null, now: shop.now() })
  if (!saved.ok) throw new Error(saved.problem.kind)
  const document = {
    version: '4.0.0',
    blocks: [{ id: 1, lib: 'Samovar', block: 'rich_text', text: '<p>Draft of the editor</p>' }],
  }
  await saveDraft(db, {
    entryId: saved.entry.id,
    userId: editor.id,
    document,
    title: null,
    baseVersion: 1,
    savedAt: shop.now(),
  })
  const read = async (headers?: Record<string, string>, path = '/drafted/?sktbuilder_draft=true') =>
    (await app.request(path, { headers: headers ?? {} })).text()
  for (const path of [undefined, `/?p=${saved.entry.id}&preview=true&sktbuilder_draft=true`])
    expect(await read(editor.headers, path)).toContain('Draft of the editor')
  expect(await read(editor.headers, '/drafted/')).toContain('Saved text')
  for (const headers of [undefined, other.headers, customer.headers]) {
    const html = await read(headers)
    expect(html).toContain('Saved text')
    expect(html).not.toContain('Draft of the editor')
  }
})
