import { z } from 'zod'
import type { CallRequest } from '../../../platform/rest/call.ts'
import { readOnly, sentOnly } from '../../../platform/rest/fields.ts'
import { allFixed, fixed, type Item, itemShape } from '../../../platform/rest/item-shape.ts'
import { itemLinks } from '../../../platform/rest/links.ts'
import { invalidFields, MAX_ID } from '../../../platform/rest/params.ts'
import { idOf } from '../../../platform/rest/request.ts'
import { defineResource, within } from '../../../platform/rest/resource.ts'
import { errorOf, isRestError, type RestError } from '../../../platform/rest/response.ts'
import { storableText } from '../../../platform/storable-text.ts'
import { paths } from '../../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../../things/settings/capabilities.ts'
import {
  type MethodSetting,
  type MethodSettings,
  methodKinds,
  type ShippingClass,
  settingsOf,
} from '../method-settings.ts'
import {
  addMethod,
  deleteMethod,
  findZone,
  readShippingClasses,
  type StoredMethod,
  updateMethod,
  type Zone,
} from '../shipping.store.ts'
import { type ZoneShop, zoneHref, zoneNotFound } from './zones.ts'

/** A zone, with the shipping classes that method settings depend on. */
type ZoneScope = ZoneShop & { readonly zone: Zone; readonly classes: readonly ShippingClass[] }

const notFound = errorOf(404, 'woocommerce_rest_shipping_zone_method_invalid', 'Resource does not exist.')
const notCreated = errorOf(400, 'woocommerce_rest_shipping_zone_not_created', 'Resource cannot be created.')
const invalidSetting = errorOf(400, 'rest_setting_value_invalid', 'An invalid setting value was passed.')

const text = z.string()
const settingShape = z.strictObject({
  ...allFixed({ id: text, label: text, description: text, type: text }),
  value: text.nullable(),
  ...allFixed({ default: text, tip: text, placeholder: text }),
  options: fixed(z.record(z.string(), text)).optional(),
})
const methodShape = itemShape('shipping_zone_method', {
  ...allFixed({ id: z.int(), instance_id: z.int(), title: text }),
  order: z.int(),
  enabled: z.boolean(),
  ...allFixed({ method_id: text, method_title: text, method_description: text }),
  settings: z.record(z.string(), settingShape).describe('Settings by name. Requests contain a text for each name.'),
})
export type MethodJson = z.infer<typeof methodShape>

const fields = z.object({
  method_id: z.string().max(50),
  order: z.int().min(0).max(MAX_ID).optional(),
  enabled: z.boolean().optional(),
  settings: z.record(z.string().max(100), z.unknown()).optional(),
  ...readOnly('id', 'instance_id', 'title', 'method_title', 'method_description', '_links'),
})
type Sent = Partial<z.output<typeof fields>>

const isKind = (id: string): id is StoredMethod['kind'] => Object.hasOwn(methodKinds, id)

/** Settings of a flat rate that exist only with shipping classes, and have no effect without them. */
const classSettings = ['no_class_cost', 'type']

/** The sent settings as texts. */
function parseSettings(sent: Sent['settings'], known: readonly MethodSetting[]): MethodSettings | RestError {
  const parsed: Record<string, string> = {}
  const names = [...known.map(({ id }) => id), ...(known.some(({ id }) => id === 'cost') ? classSettings : [])]
  const unknown = Object.keys(sent ?? {}).filter((name) => !names.includes(name))
  const problems: Record<string, string> = Object.fromEntries(
    unknown.map((name) => [`settings.${name}`, 'This method has no such setting.']),
  )
  for (const setting of known) {
    const { [setting.id]: value } = sent ?? {}
    if (value === undefined || value === null || setting.type === 'title') continue
    const isText = typeof value === 'string' || typeof value === 'number'
    const isYesNo = setting.type === 'checkbox'
    if (!isText && !(isYesNo && typeof value === 'boolean')) return invalidSetting
    const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : storableText(String(value).trim())
    const options = isYesNo ? { yes: '', no: '' } : setting.options
    if (options && !Object.hasOwn(options, text)) return invalidSetting
    const problem = setting.problem?.(text)
    if (problem) problems[`settings.${setting.id}`] = problem
    parsed[setting.id] = text
  }
  return Object.keys(problems).length > 0 ? invalidFields(problems) : parsed
}

async function create({ db, zone, classes }: ZoneScope, sent: Sent & { method_id: string }) {
  const { method_id: kind, order: position, enabled: isEnabled } = sent
  if (!isKind(kind)) return notCreated
  const known = settingsOf(kind, classes)
  const settings = parseSettings(sent.settings, known)
  if (isRestError(settings)) return settings
  const initial = Object.fromEntries(known.map((one) => [one.id, one.initial ?? one.default]))
  const values = { settings: { ...initial, ...settings }, ...sentOnly({ position, isEnabled }) }
  return (await addMethod(db, zone, kind, values)) ?? zoneNotFound
}

async function update({ db, classes }: ZoneScope, before: StoredMethod, sent: Sent) {
  const settings = parseSettings(sent.settings, settingsOf(before.kind, classes))
  if (isRestError(settings)) return settings
  const { order: position, enabled: isEnabled } = sent
  return (await updateMethod(db, before.id, { settings, ...sentOnly({ position, isEnabled }) })) ?? notFound
}

const settingJson = (setting: MethodSetting, settings: MethodSettings) => ({
  id: setting.id,
  label: setting.label,
  description: setting.hint ?? '',
  type: setting.type,
  value: settings[setting.id] ?? null,
  default: setting.default,
  tip: setting.hint ?? '',
  placeholder: setting.placeholder ?? '',
  ...(setting.options && { options: setting.options }),
})

function methodJson({ id, kind, position, isEnabled, settings }: StoredMethod, scope: ZoneScope) {
  const zone = zoneHref(scope, scope.zone.id)
  const { title, about } = methodKinds[kind]
  return {
    id,
    instance_id: id,
    title: settings.title ?? title,
    order: position,
    enabled: isEnabled,
    method_id: kind,
    method_title: title,
    method_description: `<p>${about}</p>\n`,
    settings: Object.fromEntries(settingsOf(kind, scope.classes).map((one) => [one.id, settingJson(one, settings)])),
    _links: { ...itemLinks(`${zone}/methods`, id), describes: [{ href: zone }] },
  } satisfies Item<typeof methodShape>
}

async function scopeOf({ db, url }: ZoneShop, { zone: id }: CallRequest['path']): Promise<ZoneScope | RestError> {
  const zone = await findZone(db, idOf(id))
  return zone ? { db, url, zone, classes: await readShippingClasses(db) } : zoneNotFound
}

export const zoneMethodCalls = within(
  scopeOf,
  defineResource({
    name: 'shipping method',
    path: `${paths.restShippingZones}/:zone{[0-9]+}/methods`,
    capability: shopSettingsWrite,
    notFound,
    isUnpaged: true,
    isCreatedWith200: true,
    json: methodJson,
    response: methodShape,
    query: {},
    list: async ({ zone }) => ({ items: zone.methods, total: zone.methods.length }),
    get: async ({ zone }, id) => zone.methods.find((method) => method.id === id) ?? null,
    fields: { create: fields, update: fields.partial() },
    create,
    update,
    delete: ({ db }: ZoneScope, { id }) => deleteMethod(db, id),
    noTrash: { status: 501, code: 'rest_trash_not_supported', message: 'Shipping methods do not support trashing.' },
  }),
)
