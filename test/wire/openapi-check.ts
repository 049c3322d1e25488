/**
 * Checks responses of an API against its OpenAPI document. Implements the part of JSON Schema that the documents use.
 */

type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}
type OpenApiResponse = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }
type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
  readonly responses: Readonly<Record<string, OpenApiResponse>>
  readonly security?: readonly Readonly<Record<string, unknown>>[]
}
export type OpenApi = {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string }
  readonly servers: readonly { readonly url: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>> & { readonly parameters?: never }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly headers: Readonly<Record<string, unknown>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation of the document with its path and method. */
export const operationsOf = (document: OpenApi) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      methods.includes(method) ? [{ path, method, operation }] : [],
    ),
  )

/** The violations of the document in a response; none if the document has no such path or method. */
export function problemsWith(
  document: OpenApi,
  request: { readonly method: string; readonly path: string },
  response: { readonly status: number; readonly body: unknown },
): string[] {
  const path = request.path.replace(/^\/wp-json\/wc\/store(\/v1)?/, '') || '/'
  const isRefusedAddress = (response.body as { code?: unknown } | null)?.code === 'rest_no_route'
  if (isRefusedAddress || !methods.includes(request.method.toLowerCase())) return []
  const candidates = operationsOf(document).filter((one) => one.method === request.method.toLowerCase())
  const operation = (
    candidates.find((one) => one.path === path) ?? candidates.find((one) => patternOf(one.path).test(path))
  )?.operation
  if (!operation) return [`${request.method} ${path} is not in the document`]
  const documented = operation.responses[String(response.status)] ?? operation.responses.default
  if (!documented) return [`${request.method} ${path} answers ${response.status}, which is not in the document`]
  const schema = documented.content?.['application/json']?.schema
  return schema ? problemsIn(document, schema, response.body, 'body') : []
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

function problemsIn(document: OpenApi, schema: Schema, value: unknown, where: string): string[] {
  if (schema.$ref !== undefined) {
    const named = document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]
    return named ? problemsIn(document, named, value, where) : [`${schema.$ref} is not in the document`]
  }
  const problems = (schema.allOf ?? []).flatMap((part) => problemsIn(document, part, value, where))
  if (schema.anyOf && !schema.anyOf.some((part) => problemsIn(document, part, value, where).length === 0))
    problems.push(`${where} fits none of its shapes: ${JSON.stringify(value)?.slice(0, 200)}`)
  if (schema.enum && !schema.enum.includes(value))
    problems.push(`${where} is not one of ${schema.enum.join(', ')}: ${String(value)}`)
  const kinds = schema.type === undefined ? [] : [schema.type].flat()
  if (kinds.length > 0 && !kinds.some((kind) => isKind(kind, value)))
    return [...problems, `${where} is not ${kinds.join(' or ')}: ${JSON.stringify(value)?.slice(0, 100)}`]
  if (Array.isArray(value)) {
    const { items } = schema
    return items
      ? [...problems, ...value.flatMap((one, index) => problemsIn(document, items, one, `${where}[${index}]`))]
      : problems
  }
  if (typeof value !== 'object' || value === null) return problems
  for (const name of schema.required ?? []) if (!(name in value)) problems.push(`${where}.${name} is missing`)
  for (const [name, part] of Object.entries(value)) {
    const propertySchema = schema.properties?.[name] ?? schema.additionalProperties
    if (propertySchema === false) problems.push(`${where}.${name} is not in the document`)
    else if (typeof propertySchema === 'object')
      problems.push(...problemsIn(document, propertySchema, part, `${where}.${name}`))
  }
  return problems
}

function isKind(kind: string, value: unknown): boolean {
  if (kind === 'null') return value === null
  if (kind === 'array') return Array.isArray(value)
  if (kind === 'integer') return Number.isInteger(value)
  if (kind === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === kind
}
