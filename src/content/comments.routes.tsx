import { type Context, Hono } from 'hono'
import { newChallenge } from '../abuse/proof.ts'
import { TRAP } from '../abuse/trap.tsx'
import { currentUser } from '../accounts/current-user.ts'
import { can } from '../accounts/permissions.ts'
import { productPage } from '../catalog/catalog.routes.tsx'
import { findProduct } from '../catalog/catalog.store.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import type { NoticeList } from '../ui/notices.tsx'
import { clientAddress } from '../web/client-address.ts'
import { formFields } from '../web/form.ts'
import type { Page } from '../web/page.ts'
import type { CommentFormState } from './comment-form-state.ts'
import { threadsOn } from './comment-pages.ts'
import { type FormVisitor, isVerifiedOwner, visitorAt, writerOf } from './comment-writer.ts'
import { type Comment, findPlace, type Place } from './comments.store.ts'
import { idOf, typedIn } from './comments.ts'
import { CommentPage } from './pages/comment-page.tsx'
import { type CommentProblem, postComment } from './post-comment.ts'
import { tagsOfComments } from './tell-of-comments.ts'
import { pageOfThread } from './threads.store.ts'
import { waitingKey } from './waiting-key.ts'

/** What the script of a comment form asks for once the form is in sight; the page itself is the same for everybody. */
export type CommentFormAnswer = {
  readonly challenge: object
  /** Name of whoever is signed in. */
  readonly writer: string | null
  /** False: only buyers may review this, and this is none. */
  readonly mayWrite: boolean
}

/** What it hears when it has sent the form. */
export type CommentAnswer =
  | { readonly ok: true; readonly id: number; readonly isWaiting: boolean; readonly href: string }
  | {
      readonly ok: false
      readonly text: string
      readonly mistakes: readonly { readonly field: string; readonly text: string }[]
    }

const NEVER_KEPT = 'no-cache, no-store, private'

/** The door for reviews and comments (REV-02 to REV-04, BLOG-05), with or without script. */
export function commentRoutes(shop: Shop): Hono {
  const app = new Hono()
  app.all(paths.commentPost, async (context) =>
    context.req.method === 'POST'
      ? receive(context, shop)
      : context.text('Comments are posted here.', 405, { allow: 'POST' }),
  )
  app.get(paths.commentForm, (context) => describeForm(context, shop))
  return app
}

async function receive(context: Context, shop: Shop): Promise<Response> {
  const fields = await formFields(context)
  const user = await currentUser(context, shop)
  const typed = typedIn(fields)
  const reviewKey = fields.review_key ?? ''
  const posted = await postComment(shop, {
    entryId: fields.comment_post_ID,
    parentId: fields.comment_parent,
    typed,
    user,
    reviewKey,
    clientAddress: clientAddress(context),
    trap: fields[TRAP] ?? '',
    proof: fields.proof ?? '',
  })
  if (posted.ok) {
    const { comment, place } = posted
    // Other processes hear of it; who wrote it must see it on the very next page.
    if (comment.status === 'approved') shop.pages.drop(tagsOfComments([place.id]))
    return done(context, shop, comment, place)
  }
  const { problem } = posted
  const visitor = problem.place ? await visitorAt(shop, user, problem.place.id, reviewKey) : null
  const state: CommentFormState = {
    typed,
    mistakes: problem.kind === 'mistakes' ? problem.mistakes : [],
    writer: user?.name ?? null,
    parentId: idOf(fields.comment_parent) ?? 0,
    reviewKey: visitor?.buyer ? reviewKey : '',
  }
  return notDone(context, shop, problem, state)
}

async function done(context: Context, shop: Shop, comment: Comment, place: Place): Promise<Response> {
  const isWaiting = comment.status !== 'approved'
  const page = await pageOfThread(shop.db, comment.id, threadsOn[place.kind])
  const href = hrefs.comment(place, page, comment.id, isWaiting ? waitingKey(shop.secret, comment.id) : '')
  if (wantsJson(context)) return answer(context, { ok: true, id: comment.id, isWaiting, href }, 200)
  return context.redirect(href, 302)
}

