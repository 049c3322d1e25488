import { type Context, Hono } from 'hono'
import {
  accountRequestKey,
  asksForPassword,
  confirmAccountAfterOrder,
  deleteAccountRequestKey,
} from '../../../people/identity/account-after-order.ts'
import { supportsPasskeys } from '../../../people/identity/auth.ts'
import { readToken, type TokenData } from '../../../people/identity/keys/tokens.store.ts'
import { ConfirmAccountPage } from '../../../people/identity/pages/password-pages.tsx'
import { ownWords } from '../../../people/identity/passwords/new-password.ts'
import type { PasswordRefusal } from '../../../people/identity/passwords/password-rules.ts'
import { saveAddresses } from '../../../people/identity/users.store.ts'
import { setFlash } from '../../../platform/web/flash.tsx'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { findOrder } from '../../../shop/orders/orders.store.ts'
import type { AccountContext } from './context.ts'
import { signInProved } from './sign-in/finish-sign-in.ts'
import { linkPage, mailedLink } from './sign-in/mailed-link.tsx'

const title = 'Your account'

/** The mailed link of a guest who requested an account after an order: makes it and signs in. */
export function accountAfterOrderRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  mailedLink(app, shop, {
    ...{ path: paths.confirmAccount, purpose: 'confirm-account' },
    ask(account, context) {
      if (asksForPassword(shop, account, accountRequestKey(context)))
        return { title, body: passwordPage(shop, account, null) }
      const next = account.passwordHash === null ? ' Then you add a passkey to sign in with.' : ''
      return {
        title,
        text: `One press, and the account of ${account.email} is ready, with the orders that you placed with this address.${next}`,
        button: 'Open my account',
      }
    },
    use: (context, key) => openAccount(context, shop, key),
    expiredText: 'If you have an account already, you can choose a new password from the sign-in page.',
  })
  return app
}

async function openAccount(context: Context, shop: AccountContext, key: string): Promise<Response | null> {
  const { password_1: password = '', account_way: way } = await formFields(context)
  const link = { key, browserKey: accountRequestKey(context), password, withPasskey: way === 'passkey' }
  const confirmed = await confirmAccountAfterOrder(shop, link, async (tx, { userId, orderId }) => {
    const order = await findOrder(tx, orderId)
    if (order) await saveAddresses(tx, userId, { billing: order.billing, shipping: order.shipping })
  })
  if (!confirmed.ok) {
    const { problem } = confirmed
    if (problem === 'email-taken') return context.redirect(hrefs.login(paths.account), 303)
    const account = problem === 'expired' ? null : await readToken(shop.db, 'confirm-account', key, shop.now())
    if (problem === 'expired' || !account) return null
    return linkPage(context, { title, body: passwordPage(shop, account, problem), status: 422 })
  }
  deleteAccountRequestKey(context)
  const { userId, hasPassword } = confirmed
  const text = hasPassword
    ? 'Your account is ready. These are your orders.'
    : 'Your account is ready, with your orders in it. Add a passkey now, and next time you sign in with it.'
  setFlash(context, shop, [{ kind: 'success', text }])
  const next = hasPassword ? paths.accountOrders : paths.accountSignIns
  return signInProved(context, shop, { userId, remember: false }, next)
}

function passwordPage(
  shop: AccountContext,
  { email, name }: TokenData['confirm-account'],
  problem: PasswordRefusal | null,
) {
  const words = ownWords({ email, name, siteTitle: shop.settings().siteTitle })
  return <ConfirmAccountPage {...{ email, problem }} ownWords={words} offersPasskey={supportsPasskeys(shop.url)} />
}
