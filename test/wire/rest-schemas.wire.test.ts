/**
 * The OPTIONS response describes the items as a recorded shop does, and agrees with the items that are returned and
 * with the changes that are accepted. The schemas are recorded facts.
 */

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { restCalls } from '../../src/faces/rest/rest.routes.ts'
import { itemShapeOf } from '../../src/platform/rest/item-shape.ts'
import { paths } from '../../src/platform/web/routes.ts'
import { openDescribedItems, type Schema } from './described-items.ts'
import { type Deviation, explained } from './replay.ts'
import { changesOf } from './schema-changes.ts'
import { deviations } from './schema-deviations.ts'

const recorded = JSON.parse(readFileSync('test/recorded/woocommerce/rest-schemas.json', 'utf8')) as {
  readonly routes: Readonly<Record<string, string>>
  readonly schemas: Readonly<Record<string, Schema>>
}

const items = await openDescribedItems()
const { owner, orderPath, addresses, resources, call, optionsOf, pathOf, schemaOf, first } = items
const changes = changesOf(items)

/** The compared facts of a schema, by path and kind of fact. */
function factsOf(schema: Schema, place = ''): Readonly<Record<string, unknown>> {
  const { type, format, enum: values, default: initial, context, readonly: isReadOnly = false, items } = schema
  const properties = Object.entries(Array.isArray(schema.properties) ? {} : (schema.properties ?? {}))
  const facts = {
    type: [type].flat().toSorted().join(),
    format,
    enum: values?.toSorted().join(),
    default: initial,
    ...(context && { context: context.toSorted().join() }),
    readonly: isReadOnly,
  }
  return {
    ...Object.fromEntries(Object.entries(facts).map(([name, fact]) => [`${place} ${name}`, fact])),
    ...(items ? factsOf(items, `${place}[]`) : {}),
    ...Object.assign({}, ...properties.map(([name, one]) => factsOf(one, `${place}.${name}`))),
  }
}

const observed = new Set<Deviation>()

describe('[API-01] OPTIONS has the recorded schema of items', () => {
  test.each(Object.entries(recorded.routes))('%s: %s', async (route, name) => {
    const path = pathOf(route)
    const { schema, namespace, _links } = await optionsOf(path)
    expect([schema?.title, schema?.$schema]).toEqual([name, 'http://json-schema.org/draft-04/schema#'])
    expect(namespace).toBe(/^\/(\w+\/v\d)/.exec(route)?.[1])
    expect(_links).toEqual(route.includes('{}') ? undefined : { self: [{ href: `http://shop.test/wp-json${route}` }] })
    // The schema is the same for every caller, as recorded.
    expect((await optionsOf(path, owner.headers)).schema).toEqual(schema)
    const theirs = factsOf(recorded.schemas[name] ?? {})
    const ours = factsOf(schema ?? {})
    const named = deviations[name] ?? []
    const differences = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].filter((where) => {
      if (theirs[where] === ours[where]) return false
      const found = named.filter((one) => one.where.test(where))
      for (const one of found) observed.add(one)
      return found.length === 0
    })
    expect(differences.map((where) => [where, theirs[where], ours[where]])).toEqual([])
  })

  test('every named difference occurs, and is explained', () => {
    const all = Object.values(deviations).flat()
    expect(all.filter((one) => !observed.has(one) || !explained.has(one.reason))).toEqual([])
  })

  test('every kind of item is looked at', () => {
    expect(Object.keys(recorded.schemas).filter((name) => !(name in addresses))).toEqual(['batch', 'Order Actions'])
  })
})

/** Fields that are sent and never returned. */
const sentOnly: Readonly<Record<string, readonly string[]>> = {
  shop_order: ['set_paid'],
  shop_order_refund: ['api_refund', 'api_restock', 'refunded_amount'],
  customer: ['password'],
  webhook: ['secret'],
  user: ['password'],
  // Returned only after the tool has run.
  system_status_tool: ['success', 'message'],
  // Returned only when the password is created.
  'application-password': ['password'],
}

