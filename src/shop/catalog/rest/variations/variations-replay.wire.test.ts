import { expect, test } from 'vitest'
import { compareBodies } from '../../../../../test/wire/compare.ts'
import { type Deviation, type Exchange, explained, recordedExchanges } from '../../../../../test/wire/replay.ts'
import { isRecord } from '../../../../platform/rest/request.ts'
import { both, type Json, openTestVariations } from './open-test-variations.ts'

const { call, makeProduct, makeSampler, owner } = await openTestVariations()
const sampler = await makeSampler('REF-VAR')

/** Our ids by the recorded ids. */
const ids = new Map<number, number>()
const idsIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(idsIn)
  if (typeof value === 'number') return ids.get(value) ?? value
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, idsIn(one)]))
}

/** Leaves out values that every shop generates: times, pictures, ids of custom fields. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value === 'string') return value.replaceAll('https://', 'http://')
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, one]) => {
      if (name === 'samovar') return []
      if (/^date_(created|modified)/.test(name) || name === 'location') return [[name, typeof one]]
      if (/price$/.test(name)) return [[name, one === '' ? '' : Number(one)]]
      if (name === 'image') return [[name, one === null ? null : 'picture']]
      if (name === 'meta_data') return [[name, (one as { key: string }[]).map(({ key }) => key)]]
      return [[name, name === '_links' ? Object.keys(one as object) : comparable(one)]]
    }),
  )
}
/** The recorded response with our ids, without variations that our shop refuses. */
function recordedHere(value: unknown): unknown {
  if (Array.isArray(value))
    return value.filter((one) => !(isRecord(one) && refused.has(Number(one.id)))).map(recordedHere)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      if (name === 'id' || name === 'resource_id') return [name, ids.get(Number(one)) ?? one]
      if (name === 'parent_id') return [name, sampler]
      return [name, name === 'attributes' ? one : recordedHere(one)]
    }),
  )
}
const refused = new Set([69])

/** Recorded variations that our shop refuses, and what is created instead for the following exchanges. */
const standIns: Readonly<Record<string, { readonly id: number; readonly body: object }>> = {
  'create, same attributes as another': {
    id: 68,
    body: { regular_price: '5.00', attributes: [{ id: 1, option: '50 g' }] },
  },
  'create, attribute the parent has not': {
    id: 70,
    body: { regular_price: '5.00', attributes: [{ name: 'Grind', option: 'Fine' }] },
  },
  'create, empty body': {
    id: 71,
    body: {
      attributes: [
        { id: 1, option: '250 g' },
        { name: 'Grind', option: 'Fine' },
      ],
    },
  },
  'create, image as a list': { id: 74, body: { attributes: [{ name: 'Grind', option: 'Whole' }] } },
}
const told: Deviation = { where: /^(status|body)/, reason: 'variations-told-apart' }
const standIn: Deviation = { where: /attributes|\.name$/, reason: 'variations-told-apart' }
const slugs: Deviation = { where: /permalink$/, reason: 'own-attribute-slugs' }
const deviations: Readonly<Record<string, readonly Deviation[]>> = {
  create: [slugs, { where: /tax_class$/, reason: 'variation-tax-class' }],
  one: [slugs],
  list: [standIn, slugs],
  'create, same attributes as another': [told],
  'create, option the parent has not': [told],
  'create, attribute the parent has not': [told],
  'create, empty body': [told],
  'create, unknown parent': [{ where: /^(status|body)/, reason: 'variations-of-variable-products' }],
  'create, parent is a simple product': [{ where: /^(status|body)/, reason: 'variations-of-variable-products' }],
  'create, image as a list': [{ where: /^(status|body)/, reason: 'variation-has-one-image' }],
  'generate, delete those that match none': [{ where: /deleted_count$/, reason: 'variations-told-apart' }],
  batch: [
    standIn,
    { where: /^body\.create\[1\]\.error/, reason: 'variations-told-apart' },
    { where: /^body\.delete\[1\]\.id$/, reason: 'batch-ids-are-numbers' },
  ],
}
/** Exchanges about products and keys, which are tested separately. */
const elsewhere = ['one as a product', 'parent after the variations', 'with a read-only key']

test('[API-02 error shapes] the recorded exchanges mean the same here', async () => {
  ids.set(20, sampler)
  ids.set(17, await makeProduct({ name: 'Assam', sku: 'REF-ASSAM' }))
  const unused = new Set(Object.keys(deviations))
  for (const exchange of recordedExchanges('wc-v3-product-variations')) {
    const { name, request, response } = exchange as Exchange & { request: { body: unknown } }
    if (elsewhere.includes(name)) continue
    const path = request.url
      .replace('https://shop.test/wp-json/wc/v3', '')
      .replaceAll(/\/(\d+)/g, (_, id: string) => `/${ids.get(Number(id)) ?? id}`)
      .replace(/include=(\d+)/, (_, id: string) => `include=${ids.get(Number(id))}`)
    const sent = idsIn(request.body) as Record<string, unknown> | null
    // The recorded shop downloads a picture; our shop has it in its media library.
    const body: Record<string, unknown> | undefined = isRecord(sent?.image)
      ? { ...sent, image: { id: 12 } }
      : (sent ?? undefined)
    // Otherwise the combination of attributes would be refused before the SKU.
    if (body && name.startsWith('create, sku')) body.attributes = both('250 g', 'Whole')
    const ours = await call(request.method, path, body, name === 'without authentication' ? {} : owner.headers)
    const recordedId = Number((response.body as { id?: unknown } | null)?.id)
    if (ours.status === 201) ids.set(recordedId, ours.json.id)
    if (name === 'batch') ids.set(75, (ours.json as unknown as { create: Json[] }).create[0]?.id ?? 0)
    if (name.startsWith('all variations')) {
      expect([ours.status, Array.isArray(ours.json)]).toEqual([200, true])
      continue
    }
    const isList = Array.isArray(response.body)
    const isCut = exchange.trimmed !== undefined || isList
    const recorded = comparable(recordedHere(response.body))
    const differences = [
      ...(ours.status === response.status ? [] : [{ where: 'status', recorded: response.status, ours: ours.json }]),
      ...compareBodies(recorded, comparable(isList ? ours.items.slice(0, (recorded as []).length) : ours.json), {
        isCut,
      }),
    ]
    const allowed = [...(deviations[name] ?? []), ...(name.startsWith('list') ? [standIn] : [])]
    expect([name, differences.filter(({ where }) => !allowed.some((one) => one.where.test(where)))]).toEqual([name, []])
    if (differences.length > 0) unused.delete(name)
    const instead = standIns[name]
    if (!instead) continue
    const made = await call('POST', `/products/${sampler}/variations`, instead.body)
    expect([name, made.status, made.json.message]).toEqual([name, 201, undefined])
    ids.set(instead.id, made.json.id)
  }
  expect([...unused]).toEqual([])
  expect(Object.values(deviations).flatMap((all) => all.filter(({ reason }) => !explained.has(reason)))).toEqual([])
})
