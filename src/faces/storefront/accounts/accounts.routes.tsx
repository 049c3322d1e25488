import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { issueChallenge, MAX_WORK } from '../../../people/abuse/proof-of-work.ts'
import { type AuthSession, currentAuthSession } from '../../../people/accounts/auth-session.ts'
import { knownDevice, rememberDevice } from '../../../people/accounts/known-device.ts'
import { createNonce, verifyNonce } from '../../../people/accounts/nonce.ts'
import {
  accountFields,
  type FieldNames,
  SignInPage,
  SignOutPage,
  wordpressFields,
} from '../../../people/accounts/pages/sign-in-page.tsx'
import { safeRedirect } from '../../../people/accounts/safe-redirect.ts'
import { type SignInProblem, type SignInResult, signIn, signOut } from '../../../people/accounts/sign-in.ts'
import { can, type Role } from '../../../platform/access/permissions.ts'
import { clientAddress } from '../../../platform/web/client-address.ts'
import type { Platform } from '../../../platform/web/context.ts'
import { formFields } from '../../../platform/web/form.ts'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { endCartSession } from '../../../shop/cart/cart-session.ts'
import { mergeCartOnSignIn } from '../../../shop/cart/merge-cart-on-sign-in.ts'
import { readOrders } from '../../../shop/orders/orders-read.store.ts'
import type { WithPricing } from '../../../shop/pricing/context.ts'
import { type AccountOrders, AccountPage, GuestAccountPage } from './pages/account-page.tsx'

/** Nonce action of sign-out links and forms. */
export const SIGN_OUT = 'log-out'
const ORDERS_PER_PAGE = 20

/** Sign-in, sign-out and account page. */
export function accountsRoutes(shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithPricing): Hono {
  const app = new Hono()

  app.get(paths.login, async (context) => {
    const session = await currentAuthSession(context, shop)
    if (context.req.query('action') === 'logout') {
      if (!session) return context.redirect(hrefs.login(), 302)
      const isValidNonce = verifyNonce(shop.secret, SIGN_OUT, session.sessionId, context.req.query('_wpnonce'))
      return isValidNonce ? completeSignOut(context, shop) : confirmSignOutPage(context, shop, session)
    }
    const redirectTo = safeRedirect(context.req.query('redirect_to'), shop.url)
    if (session) return context.redirect(redirectTo ?? landingPath(session.user.role), 302)
    const hasSignedOut = context.req.query('loggedout') === 'true'
    return signInPage(context, <SignInPage redirectTo={redirectTo} hasSignedOut={hasSignedOut} />)
  })

  app.post(paths.login, async (context) => {
    const fields = await formFields(context)
    if (context.req.query('action') === 'logout') {
      const session = await currentAuthSession(context, shop)
      if (!session) return context.redirect(hrefs.login(), 303)
      const isValidNonce = verifyNonce(shop.secret, SIGN_OUT, session.sessionId, fields._wpnonce)
      return isValidNonce ? completeSignOut(context, shop) : confirmSignOutPage(context, shop, session)
    }
    const result = await signInWith(context, shop, fields, wordpressFields)
    const redirectTo = safeRedirect(fields.redirect_to, shop.url)
    if (result.ok) return completeSignIn(context, shop, result, redirectTo ?? landingPath(result.role))
    const email = fields[wordpressFields.email] ?? ''
    const challenge = await challengeFor(shop, result.problem)
    const page = <SignInPage email={email} problem={result.problem} challenge={challenge} redirectTo={redirectTo} />
    return signInPage(context, page, result.problem)
  })

  app.get(paths.account, async (context) => {
    const session = await currentAuthSession(context, shop)
    return session ? accountPage(context, shop, session) : guestAccountPage(context, <GuestAccountPage />)
  })

  app.post(paths.account, async (context) => {
    const fields = await formFields(context)
    const result = await signInWith(context, shop, fields, accountFields)
    // The checkout's sign-in form passes `redirect`.
    const redirectTo = safeRedirect(fields.redirect ?? fields.redirect_to, shop.url)
    if (result.ok) return completeSignIn(context, shop, result, redirectTo ?? hrefs.account())
    const email = fields[accountFields.email] ?? ''
    const challenge = await challengeFor(shop, result.problem)
    const page = (
      <GuestAccountPage email={email} problem={result.problem} challenge={challenge} redirectTo={redirectTo} />
    )
    return guestAccountPage(context, page, result.problem)
  })

  return app
}

