import type { Context } from 'hono'
import { clientAddress } from '../../platform/web/client-address.ts'
import { addressRateLimiter, type RateLimitResult } from './rate-limit.ts'

/** Uploads of one network in 15 minutes, also refused ones: enough for the pictures of a whole catalogue. */
const rule = { name: 'media-upload', max: 300, seconds: 15 * 60 } as const

/** Counts an upload of any kind, because nothing else costs the server as much. */
export const countUpload = (
  context: Context,
  shop: Parameters<typeof addressRateLimiter>[0],
): Promise<RateLimitResult> => addressRateLimiter(shop, rule).consume(clientAddress(context))
