import { z } from 'zod'
import type { Db } from '../../platform/database/connect.ts'
import { defineCall } from '../../platform/rest/call.ts'
import { readOnly, sentOnly, viewOrEdit } from '../../platform/rest/fields.ts'
import { jsonSchemaOf } from '../../platform/rest/input.ts'
import { allFixed, each, fixed, type Item, itemShape } from '../../platform/rest/item-shape.ts'
import { itemLinks, unpagedList } from '../../platform/rest/links.ts'
import type { JsonSchema } from '../../platform/rest/params.ts'
import { errorOf, type RestError } from '../../platform/rest/response.ts'
import type { Platform } from '../../platform/web/context.ts'
import { paths } from '../../platform/web/routes.ts'
import {
  defaultGateways,
  type GatewayId,
  gatewaySchemas,
  gatewaysInOrder,
  gatewaysJson,
  isProviderMethod,
  parseGateways,
} from '../../shop/payment-methods/payment-methods.ts'
import { type PaymentMethodSettings, paymentMethodSettings } from '../../shop/payment-methods/settings.ts'
import { paymentSettingsWrite } from '../../things/settings/capabilities.ts'
import { defaultsOf } from '../../things/settings/setting.ts'
import { loadStored, updateSettings } from '../../things/settings/settings.store.ts'
import { invalidValue, type OptionType, parseOption } from './option.ts'

/* `wc/v3/payment_gateways`: the payment methods of the shop. Their settings leave out API keys and bank accounts. */

type Json = Readonly<Record<string, unknown>>

/** WooCommerce's setting ids, where they differ from this shop's, and its descriptions of its own methods. */
const wooSettingIds: Readonly<Record<string, string>> = { shipping_methods: 'enable_for_methods' }
const wooDescriptions: Readonly<Record<string, string>> = {
  bacs: 'Take payments in person via BACS. More commonly known as direct bank/wire transfer.',
  cheque: 'Take payments in person via checks. This offline gateway can also be useful to test purchases.',
  cod: 'Let your shoppers pay upon delivery — by cash or other methods of payment.',
}
const hints: Readonly<Record<string, string>> = {
  title: 'This controls the title which the user sees during checkout.',
  instructions: 'Instructions that will be added to the thank you page and emails.',
  shipping_methods:
    'If COD is only available for certain methods, set it up here. Leave blank to enable for all methods.',
}
const labels: Readonly<Record<string, string>> = {
  title: 'Title',
  instructions: 'Instructions',
  shipping_methods: 'Enable for shipping methods',
  capture: 'Take the money at once',
  link: 'Remember cards with Link',
  hide_ineligible: 'Say nothing outside the limits',
  sections: 'Pages that say that it can be paid later',
}

type Field = {
  readonly name: string
  readonly id: string
  readonly type: OptionType
  readonly options?: Record<string, string>
}

const wordOf = (name: string) => name.replaceAll('_', ' ').replace(/^./, (letter) => letter.toUpperCase())
const optionsOf = ({ enum: values = [] }: { enum?: readonly string[] }) =>
  Object.fromEntries(values.map((value) => [value, wordOf(value)]))

/** A setting as a WooCommerce form field. Null if WooCommerce has no such field, as for bank accounts and limits. */
function fieldOf(name: string, schema: JsonSchema): Field | null {
  const field = { name, id: wooSettingIds[name] ?? name }
  const { type, items, enum: values } = schema as { type?: string; items?: { enum?: string[] }; enum?: string[] }
  if (type === 'boolean') return { ...field, type: 'checkbox' }
  if (type === 'array' && items?.enum) return { ...field, type: 'multiselect', options: optionsOf(items) }
  if (values) return { ...field, type: 'select', options: optionsOf({ enum: values }) }
  if (type !== 'string') return null
  return { ...field, type: name === 'title' ? 'safe_text' : name === 'instructions' ? 'textarea' : 'text' }
}

