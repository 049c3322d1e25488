import type { Context, MiddlewareHandler } from 'hono'
import { contactOf } from '../../../people/addresses/store-address.ts'
import type { AuthDeps } from '../../../people/identity/auth.ts'
import { currentUser } from '../../../people/identity/auth-session.ts'
import { isStaff } from '../../../platform/access/permissions.ts'
import { EmptyCup } from '../../../platform/ui/empty-cup.tsx'
import type { WithSettings } from '../../../platform/web/context.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { DocumentSettings } from '../context.ts'
import styles from './coming-soon.module.css'
import { isShopperView } from './shopper-view.ts'

/** Paths that stay open: accounts, APIs, and the targets of emailed links and payments in progress. */
const openPaths = [
  paths.account,
  paths.login,
  paths.admin,
  paths.restIndex,
  paths.stockAlerts,
  paths.robots,
  '/wc-api/',
  '/checkout/order-received/',
  '/checkout/order-pay/',
]

const isOpen = ({ req }: Context): boolean =>
  openPaths.some((prefix) => `${req.path}/`.startsWith(prefix)) ||
  (req.path === paths.checkout && req.query('payment_intent') !== undefined)

/** Shows “coming soon” to everybody but staff instead of every page (SITE-02). */
export const comingSoon =
  (shop: AuthDeps & WithSettings<DocumentSettings>): MiddlewareHandler =>
  async (context, next) => {
    const settings = shop.settings()
    if (!settings.comingSoon.isOn || isOpen(context) || isShopperView(context)) return next()
    if (isStaff(await currentUser(context, shop))) return next()
    const body = <ComingSoonPage settings={settings} />
    const { title } = settings.comingSoon
    return context.render({ title, bodyClass: 'coming-soon', layout: 'bare', noIndex: true, body })
  }

function ComingSoonPage({ settings }: { settings: DocumentSettings }) {
  const { siteTitle, tagline, storeNotice, comingSoon: words } = settings
  const { email } = contactOf(settings)
  return (
    <main id="content" className={styles.page} tabIndex={-1}>
      <div className={styles.words}>
        <p className={styles.name}>{siteTitle}</p>
        <h1>{words.title}</h1>
        {words.text !== '' && <p className={styles.text}>{words.text}</p>}
        {storeNotice && <p className={styles.text}>{storeNotice.text}</p>}
        <p className={styles.links}>
          <a href={`mailto:${email}`}>{email}</a>
          <a href={paths.account}>My account</a>
        </p>
        {tagline !== '' && <p className="soft-small">{tagline}.</p>}
      </div>
      <EmptyCup />
    </main>
  )
}
