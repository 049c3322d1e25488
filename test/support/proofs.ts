import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { newChallenge } from '../../src/abuse/proof.ts'

type Challenge = Awaited<ReturnType<typeof newChallenge>>

/** What a browser works out of a challenge, as it travels in the form. */
export async function solved(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

/** A proof of somebody who has had the form in sight for a minute. */
export async function proofFor(shop: { readonly secret: string; readonly now: () => Date }): Promise<string> {
  return solved(await newChallenge(shop.secret, 'comment', new Date(shop.now().getTime() - 60_000)))
}
