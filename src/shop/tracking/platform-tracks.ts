import type { Context } from 'hono'
import { addressRateLimiter } from '../../people/abuse/rate-limit.ts'
import { verifyNonce } from '../../people/identity/auth-session.ts'
import { type AjaxHandler, ajaxHeaders } from '../../platform/web/ajax.ts'
import { clientAddress } from '../../platform/web/client-address.ts'
import type { Platform } from '../../platform/web/context.ts'
import { formFields } from '../../platform/web/form.ts'
import { countProductView } from './product-views.store.ts'

/** Nonce action of tracking calls: `platformTrackerNonce` in the configuration of the payments plugin. */
export const PLATFORM_TRACKS_NONCE = 'platform_tracks_nonce'

/** Replaces the session in nonces printed into cached pages, which are the same for all visitors. */
export const GUEST_HOLDER = 'guest'

const PRODUCT_VIEW = 'product_page_view'

/** Events that a product page reports once it is viewed: `wcPayFrontendTracks` (woopayments-config.md, 6). */
export const productPageEvents = (productId: number) => [
  {
    event: PRODUCT_VIEW,
    properties: {
      theme_type: 'short_code',
      record_event_data: { is_admin_event: false, track_on_all_stores: true },
      product_id: productId,
    },
  },
]

const LIMIT = { name: 'platform-tracks', max: 300, seconds: 600 }
const MAX_PROPERTIES = 20
const MAX_LENGTH = 100

/** `admin-ajax.php`, `platform_tracks` (ATTR-04): logs the event, and counts product views. */
export const platformTracksCall: AjaxHandler<Pick<Platform, 'db' | 'log' | 'secret' | 'now'>> = async (
  context,
  shop,
) => {
  const fields = await formFields(context)
  if (!verifyNonce(shop.secret, PLATFORM_TRACKS_NONCE, GUEST_HOLDER, fields.tracksNonce))
    return respond(context, 403, { success: false, data: 'You aren’t authorized to do that.' })
  const name = /^\w{1,60}$/.exec(fields.tracksEventName ?? '')?.[0]
  if (name === undefined) return respond(context, 403, { success: false, data: 'Missing or wrong event name.' })
  const allowed = await addressRateLimiter(shop, LIMIT).consume(clientAddress(context))
  if (!allowed.ok) return respond(context, 429, { success: false, data: 'Too many events.' })
  const properties = propertiesOf(fields.tracksEventProp)
  shop.log.info({ event: `wcpay_${name}`, properties }, 'a page reports an event')
  const { product_id: productId } = properties
  if (name === PRODUCT_VIEW && isId(productId)) await countProductView(shop.db, productId, shop.now())
  return respond(context, 200, { success: true })
}

const MAX_ID = 2 ** 31 - 1

const isId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_ID

const respond = (context: Context, status: 200 | 403 | 429, body: object): Response =>
  context.body(JSON.stringify(body), status, { ...ajaxHeaders })

/** The scalar values of an event; none if it is not JSON. `record_event_data` describes the recording itself. */
function propertiesOf(text = ''): Readonly<Record<string, string | number | boolean>> {
  const parsed = parseJson(text)
  if (typeof parsed !== 'object' || parsed === null) return {}
  const entries: [string, unknown][] = Object.entries(parsed)
  const plain = entries.flatMap<readonly [string, string | number | boolean]>(([name, value]) => {
    if (typeof value === 'string') return [[name, value.slice(0, MAX_LENGTH)]]
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : []
  })
  return Object.fromEntries(plain.slice(0, MAX_PROPERTIES).map(([name, value]) => [name.slice(0, MAX_LENGTH), value]))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
