import { inArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { slugify } from '../../things/entries/slug.ts'
import { users } from './accounts.table.ts'

/** `slug` of the archive's URL: made from the name, never from the email address. */
export type Author = { readonly id: number; readonly name: string; readonly slug: string }

/** Authors of published posts. Others have no archive, so that URLs do not reveal who has an account. */
export async function listAuthors(db: Db | Tx): Promise<Author[]> {
  const published = db
    .select({ id: entries.authorId })
    .from(entries)
    .where(sql`${entries.kind} = 'post' and ${entries.status} = 'publish'`)
  const people = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, published))
    .orderBy(users.id)
  const taken = new Set<string>()
  return people.map(({ id, name }) => {
    const nameSlug = name.includes('@') ? '' : slugify(name)
    const slug = nameSlug === '' || taken.has(nameSlug) ? `user-${id}` : nameSlug
    taken.add(slug)
    return { id, name, slug }
  })
}
