import type { Context } from 'hono'
import type { ReactNode } from 'react'
import { issueChallenge, MAX_WORK } from '../../../../people/abuse/proof-of-work.ts'
import { accountFields, wordpressFields } from '../../../../people/identity/pages/sign-in-page.tsx'
import type { SecondStepProblem } from '../../../../people/identity/sign-in/second-step.ts'
import type { SignInProblem } from '../../../../people/identity/sign-in/sign-in.ts'
import { accountClass } from '../account-page.tsx'
import type { AccountContext } from '../context.ts'
import { passkeyOffer } from './passkey-offer.ts'

/** Sign-in with WordPress's field names on its own page, and with WooCommerce's on the account page. */
export const signInPages = {
  login: { title: 'Sign in', bodyClass: 'login wp-core-ui', fields: wordpressFields },
  account: { title: 'Your account', bodyClass: accountClass, fields: accountFields },
} as const

export type SignInPlace = keyof typeof signInPages

type Problem = SignInProblem | SecondStepProblem

/** A page of signing in, with the status of what went wrong. */
export function signInPage(
  context: Context,
  shop: AccountContext,
  place: SignInPlace,
  body: ReactNode,
  problem?: Problem,
): Response {
  const { title, bodyClass } = signInPages[place]
  const limit = problem?.kind === 'rate-limited' ? problem : null
  if (limit) context.header('retry-after', String(limit.retryAfterSeconds))
  return context.render({
    ...{ title, bodyClass, body },
    scripts: [
      ...passkeyOffer(shop).scripts,
      // A page with a challenge needs the script that solves it.
      ...(limit && limit.work !== null ? ['src/people/identity/sign-in/sign-in.client.ts'] : []),
    ],
    status: limit ? 429 : problem ? 422 : 200,
    noIndex: true,
  })
}

/** The challenge that permits another attempt, as JSON; '' if none does. */
export async function challengeFor(shop: AccountContext, problem: Problem): Promise<string> {
  if (problem.kind !== 'rate-limited' || problem.work === null || problem.work > MAX_WORK) return ''
  return JSON.stringify(await issueChallenge(shop, 'sign-in', shop.now(), problem.work))
}
