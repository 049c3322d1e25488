import { openShop } from '../../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../../test/support/users.ts'
import { media } from '../../../../things/media/media.table.ts'
import { attributes } from '../../catalog.table.ts'
import type { VariationJson } from './variation-shape.ts'

export type Json = VariationJson & { code: string; data: Record<string, unknown>; message: string; count: number }
const sizes = ['50 g', '100 g', '250 g']
const options = [
  { id: 1, position: 0, visible: true, variation: true, options: sizes },
  { name: 'Grind', position: 1, variation: true, options: ['Whole', 'Fine'] },
]
export const variationsOf = (id: number) => `/products/${id}/variations`
/** The attributes of a variation: size and grind. */
export const both = (size: string, grind: string) => [
  { id: 1, option: size },
  { name: 'Grind', option: grind },
]

/** A shop with an attribute “Size”, a picture, and products with variations. */
export async function openTestVariations() {
  const empty = { name: 'empty', prepare: async () => {} }
  const { app, db, shop } = await openShop({ template: empty })
  const owner = await createSignedInUser(shop, 'administrator')

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = owner.headers,
  ) => {
    const response = await app.request(`/wp-json/wc/v3${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = (await response.json()) as Json
    return { status: response.status, headers: response.headers, json, items: json as unknown as Json[] }
  }
  const makeProduct = async (body: object): Promise<number> => (await call('POST', '/products', body)).json.id
  const makeSampler = (sku: string, more: object = {}) =>
    makeProduct({ name: `Sampler ${sku}`, type: 'variable', sku, attributes: options, ...more })

  await db.insert(attributes).values({ id: 1, slug: 'pa_size', label: 'Size' })
  await db.insert(media).values({ id: 12, path: '2026/11/tea.jpg', mime: 'image/jpeg', width: 9, height: 9, bytes: 1 })

  return { app, db, shop, owner, call, makeProduct, makeSampler }
}
