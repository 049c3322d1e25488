import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Db, Tx } from '../../platform/database/connect.ts'
import { consumeOnce } from './proof-of-work.ts'

/* Waiting instead of a proof of work, for browsers without script: a rejection carries a token that becomes valid after
   a wait. Signed, so that nothing is stored until it is redeemed; bound to one holder and valid once. */

/** How long a token stays valid after its wait. */
const VALID_SECONDS = 30 * 60

const TOKEN_PATTERN = /^(\d{1,6})\.(\d{1,12})\.([\w-]{43})$/

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

const sign = (secret: string, text: string, holder: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['pass', text, holder]))
    .digest('base64url')

/** A token for `holder` that becomes valid after `wait` seconds. */
export function createWaitToken(secret: string, holder: string, wait: number, now: Date): string {
  const text = `${wait}.${seconds(now)}`
  return `${text}.${sign(secret, text, holder)}`
}

export type WaitToken = {
  /** Wait time in seconds. */
  readonly wait: number
  /** Remaining seconds. */
  readonly remaining: number
}

/** Parses a token; null if it is forged, of another holder, or expired. */
export function parseWaitToken(secret: string, token: string, holder: string, now: Date): WaitToken | null {
  const [, wait = '', at = '', signature = ''] = TOKEN_PATTERN.exec(token) ?? []
  if (signature === '') return null
  const expected = Buffer.from(sign(secret, `${wait}.${at}`, holder))
  if (!timingSafeEqual(Buffer.from(signature), expected)) return null
  const remaining = Number(at) + Number(wait) - seconds(now)
  return remaining < -VALID_SECONDS ? null : { wait: Number(wait), remaining: Math.max(0, remaining) }
}

/** Redeems a token parsed by `parseWaitToken`. False if it was used before. */
export function redeemWaitToken(db: Db | Tx, token: string, parsed: WaitToken, now: Date): Promise<boolean> {
  const end = new Date(now.getTime() + (parsed.wait + VALID_SECONDS) * 1000)
  return consumeOnce(db, `pass ${token.slice(-43)}`, end, now)
}
