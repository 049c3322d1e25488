import type { Context } from 'hono'
import { clientAddress } from '../../platform/web/client-address.ts'
import { addressRateLimiter, type RateLimitResult } from './rate-limit.ts'

/** Uploads of one network in 15 minutes, also refused ones: the pictures of a whole catalogue, and no flood. */
const rule = { name: 'media-upload', max: 300, seconds: 15 * 60 } as const

/** Counts an upload, however it is sent: nothing else costs the shop as much. */
export const countUpload = (
  context: Context,
  shop: Parameters<typeof addressRateLimiter>[0],
): Promise<RateLimitResult> => addressRateLimiter(shop, rule).consume(clientAddress(context))
