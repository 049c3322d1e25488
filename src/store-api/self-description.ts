import { z } from 'zod'
import type { JsonSchema } from '../rest/params.ts'
import type { Shop } from '../shop.ts'
import type { CallSpec } from './call.ts'
import type { StoreRoute } from './router.ts'

/** What a call takes, by name, as JSON Schema. */
export function paramsOf(spec: CallSpec, shop: Pick<Shop, 'settings'>) {
  const body = typeof spec.body === 'function' ? spec.body(shop.settings()) : (spec.body ?? {})
  const schemas = (readers: Readonly<Record<string, { readonly schema?: JsonSchema }>>) =>
    Object.entries(readers).map(([name, reader]) => ({
      name,
      schema: reader.schema ?? {},
      isRequired: spec.required?.includes(name) ?? false,
    }))
  return { query: schemas(spec.query ?? {}), body: schemas(body) }
}

/** The endpoints of a route, as the index and the answer to OPTIONS list them (store-schema-products.json). */
export function endpointsOf(route: StoreRoute, shop: Pick<Shop, 'settings'>) {
  return Object.entries(route.methods).map(([method, { spec }]) => {
    const params = spec ? paramsOf(spec, shop) : { query: [], body: [] }
    const args = [...params.query, ...params.body].map(
      ({ name, schema, isRequired }) => [name, { ...schema, required: isRequired }] as const,
    )
    return { methods: [method], allow_batch: { v1: method !== 'GET' }, args: Object.fromEntries(args) }
  })
}

/** The shape of what is found at a route, in the dialect of JSON Schema that such programs read. */
export function schemaOf(route: StoreRoute): { schema?: JsonSchema } {
  const specs = Object.values(route.methods).flatMap(({ spec }) => spec ?? [])
  const answer = specs.map((spec) => spec.answers[200] ?? spec.answers[201]).find((shape) => shape)
  if (!answer) return {}
  const one = answer instanceof z.ZodArray ? (answer.element as z.ZodType) : answer
  const { $schema, ...schema } = inlined(z.toJSONSchema(one, { target: 'draft-4' }))
  return { schema: { $schema, title: titleOf(route), ...schema } }
}

/** 'cart' for `/cart/items`: what such programs call it. */
const titleOf = (route: StoreRoute): string => route.path.split('/').at(1) ?? ''

/** Puts named shapes where they are pointed to: nothing in the schema points elsewhere. */
export function inlined(schema: JsonSchema): JsonSchema {
  const definitions = (schema.definitions ?? schema.$defs ?? {}) as Readonly<Record<string, object>>
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const { $ref: pointed, allOf, definitions: _, $defs: __, ...own } = value as Record<string, unknown>
    // A named shape with a description of its own: the one part of an `allOf`.
    const $ref = pointed ?? (Array.isArray(allOf) ? (allOf[0] as { $ref?: unknown }).$ref : undefined)
    const named = typeof $ref === 'string' ? (definitions[$ref.split('/').at(-1) ?? ''] ?? {}) : {}
    const parts = Object.entries({ ...named, ...own }).filter(
      ([name, part]) => name !== 'id' || typeof part !== 'string',
    )
    return Object.fromEntries(parts.map(([name, part]) => [name, walk(part)]))
  }
  return walk(schema) as JsonSchema
}
