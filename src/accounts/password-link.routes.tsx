import { type Context, Hono } from 'hono'
import { enterCart } from '../cart/enter-cart.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { clientAddress } from '../web/client-address.ts'
import { formFields } from '../web/form.ts'
import { SetPasswordPage, SpentLinkPage } from './pages/set-password-page.tsx'
import { hasPasswordLength } from './password-length.ts'
import { spendPasswordKey, whoseKey } from './password-link.ts'
import { setPassword } from './set-password.ts'
import { signIn } from './sign-in.ts'

/** The page that a link of `password-link.ts` opens: choose a password, and be signed in. */
export function passwordLinkRoutes(shop: Shop): Hono {
  const app = new Hono()

  app.get(paths.lostPassword, async (context) => {
    const key = context.req.query('key') ?? ''
    const person = await whoseKey(shop.db, key, shop.now())
    return person ? choosePage(context, shop, { linkKey: key, ...person, problem: null }) : spentPage(context, shop)
  })

  app.post(paths.lostPassword, async (context) => {
    const fields = await formFields(context)
    const key = fields.key ?? ''
    const password = fields.password_1 ?? ''
    const person = await whoseKey(shop.db, key, shop.now())
    if (!person) return spentPage(context, shop)
    if (!hasPasswordLength(password)) return choosePage(context, shop, { linkKey: key, ...person, problem: 'length' })
    if (!(await spendPasswordKey(shop.db, key))) return spentPage(context, shop)
    await setPassword(shop.db, person.email, password, shop.now())
    const entered = await signIn(shop, {
      ...{ email: person.email, password, remember: true, clientAddress: clientAddress(context) },
      userAgent: (context.req.header('user-agent') ?? '').slice(0, 500),
    })
    if (entered.ok) {
      for (const cookie of entered.cookies) context.header('set-cookie', cookie, { append: true })
      await enterCart(context, shop, entered.userId, entered.cookies)
    }
    return context.redirect(hrefs.account(), 303)
  })

  return app
}

const frame = {
  title: 'Choose your password',
  bodyClass: 'page woocommerce-account woocommerce-page woocommerce-lost-password',
  noIndex: true,
} as const

type Choosing = Parameters<typeof SetPasswordPage>[0]

const choosePage = (context: Context, shop: Shop, choosing: Choosing): Response =>
  context.render({
    ...frame,
    body: <SetPasswordPage {...choosing} />,
    ...(choosing.problem ? { status: 422 as const } : {}),
  })

const spentPage = (context: Context, shop: Shop): Response =>
  context.render({ ...frame, body: <SpentLinkPage ownerEmail={shop.settings().ownerEmail} />, status: 404 })
