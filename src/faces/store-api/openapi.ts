import type { z } from 'zod'
import { paramsOf } from '../../platform/rest/input.ts'
import * as spec from '../../platform/rest/openapi.ts'
import type { JsonSchema } from '../../platform/rest/params.ts'
import { nonceErrors } from './cart/cart-call.ts'
import type { StoreApiContext } from './context.ts'
import type { ErrorCodes, StoreCall, StoreRoute } from './store-call.ts'

export function openApiDocument(table: readonly StoreRoute[], shop: StoreApiContext) {
  const schemas: Record<string, JsonSchema> = {}
  const error = spec.schemaIn(schemas, spec.errorShape)
  const paths = table.map((route) => [spec.templateOf(route.path), pathItem(route, { shop, schemas, error })] as const)
  return {
    openapi: '3.1.0',
    info: {
      title: `Store API of ${shop.settings().siteTitle}`,
      version: '1',
      description:
        'Products, cart and checkout for shoppers’ programs. Amounts are cents as text, names are HTML. With `_fields=id,name` an answer about products holds these fields alone.',
    },
    servers: [{ url: `${shop.url}/wp-json/wc/store/v1` }],
    paths: Object.fromEntries(paths),
    components: {
      schemas,
      headers,
      securitySchemes: {
        cartToken: {
          type: 'apiKey',
          in: 'header',
          name: 'Cart-Token',
          description: 'Names the cart; every answer about a cart brings a fresh one.',
        },
        nonce: {
          type: 'apiKey',
          in: 'header',
          name: 'Nonce',
          description: 'For browsers with the cookies of this shop; every answer about a cart brings one.',
        },
      },
    },
  }
}

type Draft = Readonly<{ shop: StoreApiContext; schemas: Record<string, JsonSchema>; error: JsonSchema }>

function pathItem(route: StoreRoute, draft: Draft): spec.OpenApiObject {
  const parameters = spec.pathParameters(route.path)
  return {
    ...(parameters.length > 0 ? { parameters } : {}),
    ...Object.fromEntries(
      [...route.calls].map(([method, call]) => [method.toLowerCase(), operation(method, call, draft)]),
    ),
  }
}

function operation(method: string, call: StoreCall, draft: Draft): spec.OpenApiObject {
  const { query, body } = paramsOf(call.input(draft.shop.settings()))
  return {
    operationId: spec.operationId(method, call.path),
    summary: call.summary,
    // 'cart' for '/cart/items', 'openapi' for '/openapi.json'.
    tags: [/\w+/.exec(call.path)?.[0] ?? 'index'],
    ...(query.length > 0 ? { parameters: query.map(spec.queryParameter) } : {}),
    ...(body.length > 0 ? { requestBody: requestBody(body) } : {}),
    ...(call.session === 'nonce' ? { security: [{ cartToken: [] }, { nonce: [] }] } : {}),
    ...(call.session === 'cart' ? { security: [{ cartToken: [] }, {}] } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(call.responses).map(([status, shape]) => [status, responseObject(call, shape, draft.schemas)]),
      ),
      ...errorResponses(draft.error, {
        ...(query.length + body.length > 0 ? { rest_invalid_param: 400 } : {}),
        ...(body.length > 0 ? { rest_invalid_json: 400 } : {}),
        ...(body.some((param) => param.isRequired) ? { rest_missing_callback_param: 400 } : {}),
        ...(call.session === 'nonce' ? nonceErrors : {}),
        ...call.errors,
      }),
    },
  }
}

function requestBody(params: ReturnType<typeof paramsOf>['body']): spec.OpenApiObject {
  const required = params.filter((param) => param.isRequired).map((param) => param.name)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(params.map((param) => [param.name, param.schema])),
    ...(required.length > 0 ? { required } : {}),
  }
  return { required: required.length > 0, content: spec.jsonContent(schema) }
}

function responseObject(
  call: StoreCall,
  shape: z.ZodType | null,
  schemas: Record<string, JsonSchema>,
): spec.OpenApiObject {
  const sessionHeaders = call.session ? ['Nonce', 'Nonce-Timestamp', 'User-ID', 'Cart-Token', 'Cart-Hash'] : []
  const pageHeaders = call.isPaged ? Object.keys(spec.listHeaders) : []
  return {
    description: call.summary,
    ...spec.headersOf([...sessionHeaders, ...pageHeaders]),
    ...(shape ? { content: spec.jsonContent(spec.schemaIn(schemas, shape)) } : {}),
  }
}

function errorResponses(error: JsonSchema, codes: ErrorCodes): spec.OpenApiObject {
  const codeStatuses = Object.entries(codes).flatMap(([code, statuses]) =>
    [statuses].flat().map((status) => [code, status] as const),
  )
  const byStatus = Map.groupBy(codeStatuses, ([, status]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, entries]) => {
      const names = entries.map(([code]) => code)
      return [
        status,
        {
          description: names.map((code) => `\`${code}\``).join(', '),
          content: spec.jsonContent({ allOf: [error, { properties: { code: { enum: names } } }] }),
        },
      ]
    }),
  )
}

const headers: spec.OpenApiObject = {
  Nonce: spec.header('For the next call of this browser.', 'string'),
  'Nonce-Timestamp': spec.header('When the nonce was made, in seconds since 1970.', 'integer'),
  'User-ID': spec.header('Number of the customer, 0 for a guest.', 'integer'),
  'Cart-Token': spec.header('Names the cart for programs without cookies.', 'string'),
  'Cart-Hash': spec.header('Changes with what is in the cart and what it costs.', 'string'),
  ...spec.listHeaders,
}
