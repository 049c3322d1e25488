import { z } from 'zod'
import type { JsonSchema } from './params.ts'

/* Parts of OpenAPI documents (https://spec.openapis.org/oas/v3.1.0) that all APIs share. */

export type OpenApiObject = Readonly<Record<string, unknown>>

/** '/cart/items/{key}' for the router's '/cart/items/:key{[\\w-]+}'. */
export const templateOf = (path: string): string => (path === '' ? '/' : path.replaceAll(/:(\w+)(\{[^}]*\})?/g, '{$1}'))

const pathParameters = (path: string): OpenApiObject[] =>
  [...path.matchAll(/:(\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', pattern]) => ({
    name,
    in: 'path',
    required: true,
    schema:
      pattern === '[0-9]+'
        ? { type: 'integer', minimum: 0 }
        : { type: 'string', ...(pattern === undefined ? {} : { pattern: `^${pattern}$` }) },
  }))

export type QueryParameter = { readonly name: string; readonly schema: JsonSchema; readonly isRequired: boolean }

const queryParameter = ({ name, schema, isRequired }: QueryParameter): OpenApiObject => {
  const { description, ...rest } = schema
  return {
    name,
    in: 'query',
    required: isRequired,
    description,
    ...(rest.type === 'array' ? { style: 'form', explode: false } : {}),
    schema: rest,
  }
}

export const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } })

/** 'postCartAddItem' */
const operationId = (method: string, path: string): string =>
  method.toLowerCase() +
  (templateOf(path).match(/\w+/g) ?? ['index']).map((part) => (part[0] ?? '').toUpperCase() + part.slice(1)).join('')

/** A shape as JSON Schema; named shapes are added to `schemas`. */
export function schemaIn(
  schemas: Record<string, JsonSchema>,
  shape: z.ZodType,
  toSchema: (shape: z.ZodType) => JsonSchema = (one) => z.toJSONSchema(one),
): JsonSchema {
  // Rewrites references to OpenAPI's form.
  const json = JSON.stringify(toSchema(shape)).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs = {}, $schema: _, ...schema } = JSON.parse(json) as JsonSchema
  for (const [name, { id: __, ...named }] of Object.entries($defs as Record<string, JsonSchema>))
    schemas[name] ??= named
  return schema
}

const errorShape = z
  .strictObject({
    code: z.string().describe('Error code.'),
    message: z.string().describe('Error message, as HTML.'),
    data: z
      .object({ status: z.int().describe('HTTP status.') })
      .catchall(z.unknown())
      .describe('Error details. Includes `cart` if the client’s copy is outdated.'),
  })
  .meta({ id: 'Error' })

export const header = (description: string, type: string): OpenApiObject => ({ description, schema: { type } })

/** Headers of a page of a list. */
const listHeaders = {
  'X-WP-Total': header('Total number of items on all pages.', 'integer'),
  'X-WP-TotalPages': header('Total number of pages.', 'integer'),
  Link: header('URLs of the previous and next pages.', 'string'),
}

/** The headers of a response: those with these names, and those of a page of a list. */
export function headersOf(own: readonly string[], isList: boolean): OpenApiObject {
  const names = [...own, ...(isList ? Object.keys(listHeaders) : [])]
  if (names.length === 0) return {}
  return { headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])) }
}

/** A call for the OpenAPI document: its parameters and responses. */
type Operation = {
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly tag: string
  readonly query: readonly QueryParameter[]
  readonly requestBody: OpenApiObject | undefined
  readonly security: readonly object[] | undefined
  readonly responses: OpenApiObject
}

/** The document under construction: its named schemas, and a reference to the error schema. */
export type OpenApiDraft = { readonly schemas: Record<string, JsonSchema>; readonly error: JsonSchema }

type DocumentParts = {
  readonly title: string
  readonly description: string
  readonly url: string
  readonly operationsOf: (draft: OpenApiDraft) => Promise<readonly Operation[]>
  /** Headers of responses, other than those of a page of a list. */
  readonly headers?: OpenApiObject
  readonly securitySchemes: object
}

export async function openApiDocument(parts: DocumentParts) {
  const { title, description, url, operationsOf, headers, securitySchemes } = parts
  const schemas: Record<string, JsonSchema> = {}
  const error = schemaIn(schemas, errorShape)
  const paths = [...Map.groupBy(await operationsOf({ schemas, error }), ({ path }) => path)].map(([path, ofPath]) => {
    const parameters = pathParameters(path)
    const item = Object.fromEntries(ofPath.map((one) => [one.method.toLowerCase(), operationObject(one)]))
    return [templateOf(path), { ...(parameters.length > 0 ? { parameters } : {}), ...item }] as const
  })
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description },
    servers: [{ url }],
    paths: Object.fromEntries(paths),
    components: { schemas, headers: { ...headers, ...listHeaders }, securitySchemes },
  }
}

const operationObject = ({ method, path, tag, query, ...operation }: Operation): OpenApiObject => ({
  operationId: operationId(method, path),
  tags: [tag],
  parameters: query.length > 0 ? query.map(queryParameter) : undefined,
  ...operation,
})
