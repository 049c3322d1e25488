import { Hono } from 'hono'
import { createNonce, currentAuthSession } from '../../people/identity/auth-session.ts'
import { mustSetUpSecondFactor } from '../../people/identity/factors/staff-second-factor.ts'
import { ForbiddenPage } from '../../people/identity/pages/forbidden-page.tsx'
import { REST_NONCE } from '../../people/identity/principal.ts'
import type { AccountSettings } from '../../people/identity/settings.ts'
import { can } from '../../platform/access/permissions.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { contentSecurityPolicy, securityHeadersOf } from '../../platform/web/security.ts'
import type { WithPayments } from '../../shop/gateways/context.ts'
import { styleSheet } from '../../things/messages/message-style.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { SIGN_OUT } from '../storefront/accounts/account-page.tsx'
import { screens } from './screens.ts'
import { shellHtml, transitionCss } from './shell.tsx'

export function adminRoutes(
  shop: Pick<Platform, 'assets' | 'db' | 'secret' | 'url'> &
    WithPayments &
    WithSettings<SiteSettings & AccountSettings>,
): Hono {
  const app = new Hono()
  for (const { path, capability } of screens) {
    app.get(path, async (context) => {
      const { pathname, search } = new URL(context.req.url)
      const signedIn = await currentAuthSession(context, shop)
      if (!signedIn) return context.redirect(hrefs.login(pathname + search), 302)
      if (mustSetUpSecondFactor(shop.settings(), signedIn)) return context.redirect(paths.accountSecondFactor, 302)
      const { user, sessionId } = signedIn
      const signOutNonce = createNonce(shop.secret, SIGN_OUT, sessionId)
      if (!can(user, capability)) {
        return context.render({
          title: 'Not for this account',
          bodyClass: 'page logged-in',
          body: <ForbiddenPage user={user} signOutNonce={signOutNonce} />,
          status: 403,
          noIndex: true,
        })
      }
      const restNonce = createNonce(shop.secret, REST_NONCE, sessionId)
      const { timeZone, siteTitle } = shop.settings()
      const kind = { role: user.role, payments: shop.payments.mode, timeZone, siteTitle }
      const adminUser = { id: user.id, name: user.name, ...kind, restNonce, signOutNonce }
      return context.body(shellHtml(adminUser, shop.assets), 200, {
        ...securityHeadersOf(shop.url),
        'content-type': 'text/html; charset=UTF-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'content-security-policy': contentSecurityPolicy({
          inlineScripts: [],
          // Email previews are shown in a sandboxed frame, which inherits this page's policy.
          inlineStyles: [styleSheet, transitionCss],
          isDevelopment: shop.assets.developmentScript !== '',
        }),
      })
    })
  }
  return app
}
