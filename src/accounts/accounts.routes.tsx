import { type Context, Hono } from 'hono'
import type { ReactNode } from 'react'
import { MOST_WORK, newChallenge } from '../abuse/proof.ts'
import { enterCart } from '../cart/enter-cart.ts'
import { endSession } from '../cart/session.ts'
import { readOrders } from '../orders/orders-read.store.ts'
import { hrefs, paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { clientAddress } from '../web/client-address.ts'
import { formFields } from '../web/form.ts'
import { currentSession, type SignedIn } from './current-user.ts'
import { knownDevice, rememberDevice } from './known-device.ts'
import { checkNonce, makeNonce } from './nonce.ts'
import { ownPath } from './own-path.ts'
import { AccountPage, type OwnOrders, VisitorPage } from './pages/account-page.tsx'
import { accountFields, type FieldNames, wordpressFields } from './pages/sign-in-form.tsx'
import { SignInPage, SignOutPage } from './pages/sign-in-page.tsx'
import { can, type Role } from './permissions.ts'
import { type SignInProblem, type SignInResult, signIn, signOut } from './sign-in.ts'

/** The action that sign-out links and forms carry a nonce for. */
export const SIGN_OUT = 'log-out'
const ORDERS_PER_PAGE = 20

/** Signing in and out, and the account page. */
export function accountsRoutes(shop: Shop): Hono {
  const app = new Hono()

  app.get(paths.login, async (context) => {
    const signedIn = await currentSession(context, shop)
    if (context.req.query('action') === 'logout') {
      if (!signedIn) return context.redirect(hrefs.login(), 302)
      const isOurs = checkNonce(shop.secret, SIGN_OUT, signedIn.sessionId, context.req.query('_wpnonce'))
      return isOurs ? leave(context, shop) : askFirst(context, shop, signedIn)
    }
    const redirectTo = ownPath(context.req.query('redirect_to'), shop.url)
    if (signedIn) return context.redirect(redirectTo ?? homeOf(signedIn.user.role), 302)
    const hasSignedOut = context.req.query('loggedout') === 'true'
    return signInPage(context, shop, <SignInPage redirectTo={redirectTo} hasSignedOut={hasSignedOut} />)
  })

  app.post(paths.login, async (context) => {
    const fields = await formFields(context)
    if (context.req.query('action') === 'logout') {
      const signedIn = await currentSession(context, shop)
      if (!signedIn) return context.redirect(hrefs.login(), 303)
      const isOurs = checkNonce(shop.secret, SIGN_OUT, signedIn.sessionId, fields._wpnonce)
      return isOurs ? leave(context, shop) : askFirst(context, shop, signedIn)
    }
    const result = await signInWith(context, shop, fields, wordpressFields)
    const redirectTo = ownPath(fields.redirect_to, shop.url)
    if (result.ok) return enter(context, shop, result, redirectTo ?? homeOf(result.role))
    const email = fields[wordpressFields.email] ?? ''
    const challenge = await challengeFor(shop, result.problem)
    const page = <SignInPage email={email} problem={result.problem} challenge={challenge} redirectTo={redirectTo} />
    return signInPage(context, shop, page, result.problem)
  })

  app.get(paths.account, async (context) => {
    const signedIn = await currentSession(context, shop)
    return signedIn ? accountPage(context, shop, signedIn) : visitorPage(context, shop, <VisitorPage />)
  })

  app.post(paths.account, async (context) => {
    const fields = await formFields(context)
    const result = await signInWith(context, shop, fields, accountFields)
    // The checkout's sign-in form says so, to come back.
    const redirectTo = ownPath(fields.redirect ?? fields.redirect_to, shop.url)
    if (result.ok) return enter(context, shop, result, redirectTo ?? hrefs.account())
    const email = fields[accountFields.email] ?? ''
    const challenge = await challengeFor(shop, result.problem)
    const page = <VisitorPage email={email} problem={result.problem} challenge={challenge} redirectTo={redirectTo} />
    return visitorPage(context, shop, page, result.problem)
  })

  return app
}

/** Where somebody goes who did not say: staff to their work, customers to their account. */
const homeOf = (role: Role): string => (can({ role }, 'staff.enter') ? hrefs.admin() : hrefs.account())

function signInWith(
  context: Context,
  shop: Shop,
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

async function enter(context: Context, shop: Shop, result: SignInResult & { ok: true }, to: string): Promise<Response> {
  for (const cookie of result.cookies) context.header('set-cookie', cookie, { append: true })
  rememberDevice(context, shop, { userId: result.userId })
  await enterCart(context, shop, result.userId, result.cookies)
  return context.redirect(to, 303)
}

async function leave(context: Context, shop: Shop): Promise<Response> {
  const cookies = await signOut(shop, context.req.raw.headers)
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true })
  // Whoever uses this browser next begins with an empty cart; this one waits for its owner.
  endSession(context, shop)
  return context.redirect(`${hrefs.login()}?loggedout=true`, 303)
}

