import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '../database/connect.ts'
import { spend } from './proof.ts'

/*
 * Patience in place of work, for browsers without script: a refusal comes with a pass that is good after a wait. Signed,
 * so that nothing is remembered until it is used, for one holder, and once.
 */

/** How long a pass is good once its wait is over: somebody was called away from the form. */
const GOOD_FOR_SECONDS = 30 * 60

const PASS = /^(\d{1,6})\.(\d{1,12})\.([\w-]{43})$/

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

const sign = (secret: string, text: string, holder: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['pass', text, holder]))
    .digest('base64url')

/** A pass that is good for `holder` after `wait` seconds. */
export function newPass(secret: string, holder: string, wait: number, now: Date): string {
  const text = `${wait}.${seconds(now)}`
  return `${text}.${sign(secret, text, holder)}`
}

export type ReadPass = {
  /** Seconds that its holder was asked to wait. */
  readonly wait: number
  /** Seconds of them that are still to come. */
  readonly left: number
}

/** What a pass says; null for one that is forged, somebody else's, or too old. */
export function readPass(secret: string, given: string, holder: string, now: Date): ReadPass | null {
  const [, wait = '', at = '', signature = ''] = PASS.exec(given) ?? []
  if (signature === '') return null
  const expected = Buffer.from(sign(secret, `${wait}.${at}`, holder))
  if (!timingSafeEqual(Buffer.from(signature), expected)) return null
  const left = Number(at) + Number(wait) - seconds(now)
  return left < -GOOD_FOR_SECONDS ? null : { wait: Number(wait), left: Math.max(0, left) }
}

/** Uses a pass up that `readPass` has found good. False: it was used before. */
export function spendPass(db: Db | Tx, given: string, pass: ReadPass, now: Date): Promise<boolean> {
  const end = new Date(now.getTime() + (pass.wait + GOOD_FOR_SECONDS) * 1000)
  return spend(db, `pass ${given.slice(-43)}`, end, now)
}
