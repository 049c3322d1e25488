/** The OpenAPI documents of the Store API and of the REST API are valid, complete and accurate. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { restCalls } from '../../src/faces/rest/rest.routes.ts'
import { templateOf } from '../../src/platform/rest/openapi.ts'
import { openShop } from '../support/shop.ts'
import { type OpenApi, operationsOf, problemsWith } from './openapi-check.ts'

const base = '/wp-json/wc/store/v1'
const { app } = await openShop()
const read = await app.request(`${base}/openapi.json`)
const document = (await read.json()) as OpenApi
const restRead = await app.request('/wp-json/samovar/v1/openapi.json')
const restDocument = (await restRead.json()) as OpenApi

/** Every object anywhere in the document, with its path. */
function everyPart(value: unknown, path = ''): { path: string; part: Record<string, unknown> }[] {
  if (typeof value !== 'object' || value === null) return []
  const parts = Object.entries(value).flatMap(([name, part]) => everyPart(part, `${path}/${name}`))
  return Array.isArray(value) ? parts : [{ path, part: value as Record<string, unknown> }, ...parts]
}

describe.each([
  { name: 'Store API', response: read, document, url: base },
  { name: 'REST API', response: restRead, document: restDocument, url: '/wp-json' },
])('the $name', ({ response, document, url }) => {
  test('[API-01] it is an OpenAPI 3.1 document by the main rules', () => {
    expect(response.status).toBe(200)
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) })
    expect(document.servers).toEqual([{ url: `http://shop.test${url}` }])
    const ids = operationsOf(document).map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const [path, item] of Object.entries(document.paths)) {
      expect(path).toMatch(/^\//)
      const declared = ((item.parameters ?? []) as { name: string; in: string; required: boolean }[]).map(
        ({ name, ...rest }) => {
          expect(rest).toMatchObject({ in: 'path', required: true })
          return name
        },
      )
      expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    }
    for (const { path, method, operation } of operationsOf(document)) {
      const statuses = Object.keys(operation.responses)
      expect(statuses.length, `${method} ${path}`).toBeGreaterThan(0)
      for (const status of statuses) expect(status).toMatch(/^([1-5]\d\d|default)$/)
      for (const answer of Object.values(operation.responses))
        expect(answer).toMatchObject({ description: expect.any(String) })
      for (const parameter of operation.parameters ?? []) expect(parameter.in).toBe('query')
      if (method === 'get') expect(operation.requestBody).toBeUndefined()
      for (const need of operation.security ?? [])
        for (const name of Object.keys(need)) expect(document.components.securitySchemes).toHaveProperty(name)
    }
  })

  test('[API-01] every reference resolves, and every type is one of JSON Schema', () => {
    const kinds = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']
    for (const { path, part } of everyPart(document)) {
      if (typeof part.$ref === 'string') {
        const steps = part.$ref.replace('#/', '').split('/')
        const target = steps.reduce<unknown>(
          (at, step) => (at as Record<string, unknown> | undefined)?.[step],
          document,
        )
        expect(target, `${path}: ${part.$ref}`).toBeDefined()
      }
      if (
        !/\/properties$/.test(path) &&
        (typeof part.type === 'string' || Array.isArray(part.type)) &&
        part.in === undefined
      )
        for (const kind of [part.type].flat()) expect([...kinds, 'apiKey', 'http'], path).toContain(kind)
    }
  })

  test('[API-01] every schema is one that readers of JSON Schema understand', () => {
    const schemas = operationsOf(document).flatMap(({ operation }) => [
      ...(operation.parameters ?? []).map(({ schema }) => schema),
      ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((content) =>
        Object.values(content?.content ?? {}).map(({ schema }) => schema),
      ),
    ])
    expect(schemas.length).toBeGreaterThan(100)
    const textOf = (part: unknown) => JSON.stringify(part).replaceAll('#/components/schemas/', '#/$defs/')
    const $defs = JSON.parse(textOf(document.components.schemas)) as Record<string, object>
    for (const text of new Set(schemas.map(textOf))) {
      const inline = JSON.parse(text) as object
      expect(() => z.fromJSONSchema({ ...inline, $defs } as never), text).not.toThrow()
    }
  })
})

test('[API-01] every declared call is in the document of the REST API, with all its parameters', () => {
  const operations = operationsOf(restDocument).map(({ path, method }) => `${method} ${path}`)
  const calls = restCalls.flatMap(({ path, methods }) =>
    methods.map((method) => `${method.toLowerCase()} ${templateOf(path.replace('/wp-json', ''))}`),
  )
  expect(operations.toSorted()).toEqual(calls.toSorted())
  const list = restDocument.paths['/wc/v3/products/tags']?.get
  expect(list?.parameters?.find(({ name }) => name === 'per_page')).toMatchObject({
    in: 'query',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
  })
  expect(restDocument.paths['/samovar/v1/keys']?.post?.security).toEqual([{ nonce: [] }])
})

test('[API-01] the document of the REST API is read without sign-in, and only once', async () => {
  const etag = restRead.headers.get('etag') ?? ''
  const path = '/wp-json/samovar/v1/openapi.json'
  const again = await app.request(path, { headers: { 'if-none-match': etag } })
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect((await app.request(path, { method: 'POST' })).status).toBe(404)
})

test('[API-01] every call documents its input and responses', () => {
  for (const { path, method, operation } of operationsOf(document)) {
    expect(operation.summary, `${method} ${path}`).not.toBe('Not described yet')
    for (const { name, schema } of operation.parameters ?? [])
      expect(schema.type, `${method} ${path} ${name}`).toBeDefined()
    const body = operation.requestBody?.content['application/json']?.schema
    for (const [name, schema] of Object.entries(body?.properties ?? {}))
      expect(schema.type, `${method} ${path} ${name}`).toBeDefined()
  }
})

test('[API-01] every route is in the document, and every path of the document is a route', async () => {
  const served = app.routes.map(({ path }) => path).filter((path) => path.startsWith(base) && !path.endsWith('*'))
  const routes = new Set(served.map((path) => templateOf(path.slice(base.length))))
  expect([...routes].toSorted()).toEqual(Object.keys(document.paths).toSorted())
  for (const path of routes) {
    const address =
      base + (path === '/' ? '' : path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === 'key' ? 'f'.repeat(32) : '1')))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await app.request(address, { method })
      const isServed = ((await answer.json().catch(() => null)) as { code?: string } | null)?.code !== 'rest_no_route'
      const isDocumented = document.paths[path]?.[method.toLowerCase()] !== undefined
      expect({ path, method, isServed }).toEqual({ path, method, isServed: isDocumented })
    }
  }
})

test('[API-01] the check of responses finds violations', () => {
  const asked = { method: 'GET', path: `${base}/cart` }
  const cart = { status: 200, body: { items: [] } }
  expect(problemsWith(document, asked, cart)).toContain('body.totals is missing')
  expect(problemsWith(document, asked, { status: 418, body: null })).toHaveLength(1)
  const error = { code: 'made_up', message: 'No.', data: { status: 401 } }
  expect(
    problemsWith(document, { method: 'POST', path: `${base}/cart/add-item` }, { status: 401, body: error }),
  ).toHaveLength(1)
})

test('[API-01] the URL of the document in every response works', async () => {
  const [, documentUrl = ''] = /<([^>]+)>/.exec(read.headers.get('link') ?? '') ?? []
  const answer = await app.request(new URL(documentUrl).pathname)
  expect(answer.status).toBe(200)
  expect(((await answer.json()) as { namespaces: string[] }).namespaces).toContain('wc/store/v1')
})
