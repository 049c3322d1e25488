import { type Context, Hono } from 'hono'
import { type AuthSession, signOut } from '../../../people/identity/auth-session.ts'
import { readPasskeys } from '../../../people/identity/factors/passkeys.ts'
import { countRecoveryCodes } from '../../../people/identity/factors/second-factor.ts'
import { mustSetUpSecondFactor } from '../../../people/identity/factors/staff-second-factor.ts'
import { endSignIn, readSignIns } from '../../../people/identity/sign-in/sign-ins.ts'
import { endSessions, hasPassword } from '../../../people/identity/users.store.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { setFlash } from '../../../platform/web/flash.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { endCartSession } from '../../../shop/cart/cart-session.ts'
import { forgetSaved } from '../../../shop/saved/saved-session.ts'
import { accountForm, accountPage, type Fields, formNonce, renderAccountPage } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { PASSKEY_NONCE, SECOND_FACTOR_NONCE, SIGN_INS_NONCE } from './nonces.ts'
import { SignInsPage } from './pages/sign-ins-page.tsx'
import { passkeyOffer } from './sign-in/passkey-offer.ts'

/** /my-account/sign-ins/: how to sign in, and where one is signed in. */
export function signInsRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  accountPage(app, shop, paths.accountSignIns, (context, session) => signInsPage(context, shop, session, []))
  accountForm(app, shop, paths.accountSignIns, {
    nonceField: SIGN_INS_NONCE,
    submit: (context, session, fields) => submit(context, shop, session, fields),
    again: (context, session, _fields, notices) => signInsPage(context, shop, session, notices),
  })
  return app
}

async function submit(context: Context, shop: AccountContext, session: AuthSession, fields: Fields): Promise<Response> {
  if (fields.everywhere !== undefined) {
    await endSessions(shop.db, session.user.id)
    for (const cookie of await signOut(shop, context.req.raw.headers)) {
      context.header('set-cookie', cookie, { append: true })
    }
    // As after signing out here: the next user of this browser starts with an empty cart.
    endCartSession(context, shop)
    forgetSaved(context, shop)
    return context.redirect(`${hrefs.login()}?loggedout=true`, 303)
  }
  const isEnded = await endSignIn(shop.db, session.user.id, fields.session ?? '')
  const text = isEnded ? 'That sign-in has ended.' : 'That sign-in had ended already.'
  setFlash(context, shop, [{ kind: isEnded ? 'success' : 'info', text }])
  return context.redirect(paths.accountSignIns, 303)
}

/** The page, with the notices of one of its forms. */
export async function signInsPage(
  context: Context,
  shop: AccountContext,
  session: AuthSession,
  notices: NoticeList,
): Promise<Response> {
  const { user, sessionId, hasSecondFactor } = session
  const now = shop.now()
  const nonceOf = (name: string) => ({ name, value: formNonce(shop, session, name) })
  const [signIns, passkeys, recoveryCodes, withPassword] = await Promise.all([
    readSignIns(shop.db, user.id, { currentId: sessionId, now }),
    readPasskeys(shop.db, user.id),
    hasSecondFactor ? countRecoveryCodes(shop, user.id) : 0,
    hasPassword(shop.db, user.id),
  ])
  return renderAccountPage(context, shop, session, {
    ...{ section: 'sign-ins', title: 'Sign-in and security', notices },
    scripts: passkeyOffer(shop).scripts,
    body: (
      <SignInsPage
        {...{ signIns, passkeys, hasSecondFactor, recoveryCodes, now }}
        needsPasskey={!withPassword && passkeys.length === 0}
        passkeyUrl={passkeyOffer(shop).passkeyUrl}
        publicUrl={shop.publicUrl}
        isRequired={mustSetUpSecondFactor(shop.settings(), session)}
        nonces={{
          signIns: nonceOf(SIGN_INS_NONCE),
          secondFactor: nonceOf(SECOND_FACTOR_NONCE),
          passkeys: nonceOf(PASSKEY_NONCE),
        }}
      />
    ),
  })
}
