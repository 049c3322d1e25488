import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { columnsOf, type Db, type Tx } from '../../platform/database/connect.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { isPicture, media, pictureColumns } from '../../things/media/media.table.ts'

export type PostSummary = Awaited<ReturnType<typeof postRows>>[number]
export type Post = NonNullable<Awaited<ReturnType<typeof findPost>>>
export type AdjacentPosts = Awaited<ReturnType<typeof adjacentPosts>>
export type ContentPage = NonNullable<Awaited<ReturnType<typeof findPage>>>

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

/** Literals instead of parameters, so that PostgreSQL's generic plan knows that posts are fewer than products. */
export const isPublishedPost = sql`${entries.kind} = 'post' and ${entries.status} = 'publish'`
export const newestFirst = [desc(entries.publishedAt), desc(entries.id)]

type PostsQuery = { readonly page: number; readonly perPage: number; readonly where?: SQL | undefined }

export async function listPosts(db: Db | Tx, { page, perPage, where }: PostsQuery) {
  const shown = and(isPublishedPost, where)
  const [posts, total] = await Promise.all([
    postRows(db, newestOf(shown, perPage, (page - 1) * perPage)),
    db.$count(entries, shown),
  ])
  return { posts, total }
}

/** The newest posts that share a category or tag with this post. */
export const relatedPosts = (db: Db | Tx, { id }: Pick<Post, 'id'>, limit: number): Promise<PostSummary[]> =>
  postRows(
    db,
    newestOf(
      sql`${isPublishedPost} and ${entries.id} <> ${id} and exists (
      select from entry_terms theirs join entry_terms ours on ours.term_id = theirs.term_id and ours.entry_id = ${id}
      where theirs.entry_id = ${entries.id})`,
      limit,
    ),
  )

export async function postsById(db: Db | Tx, ids: readonly number[]): Promise<PostSummary[]> {
  const rows = await postRows(db, and(isPublishedPost, inArray(entries.id, [...ids])))
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}

/** By slug: published, or private for authorized users. By id: any status for a preview, or published only. */
export type EntryKey =
  | { readonly slug: string; readonly isPrivate?: boolean }
  | { readonly id: number; readonly isPublished?: boolean }

const isPublished = sql`${entries.status} = 'publish'`
const isPrivate = sql`${entries.status} = 'private'`
const matches = (key: EntryKey): SQL | undefined =>
  'id' in key
    ? and(key.isPublished ? isPublished : undefined, eq(entries.id, key.id))
    : and(key.isPrivate ? isPrivate : isPublished, eq(entries.slug, key.slug))

export async function findPost(db: Db | Tx, key: EntryKey) {
  const [row] = await db
    .select({ ...summaryColumns, ...columnsOf(entries, 'content', 'builderDocument', 'authorId', 'updatedAt') })
    .from(entries)
    .leftJoin(media, eq(media.id, entries.imageId))
    .where(and(sql`${entries.kind} = 'post'`, matches(key)))
  return row
}

export async function adjacentPosts(db: Db | Tx, post: Pick<Post, 'id' | 'publishedAt'>) {
  const position = sql`(${post.publishedAt.toISOString()}::timestamptz, ${post.id}::int)`
  const nearest = (isBeyond: SQL, order: SQL[]) =>
    db
      .select({ slug: entries.slug, title: entries.title })
      .from(entries)
      .where(and(isPublishedPost, isBeyond))
      .orderBy(...order)
      .limit(1)
  const place = sql`(${entries.publishedAt}, ${entries.id})`
  const [[previous], [next]] = await Promise.all([
    nearest(sql`${place} < ${position}`, newestFirst),
    nearest(sql`${place} > ${position}`, [asc(entries.publishedAt), asc(entries.id)]),
  ])
  return { previous, next }
}

export async function findPage(db: Db | Tx, key: EntryKey) {
  const { id, title, excerpt, picture } = summaryColumns
  const [row] = await db
    .select({ id, slug: entries.slug, title, excerpt, picture, ...columnsOf(entries, 'content', 'builderDocument') })
    .from(entries)
    .leftJoin(media, eq(media.id, entries.imageId))
    .where(and(sql`${entries.kind} = 'page'`, matches(key)))
  return row
}

export async function findPicture(db: Db | Tx, id: number) {
  const [picture] = await db
    .select(pictureColumns)
    .from(media)
    .where(and(isPicture, eq(media.id, id)))
  return picture ?? null
}

/** Finds the newest by id alone: their words would be counted for all that are sorted. */
const newestOf = (where: SQL | undefined, limit: number, offset = 0): SQL =>
  sql`${entries.id} = any(array(select ${entries.id} from ${entries} where ${where}
    order by ${sql.join(newestFirst, sql`, `)} limit ${limit} offset ${offset}))`

function postRows(db: Db | Tx, where: SQL | undefined) {
  return db
    .select(summaryColumns)
    .from(entries)
    .leftJoin(media, eq(media.id, entries.imageId))
    .where(where)
    .orderBy(...newestFirst)
}
