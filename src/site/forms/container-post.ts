import { eq } from 'drizzle-orm'
import { users } from '../../people/identity/accounts.table.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryHref } from '../../things/entries/entry.ts'

/** The public post, page or product that contains a form, for mail-tags; null if there is none. */
export async function readContainer(db: Db | Tx, shop: { readonly publicUrl: string }, id: number) {
  if (!Number.isSafeInteger(id) || id < 1 || id > 2_147_483_647) return null
  const [found] = await db
    .select({ entry: entries, author: { name: users.name, email: users.email, disabledAt: users.disabledAt } })
    .from(entries)
    .leftJoin(users, eq(users.id, entries.authorId))
    .where(eq(entries.id, id))
  const href = found && entryHref(found.entry)
  if (!found || !href || found.entry.status !== 'publish') return null
  const { author } = found
  const { slug, title } = found.entry
  // Messages are not mailed to somebody who has left the shop.
  const authorEmail = author && author.disabledAt === null ? author.email : ''
  return { id, slug, title, url: shop.publicUrl + href, authorName: author?.name ?? '', authorEmail }
}