/** Default destination after sign-in: staff to the back office, customers to their account. */
const landingPath = (role: Role): string => (can({ role }, 'admin.access') ? hrefs.admin() : hrefs.account())

function signInWith(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'>,
  fields: Readonly<Record<string, string>>,
  names: FieldNames,
): Promise<SignInResult> {
  return signIn(shop, {
    email: fields[names.email] ?? '',
    password: fields[names.password] ?? '',
    remember: fields.rememberme === 'forever',
    clientAddress: clientAddress(context),
    userAgent: (context.req.header('user-agent') ?? '').slice(0, 500),
    device: knownDevice(context, shop),
    proof: { text: fields.proof ?? '', now: shop.now() },
  })
}

async function completeSignIn(
  context: Context,
  shop: Pick<Platform, 'db' | 'now' | 'secret' | 'url'> & WithPricing,
  result: SignInResult & { ok: true },
  to: string,
): Promise<Response> {
  for (const cookie of result.cookies) context.header('set-cookie', cookie, { append: true })
  rememberDevice(context, shop, { userId: result.userId })
  await mergeCartOnSignIn(context, shop, result.userId, result.cookies)
  return context.redirect(to, 303)
}

async function completeSignOut(context: Context, shop: Pick<Platform, 'db' | 'secret' | 'url'>): Promise<Response> {
  const cookies = await signOut(shop, context.req.raw.headers)
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
  // The next user of this browser starts with an empty cart; the customer's own cart remains stored.
  endCartSession(context, shop)
  return context.redirect(`${hrefs.login()}?loggedout=true`, 303)
}

function confirmSignOutPage(context: Context, shop: Pick<Platform, 'secret'>, session: AuthSession): Response {
  const nonce = createNonce(shop.secret, SIGN_OUT, session.sessionId)
  return signInPage(context, <SignOutPage nonce={nonce} />)
}

/** Status of a rejected sign-in; a rate limit also sets `Retry-After`. */
function statusOf(context: Context, problem: SignInProblem | undefined): 200 | 422 | 429 {
  if (!problem) return 200
  if (problem.kind !== 'rate-limited') return 422
  context.header('retry-after', String(problem.retryAfterSeconds))
  return 429
}

/** A page with a challenge needs the script that solves it. */
const scriptsFor = (problem: SignInProblem | undefined): string[] =>
  problem?.kind === 'rate-limited' && problem.work !== null ? ['src/people/accounts/sign-in.client.ts'] : []

/** The challenge for a rejected sign-in. */
async function challengeFor(shop: Pick<Platform, 'now' | 'secret'>, problem: SignInProblem): Promise<string> {
  if (problem.kind !== 'rate-limited' || problem.work === null || problem.work > MAX_WORK) return ''
  return JSON.stringify(await issueChallenge(shop.secret, 'sign-in', shop.now(), problem.work))
}

function signInPage(context: Context, body: ReactNode, problem?: SignInProblem): Response {
  return context.render({
    scripts: scriptsFor(problem),
    title: 'Sign in',
    bodyClass: 'login wp-core-ui',
    body,
    status: statusOf(context, problem),
    noIndex: true,
  })
}

function guestAccountPage(context: Context, body: ReactNode, problem?: SignInProblem): Response {
  return context.render({
    scripts: scriptsFor(problem),
    title: 'Your account',
    bodyClass: 'page woocommerce-account woocommerce-page',
    body,
    status: statusOf(context, problem),
    noIndex: true,
  })
}

async function accountPage(
  context: Context,
  shop: Pick<Platform, 'db' | 'secret'>,
  session: AuthSession,
): Promise<Response> {
  const requestedPage = Number(context.req.query('paged') ?? 1)
  const page = Number.isSafeInteger(requestedPage) && requestedPage > 0 && requestedPage < 100_000 ? requestedPage : 1
  const result = await readOrders(
    shop.db,
    { statuses: [], search: '', customerId: session.user.id },
    { by: 'date', direction: 'desc' },
    { number: page, size: ORDERS_PER_PAGE },
  )
  const accountOrders: AccountOrders = { orders: result.orders, page, pages: Math.ceil(result.total / ORDERS_PER_PAGE) }
  const nonce = createNonce(shop.secret, SIGN_OUT, session.sessionId)
  return context.render({
    title: 'Your account',
    bodyClass: 'page logged-in woocommerce-account woocommerce-page',
    body: <AccountPage user={session.user} accountOrders={accountOrders} nonce={nonce} />,
    noIndex: true,
  })
}
