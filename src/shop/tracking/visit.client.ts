/** Records the source of a visit in the browser, because pages are cached, and fills the fields of order forms. */
import { type AttributionField, attributionOf, cookieLives, updateVisitCookies, visitCookieNames } from './visit.ts'

type Params = { lifetime: number; session: number; prefix: string; allowTracking: boolean }
type AttributionGlobal = {
  params?: Partial<Params>
  getAttributionData?: () => Record<AttributionField, string | null>
  setOrderTracking?: (isAllowed: boolean) => void
}

const shared = ((window as { wc_order_attribution?: AttributionGlobal }).wc_order_attribution ??= {})
const defaults = { lifetime: 0.00001, session: 30, prefix: 'wc_order_attribution_', allowTracking: true }
const params: Params = { ...defaults, ...shared.params }
let isAllowed = params.allowTracking

const { lifeSeconds: lifetimeSeconds, sessionSeconds } = cookieLives(params)

function readCookies(): Record<string, string> {
  const cookies: Record<string, string> = {}
  for (const pair of document.cookie.split('; ')) {
    const [name = '', ...value] = pair.split('=')
    if (!name.startsWith('sbjs_')) continue
    try {
      cookies[name] = decodeURIComponent(value.join('='))
    } catch {
      // Not a valid encoding, so another script set this cookie.
    }
  }
  return cookies
}

/** Also encodes the characters that `encodeURIComponent` leaves unchanged, as readers of these cookies expect. */
const encodeValue = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!~*'()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A cookie domain with a dot covers its subdomains; an IP address cannot have any. */
const host = location.hostname.replace(/^www\./, '')
const domain = host.includes('.') && !/^[\d.]+$/.test(host) ? `; domain=.${host}` : ''

function writeCookie(name: string, value: string, seconds: number): void {
  const maxAge = seconds === 0 ? '' : `; max-age=${seconds}`
  document.cookie = `${name}=${encodeValue(value)}; path=/${domain}${maxAge}`
}

function recordVisit(): void {
  const { userAgent } = navigator
  const view = { cookies: readCookies(), url: location.href, referrer: document.referrer, userAgent, now: new Date() }
  for (const [name, value] of Object.entries(updateVisitCookies(view)))
    writeCookie(name, value, name === 'sbjs_session' ? sessionSeconds : lifetimeSeconds)
}

const currentData = (): Record<AttributionField, string | null> => attributionOf(isAllowed ? readCookies() : {})

shared.getAttributionData = currentData
shared.setOrderTracking = (allowed) => {
  isAllowed = allowed
  if (allowed) recordVisit()
  else for (const name of visitCookieNames) document.cookie = `${name}=; path=/${domain}; max-age=0`
  dispatchEvent(new Event('samovar:visit'))
}

export function trackVisit(): void {
  if (isAllowed) recordVisit()
  if (document.querySelector('wc-order-attribution-inputs')) void import('./attribution-inputs.client.ts')
}
