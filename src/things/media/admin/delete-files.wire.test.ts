import { expect, test } from 'vitest'
import { adminRest } from '../../../../test/support/admin-rest.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import type { MediaItem } from '../../../platform/admin/fields/media-item.ts'
import { changeItems, deleteItems } from '../../../platform/admin/list/change-items.ts'
import { RestError } from '../../../platform/admin/rest.client.ts'
import { saveEntry } from '../../entries/save-entry.ts'
import { media } from '../media.table.ts'
import { library, titleOf } from './library.ts'
import { deleteFiles } from './media-screen.tsx'

const { app, db, shop } = await openShop()
const editor = await createSignedInUser(shop, 'editor')
const rest = adminRest({ app, url: shop.url }, editor)
const progress = { report: () => undefined }

async function filesOf(...titles: readonly string[]): Promise<readonly MediaItem[]> {
  const rows = titles.map((title) => ({
    path: `2026/11/${title}.webp`,
    mime: 'image/webp',
    title,
    width: 10,
    height: 10,
    bytes: 1,
  }))
  const added = await db.insert(media).values(rows).returning()
  const ids = added.map(({ id }) => id).join(',')
  return rest.get(`${library.rest}?include=${ids}&orderby=include`, new AbortController().signal)
}

/** The words that a screen shows for a failure. */
const wordsOf = (error: unknown): string =>
  error instanceof RestError && error.failure.kind === 'refused' ? error.failure.message : 'Something went wrong.'

test('a file in use is named with the reason, and those after it are deleted', async () => {
  const files = await filesOf('cup', 'pot', 'tin')
  const by = { author: editor.id, now: shop.now() }
  await saveEntry(shop, db, { kind: 'post', title: 'Pots', imageId: files[1]?.id ?? 0 }, by)
  const reason = 'pot: This picture is shown by the post “Pots”. Remove it there first.'
  const { text } = await deleteFiles.run(files, rest, progress)
  expect(text).toBe(`2 files deleted. 1 file not changed. ${reason}`)
  expect(await db.$count(media)).toBeGreaterThan(0)
  const [left] = await rest.get<MediaItem[]>(`${library.rest}?slug=cup,pot,tin`, new AbortController().signal)
  expect(left && titleOf(left)).toBe('pot')

  expect(await deleteFiles.run(files.slice(1, 2), rest, progress).catch(wordsOf)).toBe(`1 file not changed. ${reason}`)
})

test('what was deleted before the connection was lost is said', async () => {
  const files = await filesOf('bag', 'box', 'jar')
  const lost = new RestError({ kind: 'offline' })
  const send: typeof rest.send = async (method, path, body) => {
    if (path.endsWith(`/${files[1]?.id}`)) throw lost
    return rest.send(method, path, body)
  }
  const { text } = await deleteFiles.run(files, { ...rest, send }, progress)
  const reason = 'the shop was not reached'
  expect(text).toBe(`1 file deleted. 2 files not changed. box: ${reason} jar: ${reason}`)
  await expect(deleteFiles.run(files.slice(1), { ...rest, send }, progress)).rejects.toBe(lost)
})

test('a change that all items refuse says so on the screen', async () => {
  const posts = { rest: '/wp-json/wp/v2/posts', names: ['post', 'posts'] as const, title: 'Posts', screen: '' }
  const changes = [{ item: { id: 99_999 }, sent: { title: 'x' }, former: {} }]
  const changed = changeItems(rest, { resource: posts, nameOf: () => 'Gone' }, changes, 'changed', progress)
  expect(await changed.catch(wordsOf)).toMatch(/^1 post not changed\. Gone: ./)
})

test('of items that are deleted together each refused one is named with its reason', async () => {
  const manager = adminRest({ app, url: shop.url }, await createSignedInUser(shop, 'shop_manager'))
  const path = '/wp-json/wc/v3/products/tags'
  const tags = { rest: path, names: ['tag', 'tags'] as const, title: 'Tags', screen: '' }
  const of = { resource: tags, nameOf: ({ id }: { readonly id: number }) => (id > 99_000 ? `Gone ${id}` : 'Mild') }
  const tag = await manager.send<{ id: number }>('POST', path, { name: 'Mild' })
  const gone = [{ id: 99_998 }, { id: 99_999 }]
  const reason = 'Resource does not exist.'
  const refusals = `2 tags not changed. Gone 99998: ${reason} Gone 99999: ${reason}`
  const { text } = await deleteItems(manager, of, [gone[0] ?? tag, tag, gone[1] ?? tag], progress)
  expect(text).toBe(`1 tag deleted. ${refusals}`)
  expect(await deleteItems(manager, of, gone, progress).catch(wordsOf)).toBe(refusals)
})

test.each([
  ['offline', 'the shop was not reached'],
  ['signed-out', 'you were signed out'],
] as const)(
  '%s: the screen says so if nothing was deleted or changed, and names the items that are left',
  async (kind, words) => {
    const resource = {
      rest: '/wp-json/wc/v3/products/tags',
      names: ['tag', 'tags'] as const,
      title: 'Tags',
      screen: '',
    }
    const of = { resource, nameOf: ({ id }: { readonly id: number }) => `Tag ${id}`, size: 1 }
    const [first, second] = [{ id: 1 }, { id: 2 }]
    const lost = new RestError({ kind })
    const failing = async () => Promise.reject(lost)
    await expect(deleteItems({ ...rest, send: failing }, of, [first, second], progress)).rejects.toBe(lost)
    const changes = [first, second].map((item) => ({ item, sent: { name: 'x' }, former: { name: 'y' } }))
    await expect(changeItems({ ...rest, send: failing }, of, changes, 'changed', progress)).rejects.toBe(lost)

    const answers: unknown[] = [{ update: [first] }]
    const send = async <T>() => (answers.length > 0 ? (answers.shift() as T) : failing())
    const { text, undo } = await changeItems({ ...rest, send }, of, changes, 'changed', progress)
    expect(text).toBe(`1 tag changed. 1 tag not changed. Tag 2: ${words}`)
    // The toast shows the words of the error alone.
    await expect(undo?.(() => undefined)).rejects.toThrow(`1 tag not changed. Tag 1: ${words}`)
  },
)
