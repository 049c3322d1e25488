import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../../platform/database/connect.ts'
import { networkOf } from '../../platform/web/client-address.ts'

/** How often something may be done at a door, by whoever the key names. */
export type RateLimitRule = {
  /** Name of the door, e.g. `comment-address`; counts of different doors never meet. */
  readonly name: string
  readonly max: number
  readonly seconds: number
}

export type RateLimitResult = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

export type RateLimiter = {
  /** Counts one more for this key. Counted even when refused, so that hammering does not pay. */
  consume(key: string): Promise<RateLimitResult>
  /** How many are left, without counting; what to wait for when none is. */
  peek(key: string): Promise<{ readonly remaining: number; readonly retryAfterSeconds: number }>
  /** Takes one count back. */
  undo(key: string): Promise<void>
  /** Forgets this key altogether. */
  reset(key: string): Promise<void>
}

type RateLimiterDeps = { readonly db: Db; readonly secret: string }

const limiters = new WeakMap<Db, Map<string, RateLimiter>>()

/** An owner may change how often: what was counted stays, the new measure counts from then on. */
const cacheKey = ({ name, max, seconds }: RateLimitRule): string => `${name} ${max} ${seconds}`

/** The one counter of a door in this process, made when somebody first comes to it. */
export function rateLimiter(shop: RateLimiterDeps, rule: RateLimitRule): RateLimiter {
  const shopLimiters = limiters.get(shop.db) ?? new Map<string, RateLimiter>()
  limiters.set(shop.db, shopLimiters)
  const limit = shopLimiters.get(cacheKey(rule)) ?? createLimiter(shop, rule)
  shopLimiters.set(cacheKey(rule), limit)
  return limit
}

/**
 * Counts in the database, for all processes of the shop together. The table of counters need not say who was at the
 * door, so it holds keyed hashes of the keys.
 */
function createLimiter(shop: RateLimiterDeps, rule: RateLimitRule): RateLimiter {
  const limiter = new RateLimiterPostgres({
    // Drizzle keeps the pool it was given; its published type does not say so.
    storeClient: (shop.db as Db & { readonly $client: pg.Pool }).$client,
    storeType: 'pool',
    tableName: 'rate_limits',
    // The table stands in our migrations; the library removes old counts by itself.
    tableCreated: true,
    keyPrefix: rule.name,
    points: rule.max,
    duration: rule.seconds,
  })
  const hashKey = (key: string) =>
    createHmac('sha256', shop.secret).update(`rate|${rule.name}|${key}`).digest('base64url')
  return {
    async consume(key) {
      try {
        await limiter.consume(hashKey(key))
        return { ok: true }
      } catch (refusal) {
        // The library throws its answer when the count is used up, and an error when the database failed.
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) }
      }
    },
    async peek(key) {
      const stored = await limiter.get(hashKey(key))
      const remaining = rule.max - (stored?.consumedPoints ?? 0)
      return { remaining, retryAfterSeconds: Math.max(1, Math.ceil((stored?.msBeforeNext ?? 0) / 1000)) }
    },
    async undo(key) {
      await limiter.reward(hashKey(key))
    },
    async reset(key) {
      await limiter.delete(hashKey(key))
    },
  }
}

/** What one site (/48) may do, in times of what one of its networks may: it is many households, or one that asks for many. */
const SITE_FACTOR = 8

/**
 * The counter of a door for addresses, which every limit uses: its keys are addresses as `clientAddress` gives them. It
 * counts the network of an address (`networkOf`) and, more loosely, its site. An address that does not say who is there
 * is not counted: it stands for everybody.
 */
export function addressRateLimiter(shop: RateLimiterDeps, rule: RateLimitRule): RateLimiter {
  const perNetwork = rateLimiter(shop, rule)
  const site = { ...rule, name: `${rule.name}-site`, max: rule.max * SITE_FACTOR }
  const perSite = rateLimiter(shop, site)
  const forEachLimiter = <T>(address: string, call: (limit: RateLimiter, key: string) => Promise<T>): Promise<T[]> => {
    const network = networkOf(address)
    if (!network) return Promise.resolve([])
    return Promise.all([
      call(perNetwork, network.network),
      ...(network.site === null ? [] : [call(perSite, network.site)]),
    ])
  }
  return {
    consume: async (address) => strictest(await forEachLimiter(address, (limit, key) => limit.consume(key))),
    async peek(address) {
      const results = await forEachLimiter(address, (limit, key) => limit.peek(key))
      const unlimited = { remaining: Number.POSITIVE_INFINITY, retryAfterSeconds: 1 }
      return results.toSorted((a, b) => a.remaining - b.remaining)[0] ?? unlimited
    },
    async undo(address) {
      await forEachLimiter(address, (limit, key) => limit.undo(key))
    },
    async reset(address) {
      // Nobody makes a whole site forget.
      const network = networkOf(address)
      if (network) await perNetwork.reset(network.network)
    },
  }
}

/** Of several counts at one door the strictest speaks. */
export function strictest(limits: readonly RateLimitResult[]): RateLimitResult {
  const waits = limits.flatMap((limit) => (limit.ok ? [] : [limit.retryAfterSeconds]))
  return waits.length === 0 ? { ok: true } : { ok: false, retryAfterSeconds: Math.max(...waits) }
}
