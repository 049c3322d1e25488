import { sql } from 'drizzle-orm'
import { staffRoles } from '../../platform/access/permissions.ts'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { type CommentFormState, initialFormState, parseId } from './comment-input.ts'
import { hiddenReplies } from './comments-query.store.ts'

export type ThreadComment = {
  readonly id: number
  readonly author: string
  readonly text: string
  readonly rating: number | null
  readonly isVerified: boolean
  readonly isStaff: boolean
  readonly isPending: boolean
  readonly createdAt: Date
  /** Oldest first, independent of the order of threads. */
  readonly replies: readonly ThreadComment[]
}

type ThreadOrder = 'newest' | 'oldest'

export const threadPaging = {
  product: { size: 10, order: 'newest' },
  post: { size: 20, order: 'oldest' },
} as const satisfies Record<string, { size: number; order: ThreadOrder }>

type ThreadQuery = {
  readonly page: number
  readonly size: number
  readonly order: ThreadOrder
  readonly stars?: number | undefined
  readonly pendingId?: number | undefined
}

type Row = Omit<ThreadComment, 'replies' | 'createdAt'> & { parentId: number | null; createdAt: string }

export async function readThreads(db: Db | Tx, entryId: number, query: ThreadQuery): Promise<ThreadComment[]> {
  const withStars = query.stars === undefined ? sql`` : sql`and rating = ${query.stars}`
  const pendingId = query.pendingId ?? null
  const { rows } = await db.execute<Row>(sql`
    with recursive page as (
      (select id from comments
        where entry_id = ${entryId} and status = 'approved' and parent_id is null ${withStars}
        order by ${query.order === 'newest' ? sql`created_at desc, id desc` : sql`created_at, id`} limit ${query.size} offset ${(query.page - 1) * query.size})
      union all
      select id from comments
        where id = ${pendingId}::int and entry_id = ${entryId} and parent_id is null and status in ('pending', 'spam')
    ), thread as (
      select comments.* from comments join page on page.id = comments.id
      union all
      select answer.* from comments answer join thread on answer.parent_id = thread.id
      where answer.status = 'approved' or (answer.id = ${pendingId}::int and answer.status in ('pending', 'spam'))
    )
    select thread.id, thread.parent_id as "parentId", thread.author_name as author, thread.content as text,
      thread.rating, thread.is_verified as "isVerified", thread.status <> 'approved' as "isPending",
      coalesce(users.role = any(${sql.param([...staffRoles])}::text[]), false) as "isStaff",
      thread.created_at as "createdAt"
    from thread left join users on users.id = thread.user_id
    order by thread.created_at, thread.id`)
  const oldestFirst = buildThreads(rows, null)
  return query.order === 'newest' ? oldestFirst.toReversed() : oldestFirst
}

/** The page number of a comment's thread, from 1; also 1 if the thread is pending. */
export async function pageOfThread(
  db: Db | Tx,
  commentId: number,
  { size, order }: Pick<ThreadQuery, 'size' | 'order'>,
): Promise<number> {
  const comparison = order === 'newest' ? sql`>=` : sql`<=`
  const { rows } = await db.execute<{ position: number }>(sql`
    with recursive above as (
      select id, parent_id, entry_id, status, created_at from comments where id = ${commentId}
      union all
      select up.id, up.parent_id, up.entry_id, up.status, up.created_at
      from comments up join above on above.parent_id = up.id
    ), root as (select * from above where parent_id is null and status = 'approved')
    select count(comments.id)::int as position from root join comments
      on comments.entry_id = root.entry_id and comments.parent_id is null and comments.status = 'approved'
      and (comments.created_at, comments.id) ${comparison} (root.created_at, root.id)`)
  return Math.max(1, Math.ceil((rows[0]?.position ?? 0) / size))
}

const buildThreads = (rows: readonly Row[], parentId: number | null): ThreadComment[] =>
  rows
    .filter((row) => row.parentId === parentId)
    .map(({ parentId: _, ...row }) => ({
      ...row,
      createdAt: new Date(row.createdAt),
      replies: buildThreads(rows, row.id),
    }))

type ThreadPage = { readonly threads: readonly ThreadComment[]; readonly page: number; readonly pages: number }

export type CommentsView = NonNullable<Awaited<ReturnType<typeof loadComments>>>

export async function loadComments(
  shop: Pick<Platform, 'db' | 'secret'>,
  { id }: { readonly id: number },
  query: Readonly<Record<string, string>>,
  pathPage?: number,
) {
  const { rows } = await shop.db.execute<{ total: number; roots: number; isOpen: boolean }>(sql`
    select (count(comments.id) filter (where hidden.id is null))::int as total,
      (count(comments.id) filter (where comments.parent_id is null))::int as roots,
      entries.comments_open as "isOpen"
    from entries left join comments on comments.entry_id = entries.id and comments.status = 'approved'
    left join ${hiddenReplies(sql`reply.entry_id = ${id}`)} on hidden.id = comments.id
    where entries.id = ${id}
    group by entries.comments_open`)
  const { total = 0, roots = 0, isOpen = false } = rows[0] ?? {}
  const view = await loadThreads(shop, { id, kind: 'post' }, roots, query, { pathPage })
  if (!view) return null
  // Without JavaScript, `replytocom` names the comment being replied to.
  const replyingTo = isOpen ? findReplyTarget(view.threads, parseId(query.replytocom)) : null
  const form: CommentFormState = { ...initialFormState, parentId: replyingTo?.id ?? 0 }
  return { ...view, total, isOpen, replyingTo, form }
}

/** Only approved comments on this page can be replied to. */
function findReplyTarget(threads: readonly ThreadComment[], id: number | null): ThreadComment | null {
  for (const comment of threads) {
    const target = comment.id === id && !comment.isPending ? comment : findReplyTarget(comment.replies, id)
    if (target) return target
  }
  return null
}

/** Page number from the path, else from `cpage`. If out of range: null for the path, the last page for `cpage`. */
export async function loadThreads(
  shop: Pick<Platform, 'db' | 'secret'>,
  entry: { readonly id: number; readonly kind: 'product' | 'post' },
  total: number,
  query: Readonly<Record<string, string>>,
  { pathPage, stars }: { readonly pathPage: number | undefined; readonly stars?: number | undefined },
): Promise<ThreadPage | null> {
  const { size, order } = threadPaging[entry.kind]
  const pages = Math.max(1, Math.ceil(total / size))
  if (pathPage !== undefined && pathPage > pages) return null
  const page = Math.min(pathPage ?? (/^[1-9]\d{0,5}$/.test(query.cpage ?? '') ? Number(query.cpage) : 1), pages)
  const pendingId = pendingCommentId(query, shop.secret)
  if (total === 0 && pendingId === undefined) return { threads: [], page, pages }
  return { threads: await readThreads(shop.db, entry.id, { page, size, order, stars, pendingId }), page, pages }
}

export const parsePathPage = (part: string): number => Number(/^comment-page-(\d{1,6})$/.exec(part)?.[1] ?? 0)

/** Lets the author view a pending comment; sent as `moderation-hash`. */
export const moderationHash = (secret: string, commentId: number): string =>
  sign(secret, JSON.stringify(['waiting-comment', commentId]), 'hex').slice(0, 32)

function pendingCommentId(query: Readonly<Record<string, string>>, secret: string): number | undefined {
  const id = parseId(query.unapproved)
  return id && isSameSignature(query['moderation-hash'] ?? '', moderationHash(secret, id)) ? id : undefined
}
