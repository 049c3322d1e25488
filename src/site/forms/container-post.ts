import { eq } from 'drizzle-orm'
import { listAuthors } from '../../people/identity/authors.store.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryHref } from '../../things/entries/entry.ts'

/** The public post, page or product that contains a form, for mail-tags; null if there is none. */
export async function readContainer(db: Db | Tx, shop: { readonly publicUrl: string }, id: number) {
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) return null
  const [entry] = await db.select().from(entries).where(eq(entries.id, id))
  const href = entry && entryHref(entry)
  if (!entry || !href || entry.status !== 'publish') return null
  const author = (await listAuthors(db)).find((one) => one.id === entry.authorId)
  const { slug, title } = entry
  return { id, slug, title, url: shop.publicUrl + href, authorName: author?.name ?? '', authorEmail: '' }
}
