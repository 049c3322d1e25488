import { sql } from 'drizzle-orm'
import type { Platform } from '../../platform/web/context.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { type CommentFormState, initialFormState, parseId } from './comment-input.ts'
import { readThreads, type ThreadComment, threadPaging } from './threads.store.ts'

type ThreadPage = { readonly threads: readonly ThreadComment[]; readonly page: number; readonly pages: number }

export type CommentsView = NonNullable<Awaited<ReturnType<typeof loadComments>>>

/** Loads the comments of a post (BLOG-05), with the number of all on all pages. Null: see `loadThreads`. */
export async function loadComments(
  shop: Pick<Platform, 'db' | 'secret'>,
  { id }: { readonly id: number },
  query: Readonly<Record<string, string>>,
  pathPage?: number,
) {
  const { rows } = await shop.db.execute<{ total: number; roots: number; isOpen: boolean }>(sql`
    select count(comments.id)::int as total,
      (count(comments.id) filter (where comments.parent_id is null))::int as roots,
      entries.comments_open as "isOpen"
    from entries left join comments on comments.entry_id = entries.id and comments.status = 'approved'
    where entries.id = ${id}
    group by entries.comments_open`)
  const { total = 0, roots = 0, isOpen = false } = rows[0] ?? {}
  const view = await loadThreads(shop, { id, kind: 'post' }, roots, query, { pathPage })
  if (!view) return null
  // Without script the URL names the comment being replied to.
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

/** The page of the path, or `cpage` of the query. Out of range: null for the path, the last one for the query. */
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

/** Page number from a path's `comment-page-12`; 0 if invalid. */
export const parsePathPage = (part: string): number => Number(/^comment-page-(\d{1,6})$/.exec(part)?.[1] ?? 0)

/** Lets the author view a pending comment; sent as `moderation-hash`. */
export const moderationHash = (secret: string, commentId: number): string =>
  sign(secret, JSON.stringify(['waiting-comment', commentId]), 'hex').slice(0, 32)

function pendingCommentId(query: Readonly<Record<string, string>>, secret: string): number | undefined {
  const id = parseId(query.unapproved)
  return id && isSameSignature(query['moderation-hash'] ?? '', moderationHash(secret, id)) ? id : undefined
}