async function notDone(
  context: Context,
  shop: Shop,
  problem: CommentProblem,
  state: CommentFormState,
): Promise<Response> {
  const { place } = problem
  const status = statusOf(problem)
  const text = textOf(problem)
  if (problem.kind === 'too-many') context.header('retry-after', String(problem.retryAfterSeconds))
  if (wantsJson(context)) return answer(context, { ok: false, text, mistakes: state.mistakes }, status)
  if (!place) return context.notFound()
  const notices: NoticeList = [{ kind: 'error', text }]
  const product = place.kind === 'product' ? await findProduct(shop.db, { slug: place.slug }) : null
  if (product) return productPage(context, shop, product, { notices, status, reviews: { form: state } })
  return context.render({
    title: `Your comment on ${place.title}`,
    bodyClass: 'page',
    body: <CommentPage place={place} state={state} notices={notices} />,
    status,
    noIndex: true,
  })
}

const wantsJson = (context: Context): boolean => /^application\/json/.test(context.req.header('accept') ?? '')

const answer = (context: Context, body: CommentAnswer, status: 200 | 403 | 404 | 422 | 429): Response =>
  context.json(body, status, { 'cache-control': NEVER_KEPT })

const statuses = {
  'no-such-place': 404,
  closed: 403,
  'no-such-parent': 422,
  'not-a-buyer': 403,
  mistakes: 422,
  'too-many': 429,
} as const satisfies Record<CommentProblem['kind'], Page['status']>

const statusOf = (problem: CommentProblem) => statuses[problem.kind]

function textOf(problem: CommentProblem): string {
  switch (problem.kind) {
    case 'no-such-place':
      return 'What you want to write about is not here any more.'
    case 'closed':
      return problem.place?.kind === 'post' ? 'Comments on this are closed.' : 'Reviews of this are closed.'
    case 'no-such-parent':
      return 'What you want to answer is not here any more. You can still write something of your own.'
    case 'not-a-buyer':
      return 'Only people who have bought this may review it. If you have, sign in first, or use the link in the mail about your order; what you wrote is still here.'
    case 'mistakes':
      return problem.mistakes.length === 1
        ? (problem.mistakes[0]?.text ?? '')
        : 'Almost there: please look at the fields marked below. Everything you wrote is still here.'
    case 'too-many': {
      const minutes = Math.ceil(problem.retryAfterSeconds / 60)
      return `That was a lot at once. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then send it again; it is still here.`
    }
  }
}

async function describeForm(context: Context, shop: Shop): Promise<Response> {
  const entryId = idOf(context.req.query('post'))
  const place = entryId ? await findPlace(shop.db, entryId) : null
  if (!place?.isOpen) {
    return context.json({ code: 'samovar_no_comments', message: 'Nobody can write here.', data: { status: 404 } }, 404)
  }
  const visitor = await visitorAt(
    shop,
    await currentUser(context, shop),
    place.id,
    context.req.query('review_key') ?? '',
  )
  const body: CommentFormAnswer = {
    challenge: await newChallenge(shop.secret, 'comment', shop.now()),
    writer: visitor.user?.name ?? null,
    mayWrite: await mayWrite(shop, place, visitor),
  }
  return context.json(body, 200, { 'cache-control': NEVER_KEPT })
}

async function mayWrite(shop: Shop, place: Place, visitor: FormVisitor): Promise<boolean> {
  const { buyersOnly } = shop.settings().reviews
  if (place.kind !== 'product' || !buyersOnly || can(visitor.user, 'comments.moderate')) return true
  return isVerifiedOwner(shop.db, writerOf(visitor, { name: '', email: '' }), place)
}
