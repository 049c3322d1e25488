import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { readAccount } from '../../../people/identity/accounts.store.ts'
import { type AuthSession, createNonce, currentAuthSession } from '../../../people/identity/auth-session.ts'
import { restNonceOf } from '../../../people/identity/rest-nonce.ts'
import { can, isStaff } from '../../../platform/access/permissions.ts'
import { isRecord } from '../../../platform/rest/request.ts'
import { Icon } from '../../../platform/ui/icon.tsx'
import { type AjaxHandler, ajaxText } from '../../../platform/web/ajax.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { WithPayments } from '../../../shop/gateways/context.ts'
import { ordersRead } from '../../../shop/orders/capabilities.ts'
import { commentsModerate } from '../../../site/comments/capabilities.ts'
import { countComments } from '../../../site/comments/comments-query.store.ts'
import { builderUse, contentWrite } from '../../../site/content/capabilities.ts'
import { themeEdit } from '../../../things/settings/capabilities.ts'
import { SIGN_OUT } from '../accounts/account-page.tsx'
import styles from './admin-bar.module.css'
import type { AppearanceSettings } from './settings.ts'
import { isShopperView } from './shopper-view.ts'
import { dropStaffCookie } from './staff-cookie.ts'

type BarContext = Pick<Platform, 'db' | 'secret' | 'url'> & WithPayments & WithSettings<AppearanceSettings>

/**
 * `POST admin-ajax.php`, action `admin_bar`: admin bar for staff and "coming soon" banner for cached pages. '' for
 * everybody else, which also resets the cookie that made the browser ask.
 */
export const adminBarCall: AjaxHandler<BarContext> = async (context, shop) => {
  if (isShopperView(context))
    return ajaxText(context, renderToStaticMarkup(<ShopperBar mode={shop.payments.mode} />), 200)
  const session = await currentAuthSession(context, shop)
  if (!session || !isStaff(session.user)) {
    dropStaffCookie(context)
    return ajaxText(context, '', 200)
  }
  const { kind, id } = await formFields(context)
  const pending = can(session.user, commentsModerate) ? (await countComments(shop.db)).pending : null
  const { isOn, banner } = shop.settings().comingSoon
  const hasBanner = isOn && banner !== '' && !(await isBannerDismissed(shop, session.user.id))
  const html = renderToStaticMarkup(
    <>
      <AdminBar shop={shop} session={session} pending={pending} {...linksOf(kind, id)} />
      {hasBanner && <Banner text={banner} nonce={restNonceOf(shop, session)} />}
    </>,
  )
  return ajaxText(context, html, 200)
}

/** Whether the user has dismissed the banner. */
async function isBannerDismissed({ db }: BarContext, userId: number): Promise<boolean> {
  const meta = (await readAccount(db, userId))?.meta.woocommerce_meta
  return isRecord(meta) && meta.coming_soon_banner_dismissed === 'yes'
}

/** Back office screens of entries, by the kind of page. */
const screens: ReadonlyMap<string, string> = new Map([
  ['page', paths.adminPages],
  ['post', paths.adminPosts],
  ['project', paths.adminProjects],
])

type PageLinks = {
  /** The back office screen for the shown page. */
  readonly edit?: { readonly label: string; readonly href: string }
  /** The page builder URL for the shown page. */
  readonly builder?: string
}

/** Links for the shown page, which the browser found by the classes of its body. */
function linksOf(kind = '', id = ''): PageLinks {
  if (kind === 'home') return { edit: { label: 'Edit the home page', href: paths.adminHomePage } }
  if (!/^[1-9]\d{0,8}$/.test(id)) return {}
  const builder = hrefs.pageBuilder(Number(id))
  if (kind === 'product') return { builder }
  const screen = screens.get(kind)
  return screen === undefined ? {} : { edit: { label: `Edit this ${kind}`, href: `${screen}${id}/` }, builder }
}

type BarLinkProps = { href: string; id?: string; className?: string | undefined; children: ReactNode }

const BarLink = ({ href, id, className, children }: BarLinkProps) => (
  <li id={id && `wp-admin-bar-${id}`} className={className}>
    <a id={id} href={href}>
      {children}
    </a>
  </li>
)

type BarProps = PageLinks & { shop: BarContext; session: AuthSession; pending: number | null }

function AdminBar({ shop, session: { user, sessionId }, pending, edit, builder }: BarProps) {
  const writes = can(user, contentWrite)
  return (
    <nav id="wpadminbar" className={styles.bar} aria-label="Staff">
      <ul>
        <BarLink href={paths.admin}>
          <Icon name="leaf" size={16} /> Back office
        </BarLink>
        {writes && edit && <BarLink href={edit.href}>{edit.label}</BarLink>}
        {builder !== undefined && can(user, builderUse) && (
          <BarLink id="sktbuilder-admin-bar-link" className={styles.wide} href={builder}>
            Page builder
          </BarLink>
        )}
        {writes && (
          <BarLink className={styles.wide} href={paths.adminNewPost}>
            New post
          </BarLink>
        )}
        {can(user, ordersRead) && <BarLink href={paths.adminOrders}>Orders</BarLink>}
        {pending !== null && (
          <BarLink className={styles.wide} href={hrefs.adminComments()}>
            {pending === 1 ? '1 comment waits' : pending === 0 ? 'Comments' : `${pending} comments wait`}
          </BarLink>
        )}
        {can(user, themeEdit) && shop.settings().comingSoon.isOn && (
          <BarLink className={styles.wide} href={paths.adminSetup}>
            Not open yet
          </BarLink>
        )}
        <BarLink className={styles.last} href={hrefs.logout(createNonce(shop.secret, SIGN_OUT, sessionId))}>
          Sign out
        </BarLink>
      </ul>
    </nav>
  )
}

const paymentTexts = {
  sandbox: 'No card is charged: pay with 4242 4242 4242 4242.',
  test: 'Test keys are in use: no card is charged.',
  live: 'Payments are real.',
} as const

/** Replaces the admin bar while staff browse as a shopper. */
const ShopperBar = ({ mode }: { mode: keyof typeof paymentTexts }) => (
  <nav id="wpadminbar" className={styles.bar} aria-label="Staff">
    <ul>
      <li className={styles.told}>
        You are a shopper here. <span className={styles.wide}>{paymentTexts[mode]}</span>
      </li>
      <li className={styles.last}>
        <form method="post" action={paths.adminShopperView}>
          <button type="submit">
            <Icon name="leaf" size={16} /> Back to the back office
          </button>
        </form>
      </li>
    </ul>
  </nav>
)

/** With WooCommerce's class names (storefront-scripts.md §4). */
const Banner = ({ text, nonce }: { text: string; nonce: string }) => (
  <div id="coming-soon-footer-banner" className={styles.banner} role="complementary" aria-label="Coming soon">
    <p>{text}</p>
    <a
      href="#content"
      role="button"
      className={`coming-soon-footer-banner-dismiss icon-button ${styles.dismiss}`}
      data-rest-url={`${paths.restUsers}/me`}
      data-rest-nonce={nonce}
      aria-label="Dismiss this banner"
    >
      <Icon name="close" size={18} />
    </a>
  </div>
)
