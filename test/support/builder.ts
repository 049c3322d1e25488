import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { entries } from '../../src/things/entries/entries.table.ts'
import { saveEntry } from '../../src/things/entries/save-entry.ts'
import { openShop } from './shop.ts'
import { createSignedInUser, type TestUser } from './users.ts'

export const ajax = '/wp-admin/admin-ajax.php'

export type Who = Pick<TestUser, 'cookie'> | null
type Answer = {
  readonly success: boolean
  readonly error?: string
  readonly data?: { readonly blocks: readonly object[]; readonly version: string }
  readonly templates?: string
  readonly libs?: readonly Readonly<Record<string, unknown>>[]
}

/** A block of the original plugin, with columns, nested values and markup that must not run. */
export const flip = {
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

export const heading = (id: number, text: string) => ({ id, lib: 'Samovar', block: 'heading', text })
export const rendered = (...parts: string[]) => parts.join('\n')

/** A shop with the calls of the builder, as a driver written for the original plugin makes them. */
export async function openTestBuilder() {
  const { app, shop, db } = await openShop()
  const editor = await createSignedInUser(shop, 'editor')
  const customer = await createSignedInUser(shop, 'customer')

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

  return {
    app,
    shop,
    db,
    editor,
    customer,
    post,
    sendText,
    answer,
    load,
    save,
    saveTemplates,
    loadTemplates,
    newPage,
    shown,
    storedIn,
  }
}
