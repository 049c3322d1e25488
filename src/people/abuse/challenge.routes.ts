import { Hono } from 'hono'
import type { Platform } from '../../platform/web/context.ts'
import { paths } from '../../platform/web/routes.ts'
import { issueChallenge, MAX_WORK } from './proof-of-work.ts'

/** Issues challenges, cheap to create and not stored. `work`: a harder one, as a rejected checkout demands. */
export function challengeRoutes(shop: Pick<Platform, 'now' | 'secret' | 'proofCost'>): Hono {
  return new Hono().get(paths.challenge, async (context) => {
    const work = Number(context.req.query('work') ?? 1)
    const isValidWork = Number.isSafeInteger(work) && work >= 1 && work <= MAX_WORK
    const challenge = await issueChallenge(shop, 'checkout', shop.now(), isValidWork ? work : 1)
    return context.json({ challenge }, 200, { 'cache-control': 'no-store' })
  })
}
