import { type Context, Hono } from 'hono'
import { registerAccountJob, requestByEmail } from '../../../../people/identity/account-requests.ts'
import { createNonce, currentAuthSession, verifyNonce } from '../../../../people/identity/auth-session.ts'
import { guestForms, hasForgedNonce } from '../../../../people/identity/form-nonce.tsx'
import { SignInPage, type SignInProps, SignOutPage } from '../../../../people/identity/pages/sign-in-page.tsx'
import { safeRedirect } from '../../../../people/identity/safe-redirect.ts'
import { knownDevice } from '../../../../people/identity/sign-in/known-device.ts'
import { signIn } from '../../../../people/identity/sign-in/sign-in.ts'
import { endSignIn } from '../../../../people/identity/sign-in/sign-ins.ts'
import { endSessions } from '../../../../people/identity/users.store.ts'
import { clientAddress } from '../../../../platform/web/client-address.ts'
import { formFields } from '../../../../platform/web/form.ts'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import {
  type Fields,
  forgedNonce,
  formStatus,
  guestFormProps,
  guestPage,
  passkeyOffer,
  SIGN_OUT,
} from '../account-page.tsx'
import type { AccountContext } from '../context.ts'
import { clientOf, finishSignIn, landingPath, signOutHere } from './finish-sign-in.ts'
import { GuestAccountPage } from './pages/guest-account-page.tsx'
import {
  challengeFor,
  loginPage,
  passkeySignIn,
  passkeySignInOptions,
  type SignInPlace,
  showSecondStep,
  signInPage,
  signInPages,
  submitSecondStep,
} from './sign-in-steps.tsx'

export function accountsRoutes(shop: AccountContext): Hono {
  const app = new Hono()

  app.get(paths.login, async (context) => {
    const action = context.req.query('action') ?? ''
    if (action === 'logout') return handleSignOut(context, shop, { nonce: context.req.query('_wpnonce'), status: 302 })
    if (action === 'validate_2fa') return showSecondStep(context, shop)
    if (isLostPassword(action)) return context.redirect(paths.lostPassword, 302)
    const session = await currentAuthSession(context, shop)
    const redirectTo = safeRedirect(context.req.query('redirect_to'), shop.url)
    if (session) return context.redirect(redirectTo ?? landingPath(session.user.role), 302)
    const hasSignedOut = context.req.query('loggedout') === 'true'
    return loginPage(context, shop, { redirectTo, hasSignedOut })
  })

  app.post(paths.login, async (context) => {
    const action = context.req.query('action') ?? ''
    // That page has the same form, so the request is repeated there.
    if (isLostPassword(action)) return context.redirect(paths.lostPassword, 307)
    const fields = await formFields(context)
    if (action === 'logout') {
      const isEverywhere = fields.everywhere !== undefined
      return handleSignOut(context, shop, { nonce: fields._wpnonce, status: 303, isEverywhere })
    }
    if (action === 'validate_2fa') return submitSecondStep(context, shop, fields)
    if (action === 'passkey_options') return passkeySignInOptions(context, shop)
    if (action === 'passkey') return passkeySignIn(context, shop, fields)
    return handleSignIn(context, shop, 'login', fields, safeRedirect(fields.redirect_to, shop.url))
  })

  app.get(paths.accountSignOut, (context) =>
    handleSignOut(context, shop, { nonce: context.req.query('_wpnonce'), status: 302 }),
  )

  app.post(paths.account, async (context) => {
    const fields = await formFields(context)
    if (fields.register !== undefined) return handleRegister(context, shop, fields)
    // The checkout's sign-in form passes `redirect`.
    return handleSignIn(context, shop, 'account', fields, safeRedirect(fields.redirect ?? fields.redirect_to, shop.url))
  })

  return app
}

const isLostPassword = (action: string): boolean => action === 'lostpassword' || action === 'retrievepassword'

/** Handles a registration. The response is the same whether the email address has an account or not. */
async function handleRegister(context: Context, shop: AccountContext, fields: Fields): Promise<Response> {
  if (!shop.settings().registration) return context.notFound()
  const email = (fields.email ?? '').trim()
  const problem = hasForgedNonce(shop.secret, guestForms.register, fields)
    ? forgedNonce
    : await requestByEmail(shop, registerAccountJob, { email, clientAddress: clientAddress(context) })
  const register = { email, problem: problem?.kind ?? null, isSent: problem === null }
  return guestPage(context, shop, { register, status: formStatus(context, problem) })
}

async function handleSignIn(
  context: Context,
  shop: AccountContext,
  place: SignInPlace,
  fields: Fields,
  redirectTo: string | null,
): Promise<Response> {
  const { fields: names } = signInPages[place]
  const email = fields[names.email] ?? ''
  const isForged = place === 'account' && hasForgedNonce(shop.secret, guestForms.signIn, fields)
  const result = isForged
    ? ({ ok: false, problem: forgedNonce } as const)
    : await signIn(shop, {
        email,
        password: fields[names.password] ?? '',
        ...clientOf(context),
        remember: fields.rememberme === 'forever',
        device: knownDevice(context, shop),
        proof: { text: fields.proof ?? '', now: shop.now() },
      })
  const landing = place === 'login' ? null : paths.account
  if (result.ok) return finishSignIn(context, shop, result, redirectTo ?? landing)
  const { problem } = result
  if (problem.kind === 'second-factor')
    return finishSignIn(context, shop, { ok: false, problem }, redirectTo ?? landing)
  if (problem.kind !== 'missing') shop.log.info({ reason: problem.kind }, 'A sign-in was refused')
  const challenge = await challengeFor(shop, problem)
  const form: SignInProps = { email, problem, challenge, redirectTo, passkeyUrl: passkeyOffer(shop).passkeyUrl }
  const body =
    place === 'login' ? <SignInPage {...form} /> : <GuestAccountPage {...form} {...(await guestFormProps(shop))} />
  return signInPage(context, shop, place, body, problem)
}

type SignOut = { readonly nonce: string | undefined; readonly status: 302 | 303; readonly isEverywhere?: boolean }

async function handleSignOut(context: Context, shop: AccountContext, { nonce, status, isEverywhere }: SignOut) {
  const session = await currentAuthSession(context, shop)
  if (!session) return context.redirect(hrefs.login(), status)
  if (!verifyNonce(shop.secret, SIGN_OUT, session.sessionId, nonce)) {
    const fresh = createNonce(shop.secret, SIGN_OUT, session.sessionId)
    return signInPage(context, shop, 'login', <SignOutPage nonce={fresh} />)
  }
  if (isEverywhere) await endSessions(shop.db, session.user.id)
  else await endSignIn(shop.db, session.user.id, session.sessionId)
  await signOutHere(context, shop)
  return context.redirect(`${hrefs.login()}?loggedout=true`, 303)
}
