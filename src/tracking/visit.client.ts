/**
 * Notes where a visit came from, on every page and without anybody else's script, and hands it to the forms that make
 * an order. Cached pages work the same: everything happens here.
 */
import { type AttributionField, attributionOf, cookieLives, viewPage, visitCookieNames } from './visit.ts'

type Params = { lifetime: number; session: number; prefix: string; allowTracking: boolean }
type AttributionGlobal = {
  params?: Partial<Params>
  getAttributionData?: () => Record<AttributionField, string | null>
  setOrderTracking?: (isAllowed: boolean) => void
}

const shared = ((window as { wc_order_attribution?: AttributionGlobal }).wc_order_attribution ??= {})
const params: Params = {
  lifetime: 0.00001,
  session: 30,
  prefix: 'wc_order_attribution_',
  allowTracking: true,
  ...shared.params,
}
let isAllowed = params.allowTracking

const { lifeSeconds, sessionSeconds } = cookieLives(params)

function readCookies(): Record<string, string> {
  const found: Record<string, string> = {}
  for (const pair of document.cookie.split('; ')) {
    const [name = '', ...value] = pair.split('=')
    if (!name.startsWith('sbjs_')) continue
    try {
      found[name] = decodeURIComponent(value.join('='))
    } catch {
      // Written by somebody else: as if it were not there.
    }
  }
  return found
}

/** Also encodes what `encodeURIComponent` leaves alone, as such cookies do. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!~*'()]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)

/** A domain with a dot in it covers its subdomains; an address of numbers cannot. */
const host = location.hostname.replace(/^www\./, '')
const domain = host.includes('.') && !/^[\d.]+$/.test(host) ? `; domain=.${host}` : ''

function writeCookie(name: string, value: string, seconds: number): void {
  const life = seconds === 0 ? '' : `; max-age=${seconds}`
  document.cookie = `${name}=${encoded(value)}; path=/${domain}${life}`
}

function noteVisit(): void {
  const { href: address } = location
  const view = {
    cookies: readCookies(),
    address,
    referrer: document.referrer,
    userAgent: navigator.userAgent,
    now: new Date(),
  }
  for (const [name, value] of Object.entries(viewPage(view)))
    writeCookie(name, value, name === 'sbjs_session' ? sessionSeconds : lifeSeconds)
}

const currentData = (): Record<AttributionField, string | null> => attributionOf(isAllowed ? readCookies() : {})

shared.getAttributionData = currentData
shared.setOrderTracking = (allowed) => {
  isAllowed = allowed
  if (allowed) noteVisit()
  else for (const name of visitCookieNames) document.cookie = `${name}=; path=/${domain}; max-age=0`
  dispatchEvent(new Event('samovar:visit'))
}

/** Counts this page as one of a visit, and wakes the fields of the form that makes an order. */
export function beginVisit(): void {
  if (isAllowed) noteVisit()
  if (document.querySelector('wc-order-attribution-inputs')) void import('./attribution-inputs.client.ts')
}
