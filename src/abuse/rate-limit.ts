import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../database/connect.ts'
import { networkOf } from '../web/client-address.ts'

/** How often something may be done at a door, by whoever the key names. */
export type Allowance = {
  /** Name of the door, e.g. `comment-address`; counts of different doors never meet. */
  readonly name: string
  readonly times: number
  readonly seconds: number
}

export type Limit = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

export type RateLimit = {
  /** Counts one more for this key. Counted even when refused, so that hammering does not pay. */
  count(key: string): Promise<Limit>
  /** How many are left, without counting; what to wait for when none is. */
  look(key: string): Promise<{ readonly left: number; readonly retryAfterSeconds: number }>
  /** Takes one count back. */
  forgive(key: string): Promise<void>
  /** Forgets this key altogether. */
  forget(key: string): Promise<void>
}

type Parts = { readonly db: Db; readonly secret: string }

const made = new WeakMap<Db, Map<string, RateLimit>>()

/** An owner may change how often: what was counted stays, the new measure counts from then on. */
const sameOf = ({ name, times, seconds }: Allowance): string => `${name} ${times} ${seconds}`

/** The one counter of a door in this process, made when somebody first comes to it. */
export function rateLimit(shop: Parts, allowance: Allowance): RateLimit {
  const ofShop = made.get(shop.db) ?? new Map<string, RateLimit>()
  made.set(shop.db, ofShop)
  const limit = ofShop.get(sameOf(allowance)) ?? openLimit(shop, allowance)
  ofShop.set(sameOf(allowance), limit)
  return limit
}

/**
 * Counts in the database, for all processes of the shop together. The table of counters need not say who was at the
 * door, so it holds keyed hashes of the keys.
 */
function openLimit(shop: Parts, allowance: Allowance): RateLimit {
  const limiter = new RateLimiterPostgres({
    // Drizzle keeps the pool it was given; its published type does not say so.
    storeClient: (shop.db as Db & { readonly $client: pg.Pool }).$client,
    storeType: 'pool',
    tableName: 'rate_limits',
    // The table stands in our migrations; the library removes old counts by itself.
    tableCreated: true,
    keyPrefix: allowance.name,
    points: allowance.times,
    duration: allowance.seconds,
  })
  const hidden = (key: string) =>
    createHmac('sha256', shop.secret).update(`rate|${allowance.name}|${key}`).digest('base64url')
  return {
    async count(key) {
      try {
        await limiter.consume(hidden(key))
        return { ok: true }
      } catch (refusal) {
        // The library throws its answer when the count is used up, and an error when the database failed.
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) }
      }
    },
    async look(key) {
      const found = await limiter.get(hidden(key))
      const left = allowance.times - (found?.consumedPoints ?? 0)
      return { left, retryAfterSeconds: Math.max(1, Math.ceil((found?.msBeforeNext ?? 0) / 1000)) }
    },
    async forgive(key) {
      await limiter.reward(hidden(key))
    },
    async forget(key) {
      await limiter.delete(hidden(key))
    },
  }
}

/** What one site (/48) may do, in times of what one of its networks may: it is many households, or one that asks for many. */
const SITE_TIMES = 8

/**
 * The counter of a door for addresses, which every limit uses: its keys are addresses as `clientAddress` gives them. It
 * counts the network of an address (`networkOf`) and, more loosely, its site. An address that does not say who is there
 * is not counted: it stands for everybody.
 */
export function addressLimit(shop: Parts, allowance: Allowance): RateLimit {
  const perNetwork = rateLimit(shop, allowance)
  const site = { ...allowance, name: `${allowance.name}-site`, times: allowance.times * SITE_TIMES }
  const perSite = rateLimit(shop, site)
  const each = <T>(address: string, ask: (limit: RateLimit, key: string) => Promise<T>): Promise<T[]> => {
    const from = networkOf(address)
    if (!from) return Promise.resolve([])
    return Promise.all([ask(perNetwork, from.network), ...(from.site === null ? [] : [ask(perSite, from.site)])])
  }
  return {
    count: async (address) => strictest(await each(address, (limit, key) => limit.count(key))),
    async look(address) {
      const looks = await each(address, (limit, key) => limit.look(key))
      const none = { left: Number.POSITIVE_INFINITY, retryAfterSeconds: 1 }
      return looks.toSorted((a, b) => a.left - b.left)[0] ?? none
    },
    async forgive(address) {
      await each(address, (limit, key) => limit.forgive(key))
    },
    async forget(address) {
      // Nobody makes a whole site forget.
      const from = networkOf(address)
      if (from) await perNetwork.forget(from.network)
    },
  }
}

/** Of several counts at one door the strictest speaks. */
export function strictest(limits: readonly Limit[]): Limit {
  const waits = limits.flatMap((limit) => (limit.ok ? [] : [limit.retryAfterSeconds]))
  return waits.length === 0 ? { ok: true } : { ok: false, retryAfterSeconds: Math.max(...waits) }
}