function askFirst(context: Context, shop: Shop, signedIn: SignedIn): Response {
  const nonce = makeNonce(shop.secret, SIGN_OUT, signedIn.sessionId)
  return signInPage(context, shop, <SignOutPage nonce={nonce} />)
}

/** Status of a refusal; one that was tried too often also says when to come back. */
function statusOf(context: Context, problem: SignInProblem | undefined): 200 | 422 | 429 {
  if (!problem) return 200
  if (problem.kind !== 'limited') return 422
  context.header('retry-after', String(problem.retryAfterSeconds))
  return 429
}

/** A page whose form asks the browser for work brings the script that does it. */
const scriptsFor = (problem: SignInProblem | undefined): string[] =>
  problem?.kind === 'limited' && problem.work !== null ? ['src/accounts/sign-in.client.ts'] : []

/** The work that a refused form asks for. */
async function challengeFor(shop: Shop, problem: SignInProblem): Promise<string> {
  if (problem.kind !== 'limited' || problem.work === null || problem.work > MOST_WORK) return ''
  return JSON.stringify(await newChallenge(shop.secret, 'sign-in', shop.now(), problem.work))
}

function signInPage(context: Context, shop: Shop, body: ReactNode, problem?: SignInProblem): Response {
  return context.render({
    scripts: scriptsFor(problem),
    title: 'Sign in',
    bodyClass: 'login wp-core-ui',
    body,
    status: statusOf(context, problem),
    noIndex: true,
  })
}

function visitorPage(context: Context, shop: Shop, body: ReactNode, problem?: SignInProblem): Response {
  return context.render({
    scripts: scriptsFor(problem),
    title: 'Your account',
    bodyClass: 'page woocommerce-account woocommerce-page',
    body,
    status: statusOf(context, problem),
    noIndex: true,
  })
}

async function accountPage(context: Context, shop: Shop, signedIn: SignedIn): Promise<Response> {
  const asked = Number(context.req.query('paged') ?? 1)
  const page = Number.isSafeInteger(asked) && asked > 0 && asked < 100_000 ? asked : 1
  const found = await readOrders(
    shop.db,
    { statuses: [], search: '', customerId: signedIn.user.id },
    { by: 'date', direction: 'desc' },
    { number: page, size: ORDERS_PER_PAGE },
  )
  const own: OwnOrders = { orders: found.orders, page, pages: Math.ceil(found.total / ORDERS_PER_PAGE) }
  const nonce = makeNonce(shop.secret, SIGN_OUT, signedIn.sessionId)
  return context.render({
    title: 'Your account',
    bodyClass: 'page logged-in woocommerce-account woocommerce-page',
    body: <AccountPage user={signedIn.user} own={own} nonce={nonce} />,
    noIndex: true,
  })
}
