import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { isSameSignature, sign } from '../../platform/web/signature.ts'
import { usedTokens } from './abuse.table.ts'
import type { ProofStatus } from './spam-check.ts'

export type ProofIssuer = {
  readonly secret: string
  readonly proofCost: number
}

export type ProofPurpose = 'comment' | 'checkout' | 'sign-in' | 'form'

/** Iterations per derivation; 0.2 s in all on a desktop, 1 s on old phones. Short derivations keep pages responsive. */
export const PROOF_COST = 4000
const MIN_ITERATIONS = 100
const MAX_ITERATIONS = 400
/** Long enough for a tab left open over the day. */
const CHALLENGE_LIFETIME_MS = 12 * 3_600_000
const MAX_PROOF_LENGTH = 4000

/** Maximum difficulty: minutes on a desktop, which makes attacks expensive. */
export const MAX_WORK = 1024

/** Signed, so that nothing is stored until it is redeemed. `work` multiplies the usual difficulty. */
export function issueChallenge(
  { secret, proofCost }: ProofIssuer,
  purpose: ProofPurpose,
  now: Date,
  work = 1,
): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: proofCost,
    counter: randomInt(MAX_ITERATIONS * work, MIN_ITERATIONS * work),
    deriveKey,
    data: { door: purpose, at: now.getTime(), work },
    ...hmacSecrets(secret),
  })
}

/** `work`: the difficulty of a valid proof; 0 otherwise. */
export type Proof = { readonly status: ProofStatus; readonly secondsOnForm: number | null; readonly work: number }

/** Redeems a proof, once. Call it in the transaction that the proof protects, so that it is redeemed only on success. */
export async function redeemProof(
  tx: Db | Tx,
  secret: string,
  input: { readonly purpose: ProofPurpose; readonly text: string; readonly now: Date },
): Promise<Proof> {
  const rejected = (status: ProofStatus, secondsOnForm: number | null = null) => ({ status, secondsOnForm, work: 0 })
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

/** Marks a one-time token as used; it may be deleted after `expiresAt`. False if it was used before. */
export async function consumeOnce(tx: Db | Tx, id: string, expiresAt: Date, now: Date): Promise<boolean> {
  // Each insert deletes a few expired rows, so that the table does not grow; rows locked by others are skipped.
  await tx.execute(sql`
    delete from used_tokens where id in (
      select id from used_tokens where expires_at < ${now.toISOString()}::timestamptz limit 20 for update skip locked)`)
  const inserted = await tx
    .insert(usedTokens)
    .values({ id, expiresAt })
    .onConflictDoNothing()
    .returning({ id: usedTokens.id })
  return inserted.length === 1
}

function hmacSecrets(secret: string): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  const derived = (purpose: string) => sign(secret, `proof|${purpose}`, 'hex')
  return { hmacSignatureSecret: derived('challenge'), hmacKeySignatureSecret: derived('key') }
}

/** Only the outer structure is checked: the content is trusted if the signature is valid, and unused otherwise. */
const payloadSchema = z.object({
  challenge: z.looseObject({ parameters: z.looseObject({}), signature: z.string() }),
  solution: z.looseObject({}),
})

type Payload = { readonly challenge: Challenge & { readonly signature: string }; readonly solution: Solution }

function parsePayload(text: string): Payload | null {
  if (text.length > MAX_PROOF_LENGTH) return null
  try {
    return payloadSchema.parse(JSON.parse(Buffer.from(text, 'base64').toString())) as object as Payload
  } catch {
    return null
  }
}

/* Waiting instead of a proof of work, for browsers without script: a rejection carries a token that becomes valid after
   a wait. Signed, so that nothing is stored until it is redeemed; bound to one holder and valid once. */

const VALID_SECONDS = 30 * 60

const TOKEN_PATTERN = /^(\d{1,6})\.(\d{1,12})\.([\w-]{43})$/

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

const signatureOf = (secret: string, text: string, holder: string): string =>
  sign(secret, JSON.stringify(['pass', text, holder]))

export function createWaitToken(secret: string, holder: string, wait: number, now: Date): string {
  const text = `${wait}.${seconds(now)}`
  return `${text}.${signatureOf(secret, text, holder)}`
}

export type WaitToken = {
  /** Wait time in seconds. */
  readonly wait: number
  readonly remaining: number
}

export function parseWaitToken(secret: string, token: string, holder: string, now: Date): WaitToken | null {
  const [, wait = '', at = '', signature = ''] = TOKEN_PATTERN.exec(token) ?? []
  if (!isSameSignature(signature, signatureOf(secret, `${wait}.${at}`, holder))) return null
  const remaining = Number(at) + Number(wait) - seconds(now)
  return remaining < -VALID_SECONDS ? null : { wait: Number(wait), remaining: Math.max(0, remaining) }
}

export function redeemWaitToken(db: Db | Tx, token: string, parsed: WaitToken, now: Date): Promise<boolean> {
  const end = new Date(now.getTime() + (parsed.wait + VALID_SECONDS) * 1000)
  return consumeOnce(db, `pass ${token.slice(-43)}`, end, now)
}
