import { z } from 'zod'
import type { JsonSchema } from '../../platform/rest/params.ts'
import type { StoreApiContext } from './context.ts'
import type { EndpointSpec } from './endpoint.ts'
import type { StoreRoute } from './router.ts'

/** The calls of a route by method, in the order of the `Allow` header. */
export const specsOf = ({ methods }: StoreRoute): [method: string, spec: EndpointSpec][] =>
  Object.entries(methods).map(([method, { spec }]) => [method, spec])

/** Parameters of a call as JSON Schema. */
export function paramsOf(spec: EndpointSpec, shop: Pick<StoreApiContext, 'settings'>) {
  const body = typeof spec.body === 'function' ? spec.body(shop.settings()) : (spec.body ?? {})
  const schemas = (parsers: Readonly<Record<string, { readonly schema: JsonSchema }>>) =>
    Object.entries(parsers).map(([name, { schema }]) => ({
      name,
      schema,
      isRequired: spec.required?.includes(name) ?? false,
    }))
  return { query: schemas(spec.query ?? {}), body: schemas(body) }
}

/** The endpoints of a route, as in the index and in responses to OPTIONS (store-schema-products.json). */
export const endpointsOf = (route: StoreRoute, shop: StoreApiContext) =>
  specsOf(route).map(([method, spec]) => {
    const { query, body } = paramsOf(spec, shop)
    const args = [...query, ...body].map(({ name, schema, isRequired }) => [name, { ...schema, required: isRequired }])
    return {
      methods: [method],
      allow_batch: { v1: method !== 'GET' },
      args: Object.fromEntries(args) as Record<string, unknown>,
    }
  })

/** The response schema of a route, in the JSON Schema version of the WordPress REST API. */
export function schemaOf(route: StoreRoute): { schema?: JsonSchema } {
  const responseShape = specsOf(route)
    .map(([, { responses }]) => responses[200] ?? responses[201])
    .find((shape) => shape)
  if (!responseShape) return {}
  const itemShape = responseShape instanceof z.ZodArray ? (responseShape.element as z.ZodType) : responseShape
  const { $schema, ...schema } = inlineDefinitions(z.toJSONSchema(itemShape, { target: 'draft-4' }))
  // 'cart' for `/cart/items`, the title in WooCommerce.
  return { schema: { $schema, title: route.path.split('/').at(1) ?? '', ...schema } }
}

/** Inlines all `$ref`s, which the consumers do not support. */
function inlineDefinitions(schema: JsonSchema): JsonSchema {
  const definitions = (schema.definitions ?? schema.$defs ?? {}) as Readonly<Record<string, object>>
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    const { $ref: ref, allOf, definitions: _, $defs: __, ...fields } = value as Record<string, unknown>
    // A named shape with its own description is an `allOf` with one element.
    const $ref = ref ?? (Array.isArray(allOf) ? (allOf[0] as { $ref?: unknown }).$ref : undefined)
    const definition = typeof $ref === 'string' ? (definitions[$ref.split('/').at(-1) ?? ''] ?? {}) : {}
    const parts = Object.entries({ ...definition, ...fields }).filter(
      ([name, part]) => name !== 'id' || typeof part !== 'string',
    )
    return Object.fromEntries(parts.map(([name, part]) => [name, walk(part)]))
  }
  return walk(schema) as JsonSchema
}
