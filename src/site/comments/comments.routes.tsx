import { type Context, Hono } from 'hono'
import { HONEYPOT_FIELD } from '../../people/abuse/honeypot.tsx'
import { issueChallenge } from '../../people/abuse/proof-of-work.ts'
import { currentUser } from '../../people/accounts/auth-session.ts'
import { can } from '../../platform/access/permissions.ts'
import type { NoticeList } from '../../platform/ui/notices.tsx'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { formFields } from '../../platform/web/form.ts'
import type { Page } from '../../platform/web/page.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { authorOf, type FormVisitor, identifyVisitor, isVerifiedOwner } from './comment-author.ts'
import type { CommentFormState } from './comment-form-state.ts'
import { formValuesOf, parseId } from './comment-input.ts'
import { threadPaging } from './comment-pages.ts'
import { type Comment, type CommentableEntry, findCommentableEntry } from './comments.store.ts'
import type { WithCommentHooks } from './context.ts'
import { moderationHash } from './moderation-hash.ts'
import { commentCacheTags } from './notify-comments.ts'
import { CommentErrorPage } from './pages/comment-error-page.tsx'
import { type CommentProblem, postComment } from './post-comment.ts'
import type { ReviewSettings } from './settings.ts'
import { pageOfThread } from './threads.store.ts'

/** Visitor data for the script of a comment form; loaded separately because the page is cached. */
export type CommentFormInfo = {
  readonly challenge: object
  /** Name of the signed-in user. */
  readonly userName: string | null
  /** False: only buyers may review, and this visitor is not one. */
  readonly canComment: boolean
}

/** Response to a submitted comment. */
export type CommentResponse =
  | { readonly ok: true; readonly id: number; readonly isPending: boolean; readonly href: string }
  | {
      readonly ok: false
      readonly text: string
      readonly fieldErrors: readonly { readonly field: string; readonly text: string }[]
    }

type CommentContext = Pick<Platform, 'db' | 'jobs' | 'now' | 'pages' | 'secret' | 'url'> &
  WithCommentHooks &
  WithSettings<ReviewSettings & SiteSettings>

/** Renders the page of an entry with the rejected form; null if that page cannot show it. */
export type RenderRejectedForm = (
  context: Context,
  entry: CommentableEntry,
  rejected: {
    readonly notices: NoticeList
    readonly status: NonNullable<Page['status']>
    readonly form: CommentFormState
  },
) => Promise<Response | null>

const NO_STORE = 'no-cache, no-store, private'

/** Routes for reviews and comments (REV-02 to REV-04, BLOG-05), with and without script. */
export function commentRoutes(shop: CommentContext, renderRejected: RenderRejectedForm): Hono {
  const app = new Hono()
  app.all(paths.commentPost, async (context) =>
    context.req.method === 'POST'
      ? handlePost(context, shop, renderRejected)
      : context.text('Comments are posted here.', 405, { allow: 'POST' }),
  )
  app.get(paths.commentForm, (context) => handleFormInfo(context, shop))
  return app
}

async function handlePost(
  context: Context,
  shop: CommentContext,
  renderRejected: RenderRejectedForm,
): Promise<Response> {
  const fields = await formFields(context)
  const user = await currentUser(context, shop)
  const values = formValuesOf(fields)
  const reviewKey = fields.review_key ?? ''
  const posted = await postComment(shop, {
    entryId: fields.comment_post_ID,
    parentId: fields.comment_parent,
    values,
    user,
    reviewKey,
    clientAddress: clientAddress(context),
    honeypot: fields[HONEYPOT_FIELD] ?? '',
    proof: fields.proof ?? '',
  })
  if (posted.ok) {
    const { comment, entry } = posted
    // Other processes are notified asynchronously; the author must see the comment on the next page.
    if (comment.status === 'approved') shop.pages.invalidate(commentCacheTags([entry.id]))
    return respondPosted(context, shop, comment, entry)
  }
  const { problem } = posted
  const visitor = problem.entry ? await identifyVisitor(shop, user, problem.entry.id, reviewKey) : null
  const state: CommentFormState = {
    values,
    fieldErrors: problem.kind === 'invalid' ? problem.fieldErrors : [],
    userName: user?.name ?? null,
    parentId: parseId(fields.comment_parent) ?? 0,
    reviewKey: visitor?.buyer ? reviewKey : '',
  }
  return respondRejected(context, renderRejected, problem, state)
}

