import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import type { Shop } from '../shop.ts'
import { type CommentFormState, untouchedForm } from './comment-form-state.ts'
import { pageInQuery, threadsOn } from './comment-pages.ts'
import { idOf } from './comments.ts'
import type { Post } from './content.store.ts'
import { readThreads, type ThreadComment } from './threads.store.ts'
import { waitingIdIn } from './waiting-key.ts'

/** What a post shows of its comments (BLOG-05). */
export type CommentsView = {
  readonly threads: readonly ThreadComment[]
  /** All that are shown, answers among them, on whichever page. */
  readonly total: number
  readonly page: number
  readonly pages: number
  readonly isOpen: boolean
  readonly form: CommentFormState
  /** Without script the address says who is answered. */
  readonly answering: { readonly id: number; readonly author: string } | null
}

const { size, order } = threadsOn.post

/** Reads them. A page beyond the last is null when its path asked for it, and the last otherwise. */
export async function loadComments(
  shop: Pick<Shop, 'db' | 'secret'>,
  post: Pick<Post, 'id'>,
  query: Readonly<Record<string, string>>,
  pathPage?: number,
): Promise<CommentsView | null> {
  const { total, threads: roots, isOpen } = await countsOf(shop.db, post.id)
  const pages = Math.max(1, Math.ceil(roots / size))
  const asked = pathPage ?? pageInQuery(query.cpage)
  if (asked > pages && pathPage !== undefined) return null
  const page = Math.min(asked, pages)
  const waitingId = waitingIdIn(query, shop.secret)
  const threads = await readThreads(shop.db, post.id, {
    ...{ page, size, order },
    ...(waitingId === undefined ? {} : { waitingId }),
  })
  const answering = isOpen ? findIn(threads, idOf(query.replytocom)) : null
  return {
    ...{ threads, total, page, pages, isOpen, answering },
    form: { ...untouchedForm, parentId: answering?.id ?? 0 },
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

/** Only what stands on the page and is shown to everybody can be answered. */
function findIn(threads: readonly ThreadComment[], id: number | null): CommentsView['answering'] {
  for (const { replies, isWaiting, ...comment } of threads) {
    if (comment.id === id && !isWaiting) return { id, author: comment.author }
    const below = findIn(replies, id)
    if (below) return below
  }
  return null
}
