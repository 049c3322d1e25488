import { createHmac } from 'node:crypto'
import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'drizzle-orm'
import type { Db, Tx } from '../database/connect.ts'
import { spentProofs } from './abuse.table.ts'
import type { ProofState } from './abuse.ts'

/** What the proof opens: one made for one door is worth nothing at another. */
export type Door = 'comment' | 'checkout' | 'sign-in'

/**
 * Some million rounds of SHA-256: a fifth of a second of a desktop, about one of an old phone, done while
 * the person writes. Many cheap derivations rather than one dear one, so that nothing stutters in between.
 */
const ROUNDS_PER_TRY = 4000
const FEWEST_TRIES = 100
const MOST_TRIES = 400
/** A tab left open over the day. */
const LIFE_MS = 12 * 3_600_000
const LONGEST_PROOF = 4000

/** The most work that a challenge is made of: minutes of a desktop, which nobody waits for and few pay. */
export const MOST_WORK = 1024

/**
 * A sum for the browser to work out, signed, so that nothing has to be remembered until it is solved. `work` is how many
 * times the usual work it takes: it grows with what went wrong at a door.
 */
export function newChallenge(secret: string, door: Door, now: Date, work = 1): Promise<Challenge> {
  return createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: ROUNDS_PER_TRY,
    counter: randomInt(MOST_TRIES * work, FEWEST_TRIES * work),
    deriveKey,
    data: { door, at: now.getTime(), work },
    ...secretsOf(secret),
  })
}

/** `work`: how many times the usual work a good proof took; 0 for any other. */
export type Proof = { readonly state: ProofState; readonly secondsAtForm: number | null; readonly work: number }

/**
 * Looks at a proof and spends it: of two that carry the same one only the first is `good`, decided by the database. Call
 * it in the transaction of what the proof is for, so that it is spent only when that is done.
 */
export async function acceptProof(
  tx: Db | Tx,
  secret: string,
  given: { readonly door: Door; readonly text: string; readonly now: Date },
): Promise<Proof> {
  const no = (state: ProofState, secondsAtForm: number | null = null): Proof => ({ state, secondsAtForm, work: 0 })
  if (given.text === '') return no('none')
  const payload = readPayload(given.text)
  if (!payload) return no('wrong')
  const { challenge, solution } = payload
  const checked = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(secret) })
  const { door, at, work } = challenge.parameters.data ?? {}
  if (!checked.verified || door !== given.door || typeof at !== 'number') return no('wrong')
  const age = given.now.getTime() - at
  const secondsAtForm = age / 1000
  if (age > LIFE_MS) return no('expired', secondsAtForm)
  const isFirst = await spend(tx, challenge.signature, new Date(at + LIFE_MS), given.now)
  if (!isFirst) return no('spent', secondsAtForm)
  return { state: 'good', secondsAtForm, work: typeof work === 'number' ? work : 1 }
}

/** Uses something up that counts once and may be forgotten at `expiresAt`. False: somebody was first. */
export async function spend(tx: Db | Tx, id: string, expiresAt: Date, now: Date): Promise<boolean> {
  // A few of the old ones go with every new one, so the table never grows; ones that somebody else clears are left to them.
  await tx.execute(sql`
    delete from spent_proofs where id in (
      select id from spent_proofs where expires_at < ${now.toISOString()}::timestamptz limit 20 for update skip locked)`)
  const spent = await tx
    .insert(spentProofs)
    .values({ id, expiresAt })
    .onConflictDoNothing()
    .returning({ id: spentProofs.id })
  return spent.length === 1
}

function secretsOf(secret: string): { hmacSignatureSecret: string; hmacKeySignatureSecret: string } {
  const derived = (use: string) => createHmac('sha256', secret).update(`proof|${use}`).digest('hex')
  return { hmacSignatureSecret: derived('challenge'), hmacKeySignatureSecret: derived('key') }
}

type Payload = { readonly challenge: Challenge & { readonly signature: string }; readonly solution: Solution }

/** Only the outermost shape is looked at: the rest is ours when the signature is right, and not used when it is not. */
function readPayload(text: string): Payload | null {
  if (text.length > LONGEST_PROOF) return null
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(text, 'base64').toString())
  } catch {
    return null
  }
  if (!isRecord(read) || !isRecord(read.challenge) || !isRecord(read.solution)) return null
  const { parameters, signature } = read.challenge
  return isRecord(parameters) && typeof signature === 'string' ? (read as Payload) : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
