import type { Context, MiddlewareHandler } from 'hono'
import { countUpload } from '../../../people/abuse/upload-rate.ts'
import type { AuthDeps } from '../../../people/identity/auth.ts'
import { currentAuthSession, type User } from '../../../people/identity/auth-session.ts'
import { mustSetUpSecondFactor } from '../../../people/identity/factors/staff-second-factor.ts'
import type { AccountSettings } from '../../../people/identity/settings.ts'
import { can } from '../../../platform/access/permissions.ts'
import { type AjaxHandler, ajaxHeaders, ajaxJson, ajaxText } from '../../../platform/web/ajax.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { MAX_FORM_BYTES } from '../../../platform/web/form.ts'
import { paths } from '../../../platform/web/routes.ts'
import { MAX_VIDEO_BYTES } from '../../../platform/web/upload-limit.ts'
import { recordDoneEvent } from '../../../things/admin-log/admin-log.store.ts'
import type { AdminEvent } from '../../../things/admin-log/admin-log.ts'
import { builderUse } from '../../content/capabilities.ts'

type EditorShop = Pick<Platform, 'changesSeen' | 'db' | 'log' | 'now'> &
  AuthDeps &
  WithSettings<Pick<AccountSettings, 'requireSecondFactor'>>

export type EditorCall<S> = { readonly context: Context; readonly shop: S; readonly user: User }

type Answer = {
  readonly json: object
  /** Entry in the activity log. */
  readonly event?: Pick<AdminEvent, 'kind' | 'summary' | 'subjectId' | 'subjectName'>
}

async function editorOf(context: Context, shop: EditorShop): Promise<User | null> {
  const session = await currentAuthSession(context, shop)
  const isEditor = session && can(session.user, builderUse) && !mustSetUpSecondFactor(shop.settings(), session)
  return isEditor ? session.user : null
}

/** An error message for scripts that send or accept JSON, otherwise WordPress's '0'. */
function refuse(context: Context): Response {
  const { req } = context
  if (!/json/i.test(`${req.header('content-type')} ${req.header('accept')}`)) return ajaxText(context, '0', 403)
  const error = 'Sorry, you are not allowed to use the page builder.'
  return context.body(JSON.stringify({ success: false, error }), 403, { ...ajaxHeaders })
}

/** Restricts a call to users of the page builder. `asText`: JSON served as text, which the caller parses. */
export const forEditors =
  <S extends object>(
    run: (call: EditorCall<S>) => Promise<Answer>,
    { asText = false } = {},
  ): AjaxHandler<S & EditorShop> =>
  async (context, shop) => {
    const user = await editorOf(context, shop)
    if (!user) return refuse(context)
    const { json, event } = await run({ context, shop, user })
    if (event) {
      await recordDoneEvent(shop, { ...event, by: user, via: 'session', at: shop.now() })
      await shop.changesSeen()
    }
    return asText ? ajaxText(context, JSON.stringify(json), 200) : ajaxJson(context, json)
  }

/** The largest requests are a video upload and the list of all templates. */
export const MAX_BUILDER_BYTES = MAX_VIDEO_BYTES + 64 * 1024

/** `error` is true, unlike in the plugin, whose scripts show the message only then (docs/compatibility.md). */
export const failedUpload = (message: string) => ({ success: false, error: true, url: '', message })
const tooMany = failedUpload('Too many uploads. Please try again in a few minutes.')

/** In uploads the action may follow the file, so any multipart request may be one; JSON has the action in the URL. */
export const mayBeForBuilder = ({ req }: Context): boolean =>
  req.method === 'POST' &&
  req.path === paths.adminAjax &&
  (isUpload(req) || (req.query('action') ?? '').startsWith('sktbuilder_'))

const isUpload = (req: Context['req']): boolean => /^multipart\/form-data/i.test(req.header('content-type') ?? '')

/** Bodies larger than those of forms are read only for users of the page builder, whose uploads are counted first. */
export const limitBuilderBody =
  (shop: EditorShop, limits: { readonly forms: MiddlewareHandler; readonly builder: MiddlewareHandler }) =>
  async (...[context, next]: Parameters<MiddlewareHandler>): ReturnType<MiddlewareHandler> => {
    if (!(await editorOf(context, shop)))
      return Number(context.req.header('content-length') ?? 0) > MAX_FORM_BYTES
        ? refuse(context)
        : limits.forms(context, next)
    if (isUpload(context.req) && !(await countUpload(context, shop)).ok)
      return ajaxText(context, JSON.stringify(tooMany), 200)
    return limits.builder(context, next)
  }
