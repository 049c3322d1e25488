import { isStaff } from '../../platform/access/permissions.ts'
import type { AroundWrite, Call, RawRequest } from '../../platform/rest/call.ts'
import { isRecord } from '../../platform/rest/request.ts'
import { isRestError } from '../../platform/rest/response.ts'
import type { Platform } from '../../platform/web/context.ts'
import { paths } from '../../platform/web/routes.ts'
import { recordDoneEvent } from '../../things/admin-log/admin-log.store.ts'
import {
  type AdminEvent,
  changedFields,
  type LogKind,
  settingsChanges,
  viaOf,
} from '../../things/admin-log/admin-log.ts'

type Subject = {
  readonly rest: string
  readonly kind: LogKind
  readonly screen?: string
  readonly hasItems?: boolean
}

const subjects: readonly Subject[] = [
  { rest: '/wp-json/wc/v3/payments/orders', kind: 'order', screen: paths.adminOrders, hasItems: true },
  { rest: '/wp-json/wc/v3/payments/disputes', kind: 'order', screen: paths.adminTransactions },
  { rest: paths.restPayments, kind: 'order', screen: paths.adminTransactions },
  { rest: paths.restOrders, kind: 'order', screen: paths.adminOrders, hasItems: true },
  { rest: '/wp-json/wc-shipment-tracking/v3/orders', kind: 'order', screen: paths.adminOrders, hasItems: true },
  { rest: paths.restCustomers, kind: 'customer', screen: paths.adminCustomers, hasItems: true },
  { rest: paths.restCoupons, kind: 'coupon', screen: paths.adminCoupons, hasItems: true },
  { rest: paths.restWebhooks, kind: 'key', screen: paths.adminWebhooks, hasItems: true },
  { rest: paths.restWebhookLog, kind: 'key', screen: paths.adminWebhooks, hasItems: true },
  { rest: paths.restWebhookDeliveries, kind: 'key', screen: paths.adminWebhooks },
  { rest: paths.restReviews, kind: 'comment', screen: paths.adminComments },
  { rest: paths.restComments, kind: 'comment', screen: paths.adminComments },
  { rest: paths.restSubmissions, kind: 'mail', screen: paths.adminMessages },
  { rest: paths.restTags, kind: 'product', screen: paths.adminTags, hasItems: true },
  { rest: paths.restProductCategories, kind: 'product', screen: paths.adminProductCategories, hasItems: true },
  { rest: paths.restBrands, kind: 'product', screen: paths.adminBrands, hasItems: true },
  { rest: paths.restShippingClasses, kind: 'product', screen: paths.adminShippingClasses, hasItems: true },
  { rest: paths.restAttributes, kind: 'product', screen: paths.adminAttributes, hasItems: true },
  { rest: paths.restProductFiles, kind: 'product' },
  { rest: paths.restProducts, kind: 'product', screen: paths.adminProducts, hasItems: true },
  { rest: paths.restStock, kind: 'product', screen: paths.adminStock },
  { rest: paths.restProductImports, kind: 'product', screen: paths.adminProductCsv },
  { rest: paths.restPosts, kind: 'content', screen: paths.adminPosts, hasItems: true },
  { rest: paths.restPages, kind: 'content', screen: paths.adminPages, hasItems: true },
  { rest: paths.restCategories, kind: 'content', screen: paths.adminPostCategories, hasItems: true },
  { rest: paths.restPostTags, kind: 'content', screen: paths.adminPostTags, hasItems: true },
  { rest: paths.restProjects, kind: 'content', screen: paths.adminProjects, hasItems: true },
  { rest: paths.restProjectCategories, kind: 'content', screen: paths.adminProjectCategories, hasItems: true },
  { rest: paths.restMenus, kind: 'content', screen: paths.adminMenus },
  { rest: paths.restForms, kind: 'content', screen: paths.adminForms, hasItems: true },
  { rest: paths.restContactForms, kind: 'content', screen: paths.adminForms, hasItems: true },
  { rest: paths.restBuilder, kind: 'content' },
  { rest: paths.restMedia, kind: 'media', screen: paths.adminMedia, hasItems: true },
  { rest: paths.restPaymentSettings, kind: 'settings', screen: paths.adminPayments },
  { rest: paths.restGateways, kind: 'settings', screen: paths.adminPayments },
  { rest: paths.restOptions, kind: 'settings', screen: paths.adminSettings },
  { rest: paths.restCurrencies, kind: 'settings', screen: paths.adminCurrencies },
  { rest: paths.restShippingZones, kind: 'settings', screen: paths.adminShipping, hasItems: true },
  { rest: paths.restAccountSettings, kind: 'settings', screen: paths.adminAccountSettings },
  { rest: paths.restPrivacySettings, kind: 'settings', screen: paths.adminPrivacy },
  { rest: paths.restOnboarding, kind: 'other', screen: paths.adminSetup },
  { rest: paths.restAppearance, kind: 'settings', screen: paths.adminAppearance },
  { rest: paths.restSettings, kind: 'settings', screen: paths.adminSettings },
  { rest: paths.restEmailTypes, kind: 'settings', screen: paths.adminEmailTypes },
  { rest: paths.restEmails, kind: 'mail', screen: paths.adminEmails, hasItems: true },
  { rest: paths.restKeys, kind: 'key', screen: paths.adminKeys },
  { rest: '/wp-json/wp/v2/users', kind: 'key', screen: paths.adminKeys },
]

