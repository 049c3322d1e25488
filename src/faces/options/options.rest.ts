import { z } from 'zod'
import { type CallRequest, defineCall, type RestResult } from '../../platform/rest/call.ts'
import { readOnly } from '../../platform/rest/fields.ts'
import { allFixed, each, fixed, itemShape } from '../../platform/rest/item-shape.ts'
import { itemLinks } from '../../platform/rest/links.ts'
import { isRecord } from '../../platform/rest/request.ts'
import { batchList, batchShape, MAX_BATCH_SIZE } from '../../platform/rest/resource.ts'
import { errorJson, errorOf, isRestError, type RestError } from '../../platform/rest/response.ts'
import { paths } from '../../platform/web/routes.ts'
import { shopSettingsWrite } from '../../things/settings/capabilities.ts'
import { invalidValue, parseOption } from './option.ts'
import { type OptionShop, readValues, type Values, writeOption } from './option-sources.ts'
import { type Option, type OptionGroup, optionGroups } from './options.ts'

/* `wc/v3/settings`: groups, options and batches. */

const text = z.string()
const groupShape = itemShape('setting_group', {
  ...each(text, 'id', 'label', 'description', 'parent_id'),
  sub_groups: z.array(text),
})
const optionShape = itemShape('setting', {
  ...allFixed({ ...each(text, 'id', 'label', 'description', 'default', 'type'), group_id: text.optional() }),
  value: z.unknown(),
  options: fixed(z.record(text, text).optional()),
})

const capability = shopSettingsWrite
const noGroup = errorOf(404, 'rest_setting_setting_group_invalid', 'Invalid setting group.')
const noOption = errorOf(404, 'rest_setting_setting_invalid', 'Invalid setting.')

const hrefOf = ({ url }: OptionShop, group: string) => `${url}${paths.restOptions}/${group}`

const groupJson = ({ id, label, parent }: OptionGroup, shop: OptionShop) => ({
  id,
  label,
  description: '',
  parent_id: parent,
  sub_groups: optionGroups.filter((one) => one.parent === id).map((one) => one.id),
  _links: { options: [{ href: hrefOf(shop, id) }] },
})