const fieldsOf = (id: GatewayId): readonly Field[] =>
  Object.entries((jsonSchemaOf(gatewaySchemas[id]).properties ?? {}) as Record<string, JsonSchema>)
    .filter(([name]) => name !== 'enabled' && name !== 'description')
    .flatMap(([name, schema]) => fieldOf(name, schema) ?? [])

/** Settings of WooCommerce that are always on here. */
const alwaysYes: Readonly<Record<string, readonly [id: string, label: string]>> = {
  cod: ['enable_for_virtual', 'Accept COD if the order is virtual'],
}

/** As in WooCommerce: a boolean is 'yes' or 'no', an empty list an empty text. */
function settingValue(value: unknown) {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) && value.length === 0 ? '' : value
}

const settingShape = z.strictObject({
  ...allFixed({ id: z.string(), label: z.string(), description: z.string(), type: z.string() }),
  value: z.union([z.string(), z.array(z.string())]),
  ...allFixed({ default: z.union([z.string(), z.array(z.string())]), tip: z.string(), placeholder: z.string() }),
  options: fixed(z.record(z.string(), z.string()).optional()),
})
const gatewayShape = itemShape('payment_gateway', {
  id: fixed(z.string()),
  ...each(z.string(), 'title', 'description'),
  order: z.union([z.int(), z.literal('')]),
  enabled: z.boolean(),
  ...allFixed({ method_title: z.string(), method_description: z.string(), method_supports: z.array(z.string()) }),
  settings: z.record(z.string(), settingShape),
  ...allFixed({ needs_setup: z.boolean(), post_install_scripts: z.array(z.string()), settings_url: z.string() }),
  ...allFixed({ connection_url: z.null(), setup_help_text: z.null(), required_settings_keys: z.array(z.string()) }),
})

type GatewayShop = Pick<Platform, 'db' | 'url'>
const defaults = defaultsOf(paymentMethodSettings)
const initial = gatewaysJson(defaultGateways)

function gatewayJson(id: GatewayId, { gateways, gatewayOrder = {} }: PaymentMethodSettings, { url }: GatewayShop) {
  const json: Json = gatewaysJson(gateways)[id]
  const { title, description, enabled } = gatewaysJson(gateways)[id]
  const defaultJson: Json = initial[id]
  const settings = fieldsOf(id).map(({ name, id: field, type, options }) => {
    const hint = hints[name] ?? ''
    return [
      field,
      {
        id: field,
        label: labels[name] ?? wordOf(name),
        description: hint,
        type,
        value: settingValue(json[name]) as string,
        default: settingValue(defaultJson[name]) as string,
        tip: hint,
        placeholder: '',
        ...(options ? { options } : {}),
      },
    ] as const
  })
  const [always, label = ''] = alwaysYes[id] ?? []
  const alwaysOn = { label, description: '', type: 'checkbox', value: 'yes', default: 'yes', tip: '', placeholder: '' }
  return {
    id,
    title,
    description,
    order: gatewayOrder[id] ?? '',
    enabled,
    method_title: initial[id].title,
    method_description: wooDescriptions[id] ?? initial[id].description,
    method_supports: isProviderMethod(id) ? ['products', 'refunds'] : ['products'],
    settings: Object.fromEntries([
      ...settings,
      ...(always ? [[always, { id: always, ...alwaysOn }] as const] : []),
    ]) as Record<string, z.output<typeof settingShape>>,
    needs_setup: false,
    post_install_scripts: [],
    settings_url: url + paths.adminPayments,
    connection_url: null,
    setup_help_text: null,
    required_settings_keys: [],
    _links: itemLinks(url + paths.restGateways, id, ['GET', 'POST', 'PUT', 'PATCH']),
  } satisfies Item<typeof gatewayShape>
}

