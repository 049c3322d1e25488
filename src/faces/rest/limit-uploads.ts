import type { MiddlewareHandler } from 'hono'
import { addressRateLimiter } from '../../people/abuse/rate-limit.ts'
import { restError } from '../../platform/rest/response.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Platform } from '../../platform/web/context.ts'

/** Uploads of one network in 15 minutes, also refused ones: the pictures of a whole catalogue, and no flood. */
const MAX_UPLOADS = 300
const WINDOW_SECONDS = 15 * 60

/** Limits uploads before anything of them is read, because pictures are the costliest requests that the shop has. */
export const limitUploads =
  (shop: Pick<Platform, 'db' | 'secret' | 'url'>): MiddlewareHandler =>
  async (context, next) => {
    const limiter = addressRateLimiter(shop, { name: 'media-upload', max: MAX_UPLOADS, seconds: WINDOW_SECONDS })
    const result = await limiter.consume(clientAddress(context))
    if (result.ok) return next()
    context.header('retry-after', String(result.retryAfterSeconds))
    const message = 'Too many uploads. Please try again in a few minutes.'
    return restError(context, shop, { status: 429, code: 'samovar_rest_too_many_uploads', message })
  }
