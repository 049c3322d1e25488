import { rateLimiter } from '../../../people/abuse/rate-limit.ts'
import { readPasskeys, signInWithPasskey } from '../../../people/identity/factors/passkeys.ts'
import { verifySessionCode } from '../../../people/identity/factors/second-factor.ts'
import { safeRedirect } from '../../../people/identity/safe-redirect.ts'
import { confirmByPassword, isFresh, markFresh } from '../../../people/identity/sign-in/fresh-session.ts'
import { endSignIn } from '../../../people/identity/sign-in/sign-ins.ts'
import { hasPassword } from '../../../people/identity/users.store.ts'
import type { NoticeList } from '../../../platform/ui/notices.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { type AccountForm, type AccountRequest, type Fields, passkeyOffer } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { ConfirmPage } from './pages/confirm-page.tsx'
import { clientOf, finishSignIn } from './sign-in/finish-sign-in.ts'

const NONCE = 'confirm-identity-nonce'

/** Null if the user has authenticated within the last minutes; otherwise a redirect to the page that asks for it. */
export const confirmFirst = ({ shop, session, redirect }: AccountRequest, returnTo: string): Response | null =>
  isFresh(session, shop.now()) ? null : redirect(hrefs.accountConfirm(returnTo))

export const confirmForm: AccountForm = {
  path: paths.accountConfirm,
  nonceField: NONCE,
  submit,
  show: (request, notices, typed) =>
    confirmPage(request, notices, typed ? typed.redirect_to : request.context.req.query('redirect_to')),
}

async function submit(request: AccountRequest, fields: Fields) {
  const { shop, session } = request
  if (fields.passkey) return byPasskey(request, fields.passkey, fields.redirect_to)
  const result = fields.authcode
    ? await byCode(request, fields.authcode)
    : await confirmByPassword(shop, session, fields.password_current ?? '')
  if (result === 'confirmed') return request.redirect(returnPath(shop, fields.redirect_to))
  return confirmPage(request, [refusals[result]], fields.redirect_to)
}

const returnPath = (shop: AccountContext, redirectTo: string | undefined): string =>
  safeRedirect(redirectTo, shop.url) ?? paths.accountSignIns

const refusals = {
  wrong: { kind: 'error', field: 'password_current', text: 'This password is not correct.' },
  'wrong-code': {
    kind: 'error',
    field: 'authcode',
    text: 'This code is not right, or it was used already. Enter the newest one.',
  },
  'rate-limited': { kind: 'error', text: 'Too many attempts. Please try again in 15 minutes.' },
  passkey: { kind: 'error', text: 'This passkey was not accepted. Try again, or enter your password.' },
} as const satisfies Readonly<Record<string, NoticeList[number]>>

async function byCode({ context, shop, session, user }: AccountRequest, code: string) {
  const attempts = rateLimiter(shop, { name: 'confirm-code', max: 5, seconds: 15 * 60 })
  if (!(await attempts.consume(String(user.id))).ok) return 'rate-limited'
  const { cookie = '', userAgent } = clientOf(context)
  const isRight = session.hasSecondFactor && (await verifySessionCode(shop, user.id, { code, cookie, userAgent }))
  if (!isRight) return 'wrong-code'
  await attempts.reset(String(user.id))
  await markFresh(shop, session.sessionId)
  return 'confirmed'
}

/** A passkey starts a new session, which replaces this one. */
async function byPasskey(request: AccountRequest, passkey: string, redirectTo: string | undefined) {
  const { context, shop, session, user } = request
  const signedIn = await signInWithPasskey(shop, clientOf(context), passkey, user.id)
  if (!signedIn) return confirmPage(request, [refusals.passkey], redirectTo)
  await endSignIn(shop.db, user.id, session.sessionId)
  return finishSignIn(context, shop, signedIn, returnPath(shop, redirectTo))
}

async function confirmPage({ shop, session, user, nonce, render }: AccountRequest, notices: NoticeList, to?: string) {
  const hasPasskeys = (await readPasskeys(shop.db, user.id)).length > 0
  const { passkeyUrl, scripts } = hasPasskeys ? passkeyOffer(shop) : { passkeyUrl: null, scripts: [] }
  return render({
    section: 'sign-ins',
    title: 'Confirm that it’s you',
    notices,
    scripts,
    body: (
      <ConfirmPage
        passkeyUrl={passkeyUrl}
        hasCodes={session.hasSecondFactor}
        email={user.email}
        nonce={nonce(NONCE)}
        hasPassword={await hasPassword(shop.db, user.id)}
        returnTo={returnPath(shop, to)}
      />
    ),
  })
}
