import type { z } from 'zod'
import { can, roleNames, roles } from '../access/permissions.ts'
import { mapInSlices } from '../time/slices.ts'
import type { Call } from './call.ts'
import { jsonSchemaOf, propertiesOf } from './input.ts'
import { answerSchema, itemShapeOf } from './item-shape.ts'
import { headersOf, jsonContent, type OpenApiDraft, type OpenApiObject, openApiDocument, schemaIn } from './openapi.ts'
import type { JsonSchema } from './params.ts'
import type { Method } from './response.ts'

type AnyCall = Omit<Call<never>, 'run'>

const ROOT = '/wp-json'

/** OpenAPI 3.1 document of declared calls, generated in slices from the schemas that validate requests. */
export function callsDocument(calls: readonly AnyCall[], about: { readonly title: string; readonly url: string }) {
  return openApiDocument({
    title: about.title,
    description:
      'Orders, products, content and settings for applications of the shop owner. With `_fields=id,name`, responses contain only these fields. Requests over HTTP must be signed with OAuth 1.0a (RFC 5849), which OpenAPI cannot describe.',
    url: about.url + ROOT,
    operationsOf: async (draft) =>
      (await mapInSlices(calls, (call) => call.methods.map((method) => operation(call, method, draft)))).flat(),
    securitySchemes,
  })
}

const securitySchemes = {
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'An API key and its secret, or an email address and an application password. HTTPS only.',
  },
  consumerKey: { type: 'apiKey', in: 'query', name: 'consumer_key', description: 'API key. HTTPS only.' },
  consumerSecret: { type: 'apiKey', in: 'query', name: 'consumer_secret', description: 'Secret of the API key.' },
  nonce: {
    type: 'apiKey',
    in: 'header',
    name: 'X-WP-Nonce',
    description: 'For browsers with the cookies of a signed-in user.',
  },
}

function operation(call: AnyCall, method: Method, { schemas, error }: OpenApiDraft) {
  const required = requiredIn(call.query)
  const query = Object.entries(propertiesOf(call.query)).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
  }))
  const hasBody = method !== 'GET' && method !== 'DELETE' && Object.keys(call.body.shape).length > 0
  const isList = 'page' in call.query.shape
  const isPublic = method === 'GET' && can(null, call.capability)
  const item = call.response ? responseSchema(schemas, call.response) : {}
  const answer = {
    description: call.summary,
    ...headersOf([], isList),
    content: call.returnsFile
      ? { 'application/octet-stream': { schema: {} } }
      : jsonContent(isList ? { type: 'array', items: item } : item),
  }
  const failure = (description: string) => ({ description, content: jsonContent(error) })
  return {
    method,
    path: call.path.slice(ROOT.length),
    summary: call.summary,
    description: `Permitted for ${isPublic ? 'everybody' : list.format(roles.filter((role) => can({ role }, call.capability)).map((role) => `${roleNames[role].toLowerCase()}s`))}.${call.refuses.length > 0 ? ` Unsupported parameters: ${list.format(call.refuses)}.` : ''}`,
    // 'orders' for '/wp-json/wc/v3/orders/:order/notes'.
    tag: call.path.split('/')[4] ?? '',
    query,
    requestBody: hasBody ? requestBody(call, schemas) : undefined,
    security: [
      ...(isPublic ? [{}] : []),
      ...(call.sessionOnly ? [] : [{ basic: [] }, { consumerKey: [], consumerSecret: [] }]),
      { nonce: [] },
    ],
    responses: {
      [call.action === 'create' ? 201 : 200]: answer,
      ...(query.length > 0 || hasBody ? { 400: failure('Invalid or missing parameters.') } : {}),
      401: failure(`\`${call.denied.code}\`, or the credentials are invalid.`),
      403: failure(`\`${call.denied.code}\`, or the nonce is invalid.`),
      ...(call.path.includes(':') ? { 404: failure('The item does not exist.') } : {}),
      default: failure('Any other error.'),
    },
  }
}

/** Schemas of items are defined once, by their title. */
function responseSchema(schemas: Record<string, JsonSchema>, response: z.ZodType): JsonSchema {
  const shape = itemShapeOf(response)
  if (!shape) return schemaIn(schemas, response, jsonSchemaOf)
  const { title, ...schema } = schemaIn(schemas, shape, answerSchema)
  const name = String(title).replaceAll(' ', '_')
  schemas[name] ??= { title, ...schema }
  const reference = { $ref: `#/components/schemas/${name}` }
  return shape === response ? reference : { type: 'array', items: reference }
}

const requiredIn = (schema: AnyCall['query']) => (jsonSchemaOf(schema).required ?? []) as readonly string[]

function requestBody(
  { body, acceptsFile, acceptsLargeFile }: AnyCall,
  schemas: Record<string, JsonSchema>,
): OpenApiObject {
  const schema = schemaIn(schemas, body, jsonSchemaOf)
  if (!acceptsFile && !acceptsLargeFile) return { required: requiredIn(body).length > 0, content: jsonContent(schema) }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const form = { ...schema, properties: { ...(schema.properties as object), file }, required: ['file'] }
  return { required: true, content: { 'multipart/form-data': { schema: form } } }
}

const list = new Intl.ListFormat('en-CA')
