import type { Context, Hono, MiddlewareHandler } from 'hono'
import { currentAuthSession } from '../../people/identity/auth-session.ts'
import { idOf } from '../../platform/rest/request.ts'
import { MAX_FORM_BYTES } from '../../platform/web/form.ts'
import { isPagePath, localPath } from '../../platform/web/http/rewrite-request.ts'
import type { ContactForm } from './contact-form.ts'
import type { FormContext } from './context.ts'
import { type FormPlace, SENT_PARAMETER } from './expand-forms.tsx'
import { bodyProblems, readFormBody } from './form-body.ts'
import { findForm } from './forms.store.ts'
import { countSending } from './judge-spam.ts'
import { needsFilling } from './mail/mail-source.ts'
import { MAX_FORM_REQUEST_BYTES, type PostedForm, parsePostedForm, textOf } from './posted-form.ts'
import { senderOf } from './sender.ts'
import { sentMessageOf, storeSentMessage } from './sent-message.ts'
import { submitForm } from './submit-form.ts'

type Env = { readonly posted?: FormPlace['posted'] } | undefined

/** The current page, for `expandForms`. */
export const formPlaceOf = (
  context: Context,
  shop: Parameters<typeof currentAuthSession>[1],
  containerPost: number,
): FormPlace => {
  const { pathname, searchParams } = new URL(context.req.url)
  // For visitors the page looks the same without it.
  searchParams.delete('sktbuilder')
  return {
    path: pathname,
    query: searchParams,
    containerPost,
    posted: (context.env as Env)?.posted,
    sent: sentMessageOf(context, shop),
    session: () => currentAuthSession(context, shop),
  }
}

/** Whether the request may be a form with files, submitted to a page. */
export const mayHaveFiles = ({ req }: Context): boolean =>
  req.method === 'POST' &&
  isPagePath(req.path) &&
  !req.path.startsWith('/wp-') &&
  req.query('wc-ajax') === undefined &&
  /^multipart\/form-data/i.test(req.header('content-type') ?? '')

/**
 * Contact forms submitted to their page without JavaScript. Errors render the page with the typed values; success
 * redirects to the page, so that a reload does not resubmit.
 */
export function formPosts(shop: FormContext, app: Pick<Hono, 'fetch'>): MiddlewareHandler {
  return async (context, next) => {
    const type = context.req.header('content-type') ?? ''
    if (
      context.req.method !== 'POST' ||
      !isPagePath(context.req.path) ||
      !/^(multipart|application)\/(form-data|x-www-form-urlencoded)/i.test(type)
    )
      return next()
    const bytes = await bodyOf(context)
    const posted = typeof bytes === 'string' ? bytes : await parseForm(bytes, type)
    if (posted === null) return next()
    if (typeof posted === 'string') {
      const { status, code, message } = bodyProblems[posted]
      return context.json({ code, message, data: { status } }, status)
    }
    const form = await findForm(shop.db, idOf(textOf(posted, '_wpcf7')))
    // A page that was open while its form was deleted says so.
    return form ? answer(context, shop, app, form, posted) : showPage(context, app)
  }
}

/** Null if it is another form. */
const parseForm = async (bytes: Buffer<ArrayBuffer>, type: string) =>
  bytes.includes('_wpcf7_unit_tag') ? ((await parsePostedForm(bytes, type)) ?? 'unreadable') : null

async function answer(
  context: Context,
  shop: FormContext,
  app: Pick<Hono, 'fetch'>,
  form: ContactForm,
  posted: PostedForm,
): Promise<Response> {
  const sender = await senderOf(context, shop, posted, context.req.path)
  const limit = await countSending(shop, sender.address)
  const feedback = limit.ok
    ? await submitForm(shop, form, posted, sender)
    : { status: 'mail_failed' as const, message: TOO_MANY, errors: [] }
  const { status, message, errors } = feedback
  if (status === 'mail_sent') {
    const page = new URL(context.req.url)
    if (needsFilling(form.messages.mail_sent_ok)) storeSentMessage(context, shop, { unitTag: sender.unitTag, message })
    page.searchParams.set(SENT_PARAMETER, sender.unitTag)
    return context.redirect(`${localPath(page.pathname)}${page.search}#${sender.unitTag}`, 303)
  }
  const { texts } = posted
  const result = { status, message, texts, errors: errors.map(({ field, error }) => ({ field, message: error })) }
  return showPage(context, app, { unitTag: sender.unitTag, result })
}

/** The page as if it was requested by GET, with the result of a form. */
function showPage(context: Context, app: Pick<Hono, 'fetch'>, posted?: FormPlace['posted']) {
  const page = new URL(context.req.url)
  // The query prevents caching.
  page.searchParams.set(SENT_PARAMETER, '')
  const headers = new Headers(context.req.raw.headers)
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) headers.delete(name)
  return app.fetch(new Request(page, { headers }), { ...(context.env as object | undefined), posted })
}

export const TOO_MANY = 'Too many messages were sent from your network. Please try again in a few minutes.'

/** Keeps the body readable for later handlers, because it may be another form. */
async function bodyOf(context: Context): ReturnType<typeof readFormBody> {
  if (!mayHaveFiles(context)) return Buffer.from(await context.req.arrayBuffer())
  const bytes = await readFormBody(context, MAX_FORM_REQUEST_BYTES)
  if (typeof bytes === 'string') return bytes
  if (!bytes.includes('_wpcf7_unit_tag') && bytes.length > MAX_FORM_BYTES) return 'too-large'
  const { url, method, headers } = context.req.raw
  context.req.raw = new Request(url, { method, headers, body: bytes })
  return bytes
}