const body = z.object({
  ...each(z.string().optional(), 'title', 'description'),
  order: z.int().min(0).max(1000).optional(),
  enabled: z.boolean().optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
  ...readOnly('id', 'method_title', 'method_description', 'method_supports', 'needs_setup', 'post_install_scripts'),
  ...readOnly('settings_url', 'connection_url', 'setup_help_text', 'required_settings_keys', '_links'),
})

/** The changed properties, or the error. */
function changesOf(id: GatewayId, sent: z.output<typeof body>): Json | RestError {
  const changes: Record<string, unknown> = {}
  const fields = [...fieldsOf(id), { name: 'description', id: 'description', type: 'text' } as const]
  const { title, description, settings } = sent
  const values: Json = { ...settings, ...sentOnly({ title, description }) }
  const always = alwaysYes[id]?.[0] ?? ''
  const unknown = Object.keys(values).find((name) => name !== always && !fields.some((field) => field.id === name))
  if (unknown !== undefined) return invalidValue(`There is no setting ${unknown}.`)
  if (always in values && parseOption('checkbox', values[always]) !== 'yes')
    return invalidValue(`${always} is always yes.`)
  for (const field of fields) {
    const value = values[field.id]
    if (value === undefined) continue
    const parsed = parseOption(field.type, value, 'options' in field ? field.options : undefined)
    if (parsed === null) return invalidValue(`This cannot be ${field.id}.`)
    changes[field.name] = field.type === 'checkbox' ? parsed === 'yes' : parsed
  }
  return sent.enabled === undefined ? changes : { ...changes, enabled: sent.enabled }
}

const notFound = errorOf(404, 'woocommerce_rest_payment_gateway_invalid', 'Resource does not exist.')
const gatewayPath = `${paths.restGateways}/:gateway{[\\w-]+}`
const capability = paymentSettingsWrite
const stored = (db: Db) => loadStored(db, defaults)
const idOf = (path: Readonly<Record<string, string>>) => gatewaysInOrder(defaults).find((id) => id === path.gateway)

export const gatewayCalls = [
  defineCall({
    summary: 'Lists payment gateways',
    method: 'GET',
    path: paths.restGateways,
    capability,
    action: 'list',
    query: z.object(viewOrEdit),
    response: z.array(gatewayShape),
    async handler(shop: GatewayShop) {
      const settings = await stored(shop.db)
      return unpagedList(gatewaysInOrder(settings).map((id) => gatewayJson(id, settings, shop)))
    },
  }),
  defineCall({
    summary: 'Retrieves a payment gateway',
    method: 'GET',
    path: gatewayPath,
    capability,
    query: z.object(viewOrEdit),
    response: gatewayShape,
    async handler(shop: GatewayShop, { path }) {
      const id = idOf(path)
      return id ? { json: gatewayJson(id, await stored(shop.db), shop) } : notFound
    },
  }),
  defineCall({
    summary: 'Updates a payment gateway: its title, texts, position and settings, and whether it is enabled',
    method: ['POST', 'PUT', 'PATCH'],
    path: gatewayPath,
    capability,
    action: 'edit',
    body,
    response: gatewayShape,
    async handler(shop: GatewayShop, { path, body: sent }) {
      const id = idOf(path)
      if (!id) return notFound
      const changes = changesOf(id, sent)
      if ('code' in changes) return changes as RestError
      const checked = gatewaySchemas[id].safeParse({
        ...gatewaysJson((await stored(shop.db)).gateways)[id],
        ...changes,
      })
      if (!checked.success) return invalidValue(checked.error.issues[0]?.message)
      const saved = await updateSettings(shop.db, defaults, ({ gateways, gatewayOrder }) => {
        const json = gatewaysJson(gateways)
        return {
          gateways: parseGateways({ ...json, [id]: { ...json[id], ...changes } }),
          gatewayOrder: sent.order === undefined ? gatewayOrder : { ...gatewayOrder, [id]: sent.order },
        }
      })
      return { json: gatewayJson(id, saved, shop) }
    },
  }),
]
