import type { Context, Hono, MiddlewareHandler } from 'hono'
import { currentAuthSession } from '../../people/identity/auth-session.ts'
import { idOf } from '../../platform/rest/request.ts'
import { isRestError, type RestError } from '../../platform/rest/response.ts'
import { MAX_FORM_BYTES } from '../../platform/web/form.ts'
import { isPagePath, localPath } from '../../platform/web/http/rewrite-request.ts'
import type { ContactForm } from './contact-form.ts'
import type { FormContext } from './context.ts'
import { type FormPlace, SENT_PARAMETER } from './expand-forms.tsx'
import { formTooLarge, readFormBody, unreadable } from './form-body.ts'
import { findForm } from './forms.store.ts'
import { countSending } from './judge-spam.ts'
import { needsFilling } from './mail/mail-source.ts'
import { MAX_ENCODED_BYTES, MAX_FORM_REQUEST_BYTES, type PostedForm, parsePostedForm, textOf } from './posted-form.ts'
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
    sentMessageOf: (unitTag) => sentMessageOf(context, shop, unitTag),
    session: () => currentAuthSession(context, shop),
  }
}

const isPagePost = ({ req }: Context, contentType: RegExp): boolean =>
  req.method === 'POST' && isPagePath(req.path) && contentType.test(req.header('content-type') ?? '')

/** Maximum body size of a request that may be a contact form, submitted to its page; null for other requests. */
export function formPostLimit(context: Context): number | null {
  if (context.req.path.startsWith('/wp-') || context.req.query('wc-ajax') !== undefined) return null
  if (isPagePost(context, /^multipart\/form-data/i)) return MAX_FORM_REQUEST_BYTES
  return isPagePost(context, /^application\/x-www-form-urlencoded/i) ? MAX_ENCODED_BYTES : null
}

/**
 * Contact forms submitted to their page without JavaScript. Errors render the page with the typed values; success
 * redirects to the page, so that a reload does not resubmit. `refuse` answers what is not read.
 */
export function formPosts(
  shop: FormContext,
  app: Pick<Hono, 'fetch'>,
  refuse: (context: Context, error: RestError) => Response,
): MiddlewareHandler {
  return async (context, next) => {
    if (!isPagePost(context, /^(multipart\/form-data|application\/x-www-form-urlencoded)/i)) return next()
    const bytes = await bodyOf(context)
    if (isRestError(bytes)) return refuse(context, bytes)
    if (!bytes.includes('_wpcf7_unit_tag')) return next()
    const posted = await parsePostedForm(bytes, context.req.header('content-type') ?? '')
    if (!posted) return refuse(context, unreadable)
    const form = await findForm(shop.db, idOf(textOf(posted, '_wpcf7')))
    // A page that was open while its form was deleted says so.
    return form ? answer(context, shop, app, form, posted) : showPage(context, app)
  }
}

async function answer(
  context: Context,
  shop: FormContext,
  app: Pick<Hono, 'fetch'>,
  form: ContactForm,
  posted: PostedForm,
): Promise<Response> {
  const sender = await senderOf(context, shop, posted, context.req.path)
  const { unitTag } = sender
  const limit = await countSending(shop, sender.address)
  const { status, message, errors } = limit.ok ? await submitForm(shop, form, posted, sender) : tooMany
  if (status !== 'mail_sent') return showPage(context, app, { unitTag, result: { status, message, errors, ...posted } })
  if (needsFilling(form.messages.mail_sent_ok)) storeSentMessage(context, shop, unitTag, message)
  const page = new URL(context.req.url)
  page.searchParams.set(SENT_PARAMETER, unitTag)
  return context.redirect(`${localPath(page.pathname)}${page.search}#${unitTag}`, 303)
}

export const TOO_MANY = 'Too many messages were sent from your network. Please try again in a few minutes.'
const tooMany = { status: 'mail_failed', message: TOO_MANY, errors: [] } as const

/** The page as if it was requested by GET, with the result of a form. */
function showPage(context: Context, app: Pick<Hono, 'fetch'>, posted?: FormPlace['posted']) {
  const page = new URL(context.req.url)
  // The query prevents caching.
  page.searchParams.set(SENT_PARAMETER, '')
  const headers = new Headers(context.req.raw.headers)
  for (const name of ['content-type', 'content-length', 'transfer-encoding']) headers.delete(name)
  return app.fetch(new Request(page, { headers }), { ...(context.env as object | undefined), posted })
}

/** Keeps the body readable for later handlers, because it may be another form. */
async function bodyOf(context: Context): ReturnType<typeof readFormBody> {
  const limit = formPostLimit(context)
  if (limit === null) return Buffer.from(await context.req.arrayBuffer())
  const bytes = await readFormBody(context, limit)
  if (isRestError(bytes)) return bytes
  if (!bytes.includes('_wpcf7_unit_tag') && bytes.length > MAX_FORM_BYTES) return formTooLarge
  const { url, method, headers } = context.req.raw
  context.req.raw = new Request(url, { method, headers, body: bytes })
  return bytes
}
