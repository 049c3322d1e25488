import type { z } from 'zod'
import { paramsOf } from '../../platform/rest/input.ts'
import {
  header,
  headersOf,
  jsonContent,
  type OpenApiDraft,
  type OpenApiObject,
  openApiDocument,
  schemaIn,
} from '../../platform/rest/openapi.ts'
import type { JsonSchema } from '../../platform/rest/params.ts'
import { mapInSlices } from '../../platform/time/slices.ts'
import { nonceErrors } from './cart/cart-call.ts'
import type { StoreApiContext } from './context.ts'
import type { ErrorCodes, StoreCall, StoreRoute } from './store-call.ts'

/** The API as OpenAPI 3.1, generated from the schemas that validate requests and the shapes that responses are tested against. */
export function storeApiDocument(table: readonly StoreRoute[], shop: StoreApiContext) {
  return openApiDocument({
    title: `Store API of ${shop.settings().siteTitle}`,
    description:
      'Products, cart and checkout for applications that act for a shopper. Amounts are in cents, as text. Names are HTML. With `_fields=id,name`, responses about products contain only these fields.',
    url: `${shop.url}/wp-json/wc/store/v1`,
    operationsOf: (draft) =>
      mapInSlices(
        table.flatMap(({ calls }) => [...calls]),
        ([method, call]) => operation(method, call, { ...draft, shop }),
      ),
    headers,
    securitySchemes,
  })
}

const securitySchemes = {
  cartToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Cart-Token',
    description: 'Identifies the cart. Every response about a cart contains a new token.',
  },
  nonce: {
    type: 'apiKey',
    in: 'header',
    name: 'Nonce',
    description: 'For browsers with cookies of this shop. Every response about a cart contains a new nonce.',
  },
}

function operation(method: string, call: StoreCall, draft: OpenApiDraft & { readonly shop: StoreApiContext }) {
  const { query, body } = paramsOf(call.input(draft.shop.settings()))
  return {
    method,
    path: call.path,
    summary: call.summary,
    // 'cart' for '/cart/items', 'openapi' for '/openapi.json'.
    tag: /\w+/.exec(call.path)?.[0] ?? 'index',
    query,
    requestBody: body.length > 0 ? requestBody(body) : undefined,
    security: call.session && [{ cartToken: [] }, call.session === 'nonce' ? { nonce: [] } : {}],
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

function requestBody(params: ReturnType<typeof paramsOf>['body']): OpenApiObject {
  const required = params.filter((param) => param.isRequired).map((param) => param.name)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(params.map((param) => [param.name, param.schema])),
    ...(required.length > 0 ? { required } : {}),
  }
  return { required: required.length > 0, content: jsonContent(schema) }
}

function responseObject(call: StoreCall, shape: z.ZodType | null, schemas: Record<string, JsonSchema>): OpenApiObject {
  const sessionHeaders = call.session ? ['Nonce', 'Nonce-Timestamp', 'User-ID', 'Cart-Token', 'Cart-Hash'] : []
  return {
    description: call.summary,
    ...headersOf(sessionHeaders, call.isPaged === true),
    ...(shape ? { content: jsonContent(schemaIn(schemas, shape)) } : {}),
  }
}

function errorResponses(error: JsonSchema, codes: ErrorCodes): OpenApiObject {
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
          content: jsonContent({ allOf: [error, { properties: { code: { enum: names } } }] }),
        },
      ]
    }),
  )
}

const headers: OpenApiObject = {
  Nonce: header('Nonce for the next request of this browser.', 'string'),
  'Nonce-Timestamp': header('Time at which the nonce was created, in seconds since the Unix epoch.', 'integer'),
  'User-ID': header('ID of the customer. 0 for guests.', 'integer'),
  'Cart-Token': header('Identifies the cart for clients without cookies.', 'string'),
  'Cart-Hash': header('Hash of the contents and totals of the cart.', 'string'),
}
