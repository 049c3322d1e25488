import { type Context, Hono } from 'hono'
import { ExpiredLinkPage, SetPasswordPage } from '../../../people/accounts/pages/set-password-page.tsx'
import { consumePasswordKey, findPasswordKeyUser, setPassword } from '../../../people/accounts/password-link.ts'
import { isValidPasswordLength } from '../../../people/accounts/password-rules.ts'
import { signIn } from '../../../people/accounts/sign-in.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import type { Platform, WithSettings } from '../../../platform/web/context.ts'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { mergeCartOnSignIn } from '../../../shop/cart/merge-cart-on-sign-in.ts'
import type { WithPricing } from '../../../shop/pricing/context.ts'
import type { SiteSettings } from '../../../things/settings/site-settings.ts'

/** Set-password page of a link from `password-link.ts`; signs the user in afterwards. */
export function passwordLinkRoutes(
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithPricing & WithSettings<SiteSettings>,
): Hono {
  const app = new Hono()

  app.get(paths.lostPassword, async (context) => {
    const key = context.req.query('key') ?? ''
    const user = await findPasswordKeyUser(shop.db, key, shop.now())
    return user ? setPasswordPage(context, { linkKey: key, ...user, problem: null }) : expiredLinkPage(context, shop)
  })

  app.post(paths.lostPassword, async (context) => {
    const fields = await formFields(context)
    const key = fields.key ?? ''
    const password = fields.password_1 ?? ''
    const user = await findPasswordKeyUser(shop.db, key, shop.now())
    if (!user) return expiredLinkPage(context, shop)
    if (!isValidPasswordLength(password)) return setPasswordPage(context, { linkKey: key, ...user, problem: 'length' })
    if (!(await consumePasswordKey(shop.db, key))) return expiredLinkPage(context, shop)
    await setPassword(shop.db, user.email, password, shop.now())
    const signedIn = await signIn(shop, {
      ...{ email: user.email, password, remember: true, clientAddress: clientAddress(context) },
      userAgent: (context.req.header('user-agent') ?? '').slice(0, 500),
    })
    if (signedIn.ok) {
      for (const cookie of signedIn.cookies) context.header('set-cookie', cookie, { append: true })
      await mergeCartOnSignIn(context, shop, signedIn.userId, signedIn.cookies)
    }
    return context.redirect(hrefs.account(), 303)
  })

  return app
}

const pageOptions = {
  title: 'Choose your password',
  bodyClass: 'page woocommerce-account woocommerce-page woocommerce-lost-password',
  noIndex: true,
} as const

type SetPasswordProps = Parameters<typeof SetPasswordPage>[0]

const setPasswordPage = (context: Context, props: SetPasswordProps): Response =>
  context.render({
    ...pageOptions,
    body: <SetPasswordPage {...props} />,
    ...(props.problem ? { status: 422 as const } : {}),
  })

const expiredLinkPage = (context: Context, shop: WithSettings<SiteSettings>): Response =>
  context.render({ ...pageOptions, body: <ExpiredLinkPage ownerEmail={shop.settings().ownerEmail} />, status: 404 })
