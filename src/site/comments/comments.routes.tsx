import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { issueChallenge } from '../../people/abuse/proof-of-work.ts'
import { currentUser, sessionCookie } from '../../people/identity/auth-session.ts'
import { can } from '../../platform/access/permissions.ts'
import type { NoticeList } from '../../platform/ui/notices.tsx'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Platform } from '../../platform/web/context.ts'
import { formFields } from '../../platform/web/form.ts'
import type { Page } from '../../platform/web/page.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { commentsModerate } from './capabilities.ts'
import { authorOf, identifyVisitor, isVerifiedOwner } from './comment-author.ts'
import { type CommentFieldError, type CommentFormState, formValuesOf, parseId } from './comment-input.ts'
import { type CommentableEntry, findCommentableEntry } from './comments.store.ts'
import type { CommentContext } from './context.ts'
import { commentCacheTags } from './moderate-comments.ts'
import { CommentErrorPage } from './pages/comment-form.tsx'
import { type CommentProblem, postComment } from './post-comment.ts'
import { moderationHash, pageOfThread, threadPaging } from './threads.store.ts'

/** Visitor data for the script of a comment form; loaded separately because the page is cached. */
export type CommentFormInfo = {
  readonly challenge: object
  readonly userName: string | null
  /** False: only buyers may review, and this visitor is not one. */
  readonly canComment: boolean
}

export type CommentResponse =
  | { readonly ok: true; readonly id: number; readonly isPending: boolean; readonly href: string }
  | { readonly ok: false; readonly text: string; readonly fieldErrors: readonly CommentFieldError[] }

/** Renders the page of an entry with the rejected form; null if that page cannot show it. */
export type RenderRejectedForm = (
  context: Context,
  entry: CommentableEntry,
  rejected: { notices: NoticeList; status: NonNullable<Page['status']>; form: CommentFormState },
) => Promise<Response | null>

export function commentRoutes(shop: CommentContext & Pick<Platform, 'pages'>, renderRejected: RenderRejectedForm) {
  const app = new Hono()

  app.all(paths.commentPost, async (context) => {
    if (context.req.method !== 'POST') return context.text('Comments are posted here.', 405, { allow: 'POST' })
    const fields = await formFields(context)
    const user = await currentUser(context, shop)
    const wantsJson = /^application\/json/.test(context.req.header('accept') ?? '')
    const posted = await postComment(shop, fields, user, clientAddress(context), (id) =>
      shop.commentHooks.isOpened(context, shop, id),
    )
    if (posted.ok) {
      const { comment, entry } = posted
      const isPending = comment.status !== 'approved'
      // Other processes are notified asynchronously, but the author must see the comment on the next page.
      if (!isPending) shop.pages.invalidate(commentCacheTags([entry.id]))
      const page = await pageOfThread(shop.db, comment.id, threadPaging[entry.kind])
      const href = hrefs.comment(entry, page, comment.id, isPending ? moderationHash(shop.secret, comment.id) : '')
      if (!wantsJson) return context.redirect(href, 302)
      return context.json({ ok: true, id: comment.id, isPending, href } satisfies CommentResponse, 200, noStore)
    }

    const { problem } = posted
    const { entry } = problem
    const hasEnded = user === null && getCookie(context, sessionCookie(shop.url)) !== undefined
    const fieldErrors = problem.kind === 'invalid' ? withReason(problem.fieldErrors, hasEnded) : []
    const status = rejectionStatus[problem.kind]
    const text = rejectionText(problem, fieldErrors)
    if (problem.kind === 'rate-limited') context.header('retry-after', String(problem.retryAfterSeconds))
    if (wantsJson) return context.json({ ok: false, text, fieldErrors } satisfies CommentResponse, status, noStore)
    if (!entry) return context.notFound()
    const reviewKey = fields.review_key ?? ''
    const { buyer } = await identifyVisitor(shop, user, entry.id, reviewKey)
    const form: CommentFormState = {
      values: formValuesOf(fields),
      fieldErrors,
      userName: user?.name ?? null,
      parentId: parseId(fields.comment_parent) ?? 0,
      reviewKey: buyer ? reviewKey : '',
    }
    const notices: NoticeList = [{ kind: 'error', text }]
    const page = await renderRejected(context, entry, { notices, status, form })
    if (page) return page
    return context.render({
      title: `Your comment on ${entry.title}`,
      bodyClass: 'page',
      body: <CommentErrorPage entry={entry} state={form} notices={notices} />,
      status,
      noIndex: true,
    })
  })

  app.get(paths.commentForm, async (context) => {
    const entryId = parseId(context.req.query('post'))
    const entry = entryId ? await findCommentableEntry(shop.db, entryId) : null
    if (!entry?.isOpen) {
      const message = 'Comments are closed here.'
      return context.json({ code: 'samovar_no_comments', message, data: { status: 404 } }, 404)
    }
    const user = await currentUser(context, shop)
    const visitor = await identifyVisitor(shop, user, entry.id, context.req.query('review_key') ?? '')
    const canComment =
      entry.kind !== 'product' ||
      !shop.settings().reviews.verifiedOwnersOnly ||
      can(user, commentsModerate) ||
      (await isVerifiedOwner(shop, authorOf(visitor, { name: '', email: '' }), entry))
    const challenge = await issueChallenge(shop, 'comment', shop.now())
    const info: CommentFormInfo = { challenge, userName: user?.name ?? null, canComment }
    return context.json(info, 200, noStore)
  })
  return app
}

const noStore = { 'cache-control': 'no-cache, no-store, private' }

const rejectionStatus = {
  'no-such-entry': 404,
  closed: 403,
  'no-such-parent': 422,
  'not-a-buyer': 403,
  invalid: 422,
  'rate-limited': 429,
} as const

/** Explains to authors who were signed out meanwhile why a name is required. */
const withReason = (errors: readonly CommentFieldError[], hasEnded: boolean) =>
  hasEnded ? errors.map((error) => (error.field === 'author' ? { ...error, text: ENDED } : error)) : errors

const ENDED =
  'You were signed out meanwhile. Enter your name, or sign in again in another tab, and send it again; everything you wrote is still here.'

function rejectionText(problem: CommentProblem, fieldErrors: readonly CommentFieldError[]): string {
  if (problem.kind === 'closed')
    return `${problem.entry?.kind === 'post' ? 'Comments on' : 'Reviews of'} this are closed.`
  if (problem.kind === 'invalid') {
    const [only, another] = fieldErrors
    const several = 'Almost there: please look at the fields marked below. Everything you wrote is still here.'
    return only && !another ? only.text : several
  }
  if (problem.kind === 'rate-limited') {
    const minutes = Math.ceil(problem.retryAfterSeconds / 60)
    const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
    return `That was a lot at once. Please wait ${wait}, then send it again; it is still here.`
  }
  return rejectionTexts[problem.kind]
}

const rejectionTexts = {
  'no-such-entry': 'What you want to write about is not here any more.',
  'no-such-parent': 'What you want to answer is not here any more. You can still write something of your own.',
  'not-a-buyer':
    'Only people who have bought this may review it. If you have, sign in first, or use the link in the mail about your order; what you wrote is still here.',
}
