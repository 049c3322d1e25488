import { createHmac } from 'node:crypto'
import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { usedTokens } from './abuse.table.ts'
import type { ProofStatus } from './spam-check.ts'

/** What the proof opens: one made for one door is worth nothing at another. */
export type ProofPurpose = 'comment' | 'checkout' | 'sign-in'

/**
 * Some million rounds of SHA-256: a fifth of a second of a desktop, about one of an old phone, done while
 * the person writes. Many cheap derivations rather than one dear one, so that nothing stutters in between.
 */
const KEY_DERIVATION_COST = 4000
const MIN_ITERATIONS = 100
const MAX_ITERATIONS = 400
/** A tab left open over the day. */
const CHALLENGE_LIFETIME_MS = 12 * 3_600_000
const MAX_PROOF_LENGTH = 4000

/** The most work that a challenge is made of: minutes of a desktop, which nobody waits for and few pay. */
export const MAX_WORK = 1024

/**
 * A sum for the browser to work out, signed, so that nothing has to be remembered until it is solved. `work` is how many
 * times the usual work it takes: it grows with what went wrong at a door.
 */
export function issueChallenge(secret: string, purpose: ProofPurpose, now: Date, work = 1): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: KEY_DERIVATION_COST,
    counter: randomInt(MAX_ITERATIONS * work, MIN_ITERATIONS * work),
    deriveKey,
    data: { door: purpose, at: now.getTime(), work },
    ...hmacSecrets(secret),
  })
}

/** `work`: how many times the usual work a good proof took; 0 for any other. */
export type Proof = { readonly status: ProofStatus; readonly secondsOnForm: number | null; readonly work: number }

/**
 * Looks at a proof and spends it: of two that carry the same one only the first is `good`, decided by the database. Call
 * it in the transaction of what the proof is for, so that it is spent only when that is done.
 */
export async function redeemProof(
  tx: Db | Tx,
  secret: string,
  input: { readonly purpose: ProofPurpose; readonly text: string; readonly now: Date },
): Promise<Proof> {
  const rejected = (status: ProofStatus, secondsOnForm: number | null = null): Proof => ({
    status,
    secondsOnForm,
    work: 0,
  })
  if (input.text === '') return rejected('missing')
  const payload = parsePayload(input.text)
  if (!payload) return rejected('invalid')
  const { challenge, solution } = payload
  const checked = await verifySolution({ challenge, solution, deriveKey, ...hmacSecrets(secret) })
  const { door: purpose, at, work } = challenge.parameters.data ?? {}
  if (!checked.verified || purpose !== input.purpose || typeof at !== 'number') return rejected('invalid')
  const age = input.now.getTime() - at
  const secondsOnForm = age / 1000
  if (age > CHALLENGE_LIFETIME_MS) return rejected('expired', secondsOnForm)
  const isFirst = await consumeOnce(tx, challenge.signature, new Date(at + CHALLENGE_LIFETIME_MS), input.now)
  if (!isFirst) return rejected('reused', secondsOnForm)
  return { status: 'valid', secondsOnForm, work: typeof work === 'number' ? work : 1 }
}

/** Uses something up that counts once and may be forgotten at `expiresAt`. False: somebody was first. */
export async function consumeOnce(tx: Db | Tx, id: string, expiresAt: Date, now: Date): Promise<boolean> {
  // A few of the old ones go with every new one, so the table never grows; ones that somebody else clears are left to them.
  await tx.execute(sql`
    delete from spent_proofs where id in (
      select id from spent_proofs where expires_at < ${now.toISOString()}::timestamptz limit 20 for update skip locked)`)
  const inserted = await tx
    .insert(usedTokens)
    .values({ id, expiresAt })
    .onConflictDoNothing()
    .returning({ id: usedTokens.id })
  return inserted.length === 1
}

function hmacSecrets(secret: string): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  const derived = (purpose: string) => createHmac('sha256', secret).update(`proof|${purpose}`).digest('hex')
  return { hmacSignatureSecret: derived('challenge'), hmacKeySignatureSecret: derived('key') }
}

type Payload = { readonly challenge: Challenge & { readonly signature: string }; readonly solution: Solution }

/** Only the outermost shape is looked at: the rest is ours when the signature is right, and not used when it is not. */
function parsePayload(text: string): Payload | null {
  if (text.length > MAX_PROOF_LENGTH) return null
  let parsed: unknown
  try {
    parsed = JSON.parse(Buffer.from(text, 'base64').toString())
  } catch {
    return null
  }
  if (!isRecord(parsed) || !isRecord(parsed.challenge) || !isRecord(parsed.solution)) return null
  const { parameters, signature } = parsed.challenge
  return isRecord(parameters) && typeof signature === 'string' ? (parsed as Payload) : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
