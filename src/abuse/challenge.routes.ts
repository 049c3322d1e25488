import { Hono } from 'hono'
import { paths } from '../routes.ts'
import type { Shop } from '../shop.ts'
import { newChallenge } from './proof.ts'

/** Sums for browsers that are about to buy. Each is made anew, costs next to nothing to make, and is remembered by nobody. */
export function challengeRoutes(shop: Shop): Hono {
  const app = new Hono()
  app.get(paths.challenge, async (context) =>
    context.json({ challenge: await newChallenge(shop.secret, 'checkout', shop.now()) }, 200, {
      'cache-control': 'no-store',
    }),
  )
  return app
}
