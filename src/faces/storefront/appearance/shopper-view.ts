import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AuthDeps } from '../../../people/identity/auth.ts'
import { currentUser, sessionCookie } from '../../../people/identity/auth-session.ts'
import { isStaff } from '../../../platform/access/permissions.ts'
import type { CookieDeclaration } from '../../../platform/web/cookie-declaration.ts'
import { setFlash } from '../../../platform/web/flash.tsx'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { endCartSession } from '../../../shop/cart/cart-session.ts'
import { forgetSaved } from '../../../shop/saved/saved-session.ts'
import { isForEditors } from '../../../site/content/show-text.ts'

const COOKIE = 'samovar_shopper_view'

export const shopperViewCookie: CookieDeclaration = {
  name: COOKIE,
  purpose: 'shows the staff the shop as a shopper sees it',
  lifetime: 'until they return, or close the browser',
}

/** Marks requests in which staff browse as shoppers. Kept in `env`, because body limits replace the request object. */
const inShopperView = Symbol('in shopper view')

/** Whether a staff member browses as a shopper, who sees the shop even before it is open. */
export const isShopperView = ({ env }: Context): boolean => env?.[inShopperView] === true

/** Requests that the view applies to. The back office in another tab, its builder and previews keep their session. */
function isForShoppers(context: Context): boolean {
  const { req } = context
  const { path } = req
  if (isForEditors(context) || req.query('preview') === 'true') return false
  const referer = req.header('referer')
  if (path === paths.adminAjax || path.startsWith('/wp-json/wc/store')) return !isFromAdmin(referer)
  if (path.startsWith(paths.restIndex)) return referer !== undefined && !isFromAdmin(referer)
  return !path.startsWith(paths.admin) && !path.startsWith('/wp-login')
}

/** Shop pages and back office send calls to the same URLs, so the referring page decides. */
const isFromAdmin = (referer: string | undefined): boolean =>
  URL.parse(referer ?? '')?.pathname.startsWith(paths.admin) ?? false

/** Removes the session from requests of staff in shopper view, so that every handler treats them as guests. */
export const shopperView =
  (shop: AuthDeps, app: Pick<Hono, 'fetch'>): MiddlewareHandler =>
  async (context, next) => {
    // The cookie gives no rights.
    if (isShopperView(context) || getCookie(context, COOKIE) !== '1' || !isForShoppers(context)) return next()
    if (!isStaff(await currentUser(context, shop))) return next()
    // Refused, because a sign-in would merge the preview's cart into the account.
    if (context.req.method === 'POST' && context.req.path.startsWith(paths.account)) {
      setFlash(context, shop, [{ kind: 'info', text: STAYS_GUEST }])
      return context.redirect(paths.account, 303)
    }
    const name = sessionCookie(shop.url)
    const headers = new Headers(context.req.raw.headers)
    const cookies = (headers.get('cookie') ?? '').split('; ').filter((cookie) => !cookie.startsWith(`${name}=`))
    headers.set('cookie', cookies.join('; '))
    const guest = new Request(context.req.raw, { headers })
    const response = await app.fetch(guest, Object.assign({}, context.env, { [inShopperView]: true }))
    return keepSession(shop, response)
  }

/** Keeps the staff session when an account is created in shopper view. */
function keepSession(shop: AuthDeps, response: Response): Response {
  const name = sessionCookie(shop.url)
  const cookies = response.headers.getSetCookie()
  const headers = new Headers(response.headers)
  headers.delete('set-cookie')
  for (const cookie of cookies) if (!cookie.startsWith(`${name}=`)) headers.append('set-cookie', cookie)
  return new Response(response.body, { status: response.status, headers })
}

const STAYS_GUEST =
  'You are seeing the shop as a shopper who is not signed in. To try an account, sign in to it in a private window.'

/** `POST /wp-admin/shopper-view/`: starts the view with `on=1`, else ends it. */
export function shopperViewRoutes(shop: AuthDeps): Hono {
  const app = new Hono()
  app.post(paths.adminShopperView, async (context) => {
    if (!isStaff(await currentUser(context, shop))) return context.redirect(hrefs.login(paths.admin), 303)
    const { on } = await formFields(context)
    // A cart or saved list from the preview must not be merged into the staff member's account.
    endCartSession(context, shop)
    forgetSaved(context, shop)
    const flags = { path: '/', sameSite: 'Lax', secure: shop.url.startsWith('https:'), httpOnly: true } as const
    if (on === '1') setCookie(context, COOKIE, '1', flags)
    else deleteCookie(context, COOKIE, flags)
    return context.redirect(on === '1' ? paths.home : paths.admin, 303)
  })
  return app
}
