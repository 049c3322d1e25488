import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

const TIMEOUT_MS = 90_000

export async function solveProof(challenge: object): Promise<string> {
  // Web Crypto requires a secure context.
  if (!globalThis.crypto?.subtle) return ''
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey, timeout: TIMEOUT_MS })
  return solution ? btoa(JSON.stringify({ challenge, solution })) : ''
}
