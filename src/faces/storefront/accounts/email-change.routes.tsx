import { type Context, Hono } from 'hono'
import { currentAuthSession } from '../../../people/identity/auth-session.ts'
import { confirmEmailChange, undoEmailChange } from '../../../people/identity/change-email.ts'
import {
  EmailChangeUndonePage,
  SignInToConfirmPage,
  TakenEmailPage,
} from '../../../people/identity/pages/mailed-link-pages.tsx'
import { setFlash } from '../../../platform/web/flash.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { AccountContext } from './context.ts'
import { linkPage, mailedLink } from './sign-in/mailed-link.tsx'

/** The links of a changed email address: to the new one, which makes the change, and to the old one, which undoes it. */
export function emailChangeRoutes(shop: AccountContext): Hono {
  const app = new Hono()

  mailedLink(app, shop, {
    ...{ path: paths.confirmEmail, purpose: 'confirm-email' },
    ask: ({ newEmail }) => ({
      title: 'Confirm your email address',
      text: `From then on you sign in with ${newEmail}, and we write to it. Sign-ins on other devices end.`,
      button: 'Confirm',
    }),
    async use(context, key) {
      const session = await currentAuthSession(context, shop)
      const own = session && { userId: session.user.id, sessionId: session.sessionId }
      const changed = await confirmEmailChange(shop, key, own)
      if (!changed.ok) {
        if (changed.problem === 'expired') return null
        if (changed.problem === 'taken') return takenPage(context)
        const body = <SignInToConfirmPage isSignedIn={own !== null} />
        return linkPage(context, { title: 'Is it your account?', body, status: 422 })
      }
      setFlash(context, shop, [{ kind: 'success', text: `Your email address is now ${changed.email}.` }])
      return context.redirect(paths.accountDetails, 303)
    },
    expiredText: 'You can ask for the change again in your account.',
  })

  mailedLink(app, shop, {
    ...{ path: paths.undoEmail, purpose: 'undo-email' },
    ask: ({ oldEmail }) => ({
      title: 'Was it not you?',
      text: `${oldEmail} stays, or becomes again, the address of your account. All sign-ins end, passkeys and keys of programs are removed, and you choose a new password.`,
      button: 'It was not me',
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

const takenPage = (context: Context) => linkPage(context, { title: 'In use', body: <TakenEmailPage />, status: 422 })
