import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { issueChallenge, MAX_WORK } from '../../../people/abuse/proof-of-work.ts'
import {
  createNonce,
  currentAuthSession,
  type SignInProblem,
  signIn,
  signOut,
  verifyNonce,
} from '../../../people/accounts/auth-session.ts'
import { knownDevice, rememberDevice } from '../../../people/accounts/known-device.ts'
import { ExpiredLinkPage, SetPasswordPage } from '../../../people/accounts/pages/set-password-page.tsx'
import {
  accountFields,
  SignInPage,
  SignOutPage,
  wordpressFields,
} from '../../../people/accounts/pages/sign-in-page.tsx'
import { isValidPasswordLength } from '../../../people/accounts/password-rules.ts'
import { safeRedirect } from '../../../people/accounts/safe-redirect.ts'
import { consumePasswordKey, findPasswordKeyUser, setPassword } from '../../../people/accounts/users.store.ts'
import { can, type Role } from '../../../platform/access/permissions.ts'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { endCartSession } from '../../../shop/cart/cart-session.ts'
import type { StorefrontContext } from '../context.ts'
import { accountClass, SIGN_OUT } from './account-page.tsx'
import { GuestAccountPage } from './pages/guest-account-page.tsx'
import { clientOf, signInAgain, startSession } from './sign-in-again.ts'

/** Sign-in with WordPress's field names on its own page, and with WooCommerce's on the account page. */
const signInPages = {
  login: { title: 'Sign in', bodyClass: 'login wp-core-ui', fields: wordpressFields, Form: SignInPage },
  account: { title: 'Your account', bodyClass: accountClass, fields: accountFields, Form: GuestAccountPage },
} as const

/** Sign-in, sign-out, account page, and the page of a link that sets a password. */
export function accountsRoutes(shop: StorefrontContext): Hono {
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
    // The checkout's sign-in form passes `redirect`.
    return handleSignIn(context, shop, 'account', fields, safeRedirect(fields.redirect ?? fields.redirect_to, shop.url))
  })

  app.get(paths.lostPassword, async (context) => {
    const linkKey = context.req.query('key') ?? ''
    const user = await findPasswordKeyUser(shop.db, linkKey, shop.now())
    if (!user) return expiredLinkPage(context, shop)
    return context.render({ ...passwordPage, body: <SetPasswordPage linkKey={linkKey} {...user} problem={null} /> })
  })

  app.post(paths.lostPassword, async (context) => {
    const { key = '', password_1: password = '' } = await formFields(context)
    const user = await findPasswordKeyUser(shop.db, key, shop.now())
    if (!user) return expiredLinkPage(context, shop)
    if (!isValidPasswordLength(password)) {
      const body = <SetPasswordPage linkKey={key} {...user} problem="length" />
      return context.render({ ...passwordPage, body, status: 422 })
    }
    if (!(await consumePasswordKey(shop.db, key))) return expiredLinkPage(context, shop)
    await setPassword(shop.db, user.email, password, shop.now())
    await signInAgain(context, shop, user.email, password)
    return context.redirect(paths.account, 303)
  })

  return app
}

/** Default destination after sign-in: staff to the back office, customers to their account. */
const landingPath = (role: Role): string => (can({ role }, 'admin.access') ? paths.admin : paths.account)

async function handleSignIn(
  context: Context,
  shop: StorefrontContext,
  place: keyof typeof signInPages,
  fields: Readonly<Record<string, string>>,
  redirectTo: string | null,
): Promise<Response> {
  const { fields: names, Form } = signInPages[place]
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
  const form = <Form email={email} problem={problem} challenge={challenge} redirectTo={redirectTo} />
  return signInPage(context, place, form, problem)
}

/** Signs out with a valid nonce; otherwise asks for confirmation. */
async function handleSignOut(
  context: Context,
  shop: StorefrontContext,
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

const passwordPage = {
  title: 'Choose your password',
  bodyClass: `${accountClass} woocommerce-lost-password`,
  noIndex: true,
} as const

const expiredLinkPage = (context: Context, shop: StorefrontContext): Response =>
  context.render({ ...passwordPage, body: <ExpiredLinkPage ownerEmail={shop.settings().ownerEmail} />, status: 404 })
