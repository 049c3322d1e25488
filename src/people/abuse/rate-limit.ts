import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../../platform/database/connect.ts'
import { networkOf } from '../../platform/web/client-address.ts'
import { sign } from '../../platform/web/signature.ts'

export type RateLimitRule = {
  readonly name: string
  readonly max: number
  readonly seconds: number
}

export type RateLimitResult = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

export type RateLimiter = ReturnType<typeof createLimiter>

type RateLimiterDeps = { readonly db: Db; readonly secret: string }

const limiters = new WeakMap<Db, Map<string, RateLimiter>>()

export function rateLimiter(shop: RateLimiterDeps, rule: RateLimitRule): RateLimiter {
  const shopLimiters = limiters.get(shop.db) ?? new Map<string, RateLimiter>()
  limiters.set(shop.db, shopLimiters)
  // The limit may change by a setting: existing counts stay, and the new limit applies at once.
  const cacheKey = `${rule.name} ${rule.max} ${rule.seconds}`
  const limit = shopLimiters.get(cacheKey) ?? createLimiter(shop, rule)
  shopLimiters.set(cacheKey, limit)
  return limit
}

/** Counts in the database for all processes. Keys are keyed hashes: the table must not reveal who attempted what. */
function createLimiter(shop: RateLimiterDeps, rule: RateLimitRule) {
  const limiter = new RateLimiterPostgres({
    // Drizzle exposes the pool as `$client`, but not in its public type.
    storeClient: (shop.db as Db & { readonly $client: pg.Pool }).$client,
    storeType: 'pool',
    tableName: 'rate_limits',
    // The table is created by our migrations; the library deletes expired rows.
    tableCreated: true,
    keyPrefix: rule.name,
    points: rule.max,
    duration: rule.seconds,
  })
  const hashKey = (key: string) => sign(shop.secret, `rate|${rule.name}|${key}`)
  return {
    async consume(key: string): Promise<RateLimitResult> {
      try {
        await limiter.consume(hashKey(key))
        return { ok: true }
      } catch (refusal) {
        // The library throws its result when the limit is reached, and an error when the database fails.
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) }
      }
    },
    async peek(key: string) {
      const stored = await limiter.get(hashKey(key))
      const remaining = rule.max - (stored?.consumedPoints ?? 0)
      return { remaining, retryAfterSeconds: Math.max(1, Math.ceil((stored?.msBeforeNext ?? 0) / 1000)) }
    },
    undo: async (key: string): Promise<void> => void (await limiter.reward(hashKey(key))),
    reset: async (key: string): Promise<void> => void (await limiter.delete(hashKey(key))),
  }
}

/** Limit of a site (/48) as a multiple of a network's: it may be many households, or one client with many networks. */
const SITE_FACTOR = 8

/** Counts the network of an address and, with a higher limit, its site; not addresses that everyone shares. */
export function addressRateLimiter(shop: RateLimiterDeps, rule: RateLimitRule): RateLimiter {
  const perNetwork = rateLimiter(shop, rule)
  const perSite = rateLimiter(shop, { ...rule, name: `${rule.name}-site`, max: rule.max * SITE_FACTOR })
  const forEachLimiter = <T>(address: string, call: (limit: RateLimiter, key: string) => Promise<T>): Promise<T[]> => {
    const { network = null, site = null } = networkOf(address) ?? {}
    return Promise.all([
      ...(network === null ? [] : [call(perNetwork, network)]),
      ...(site === null ? [] : [call(perSite, site)]),
    ])
  }
  return {
    consume: async (address) => strictest(await forEachLimiter(address, (limit, key) => limit.consume(key))),
    async peek(address) {
      const results = await forEachLimiter(address, (limit, key) => limit.peek(key))
      const unlimited = { remaining: Number.POSITIVE_INFINITY, retryAfterSeconds: 1 }
      return results.toSorted((a, b) => a.remaining - b.remaining)[0] ?? unlimited
    },
    undo: async (address) => void (await forEachLimiter(address, (limit, key) => limit.undo(key))),
    reset: async (address) =>
      void (await forEachLimiter(address, async (limit, key) => limit === perNetwork && limit.reset(key))),
  }
}

/**
 * Counts the work of a job, and tells it whether that is within all limits. What fails does not count: the job is
 * repeated, and would otherwise reach the limit without having done anything.
 */
export async function withRateLimit(
  limiters: readonly Pick<RateLimiter, 'consume' | 'undo'>[],
  key: string,
  work: (isWithinLimit: boolean) => Promise<void>,
): Promise<void> {
  const limit = strictest(await Promise.all(limiters.map((one) => one.consume(key))))
  try {
    await work(limit.ok)
  } catch (error) {
    await Promise.allSettled(limiters.map((one) => one.undo(key)))
    throw error
  }
}

export function strictest(limits: readonly RateLimitResult[]): RateLimitResult {
  const waits = limits.flatMap((limit) => (limit.ok ? [] : [limit.retryAfterSeconds]))
  return waits.length === 0 ? { ok: true } : { ok: false, retryAfterSeconds: Math.max(...waits) }
}
