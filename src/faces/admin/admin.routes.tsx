import { type Context, Hono } from 'hono'
import { renderToStaticMarkup } from 'react-dom/server'
import { createNonce, currentAuthSession } from '../../people/identity/auth-session.ts'
import { mustSetUpSecondFactor } from '../../people/identity/factors/staff-second-factor.ts'
import { ForbiddenPage } from '../../people/identity/pages/forbidden-page.tsx'
import { REST_NONCE } from '../../people/identity/principal.ts'
import type { AccountSettings } from '../../people/identity/settings.ts'
import { type Capability, can } from '../../platform/access/permissions.ts'
import { type AdminUser, adminUserAttributes } from '../../platform/admin/start/admin-user.ts'
import type { Assets } from '../../platform/web/assets.ts'
import type { Platform, WithSettings } from '../../platform/web/context.ts'
import { hrefs, paths } from '../../platform/web/routes.ts'
import { contentSecurityPolicy, type PolicyOptions, securityHeadersOf } from '../../platform/web/security.ts'
import type { WithPayments } from '../../shop/gateways/context.ts'
import { styleSheet } from '../../things/messages/message-style.ts'
import type { SiteSettings } from '../../things/settings/site-settings.ts'
import { SIGN_OUT } from '../storefront/accounts/account-page.tsx'
import { screens } from './screens.ts'

type ShellShop = Pick<Platform, 'assets' | 'db' | 'secret' | 'url'> &
  WithPayments &
  WithSettings<SiteSettings & AccountSettings>

export function adminRoutes(shop: ShellShop): Hono {
  const app = new Hono()
  for (const { path, capability } of screens) app.get(path, (context) => openShell(context, shop, capability))
  return app
}

export const movedScreens = (): Hono =>
  new Hono().get(paths.adminAttribution, (context) => context.redirect(hrefs.adminReport('sources'), 301))

type Shell = {
  readonly client: string
  readonly title: string
  /** Exceptions in the Content-Security-Policy: style elements of its libraries, and video players in its content. */
  readonly policy?: Pick<PolicyOptions, 'style' | 'frame'>
}

/** The page that starts a staff application. Visitors are redirected to sign-in, and others are refused. */
export async function openShell(context: Context, shop: ShellShop, capability: Capability, shell = backOffice) {
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
  const { timeZone, siteTitle, weightUnit } = shop.settings()
  const kind = { role: user.role, payments: shop.payments.mode, timeZone, siteTitle, weightUnit }
  const adminUser = { id: user.id, name: user.name, ...kind, restNonce, signOutNonce }
  return context.body(shellHtml(adminUser, shop.assets, shell), 200, {
    ...securityHeadersOf(shop.url),
    'content-type': 'text/html; charset=UTF-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': contentSecurityPolicy({
      inlineScripts: [],
      // Email previews are shown in a sandboxed frame, which inherits this page's policy.
      inlineStyles: [styleSheet, transitionCss],
      ...shell.policy,
      isDevelopment: shop.assets.developmentScript !== '',
    }),
  })
}

export const ADMIN_CLIENT = 'src/faces/admin/client.tsx'
const backOffice: Shell = { client: ADMIN_CLIENT, title: 'Back office' }

/** Inline, to apply before the first paint. The shop's pages need it too, or browsers abort the transition. */
export const transitionCss =
  '@view-transition{navigation:auto}@media (prefers-reduced-motion:reduce){@view-transition{navigation:none}}'

/** The shop's icon with inverted colours, to tell the browser tabs apart. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#eef1ea"/><path d="M8 25C8 13 14 7 26 6c-.5 12-7 18-15 15.5M8 25c3-6 7-9.5 11-11.5" fill="none" stroke="#1f4433" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg>',
)}`

/** The empty page in which the back office starts. It contains only the user: all data comes from authorized calls. */
export function shellHtml(user: AdminUser, assets: Assets, { client, title }: Shell = backOffice): string {
  const { script, styles } = assets.entry(client)
  // Every staff application has the style sheets of the back office.
  const sheets = new Set([...assets.entry(ADMIN_CLIENT).styles, ...styles])
  const { developmentScript } = assets
  return `<!doctype html>${renderToStaticMarkup(
    <html lang="en-CA">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <title>{title}</title>
        <link rel="icon" type="image/svg+xml" href={icon} />
        <style dangerouslySetInnerHTML={{ __html: transitionCss }} />
        {[...assets.fonts, ...assets.textFonts].map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        {[...sheets].map((href) => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {developmentScript !== '' && (
          <script
            type="module"
            dangerouslySetInnerHTML={{ __html: `${developmentScript}\nimport '/src/faces/admin/admin.css'` }}
          />
        )}
        <script type="module" src={script} />
      </head>
      <body>
        <div id="admin" {...adminUserAttributes(user)} />
        <noscript>
          <h1>The back office needs JavaScript</h1>
          <p>
            Turn it on for this site and reload the page. The shop itself works without it:{' '}
            <a href={hrefs.shop()}>to the shop</a>.
          </p>
        </noscript>
      </body>
    </html>,
  )}`
}
