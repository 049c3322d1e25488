import { type Context, Hono } from 'hono'
import { SIGN_OUT } from '../accounts/accounts.routes.tsx'
import { currentSession } from '../accounts/current-user.ts'
import { makeNonce } from '../accounts/nonce.ts'
import { NotForYouPage } from '../accounts/pages/not-for-you-page.tsx'
import { type Capability, can } from '../accounts/permissions.ts'
import { sheetCss } from '../mail/letter-style.ts'
import { REST_NONCE } from '../rest/guard.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { contentSecurityPolicy, securityHeadersOf } from '../web/security.ts'
import { shellHtml, transitionCss } from './shell.tsx'

/** Who may open which screen. The data in it is asked for, and guarded, call by call. */
const screens: readonly (readonly [path: string, capability: Capability])[] = [
  [paths.admin, 'staff.enter'],
  [paths.adminOrders, 'orders.read'],
  [paths.adminOrder, 'orders.read'],
  [paths.adminAttribution, 'orders.read'],
  [paths.adminCoupons, 'coupons.write'],
  [paths.adminNewCoupon, 'coupons.write'],
  [paths.adminCoupon, 'coupons.write'],
  [paths.adminMails, 'mail.read'],
  [paths.adminMail, 'mail.read'],
  [paths.adminComments, 'comments.moderate'],
  [paths.adminSettings, 'shop.looks'],
  [paths.adminPayments, 'shop.settings'],
  [paths.adminMailKinds, 'mail.read'],
]

/** The back office's pages: one shell, drawn by the browser. */
export function adminRoutes(shop: Shop): Hono {
  const app = new Hono()
  for (const [path, capability] of screens) app.get(path, (context) => screen(context, shop, capability))
  return app
}

async function screen(context: Context, shop: Shop, capability: Capability): Promise<Response> {
  const { pathname, search } = new URL(context.req.url)
  const signedIn = await currentSession(context, shop)
  if (!signedIn) return context.redirect(hrefs.login(pathname + search), 302)
  const { user, sessionId } = signedIn
  const signOutNonce = makeNonce(shop.secret, SIGN_OUT, sessionId)
  if (!can(user, capability)) {
    return context.render({
      title: 'Not for this account',
      bodyClass: 'page logged-in',
      body: <NotForYouPage user={user} signOutNonce={signOutNonce} />,
      status: 403,
      noIndex: true,
    })
  }
  if (pathname === paths.admin && can(user, 'orders.read')) return context.redirect(hrefs.adminOrders(), 302)

  const restNonce = makeNonce(shop.secret, REST_NONCE, sessionId)
  const person = { name: user.name, role: user.role, payments: shop.payments.mode, restNonce, signOutNonce }
  return context.body(shellHtml(person, shop.assets), 200, {
    ...securityHeadersOf(shop.url),
    'content-type': 'text/html; charset=UTF-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': contentSecurityPolicy({
      inlineScripts: [],
      // A mail that is looked at stands in a frame without rights, which has this page's policy.
      inlineStyles: [sheetCss, transitionCss],
      isDevelopment: shop.assets.development !== '',
    }),
  })
}
