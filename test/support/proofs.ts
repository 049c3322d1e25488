import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { issueChallenge, type ProofIssuer, type ProofPurpose } from '../../src/people/abuse/proof-of-work.ts'

type Challenge = Awaited<ReturnType<typeof issueChallenge>>

/** The solution of a challenge, as it is sent in the form. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** A proof whose form has been on screen for a minute. */
export async function createProof(
  shop: ProofIssuer & { readonly now: () => Date },
  purpose: ProofPurpose = 'comment',
): Promise<string> {
  return solve(await issueChallenge(shop, purpose, new Date(shop.now().getTime() - 60_000)))
}
