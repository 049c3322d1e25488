import type { Context } from 'hono'
import { SecondStepPage } from '../../../../people/identity/pages/second-step-page.tsx'
import { SignInPage } from '../../../../people/identity/pages/sign-in-page.tsx'
import { safeRedirect } from '../../../../people/identity/safe-redirect.ts'
import { knownDevice } from '../../../../people/identity/sign-in/known-device.ts'
import {
  pendingUserId,
  type SecondStepProblem,
  verifySecondStep,
} from '../../../../people/identity/sign-in/second-step.ts'
import { hrefs } from '../../../../platform/web/routes.ts'
import type { Fields } from '../account-page.tsx'
import type { AccountContext } from '../context.ts'
import { clientOf, finishSignIn } from './finish-sign-in.ts'
import { passkeyOffer } from './passkey-offer.ts'
import { challengeFor, signInPage } from './sign-in-answer.tsx'

/** The second step of signing in, for the browser that has just shown the first factor. */
export async function showSecondStep(context: Context, shop: AccountContext): Promise<Response> {
  const redirectTo = safeRedirect(context.req.query('redirect_to'), shop.url)
  if ((await pendingUserId(shop, clientOf(context))) === null) {
    return context.redirect(hrefs.login(redirectTo ?? undefined), 302)
  }
  const isRecovery = context.req.query('method') === 'recovery'
  const { passkeyUrl } = passkeyOffer(shop)
  return signInPage(context, shop, 'login', <SecondStepPage {...{ isRecovery, redirectTo, passkeyUrl }} />)
}

/** Takes the code, and goes on to the page that was asked for before signing in. */
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
  return refusedStep(context, shop, result.problem, { isRecovery: recoveryCode !== undefined, redirectTo })
}

async function refusedStep(
  context: Context,
  shop: AccountContext,
  problem: SecondStepProblem,
  form: { readonly isRecovery: boolean; readonly redirectTo: string | null },
): Promise<Response> {
  const { passkeyUrl } = passkeyOffer(shop)
  if (problem.kind === 'expired') {
    const body = <SignInPage {...{ redirectTo: form.redirectTo, passkeyUrl }} hasExpired />
    return signInPage(context, shop, 'login', body, problem)
  }
  const challenge = await challengeFor(shop, problem)
  return signInPage(
    context,
    shop,
    'login',
    <SecondStepPage {...{ ...form, problem, challenge, passkeyUrl }} />,
    problem,
  )
}