async function respondPosted(
  context: Context,
  shop: Pick<Platform, 'db' | 'secret'>,
  comment: Comment,
  entry: CommentableEntry,
): Promise<Response> {
  const isPending = comment.status !== 'approved'
  const page = await pageOfThread(shop.db, comment.id, threadPaging[entry.kind])
  const href = hrefs.comment(entry, page, comment.id, isPending ? moderationHash(shop.secret, comment.id) : '')
  if (wantsJson(context)) return jsonResponse(context, { ok: true, id: comment.id, isPending, href }, 200)
  return context.redirect(href, 302)
}

async function respondRejected(
  context: Context,
  renderRejected: RenderRejectedForm,
  problem: CommentProblem,
  state: CommentFormState,
): Promise<Response> {
  const { entry } = problem
  const status = statusOf(problem)
  const text = problemText(problem)
  if (problem.kind === 'rate-limited') context.header('retry-after', String(problem.retryAfterSeconds))
  if (wantsJson(context)) return jsonResponse(context, { ok: false, text, fieldErrors: state.fieldErrors }, status)
  if (!entry) return context.notFound()
  const notices: NoticeList = [{ kind: 'error', text }]
  const page = await renderRejected(context, entry, { notices, status, form: state })
  if (page) return page
  return context.render({
    title: `Your comment on ${entry.title}`,
    bodyClass: 'page',
    body: <CommentErrorPage entry={entry} state={state} notices={notices} />,
    status,
    noIndex: true,
  })
}

const wantsJson = (context: Context): boolean => /^application\/json/.test(context.req.header('accept') ?? '')

const jsonResponse = (context: Context, body: CommentResponse, status: 200 | 403 | 404 | 422 | 429): Response =>
  context.json(body, status, { 'cache-control': NO_STORE })

const statuses = {
  'no-such-entry': 404,
  closed: 403,
  'no-such-parent': 422,
  'not-a-buyer': 403,
  invalid: 422,
  'rate-limited': 429,
} as const satisfies Record<CommentProblem['kind'], Page['status']>

const statusOf = (problem: CommentProblem) => statuses[problem.kind]

function problemText(problem: CommentProblem): string {
  switch (problem.kind) {
    case 'no-such-entry':
      return 'What you want to write about is not here any more.'
    case 'closed':
      return problem.entry?.kind === 'post' ? 'Comments on this are closed.' : 'Reviews of this are closed.'
    case 'no-such-parent':
      return 'What you want to answer is not here any more. You can still write something of your own.'
    case 'not-a-buyer':
      return 'Only people who have bought this may review it. If you have, sign in first, or use the link in the mail about your order; what you wrote is still here.'
    case 'invalid':
      return problem.fieldErrors.length === 1
        ? (problem.fieldErrors[0]?.text ?? '')
        : 'Almost there: please look at the fields marked below. Everything you wrote is still here.'
    case 'rate-limited': {
      const minutes = Math.ceil(problem.retryAfterSeconds / 60)
      return `That was a lot at once. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then send it again; it is still here.`
    }
  }
}

async function handleFormInfo(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithCommentHooks & WithSettings<ReviewSettings>,
): Promise<Response> {
  const entryId = parseId(context.req.query('post'))
  const entry = entryId ? await findCommentableEntry(shop.db, entryId) : null
  if (!entry?.isOpen) {
    return context.json(
      { code: 'samovar_no_comments', message: 'Comments are closed here.', data: { status: 404 } },
      404,
    )
  }
  const visitor = await identifyVisitor(
    shop,
    await currentUser(context, shop),
    entry.id,
    context.req.query('review_key') ?? '',
  )
  const body: CommentFormInfo = {
    challenge: await issueChallenge(shop.secret, 'comment', shop.now()),
    userName: visitor.user?.name ?? null,
    canComment: await canComment(shop, entry, visitor),
  }
  return context.json(body, 200, { 'cache-control': NO_STORE })
}

async function canComment(
  shop: Pick<Platform, 'db'> & WithCommentHooks & WithSettings<ReviewSettings>,
  entry: CommentableEntry,
  visitor: FormVisitor,
): Promise<boolean> {
  const { verifiedOwnersOnly } = shop.settings().reviews
  if (entry.kind !== 'product' || !verifiedOwnersOnly || can(visitor.user, 'comments.moderate')) return true
  return isVerifiedOwner(shop, authorOf(visitor, { name: '', email: '' }), entry)
}
