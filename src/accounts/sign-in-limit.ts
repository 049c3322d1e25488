import { acceptProof } from '../abuse/proof.ts'
import { addressLimit, type Limit, rateLimit, strictest } from '../abuse/rate-limit.ts'
import type { Db } from '../database/connect.ts'
import { networkOf } from '../web/client-address.ts'

const WINDOW_SECONDS = 15 * 60
/** Wrong guesses in a quarter of an hour: at one person's door from one address, or with one known browser. */
export const MOST_PER_PERSON = 10
/** From one address at any door (an office shares one). */
export const MOST_PER_ADDRESS = 30
/** At one person's door from everywhere; beyond it a stranger's browser has to work for each guess. */
export const MOST_PER_EMAIL = 50
/** So many more, and the work doubles. */
const GUESSES_A_LEVEL = 10

export type Knock = {
  /** As `normalEmail` has it. */
  readonly email: string
  readonly address: string
  /** Names the browser, when this very person has signed in with it before; null: a stranger's. */
  readonly device: string | null
  readonly proof: { readonly text: string; readonly now: Date } | null
}

/** `work`: a proof of so many times the usual work opens the door at once; null: only waiting does. */
export type KnockAnswer =
  | { readonly ok: true }
  | { readonly ok: false; readonly retryAfterSeconds: number; readonly work: number | null }

type LimitShop = { readonly db: Db; readonly secret: string }

const limit = (name: string, times: number) => ({ name, times, seconds: WINDOW_SECONDS })

function countersOf(shop: LimitShop) {
  return {
    device: rateLimit(shop, limit('sign-in-device', MOST_PER_PERSON)),
    pair: rateLimit(shop, limit('sign-in-pair', MOST_PER_PERSON)),
    address: addressLimit(shop, limit('sign-in-address', MOST_PER_ADDRESS)),
    email: rateLimit(shop, limit('sign-in-email', MOST_PER_EMAIL)),
  }
}

const pairOf = ({ email, address }: Knock): string => `${email} ${networkOf(address)?.network ?? ''}`
const deviceOf = ({ email, device }: Knock): string => `${email} ${device}`

/**
 * Counts an attempt before the password is looked at, so that a hundred at once are not looked at either. Guesses from
 * elsewhere never shut out a browser that this person has signed in with, nor another address: they only cost those who
 * guess on from many addresses more and more work.
 */
export async function countKnock(shop: LimitShop, knock: Knock): Promise<KnockAnswer> {
  const counters = countersOf(shop)
  if (knock.device !== null) return withoutWork(await counters.device.count(deviceOf(knock)))
  const near = strictest(await Promise.all([counters.pair.count(pairOf(knock)), counters.address.count(knock.address)]))
  if (!near.ok) return withoutWork(near)
  const all = await counters.email.count(knock.email)
  if (all.ok) return all
  const { left } = await counters.email.look(knock.email)
  const work = 2 ** Math.floor((-left - 1) / GUESSES_A_LEVEL)
  if (knock.proof) {
    const { text, now } = knock.proof
    const proof = await acceptProof(shop.db, shop.secret, { door: 'sign-in', text, now })
    if (proof.work >= work) return { ok: true }
  }
  return { ok: false, retryAfterSeconds: all.retryAfterSeconds, work }
}

/** The password was right: the attempt is taken back, and with it this person's own slips. */
export async function forgiveKnock(shop: LimitShop, knock: Knock): Promise<void> {
  const counters = countersOf(shop)
  if (knock.device !== null) return counters.device.forget(deviceOf(knock))
  await Promise.all([
    counters.pair.forget(pairOf(knock)),
    counters.address.forgive(knock.address),
    counters.email.forgive(knock.email),
  ])
}

const withoutWork = (answer: Limit): KnockAnswer => (answer.ok ? answer : { ...answer, work: null })
