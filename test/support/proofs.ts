import { pbkdf2Sync } from 'node:crypto'
import { type DeriveKeyFunction, solveChallenge } from 'altcha-lib'
import { issueChallenge, type ProofIssuer, type ProofPurpose } from '../../src/people/abuse/proof-of-work.ts'

type Challenge = Awaited<ReturnType<typeof issueChallenge>>

/** In this thread: the attempts of tests are so cheap that a wait for another thread takes longer than each of them. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256'),
})

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
