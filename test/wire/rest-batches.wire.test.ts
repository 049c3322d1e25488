/** Batches with entries that are no objects, and with no list at all, say so and change nothing. */
import { expect, test } from 'vitest'
import { restCalls } from '../../src/faces/rest/rest.routes.ts'
import { referenceIds } from '../support/reference-shop.ts'
import { openShop } from '../support/shop.ts'
import { createSignedInUser } from '../support/users.ts'
import { digestShop } from './shop-digest.ts'

const { app, shop, db } = await openShop()
const { headers } = await createSignedInUser(shop, 'administrator')

async function send(path: string, body: object) {
  const filled = path.replace(/products\/:\w+(\{.+?\})/, `products/${referenceIds.variable}`)
  const address = filled
    .replace(/attributes\/:\w+(\{.+?\})?/, 'attributes/2')
    .replace(/zones\/:\w+(\{.+?\})?/, 'zones/0')
  const init = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' } }
  const response = await app.request(address, { ...init, body: JSON.stringify(body) })
  return { status: response.status, json: (await response.json()) as unknown }
}

const batches = restCalls.map(({ path }) => path).filter((path) => path.endsWith('/batch'))
const ofItems = batches.filter((path) => !path.includes('/settings/'))
const ofOptions = ['/wp-json/wc/v3/settings/batch', '/wp-json/wc/v3/settings/general/batch']
const ofType = (param: string, name: string, type: string) => ({
  params: { [param]: `${name} is not of type ${type}.` },
})

test.each(ofItems)('POST %s creates nothing of what is no object', async (path) => {
  const before = await digestShop(db)
  const problems = (count: number) =>
    Array.from({ length: count }, (_, nth) => ({
      id: 0,
      error: { code: 'rest_invalid_param', data: ofType('create', `create[${nth}]`, 'object') },
    }))
  expect(await send(path, { create: ['x', 7, null, true, [], [{ name: 'x' }]] })).toMatchObject({
    status: 200,
    json: { create: problems(6) },
  })
  expect(await digestShop(db)).toEqual(before)
})

test.each([
  ...ofItems.flatMap((path) => ['create', 'update', 'delete'].map((name) => [path, name] as const)),
  ...ofOptions.map((path) => [path, 'update'] as const),
])('POST %s refuses as %s what is no list', async (path, name) => {
  for (const value of ['all', referenceIds.simple, true, { id: referenceIds.simple }])
    expect(await send(path, { [name]: value })).toMatchObject({
      status: 400,
      json: { code: 'rest_invalid_param', data: ofType(name, name, 'array') },
    })
  expect((await send(path, { [name]: null })).status).toBe(200)
})
