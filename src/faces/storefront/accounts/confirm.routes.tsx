import { type Context, Hono } from 'hono'
import { rateLimiter } from '../../../people/abuse/rate-limit.ts'
import type { AuthSession } from '../../../people/identity/auth-session.ts'
import { readPasskeys, signInWithPasskey } from '../../../people/identity/factors/passkeys.ts'
import { verifySessionCode } from '../../../people/identity/factors/second-factor.ts'
import { safeRedirect } from '../../../people/identity/safe-redirect.ts'
import { confirmByPassword, isFresh, markFresh } from '../../../people/identity/sign-in/fresh-session.ts'
import { endSignIn } from '../../../people/identity/sign-in/sign-ins.ts'
import { hasPassword } from '../../../people/identity/users.store.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { accountForm, accountPage, type Fields, formNonce, renderAccountPage } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { ConfirmPage } from './pages/confirm-page.tsx'
import { clientOf, finishSignIn } from './sign-in/finish-sign-in.ts'
import { passkeyOffer } from './sign-in/passkey-offer.ts'

const NONCE = 'confirm-identity-nonce'

/**
 * Before a change of what protects the account: null if its owner has proved in the last minutes who they are, otherwise
 * the way to the page that asks for it and then leads to `returnTo`.
 */
export const confirmFirst = (
  context: Context,
  shop: Pick<AccountContext, 'now'>,
  session: AuthSession,
  returnTo: string,
): Response | null => (isFresh(session, shop.now()) ? null : context.redirect(hrefs.accountConfirm(returnTo), 303))

/** /my-account/confirm/: the password, a code or a passkey once more. */
export function confirmRoutes(shop: AccountContext): Hono {
  const app = new Hono()
  accountPage(app, shop, paths.accountConfirm, (context, session) =>
    page(context, shop, session, context.req.query('redirect_to'), []),
  )
  accountForm(app, shop, paths.accountConfirm, {
    nonceField: NONCE,
    submit: (context, session, fields) => submit(context, shop, session, fields),
    again: (context, session, fields, notices) => page(context, shop, session, fields.redirect_to, notices),
  })
  return app
}

async function submit(context: Context, shop: AccountContext, session: AuthSession, fields: Fields) {
  const returnTo = safeRedirect(fields.redirect_to, shop.url) ?? paths.accountSignIns
  if (fields.passkey) return byPasskey(context, shop, session, fields)
  const result = fields.authcode
    ? await byCode(context, shop, session, fields.authcode)
    : await confirmByPassword(shop, session, fields.password_current ?? '')
  if (result === 'confirmed') return context.redirect(returnTo, 303)
  return page(context, shop, session, fields.redirect_to, [refusals[result]])
}

const refusals = {
  wrong: { kind: 'error', field: 'password_current', text: 'This password is not correct.' },
  'wrong-code': {
    ...{ kind: 'error', field: 'authcode' },
    text: 'This code is not right, or it was used already. Enter the newest one.',
  },
  'rate-limited': { kind: 'error', text: 'Too many attempts. Please try again in 15 minutes.' },
  passkey: { kind: 'error', text: 'This passkey was not accepted. Try again, or enter your password.' },
} as const satisfies Readonly<Record<string, NoticeList[number]>>

async function byCode(context: Context, shop: AccountContext, session: AuthSession, code: string) {
  const attempts = rateLimiter(shop, { name: 'confirm-code', max: 5, seconds: 15 * 60 })
  if (!(await attempts.consume(String(session.user.id))).ok) return 'rate-limited'
  const { cookie = '', userAgent } = clientOf(context)
  const isRight =
    session.hasSecondFactor && (await verifySessionCode(shop, session.user.id, { code, cookie, userAgent }))
  if (!isRight) return 'wrong-code'
  await attempts.reset(String(session.user.id))
  await markFresh(shop, session.sessionId)
  return 'confirmed'
}

/** A passkey starts a session anew, which takes the place of this one. */
async function byPasskey(context: Context, shop: AccountContext, session: AuthSession, fields: Fields) {
  const signedIn = await signInWithPasskey(shop, clientOf(context), fields.passkey ?? '', session.user.id)
  if (!signedIn) return page(context, shop, session, fields.redirect_to, [refusals.passkey])
  await endSignIn(shop.db, session.user.id, session.sessionId)
  return finishSignIn(context, shop, signedIn, safeRedirect(fields.redirect_to, shop.url) ?? paths.accountSignIns)
}

async function page(
  context: Context,
  shop: AccountContext,
  session: AuthSession,
  redirectTo: string | undefined,
  notices: NoticeList,
) {
  const hasPasskeys = (await readPasskeys(shop.db, session.user.id)).length > 0
  const { passkeyUrl, scripts } = hasPasskeys ? passkeyOffer(shop) : { passkeyUrl: null, scripts: [] }
  const withPassword = await hasPassword(shop.db, session.user.id)
  return renderAccountPage(context, shop, session, {
    ...{ section: 'sign-ins', title: 'Is it you?', notices },
    scripts,
    body: (
      <ConfirmPage
        {...{ passkeyUrl, hasPassword: withPassword, hasCodes: session.hasSecondFactor, email: session.user.email }}
        returnTo={safeRedirect(redirectTo, shop.url) ?? paths.accountSignIns}
        nonce={{ name: NONCE, value: formNonce(shop, session, NONCE) }}
      />
    ),
  })
}
