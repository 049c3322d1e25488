import type { Context } from 'hono'
import type { ReactNode } from 'react'
import { issueChallenge, MAX_WORK } from '../../../../people/abuse/proof-of-work.ts'
import { addressRateLimiter } from '../../../../people/abuse/rate-limit.ts'
import { signInOptions, signInWithPasskey } from '../../../../people/identity/factors/passkeys.ts'
import { SecondStepPage } from '../../../../people/identity/pages/second-step-page.tsx'
import { accountFields, SignInPage, wordpressFields } from '../../../../people/identity/pages/sign-in-page.tsx'
import { safeRedirect } from '../../../../people/identity/safe-redirect.ts'
import { knownDevice } from '../../../../people/identity/sign-in/known-device.ts'
import {
  pendingUserId,
  type SecondStepProblem,
  verifySecondStep,
} from '../../../../people/identity/sign-in/second-step.ts'
import type { SignInProblem } from '../../../../people/identity/sign-in/sign-in.ts'
import { clientAddress } from '../../../../platform/web/client-address.ts'
import { hrefs } from '../../../../platform/web/routes.ts'
import { accountClass, type Fields, formStatus, passkeyOffer } from '../account-page.tsx'
import type { AccountContext } from '../context.ts'
import { clientOf, finishSignIn, setCookies } from './finish-sign-in.ts'

/** The sign-in forms: with WordPress's field names on its own page, and with WooCommerce's on the account page. */
export const signInPages = {
  login: { title: 'Sign in', bodyClass: 'login wp-core-ui', fields: wordpressFields },
  account: { title: 'Your account', bodyClass: accountClass, fields: accountFields },
} as const
export type SignInPlace = keyof typeof signInPages

type Problem = SignInProblem | SecondStepProblem

export function signInPage(
  context: Context,
  shop: AccountContext,
  place: SignInPlace,
  body: ReactNode,
  problem?: Problem,
): Response {
  const { title, bodyClass } = signInPages[place]
  // A page with a challenge needs the script that solves it.
  const hasChallenge = problem?.kind === 'rate-limited' && problem.work !== null
  const solver = hasChallenge ? ['src/people/identity/sign-in/sign-in.client.ts'] : []
  return context.render({
    title,
    bodyClass,
    body,
    noIndex: true,
    scripts: [...passkeyOffer(shop).scripts, ...solver],
    status: formStatus(context, problem),
  })
}

type LoginForm = Omit<Parameters<typeof SignInPage>[0], 'passkeyUrl'>

export function loginPage(context: Context, shop: AccountContext, form: LoginForm, problem?: Problem): Response {
  return signInPage(
    context,
    shop,
    'login',
    <SignInPage {...form} passkeyUrl={passkeyOffer(shop).passkeyUrl} />,
    problem,
  )
}

/** The challenge that permits another attempt, as JSON; '' if there is none. */
export async function challengeFor(shop: AccountContext, problem: Problem): Promise<string> {
  if (problem.kind !== 'rate-limited' || problem.work === null || problem.work > MAX_WORK) return ''
  return JSON.stringify(await issueChallenge(shop, 'sign-in', shop.now(), problem.work))
}

/** Requests of one network in 15 minutes; each sign-in page sends one. */
const OPTIONS_LIMIT = { name: 'passkey-options', max: 120, seconds: 15 * 60 }
/** Refused passkeys of one network. They cannot be guessed, but checking them costs time. */
const REFUSED_LIMIT = { name: 'passkey-refused', max: 30, seconds: 15 * 60 }

export async function passkeySignInOptions(context: Context, shop: AccountContext): Promise<Response> {
  const allowed = await addressRateLimiter(shop, OPTIONS_LIMIT).consume(clientAddress(context))
  if (!allowed.ok)
    return context.json({ code: 'rate-limited' }, 429, { 'retry-after': String(allowed.retryAfterSeconds) })
  const { options, cookies } = await signInOptions(shop, clientOf(context))
  setCookies(context, cookies)
  return context.json(options, 200, { 'cache-control': 'no-store' })
}

/** Signs in with a passkey, which needs no second step because it has verified its user. */
export async function passkeySignIn(context: Context, shop: AccountContext, fields: Fields): Promise<Response> {
  const redirectTo = safeRedirect(fields.redirect_to, shop.url)
  const refused = addressRateLimiter(shop, REFUSED_LIMIT)
  const client = clientOf(context)
  const allowed = await refused.consume(client.clientAddress)
  const signedIn = allowed.ok ? await signInWithPasskey(shop, client, fields.passkey ?? '') : null
  if (signedIn) {
    await refused.undo(client.clientAddress)
    return finishSignIn(context, shop, signedIn, redirectTo)
  }
  const problem = allowed.ok
    ? ({ kind: 'invalid-passkey' } as const)
    : ({ kind: 'rate-limited', retryAfterSeconds: allowed.retryAfterSeconds, work: null } as const)
  return loginPage(context, shop, { redirectTo, problem }, problem)
}

/** The second step of sign-in, in the browser that has just passed the first. */
export async function showSecondStep(context: Context, shop: AccountContext): Promise<Response> {
  const redirectTo = safeRedirect(context.req.query('redirect_to'), shop.url)
  if ((await pendingUserId(shop, clientOf(context))) === null)
    return context.redirect(hrefs.login(redirectTo ?? undefined), 302)
  const isRecovery = context.req.query('method') === 'recovery'
  return signInPage(context, shop, 'login', <SecondStepPage isRecovery={isRecovery} {...formOf(shop, redirectTo)} />)
}

export async function submitSecondStep(context: Context, shop: AccountContext, fields: Fields): Promise<Response> {
  const redirectTo = safeRedirect(fields.redirect_to, shop.url)
  const recoveryCode = fields['two-factor-backup-code']
  const result = await verifySecondStep(shop, {
    client: clientOf(context),
    code: recoveryCode ?? fields.authcode ?? '',
    trust: fields.trust_device !== undefined,
    device: knownDevice(context, shop),
    proof: fields.proof ?? '',
  })
  if (result.ok) return finishSignIn(context, shop, result, redirectTo)
  const { problem } = result
  if (problem.kind === 'expired') return loginPage(context, shop, { redirectTo, hasExpired: true }, problem)
  const attempt = { problem, challenge: await challengeFor(shop, problem), isRecovery: recoveryCode !== undefined }
  return signInPage(context, shop, 'login', <SecondStepPage {...formOf(shop, redirectTo)} {...attempt} />, problem)
}

const formOf = (shop: AccountContext, redirectTo: string | null) => ({
  redirectTo,
  passkeyUrl: passkeyOffer(shop).passkeyUrl,
})
