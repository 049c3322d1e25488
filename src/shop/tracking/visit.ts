import { withoutSecrets } from './without-secrets.ts'

/** Traffic source of a visit, with WooCommerce's cookie names and rules (sheet "order attribution", 2, 5, 6). */

export type VisitCookies = Readonly<Record<string, string>>

export type PageView = {
  readonly cookies: VisitCookies
  readonly url: string
  readonly referrer: string
  readonly userAgent: string
  readonly now: Date
}

const NONE = '(none)'
const emptySource = { src: NONE, mdm: NONE, cmp: NONE, cnt: NONE, trm: NONE, id: NONE, plt: NONE, fmt: NONE, tct: NONE }

type Source = typeof emptySource & { readonly typ: 'utm' | 'organic' | 'referral' | 'typein' }

/** Order fields in form order, each with its cookie (without prefix) and the key within the cookie. */
export const attributionFields = {
  source_type: 'current.typ',
  referrer: 'current_add.rf',
  utm_campaign: 'current.cmp',
  utm_source: 'current.src',
  utm_medium: 'current.mdm',
  utm_content: 'current.cnt',
  utm_id: 'current.id',
  utm_term: 'current.trm',
  utm_source_platform: 'current.plt',
  utm_creative_format: 'current.fmt',
  utm_marketing_tactic: 'current.tct',
  session_entry: 'current_add.ep',
  session_start_time: 'current_add.fd',
  session_pages: 'session.pgs',
  session_count: 'udata.vst',
  user_agent: 'udata.uag',
} as const

export type AttributionField = keyof typeof attributionFields

/** Every tracking cookie; all are deleted when tracking is switched off. */
export const visitCookieNames = [
  'migrations',
  'current_add',
  'first_add',
  'current',
  'first',
  'udata',
  'session',
  'promo',
].map((name) => `sbjs_${name}`)

/** Lifetimes in seconds from `lifetime` (months of 30 days) and `session` (minutes). 0: until the browser closes. */
export const cookieLives = ({ lifetime, session }: { readonly lifetime: number; readonly session: number }) => ({
  lifeSeconds: Math.floor(lifetime * 30 * 24 * 60) * 60,
  sessionSeconds: (session || 30) * 60,
})

export function attributionOf(cookies: VisitCookies): Record<AttributionField, string | null> {
  const fields = {} as Record<AttributionField, string | null>
  for (const [field, place] of Object.entries(attributionFields)) {
    const [cookie, part = ''] = place.split('.')
    fields[field as AttributionField] = parseParts(cookies[`sbjs_${cookie}`])[part] ?? null
  }
  return fields
}

/** Cookies to set after a page view. Only `sbjs_session` has a lifetime of its own; see `visit.client.ts`. */
export function updateVisitCookies(view: PageView): Record<string, string> {
  const { cookies, userAgent, now } = view
  const [url, referrer] = [withoutSecrets(view.url), withoutSecrets(view.referrer)]
  const isNewSession = cookies.sbjs_session === undefined
  const source = sourceOf(view)
  const currentAdd = source && formatParts({ fd: utcText(now), ep: url, rf: referrer || NONE })
  const current = source ? formatParts(source) : cookies.sbjs_current
  const visits = parseCount(cookies.sbjs_udata, 'vst')
  return {
    sbjs_migrations: cookies.sbjs_migrations ?? formatParts({ '1418474375998': '1' }),
    ...(currentAdd ? { sbjs_current_add: currentAdd, sbjs_first_add: cookies.sbjs_first_add ?? currentAdd } : {}),
    ...(current === undefined ? {} : { sbjs_current: current, sbjs_first: cookies.sbjs_first ?? current }),
    sbjs_udata: formatParts({ vst: String(Math.max(1, visits + Number(isNewSession))), uip: NONE, uag: userAgent }),
    sbjs_session: formatParts({ pgs: String(parseCount(cookies.sbjs_session, 'pgs') + 1), cpg: url }),
  }
}

/** The source by the first matching rule; null keeps the known source. */
function sourceOf({ cookies, url, referrer }: PageView): Source | null {
  const campaign = campaignSource(url)
  if (campaign) return campaign
  const from = externalReferrer(url, referrer)
  const engine = from && searchEngineOf(from)
  if (engine) return { ...emptySource, typ: 'organic', src: engine.name, mdm: 'organic', trm: engine.term ?? NONE }
  if (from && cookies.sbjs_session === undefined) {
    return { ...emptySource, typ: 'referral', src: referralName(from), mdm: 'referral', cnt: from.pathname }
  }
  if (cookies.sbjs_first === undefined && cookies.sbjs_current === undefined)
    return { ...emptySource, typ: 'typein', src: '(direct)' }
  return null
}

