import { type Context, Hono } from 'hono'
import { paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { MOST_WORK, newChallenge } from './proof.ts'

/**
 * Sums for browsers that are about to buy. Each is made anew, costs next to nothing to make, and is remembered by nobody.
 * `work` asks for a heavier one, as a refusal at the checkout said.
 */
export function challengeRoutes(shop: Shop): Hono {
  const app = new Hono()
  app.get(paths.challenge, async (context) =>
    context.json({ challenge: await newChallenge(shop.secret, 'checkout', shop.now(), workIn(context)) }, 200, {
      'cache-control': 'no-store',
    }),
  )
  return app
}

function workIn(context: Context): number {
  const asked = Number(context.req.query('work') ?? 1)
  return Number.isSafeInteger(asked) && asked >= 1 && asked <= MOST_WORK ? asked : 1
}
