import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { media, pictureColumns } from '../../things/media/media.table.ts'
import type { Picture } from '../../things/media/picture.ts'

/** A post in a list. */
export type PostSummary = {
  readonly id: number
  readonly slug: string
  readonly title: string
  /** Plain text. */
  readonly excerpt: string
  readonly category: string | null
  readonly publishedAt: Date
  readonly wordCount: number
  readonly picture: Picture | null
}

export type Post = PostSummary & { readonly content: string }
export type AdjacentPost = { readonly slug: string; readonly title: string }
export type ContentPage = {
  readonly id: number
  readonly slug: string
  readonly title: string
  readonly excerpt: string
  readonly content: string
  readonly picture: Picture | null
}

const summaryColumns = {
  id: entries.id,
  slug: entries.slug,
  title: entries.title,
  excerpt: entries.excerpt,
  category: sql<string | null>`(select terms.name from entry_terms join terms on terms.id = entry_terms.term_id
    and terms.taxonomy = 'category' where entry_terms.entry_id = ${entries.id} order by terms.position, terms.id limit 1)`,
  publishedAt: entries.publishedAt,
  wordCount: sql<number>`array_length(regexp_split_to_array(regexp_replace(${entries.content}, '<[^>]*>', ' ', 'g'), '\\s+'), 1)`,
  picture: pictureColumns,
}

/** Literals instead of parameters, so that a generic plan also knows that posts are few compared to products. */
const isPublishedPost = sql`${entries.kind} = 'post' and ${entries.status} = 'publish'`
const newestFirst = [desc(entries.publishedAt), desc(entries.id)]

/** One page of the journal, newest first, and the total. */
export async function listPosts(
  db: Db | Tx,
  request: { readonly page: number; readonly perPage: number },
): Promise<{ posts: PostSummary[]; total: number }> {
  const [posts, counts] = await Promise.all([
    postRows(db, isPublishedPost)
      .limit(request.perPage)
      .offset((request.page - 1) * request.perPage),
    db.select({ total: sql<number>`count(*)::int` }).from(entries).where(isPublishedPost),
  ])
  return { posts, total: counts[0]?.total ?? 0 }
}

/** Posts by slug, in the given order; unknown ones are left out. */
export async function postsBySlug(db: Db | Tx, slugs: readonly string[]): Promise<PostSummary[]> {
  if (slugs.length === 0) return []
  const rows = await postRows(db, and(isPublishedPost, inArray(entries.slug, [...slugs])))
  const bySlug = new Map(rows.map((row) => [row.slug, row]))
  return slugs.flatMap((slug) => bySlug.get(slug) ?? [])
}

export async function findPost(db: Db | Tx, slug: string): Promise<Post | null> {
  const [row] = await db
    .select({ ...summaryColumns, content: entries.content })
    .from(entries)
    .leftJoin(media, eq(media.id, entries.imageId))
    .where(and(isPublishedPost, eq(entries.slug, slug)))
  return row ?? null
}

/** The previous and next post (BLOG-02). */
export async function adjacentPosts(
  db: Db | Tx,
  post: Pick<Post, 'id' | 'publishedAt'>,
): Promise<{ previous: AdjacentPost | null; next: AdjacentPost | null }> {
  const position = sql`(${post.publishedAt.toISOString()}::timestamptz, ${post.id}::int)`
  const columns = { slug: entries.slug, title: entries.title }
  const [[previous], [next]] = await Promise.all([
    db
      .select(columns)
      .from(entries)
      .where(and(isPublishedPost, sql`(${entries.publishedAt}, ${entries.id}) < ${position}`))
      .orderBy(...newestFirst)
      .limit(1),
    db
      .select(columns)
      .from(entries)
      .where(and(isPublishedPost, sql`(${entries.publishedAt}, ${entries.id}) > ${position}`))
      .orderBy(entries.publishedAt, entries.id)
      .limit(1),
  ])
  return { previous: previous ?? null, next: next ?? null }
}

export async function findPage(db: Db | Tx, slug: string): Promise<ContentPage | null> {
  const [row] = await db
    .select({
      id: entries.id,
      slug: entries.slug,
      title: entries.title,
      excerpt: entries.excerpt,
      content: entries.content,
      picture: pictureColumns,
    })
    .from(entries)
    .leftJoin(media, eq(media.id, entries.imageId))
    .where(and(eq(entries.kind, 'page'), eq(entries.status, 'publish'), eq(entries.slug, slug)))
  return row ?? null
}

function postRows(db: Db | Tx, where: SQL | undefined) {
  return db
    .select(summaryColumns)
    .from(entries)
    .leftJoin(media, eq(media.id, entries.imageId))
    .where(where)
    .orderBy(...newestFirst)
}