const campaignFields = Object.entries(attributionFields).filter(([name]) => name.startsWith('utm_'))

function campaignSource(url: string): Source | null {
  const query = rawQuery(url)
  const paid = query.has('gclid') ? 'google' : query.has('yclid') ? 'yandex' : null
  if (!paid && !campaignFields.some(([name]) => query.has(name))) return null
  const campaign = Object.fromEntries(
    campaignFields
      .map(([name, place]) => [place.slice('current.'.length), query.get(name) ?? ''] as const)
      .filter(([, value]) => value !== ''),
  )
  return { typ: 'utm', ...emptySource, ...(paid && { src: paid, mdm: 'cpc', cmp: `${paid}_cpc` }), ...campaign }
}

/** Query values as written in the URL, not decoded; repeated names are joined as a list. */
function rawQuery(url: string): Map<string, string> {
  const values = new Map<string, string>()
  const text = /\?([^#]*)/.exec(url)?.[1] ?? ''
  for (const pair of text.split('&')) {
    const [name = '', ...rest] = pair.split('=')
    const before = values.get(name)
    values.set(name, before === undefined ? rest.join('=') : `${before},${rest.join('=')}`)
  }
  return values
}

const withoutWww = (host: string): string => host.replace(/^www\./, '')

const parseUrl = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null)

function externalReferrer(url: string, referrer: string): URL | null {
  const from = parseUrl(referrer)
  const ownHost = withoutWww(parseUrl(url)?.hostname ?? '')
  if (!from || from.hostname === ownHost || from.hostname.endsWith(`.${ownHost}`)) return null
  return from.protocol.startsWith('http') ? from : null
}

/** `parameter` holds the search term, without which the referrer does not count. Some engines never send it. */
const engines: readonly (readonly [host: RegExp, name: string, parameter?: string])[] = [
  [/^(www\.)?google\.[a-z.]{2,}$/, 'google'],
  [/(^|\.)yandex\.[a-z.]{2,}$/, 'yandex', 'text'],
  [/^(www\.|cn\.)?bing\.com$/, 'bing', 'q'],
  [/(^|\.)search\.yahoo\.com$/, 'yahoo', 'p'],
  [/(^|\.)about\.com$/, 'about', 'q'],
  [/^(www\.)?search\.aol\.com$/, 'aol', 'q'],
  [/^(www\.)?ask\.com$/, 'ask', 'q'],
  [/^(www\.)?globososo\.com$/, 'globososo', 'q'],
  [/^go\.mail\.ru$/, 'go.mail.ru', 'q'],
  [/^nova\.rambler\.ru$/, 'rambler'],
  [/^search\.tut\.by$/, 'tut.by', 'query'],
]

/** Search engines now send only their host as referrer; a referrer with a path counts only with a search term. */
function searchEngineOf(from: URL): { name: string; term: string | null } | null {
  const [, name, parameter] = engines.find(([host]) => host.test(from.hostname)) ?? []
  if (!name) return null
  const isBareHost = from.pathname === '/' && from.search === ''
  if (parameter && !isBareHost && !from.searchParams.has(parameter)) return null
  return { name, term: name === 'yandex' ? from.searchParams.get('text') : null }
}

const referralNames: Readonly<Record<string, string>> = {
  't.co': 'twitter.com',
  'plus.url.google.com': 'plus.google.com',
}
const referralName = (from: URL): string => referralNames[from.hostname] ?? withoutWww(from.hostname)

function parseParts(text: string | undefined): Record<string, string> {
  const pairs = (text ?? '').split('|||').filter((part) => part.includes('='))
  return Object.fromEntries(pairs.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]))
}

const formatParts = (parts: Readonly<Record<string, string>>): string =>
  Object.entries(parts)
    .map(([name, value]) => `${name}=${value.replaceAll('|||', '')}`)
    .join('|||')

function parseCount(text: string | undefined, part: string): number {
  const count = Number(parseParts(text)[part])
  return Number.isSafeInteger(count) && count > 0 ? count : 0
}

/** '2026-11-20 08:15:00', in UTC. */
const utcText = (moment: Date): string => moment.toISOString().slice(0, 19).replace('T', ' ')
