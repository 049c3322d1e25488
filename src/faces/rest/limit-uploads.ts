import type { Context } from 'hono'
import { addressRateLimiter } from '../../people/abuse/rate-limit.ts'
import { authenticate } from '../../people/identity/principal.ts'
import type { Principal } from '../../platform/rest/call.ts'
import type { RestError } from '../../platform/rest/response.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import { paths } from '../../platform/web/routes.ts'

/** Uploads of one network in 15 minutes, also refused ones: the pictures of a whole catalogue, and no flood. */
const MAX_UPLOADS = 300
const WINDOW_SECONDS = 15 * 60

export const takesUploads = (path: string): boolean =>
  path === paths.restMedia || /^\/wp-json\/wc\/v3\/payments\/disputes\/\w+\/files\/\w+$/.test(path)

/** Who calls. Uploads are counted first, before anything of them is read, because nothing else costs the shop as much. */
export async function authenticateLimited(
  context: Context,
  shop: Parameters<typeof authenticate>[1],
): Promise<Principal | RestError | null> {
  if (context.req.method !== 'POST' || !takesUploads(context.req.path)) return authenticate(context, shop)
  const limiter = addressRateLimiter(shop, { name: 'media-upload', max: MAX_UPLOADS, seconds: WINDOW_SECONDS })
  const result = await limiter.consume(clientAddress(context))
  if (result.ok) return authenticate(context, shop)
  context.header('retry-after', String(result.retryAfterSeconds))
  const message = 'Too many uploads. Please try again in a few minutes.'
  return { status: 429, code: 'samovar_rest_too_many_uploads', message }
}
