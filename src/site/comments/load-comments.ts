import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import type { Platform } from '../../platform/web/context.ts'
import { type CommentFormState, initialFormState } from './comment-form-state.ts'
import { parseId } from './comment-input.ts'
import { parseQueryPage, threadPaging } from './comment-pages.ts'
import { pendingCommentId } from './moderation-hash.ts'
import { readThreads, type ThreadComment } from './threads.store.ts'

/** Comments of a post (BLOG-05). */
export type CommentsView = {
  readonly threads: readonly ThreadComment[]
  /** All approved ones including replies, over all pages. */
  readonly total: number
  readonly page: number
  readonly pages: number
  readonly isOpen: boolean
  readonly form: CommentFormState
  /** Without script the URL names the comment being replied to. */
  readonly replyingTo: { readonly id: number; readonly author: string } | null
}

const { size, order } = threadPaging.post

/** Loads the comments. A page out of range is null if it came from the path, and clamped to the last otherwise. */
export async function loadComments(
  shop: Pick<Platform, 'db' | 'secret'>,
  post: { readonly id: number },
  query: Readonly<Record<string, string>>,
  pathPage?: number,
): Promise<CommentsView | null> {
  const { total, threads: roots, isOpen } = await countsOf(shop.db, post.id)
  const pages = Math.max(1, Math.ceil(roots / size))
  const requestedPage = pathPage ?? parseQueryPage(query.cpage)
  if (requestedPage > pages && pathPage !== undefined) return null
  const page = Math.min(requestedPage, pages)
  const pendingId = pendingCommentId(query, shop.secret)
  const threads = await readThreads(shop.db, post.id, {
    ...{ page, size, order },
    ...(pendingId === undefined ? {} : { pendingId }),
  })
  const replyingTo = isOpen ? findReplyTarget(threads, parseId(query.replytocom)) : null
  return {
    ...{ threads, total, page, pages, isOpen, replyingTo },
    form: { ...initialFormState, parentId: replyingTo?.id ?? 0 },
  }
}

async function countsOf(
  db: Db | Tx,
  postId: number,
): Promise<{ readonly total: number; readonly threads: number; readonly isOpen: boolean }> {
  const { rows } = await db.execute<{ total: number; threads: number; isOpen: boolean }>(sql`
    select count(comments.id)::int as total,
      (count(comments.id) filter (where comments.parent_id is null))::int as threads,
      entries.comments_open as "isOpen"
    from entries left join comments on comments.entry_id = entries.id and comments.status = 'approved'
    where entries.id = ${postId}
    group by entries.comments_open`)
  return rows[0] ?? { total: 0, threads: 0, isOpen: false }
}

/** Only approved comments on this page can be replied to. */
function findReplyTarget(threads: readonly ThreadComment[], id: number | null): CommentsView['replyingTo'] {
  for (const { replies, isPending, ...comment } of threads) {
    if (comment.id === id && !isPending) return { id, author: comment.author }
    const nested = findReplyTarget(replies, id)
    if (nested) return nested
  }
  return null
}
