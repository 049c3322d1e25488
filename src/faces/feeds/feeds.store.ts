import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/connect.ts'
import { type EntryKind, entries } from '../../things/entries/entries.table.ts'

/** A post or product of a feed. Excerpt and content are HTML. */
export type FeedEntry = {
  readonly id: number
  readonly kind: EntryKind
  readonly slug: string
  readonly title: string
  readonly excerpt: string
  readonly content: string
  readonly publishedAt: Date
  readonly categories: readonly string[]
  readonly commentCount: number
}

const columns = {
  id: entries.id,
  kind: entries.kind,
  slug: entries.slug,
  title: entries.title,
  excerpt: entries.excerpt,
  content: entries.content,
  publishedAt: entries.publishedAt,
  categories: sql<string[]>`array(select terms.name from entry_terms join terms on terms.id = entry_terms.term_id
    and terms.taxonomy in ('category', 'product_cat') where entry_terms.entry_id = ${entries.id}
    order by terms.position, terms.id)`,
  commentCount: sql<number>`(select count(*)::int from comments
    where comments.entry_id = ${entries.id} and comments.status = 'approved')`,
}

const published = eq(entries.status, 'publish')

/** The newest posts. */
export const newestPosts = (db: Db, count: number): Promise<FeedEntry[]> =>
  db
    .select(columns)
    .from(entries)
    .where(and(eq(entries.kind, 'post'), published))
    .orderBy(desc(entries.publishedAt), desc(entries.id))
    .limit(count)

/** These products, newest first. */
export async function feedProducts(db: Db, ids: readonly number[]): Promise<FeedEntry[]> {
  if (ids.length === 0) return []
  return db
    .select(columns)
    .from(entries)
    .where(and(inArray(entries.id, [...ids]), published))
    .orderBy(desc(entries.publishedAt), desc(entries.id))
}

export async function findFeedEntry(db: Db, kind: 'post' | 'product', slug: string): Promise<FeedEntry | null> {
  const [row] = await db
    .select(columns)
    .from(entries)
    .where(and(eq(entries.kind, kind), eq(entries.slug, slug), published))
  return row ?? null
}