/** Values as text, and lists of text, as in WooCommerce. */
const shownValue = (value: unknown): string | readonly string[] => {
  if (Array.isArray(value)) return value as string[]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const optionJson = (shop: OptionShop, group: OptionGroup, option: Option, values: Values) => ({
  id: option.id,
  label: option.label,
  description: '',
  type: option.type,
  default: option.default,
  ...(option.choices ? { options: option.choices(values) } : {}),
  value: shownValue(option.source.read(values)),
  _links: itemLinks(hrefOf(shop, group.id), option.id, ['GET', 'POST', 'PUT', 'PATCH']),
})

const groupOf = (id: unknown) => optionGroups.find((group) => group.id === id)
type Place = { readonly group: OptionGroup; readonly option: Option }
function placeOf(groupId: unknown, optionId: unknown): Place | RestError {
  const group = groupOf(groupId)
  if (!group) return noGroup
  const option = group.options.find(({ id }) => id === optionId)
  return option ? { group, option } : noOption
}

type Caller = Pick<CallRequest, 'principal'>

const readOption = async (shop: OptionShop, caller: Caller, { group, option }: Place) => ({
  ...optionJson(shop, group, option, await readValues(shop, caller)),
  group_id: group.id,
})

/** Sending a value back as it was read changes nothing, so that programs may return what they have read. */
async function changeOption(shop: OptionShop, caller: Caller, place: Place, value: unknown): Promise<object> {
  const { type, source, choices, id } = place.option
  const values = await readValues(shop, caller)
  const parsed = parseOption(type, value, choices?.(values))
  if (parsed === null) return invalidValue()
  const stored = shownValue(source.read(values))
  const refused = String(stored) === String(parsed) ? null : await writeOption(shop, caller, source, parsed)
  return refused ? { ...refused, message: refused.message.replace('{name}', id) } : readOption(shop, caller, place)
}

/** Written first and in this order, since later ones read what earlier ones have written. */
const writtenFirst: readonly unknown[] = [
  'woocommerce_specific_allowed_countries',
  'woocommerce_allowed_countries',
  'woocommerce_specific_ship_to_countries',
]

/** The order in which a batch is written: whether a list of countries or a kind of account applies is said by others. */
function rankOf(update: unknown): number {
  const id = isRecord(update) ? update.id : undefined
  if (id === 'woocommerce_registration_generate_password') return writtenFirst.length + 1
  const rank = writtenFirst.indexOf(id)
  return rank < 0 ? writtenFirst.length : rank
}

const inBatch = z.object({ update: batchList })

async function changeMany(
  shop: OptionShop,
  request: Caller & { readonly body: z.output<typeof inBatch> },
  groupId?: string,
): Promise<RestResult> {
  const { update } = request.body
  if (update.length > MAX_BATCH_SIZE) {
    const message = `Unable to accept more than ${MAX_BATCH_SIZE} items for this request.`
    return errorOf(413, 'woocommerce_rest_request_entity_too_large', message)
  }
  const results: object[] = []
  const written = update.map((one, nth) => ({ one, nth })).toSorted((a, b) => rankOf(a.one) - rankOf(b.one))
  for (const { one, nth } of written) {
    const { id, value, group_id } = isRecord(one) ? one : {}
    const place = placeOf(groupId ?? group_id, id)
    const result = isRestError(place) ? place : await changeOption(shop, request, place, value)
    results[nth] = isRestError(result) ? { id: id ?? '', error: errorJson(result) } : result
  }
  return { json: { update: results } }
}

const groupPath = `${paths.restOptions}/:group{[\\w-]+}`
const optionPath = `${groupPath}/:option{[\\w-]+}`
const changing = { method: ['POST', 'PUT', 'PATCH'], capability, action: 'edit' } as const
const batch = { ...changing, body: inBatch, response: batchShape }

export const optionCalls = [
  defineCall({
    summary: 'Lists setting groups',
    method: 'GET',
    path: paths.restOptions,
    capability,
    action: 'list',
    response: z.array(groupShape),
    handler: async (shop: OptionShop) => ({ json: optionGroups.map((one) => groupJson(one, shop)) }),
  }),
  defineCall({
    ...batch,
    summary: 'Updates options of several setting groups',
    path: `${paths.restOptions}/batch`,
    handler: (shop: OptionShop, request) => changeMany(shop, request),
  }),
  defineCall({
    ...batch,
    summary: 'Updates several options of a setting group',
    path: `${groupPath}/batch`,
    handler: async (shop: OptionShop, request) =>
      groupOf(request.path.group) ? changeMany(shop, request, request.path.group) : noGroup,
  }),
  defineCall({
    summary: 'Lists the options of a setting group',
    method: 'GET',
    path: groupPath,
    capability,
    action: 'list',
    response: z.array(optionShape),
    async handler(shop: OptionShop, request) {
      const group = groupOf(request.path.group)
      if (!group) return noGroup
      const values = await readValues(shop, request)
      return { json: group.options.map((option) => optionJson(shop, group, option, values)) }
    },
  }),
  defineCall({
    summary: 'Retrieves a setting option',
    method: 'GET',
    path: optionPath,
    capability,
    response: optionShape,
    async handler(shop: OptionShop, request) {
      const place = placeOf(request.path.group, request.path.option)
      return isRestError(place) ? place : { json: await readOption(shop, request, place) }
    },
  }),
  defineCall({
    ...changing,
    summary: 'Updates a setting option',
    path: optionPath,
    body: z.object({
      value: z.unknown().optional(),
      ...readOnly('id', 'label', 'description', 'type', 'default', 'tip', 'options', 'group_id', '_links'),
    }),
    response: optionShape,
    async handler(shop: OptionShop, request): Promise<RestResult> {
      const place = placeOf(request.path.group, request.path.option)
      if (isRestError(place)) return place
      const result = await changeOption(shop, request, place, request.body.value)
      return isRestError(result) ? result : { json: result }
    },
  }),
]
