import { pbkdf2Sync } from 'node:crypto'
import { type DeriveKeyFunction, solveChallenge } from 'altcha-lib'
import { issueChallenge, type ProofIssuer, type ProofPurpose } from '../../src/people/abuse/proof-of-work.ts'

type Challenge = Awaited<ReturnType<typeof issueChallenge>>

/** Derives keys in this thread: attempts in tests are so cheap that waiting for another thread would take longer. */
const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => ({
  derivedKey: pbkdf2Sync(password, salt, cost, keyLength, 'sha256'),
})

/** The solution of a challenge, as it is sent in the form. */
export async function solve(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** A proof for a form that has been on screen for a minute. */
export async function createProof(
  shop: ProofIssuer & { readonly now: () => Date },
  purpose: ProofPurpose = 'comment',
): Promise<string> {
  return solve(await issueChallenge(shop, purpose, new Date(shop.now().getTime() - 60_000)))
}
