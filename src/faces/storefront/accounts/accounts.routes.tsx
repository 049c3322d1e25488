import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { issueChallenge, MAX_WORK } from '../../../people/abuse/proof-of-work.ts'
import { requestByEmail } from '../../../people/accounts/account-requests.ts'
import {
  createNonce,
  currentAuthSession,
  type SignInProblem,
  signIn,
  signOut,
  verifyNonce,
} from '../../../people/accounts/auth-session.ts'
import { knownDevice, rememberDevice } from '../../../people/accounts/known-device.ts'
import {
  accountFields,
  SignInPage,
  type SignInProps,
  SignOutPage,
  wordpressFields,
} from '../../../people/accounts/pages/sign-in-page.tsx'
import { safeRedirect } from '../../../people/accounts/safe-redirect.ts'
import { can, type Role } from '../../../platform/access/permissions.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { endCartSession } from '../../../shop/cart/cart-session.ts'
import { accountClass, emailRequestStatus, noRegistration, SIGN_OUT } from './account-page.tsx'
import type { AccountContext } from './context.ts'
import { GuestAccountPage } from './pages/guest-account-page.tsx'
import { clientOf, startSession } from './sign-in-again.ts'

/** Sign-in with WordPress's field names on its own page, and with WooCommerce's on the account page. */
const signInPages = {
  login: { title: 'Sign in', bodyClass: 'login wp-core-ui', fields: wordpressFields },
  account: { title: 'Your account', bodyClass: accountClass, fields: accountFields },
} as const

/** Signing in and out, and registering. */
export function accountsRoutes(shop: AccountContext): Hono {
  const app = new Hono()

  app.get(paths.login, async (context) => {
    if (context.req.query('action') === 'logout') {
      return handleSignOut(context, shop, context.req.query('_wpnonce'), 302)
    }
    const session = await currentAuthSession(context, shop)
    const redirectTo = safeRedirect(context.req.query('redirect_to'), shop.url)
    if (session) return context.redirect(redirectTo ?? landingPath(session.user.role), 302)
    const hasSignedOut = context.req.query('loggedout') === 'true'
    return signInPage(context, 'login', <SignInPage redirectTo={redirectTo} hasSignedOut={hasSignedOut} />)
  })

  app.post(paths.login, async (context) => {
    const fields = await formFields(context)
    if (context.req.query('action') === 'logout') return handleSignOut(context, shop, fields._wpnonce, 303)
    return handleSignIn(context, shop, 'login', fields, safeRedirect(fields.redirect_to, shop.url))
  })

  app.get(paths.accountSignOut, (context) => handleSignOut(context, shop, context.req.query('_wpnonce'), 302))

  app.post(paths.account, async (context) => {
    const fields = await formFields(context)
    if (fields.register !== undefined) return handleRegister(context, shop, fields.email ?? '')
    // The checkout's sign-in form passes `redirect`.
    return handleSignIn(context, shop, 'account', fields, safeRedirect(fields.redirect ?? fields.redirect_to, shop.url))
  })

  return app
}

/** Default destination after sign-in: staff to the back office, customers to their account. */
const landingPath = (role: Role): string => (can({ role }, 'admin.access') ? paths.admin : paths.account)

/** Takes a request for an account. The answer is the same whether the email address has one or not. */
async function handleRegister(context: Context, shop: AccountContext, sent: string): Promise<Response> {
  if (!shop.settings().registration) return context.notFound()
  const email = sent.trim()
  const problem = await requestByEmail(shop, 'register-account', { email, clientAddress: clientAddress(context) })
  return context.render({
    ...{ title: 'Your account', bodyClass: accountClass, noIndex: true, status: emailRequestStatus(context, problem) },
    body: <GuestAccountPage register={{ email, problem: problem?.kind ?? null, isSent: problem === null }} />,
  })
}

async function handleSignIn(
  context: Context,
  shop: AccountContext,
  place: keyof typeof signInPages,
  fields: Readonly<Record<string, string>>,
  redirectTo: string | null,
): Promise<Response> {
  const { fields: names } = signInPages[place]
  const email = fields[names.email] ?? ''
  const result = await signIn(shop, {
    ...{ email, password: fields[names.password] ?? '', ...clientOf(context) },
    remember: fields.rememberme === 'forever',
    device: knownDevice(context, shop),
    proof: { text: fields.proof ?? '', now: shop.now() },
  })
  if (result.ok) {
    rememberDevice(context, shop, { userId: result.userId })
    await startSession(context, shop, result)
    return context.redirect(redirectTo ?? (place === 'login' ? landingPath(result.role) : paths.account), 303)
  }
  const { problem } = result
  const challenge =
    problem.kind === 'rate-limited' && problem.work !== null && problem.work <= MAX_WORK
      ? JSON.stringify(await issueChallenge(shop.secret, 'sign-in', shop.now(), problem.work))
      : ''
  const form: SignInProps = { email, problem, challenge, redirectTo }
  const body =
    place === 'login' ? <SignInPage {...form} /> : <GuestAccountPage {...form} register={noRegistration(shop)} />
  return signInPage(context, place, body, problem)
}

/** Signs out with a valid nonce; otherwise asks for confirmation. */
async function handleSignOut(
  context: Context,
  shop: AccountContext,
  nonce: string | undefined,
  status: 302 | 303,
): Promise<Response> {
  const session = await currentAuthSession(context, shop)
  if (!session) return context.redirect(hrefs.login(), status)
  if (!verifyNonce(shop.secret, SIGN_OUT, session.sessionId, nonce)) {
    return signInPage(context, 'login', <SignOutPage nonce={createNonce(shop.secret, SIGN_OUT, session.sessionId)} />)
  }
  const cookies = await signOut(shop, context.req.raw.headers)
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
  // The next user of this browser starts with an empty cart; the customer's own cart remains stored.
  endCartSession(context, shop)
  return context.redirect(`${hrefs.login()}?loggedout=true`, 303)
}

function signInPage(
  context: Context,
  place: keyof typeof signInPages,
  body: ReactNode,
  problem?: SignInProblem,
): Response {
  const { title, bodyClass } = signInPages[place]
  const limit = problem?.kind === 'rate-limited' ? problem : null
  if (limit) context.header('retry-after', String(limit.retryAfterSeconds))
  return context.render({
    ...{ title, bodyClass, body },
    // A page with a challenge needs the script that solves it.
    scripts: limit && limit.work !== null ? ['src/people/accounts/sign-in.client.ts'] : [],
    status: limit ? 429 : problem ? 422 : 200,
    noIndex: true,
  })
}