const subjectOf = (path: string): Subject =>
  subjects.find(({ rest }) => path === rest || path.startsWith(`${rest}/`)) ?? { rest: '', kind: 'other' }

/** Adds each write to the admin log, unless its call `recordsItself`. Settings are read first, for the old values. */
export function recordWrites<S extends Pick<Platform, 'db' | 'log' | 'now'>>(
  calls: readonly Call<S>[],
): AroundWrite<S> {
  return async (shop, { call, request }, run) => {
    if (call.recordsItself || !isStaff(request.principal.user)) return run()
    const before = await settingsBefore(shop, calls, call, request)
    const result = await run()
    if (isRestError(result)) return result
    const json = 'json' in result && isRecord(result.json) ? result.json : {}
    const changes = before ? settingsChanges(before, json) : changedFields(Object.keys(request.fields))
    const isUnchanged = before ? changes.length === 0 : isBatch(call) && doneInBatch(json).length === 0
    if (!isUnchanged) await recordDoneEvent(shop, { ...eventOf(call, request, json, shop.now()), changes })
    return result
  }
}

async function settingsBefore<S>(
  shop: S,
  calls: readonly Call<S>[],
  call: Call<S>,
  { path, principal }: RawRequest,
): Promise<object | null> {
  if (subjectOf(call.path).kind !== 'settings') return null
  const reading = calls.find((one) => one.path === call.path && one.methods.includes('GET'))
  const settings = await reading?.run(shop, { path, query: new URLSearchParams(), fields: {}, file: null, principal })
  return settings && 'json' in settings && isRecord(settings.json) ? settings.json : null
}

function eventOf(call: Pick<Call<never>, 'path' | 'summary'>, request: RawRequest, json: object, at: Date): AdminEvent {
  const { kind, screen, hasItems = false } = subjectOf(call.path)
  const { principal } = request
  const subjectId = isBatch(call) ? undefined : idIn(request, json)
  const link = hasItems && subjectId !== undefined && call.path !== paths.restEmails ? `${screen}${subjectId}/` : screen
  return {
    by: { id: principal.user.id, name: principal.user.name },
    via: viaOf(principal),
    kind,
    subjectId,
    link,
    at,
    summary: isBatch(call) ? `Many at once: ${doneInBatch(json).join(', ')}` : call.summary,
    subjectName: kind === 'customer' || kind === 'comment' ? undefined : nameIn(json),
  }
}

function idIn({ path }: RawRequest, json: object): number | undefined {
  const [first] = Object.values(path).filter((value) => /^\d{1,10}$/.test(value))
  if (first !== undefined) return Number(first)
  return 'id' in json && typeof json.id === 'number' ? json.id : undefined
}

const MAX_NAME_LENGTH = 100

function nameIn(json: object): string | undefined {
  const fields = new Map<string, unknown>(Object.entries(json))
  const previous = fields.get('previous')
  if (isRecord(previous)) return nameIn(previous)
  const title = fields.get('title')
  const candidates = [fields.get('number'), fields.get('code'), isRecord(title) ? (title.raw ?? title.rendered) : title]
  const name = [...candidates, fields.get('name'), fields.get('description'), fields.get('id')].find(
    (value) => typeof value === 'string' && value !== '',
  )
  return typeof name === 'string' ? name.slice(0, MAX_NAME_LENGTH) : undefined
}

const isBatch = ({ path }: Pick<Call<never>, 'path'>): boolean => path.endsWith('/batch')

/** '2 created', '1 deleted': the items of a batch that were not refused. */
const doneInBatch = (json: object): readonly string[] =>
  Object.entries(json).flatMap(([name, items]: readonly [string, unknown]) => {
    const done = Array.isArray(items) ? items.filter((item) => !(isRecord(item) && 'error' in item)).length : 0
    return done > 0 ? [`${done} ${name}d`] : []
  })
