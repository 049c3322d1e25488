import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Db, inOrderOf, type Tx } from '../../platform/database/connect.ts'
import {
  among,
  containsIndexedText,
  containsText,
  MAX_LOOKED_UP,
  notAmong,
  readPage,
  searchIn,
} from '../../platform/database/list-query.ts'
import { normalizeEmail } from '../../platform/email-address.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { type CommentStatus, comments } from './comments.table.ts'

export type CommentWithEntry = Awaited<ReturnType<typeof selectWithEntry>>[number]

export type CommentFilter = {
  readonly statuses?: readonly CommentStatus[]
  readonly kind?: 'product' | 'post'
  /** True: reviews only (top-level comments on products); false: all others. */
  readonly isReview?: boolean | undefined
  readonly isPublic?: boolean
  readonly isListed?: boolean
  readonly ratings?: readonly number[]
  readonly entryIds?: readonly number[]
  /** Replies to these comments; 0 means top-level comments. */
  readonly parentIds?: readonly number[]
  /** In one of these categories or their descendants. */
  readonly categoryIds?: readonly number[]
  readonly userIds?: readonly number[]
  readonly notUserIds?: readonly number[]
  readonly email?: string
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
  readonly after?: Date
  readonly before?: Date
}

type CommentSort = { by: 'date' | 'id' | 'include' | 'product' | 'rating'; direction: 'asc' | 'desc' }

/** A page of comments; with `isMore`, the total is a lower bound. */
export async function listComments(
  db: Db | Tx,
  { search = '', ...filter }: CommentFilter & { readonly search?: string },
  sort: CommentSort,
  slice: { readonly offset: number; readonly limit: number },
): Promise<{ readonly items: CommentWithEntry[]; readonly total: number; readonly isMore: boolean }> {
  const filtered = filterCondition(filter)
  const shown = [comments.content, comments.authorName]
  const texts = filter.isPublic ? shown : [...shown, comments.authorEmail]
  const matches = await searchIn(db, {
    table,
    id: comments.id,
    filtered,
    order: newestFirst,
    found: containsText(search, [...texts, entries.title]),
    indexed: idsWith(search, texts),
  })
  return readPage(db, selectWithEntry(db), table, { ...matches, order: orderOf(sort, filter), ...slice })
}

const table = sql`${comments} join ${entries} on ${entries.id} = ${comments.entryId}`
const newestFirst = [desc(comments.createdAt), desc(comments.id)]

/** A comment's own texts and names of products have an index; titles of all other entries are few. */
function idsWith(search: string, texts: readonly PgColumn[]): SQL {
  const some = (ids: SQL) => sql`(${ids} limit ${MAX_LOOKED_UP + 1})`
  const ofEntries = (where: SQL) =>
    some(sql`select comments.id from entries join comments on comments.entry_id = entries.id where ${where}`)
  return sql`${some(sql`select id from comments where ${containsIndexedText(search, texts)}`)}
    union ${ofEntries(sql`kind = 'product' and ${containsIndexedText(search, [entries.title])}`)}
    union ${ofEntries(sql`kind in ('post', 'page', 'project') and ${containsText(search, [entries.title])}`)}`
}

/** The newest approved comments that pages show. */
export const newestShownComments = (db: Db | Tx, filter: CommentFilter, limit: number) =>
  selectWithEntry(db)
    .leftJoin(hiddenReplies(among(sql`reply.entry_id`, filter.entryIds)), sql`hidden.id = ${comments.id}`)
    .where(and(filterCondition({ ...filter, statuses: ['approved'], isPublic: true }), sql`hidden.id is null`))
    .orderBy(...newestFirst)
    .limit(limit)

