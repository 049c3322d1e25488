/** Works out a challenge of `issueChallenge`. The browser derives on a thread of its own, so the page never waits. */
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const TIMEOUT_MS = 90_000

/** The proof as it travels in a form; empty when this browser cannot work it out. */
export async function solveProof(challenge: object): Promise<string> {
  // Only pages that came safely may use the browser's own cryptography.
  if (!globalThis.crypto?.subtle) return ''
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey, timeout: TIMEOUT_MS })
  return solution ? btoa(JSON.stringify({ challenge, solution })) : ''
}