describe('[API-01] what is answered is what the schema says', () => {
  test.each(resources)('$name, in each context', async ({ name, path }) => {
    const properties = await schemaOf(path)
    const contexts = [...new Set(Object.values(properties).flatMap(({ context = [] }) => context))]
    expect(contexts).toContain('view')
    for (const context of contexts) {
      const fields = Object.keys(await first(`${path}?context=${context}`)).filter((field) => field !== '_links')
      const described = Object.entries(properties)
        .filter(([field, schema]) => schema.context?.includes(context) && !sentOnly[name]?.includes(field))
        .map(([field]) => field)
      expect([context, fields.toSorted()]).toEqual([context, described.toSorted()])
    }
  })

  test('an entry inside of another has the recorded fields', async () => {
    const fields = ['id', 'date', 'slug', 'type', 'link', 'title', 'excerpt', 'author', 'featured_media', '_links']
    for (const path of [addresses.post, addresses.page])
      expect(Object.keys(await first(`${path}?context=embed`)).toSorted()).toEqual(fields.toSorted())
  })
})

const forEditors = (path: string) => (/^\/(wp\/|wc\/v3\/products\/)/.test(path) ? `${path}?context=edit` : path)

/** Another value of the same type. */
function otherValue(type: unknown, value: unknown): unknown {
  if (type === 'boolean') return value !== true
  if (type === 'integer' || type === 'number') return Number(value) + 1
  if (type === 'array') return [{ id: 7 }]
  return type === 'object' ? { raw: 'other' } : '2020-01-01T00:00:00'
}

const writtenElsewhere = new Set([
  ...['batch', 'product', 'product_variation', 'comment', 'tax', 'system_status_tool'],
  ...['shipping_zone', 'shipping_zone_location', 'shipping_zone_method'],
])

describe('[API-01] what can be changed is what the schema says', () => {
  const writable = resources.filter(({ name }) => changes[name] !== undefined)

  test('every kind that can be changed is', () => {
    const withPut = restCalls.filter(({ methods }) => methods.includes('PUT'))
    const titles = withPut.map(({ response }) => itemShapeOf(response)?.meta()?.title).filter((title) => title)
    expect(Object.keys(changes).toSorted()).toEqual(
      // Other tests write these kinds completely; a batch and a tool have nothing to change.
      [...new Set(titles)].filter((title) => !writtenElsewhere.has(title ?? '')).toSorted(),
    )
  })

  test.each(writable)('$name takes every field that is not said to be read-only', async ({ name, path }) => {
    const { body = {}, answered = {}, at = path } = changes[name] ?? {}
    const properties = await schemaOf(path)
    const open = Object.keys(properties).filter((field) => properties[field]?.readonly !== true)
    expect(Object.keys(body).toSorted()).toEqual(open.toSorted())
    expect(await call('PUT', at, body)).toMatchObject({ status: 200 })
    const changed = Object.entries({ ...body, ...answered }).filter(([field]) => !sentOnly[name]?.includes(field))
    expect(await first(forEditors(at))).toMatchObject(Object.fromEntries(changed))
  })

  test.each(writable)('$name keeps every field that is said to be', async ({ path }) => {
    const before = await first(forEditors(path))
    const closed = Object.entries(await schemaOf(path)).filter(
      ([field, schema]) => schema.readonly === true && field in before,
    )
    expect(closed.length).toBeGreaterThan(0)
    for (const [field, { type }] of closed) {
      // A read-only field is ignored or refused.
      const { status } = await call('PUT', path, { [field]: otherValue(type, before[field]) })
      expect([field, [200, 400, 403].includes(status)]).toEqual([field, true])
    }
    expect(await first(forEditors(path))).toMatchObject(
      Object.fromEntries(closed.map(([field]) => [field, before[field]])),
    )
  })

  test.each([
    ['shop_order_refund', `${orderPath}/refunds`, paths.restRefunds],
    ['order_note', `${orderPath}/notes`, paths.restOrderNotes],
  ])('a new %s takes every field that is not said to be read-only', async (_, path, route) => {
    const properties = await schemaOf(path)
    const open = Object.keys(properties).filter((field) => properties[field]?.readonly !== true)
    const creating = restCalls.find((one) => one.path === route && one.methods.includes('POST'))
    expect(Object.keys(creating?.body.shape ?? {}).toSorted()).toEqual(open.toSorted())
  })
})