/** To join as `hidden`: approved replies below a comment that is not. `ofEntries` is a condition on `reply`. */
export const hiddenReplies = (ofEntries?: SQL) => sql`(
  with recursive hidden as (
    select reply.id from comments reply join comments parent on parent.id = reply.parent_id
    where ${and(sql`reply.status = 'approved' and parent.status <> 'approved'`, ofEntries)}
    union all
    -- 'offset 0': by the index. A join could read all comments for each level of a thread.
    select reply.id from hidden, lateral (select id, status from comments where parent_id = hidden.id offset 0) reply
    where reply.status = 'approved'
  ) select id from hidden) hidden`

export async function findComment(db: Db | Tx, id: number): Promise<CommentWithEntry | null> {
  const [comment] = await selectWithEntry(db).where(eq(comments.id, id))
  return comment ?? null
}

export type CommentCounts = Readonly<Record<CommentStatus, number>>

export async function countComments(db: Db | Tx): Promise<CommentCounts> {
  const rows = await db.select({ status: comments.status, total: count() }).from(comments).groupBy(comments.status)
  const totals = Object.fromEntries(rows.map(({ status, total }) => [status, total]))
  return { approved: 0, pending: 0, spam: 0, trash: 0, ...totals }
}

/** The entry is published and not password-protected. */
const isPublic = sql<boolean>`(${entries.status} = 'publish' and ${entries.password} = '')`

const selectWithEntry = (db: Db | Tx) =>
  db
    .select({
      ...getTableColumns(comments),
      entry: { id: entries.id, kind: entries.kind, slug: entries.slug, title: entries.title, isPublic },
      parentAuthor: sql<
        string | null
      >`(select above.author_name from comments above where above.id = ${comments.parentId})`,
    })
    .from(comments)
    .innerJoin(entries, eq(entries.id, comments.entryId))
    .$dynamic()

function filterCondition(filter: CommentFilter): SQL | undefined {
  return and(
    filter.statuses ? inArray(comments.status, [...filter.statuses]) : undefined,
    filter.kind ? eq(entries.kind, filter.kind) : undefined,
    filter.isReview ? and(eq(entries.kind, 'product'), isNull(comments.parentId)) : undefined,
    filter.isReview === false ? or(ne(entries.kind, 'product'), isNotNull(comments.parentId)) : undefined,
    among(sql`coalesce(${comments.parentId}, 0)`, filter.parentIds),
    filter.isPublic ? isPublic : undefined,
    filter.isListed
      ? sql`not exists (select from products where products.id = ${comments.entryId} and products.visibility = 'hidden')`
      : undefined,
    among(comments.rating, filter.ratings),
    among(comments.entryId, filter.entryIds),
    filter.categoryIds?.length ? sql`${comments.entryId} in (${inCategories(filter.categoryIds)})` : undefined,
    among(comments.userId, filter.userIds),
    filter.notUserIds?.length ? or(isNull(comments.userId), notAmong(comments.userId, filter.notUserIds)) : undefined,
    filter.email ? eq(comments.authorEmail, normalizeEmail(filter.email)) : undefined,
    among(comments.id, filter.include),
    notAmong(comments.id, filter.exclude),
    filter.after ? gt(comments.createdAt, filter.after) : undefined,
    filter.before ? lt(comments.createdAt, filter.before) : undefined,
  )
}

/** `union` instead of `union all`, so that a cycle in the category tree terminates. */
const inCategories = (ids: readonly number[]): SQL => sql`
  with recursive branch as (
    select unnest(${sql.param([...ids])}::int[]) as id
    union select terms.id from terms join branch on terms.parent_id = branch.id
  ) select entry_terms.entry_id from entry_terms join branch on branch.id = entry_terms.term_id`

function orderOf(sort: CommentSort, filter: CommentFilter): SQL[] {
  const direction = sort.direction === 'asc' ? asc : desc
  const orders = {
    include: [inOrderOf(comments.id, filter.include ?? []), desc(comments.id)],
    product: [direction(comments.entryId), ...newestFirst],
    rating: [direction(comments.rating), ...newestFirst],
    id: [direction(comments.id)],
    date: [direction(comments.createdAt), direction(comments.id)],
  }
  return orders[sort.by]
}
