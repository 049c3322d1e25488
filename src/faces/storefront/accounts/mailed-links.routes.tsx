import { type Context, Hono } from 'hono'
import {
  accountRequestKey,
  asksForPassword,
  confirmAccountAfterOrder,
  deleteAccountRequestKey,
} from '../../../people/identity/account-after-order.ts'
import { supportsPasskeys } from '../../../people/identity/auth.ts'
import { currentAuthSession } from '../../../people/identity/auth-session.ts'
import { confirmEmailChange, undoEmailChange } from '../../../people/identity/change-email.ts'
import { readToken, type TokenData } from '../../../people/identity/keys/tokens.store.ts'
import {
  EmailChangeUndonePage,
  SignInToConfirmPage,
  TakenEmailPage,
} from '../../../people/identity/pages/mailed-link-pages.tsx'
import { ConfirmAccountPage } from '../../../people/identity/pages/password-pages.tsx'
import { ownWords } from '../../../people/identity/passwords/new-password.ts'
import type { PasswordRefusal } from '../../../people/identity/passwords/password-rules.ts'
import { saveAddresses } from '../../../people/identity/users.store.ts'
import { setFlash } from '../../../platform/web/flash.tsx'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { findOrder } from '../../../shop/orders/orders.store.ts'
import type { AccountContext } from './context.ts'
import { signInByMailbox } from './sign-in/finish-sign-in.ts'
import { linkPage, mailedLink } from './sign-in/mailed-link.tsx'

const title = 'Your account'

export function mailedLinkRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  mailedLink(app, shop, {
    path: paths.confirmAccount,
    purpose: 'confirm-account',
    ask(account, context) {
      if (asksForPassword(shop, account, accountRequestKey(context)))
        return { title, body: passwordPage(shop, account, null) }
      const next = account.passwordHash === null ? ' Then you add a passkey to sign in with.' : ''
      return {
        title,
        text: `With one click, the account of ${account.email} is ready, with the orders that you placed with this address.${next}`,
        button: 'Open my account',
      }
    },
    use: (context, key) => openAccount(context, shop, key),
    expiredText: 'If you have an account already, you can choose a new password from the sign-in page.',
  })
  mailedLink(app, shop, {
    path: paths.confirmEmail,
    purpose: 'confirm-email',
    ask: ({ newEmail }) => ({
      title: 'Confirm your email address',
      text: `From then on you sign in with ${newEmail}, and we write to it. Sign-ins on other devices end.`,
      button: 'Confirm',
    }),
    async use(context, key) {
      const session = await currentAuthSession(context, shop)
      const ownSession = session && { userId: session.user.id, sessionId: session.sessionId }
      const changed = await confirmEmailChange(shop, key, ownSession)
      if (!changed.ok) {
        if (changed.problem === 'expired') return null
        if (changed.problem === 'taken') return takenPage(context)
        const body = <SignInToConfirmPage isSignedIn={ownSession !== null} />
        return linkPage(context, { title: 'Is it your account?', body, status: 422 })
      }
      setFlash(context, shop, [{ kind: 'success', text: `Your email address is now ${changed.email}.` }])
      return context.redirect(paths.accountDetails, 303)
    },
    expiredText: 'You can ask for the change again in your account.',
  })

  mailedLink(app, shop, {
    path: paths.undoEmail,
    purpose: 'undo-email',
    ask: ({ oldEmail }) => ({
      title: 'Didn’t do this?',
      text: `${oldEmail} stays, or becomes again, the address of your account. All sign-ins end, passkeys and keys of programs are removed, and you choose a new password.`,
      button: 'This wasn’t me',
    }),
    async use(context, key) {
      const undone = await undoEmailChange(shop, key)
      if (undone.ok)
        return linkPage(context, { title: 'Your account is yours again', body: <EmailChangeUndonePage {...undone} /> })
      return undone.problem === 'taken' ? takenPage(context) : null
    },
    expiredText: 'If your email address was changed without you, please write to us.',
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
  return signInByMailbox(context, shop, { userId, remember: false }, next)
}

function passwordPage(
  shop: AccountContext,
  { email, name }: TokenData['confirm-account'],
  problem: PasswordRefusal | null,
) {
  const words = ownWords({ email, name, siteTitle: shop.settings().siteTitle })
  return (
    <ConfirmAccountPage email={email} problem={problem} ownWords={words} offersPasskey={supportsPasskeys(shop.url)} />
  )
}

const takenPage = (context: Context) => linkPage(context, { title: 'In use', body: <TakenEmailPage />, status: 422 })
