import { expect, test } from 'vitest'
import { referenceIds } from '../../../../../test/support/reference-shop.ts'
import { openTestProducts } from './open-test-products.ts'

const { call, change, everything, make } = await openTestProducts()

const stored = await make({ sku: 'STORED-1', global_unique_id: '0123456789012' })

/** Values that are refused, alone and in a batch, with the parameter that the error names. */
const nonsense: readonly (readonly [field: string, value: unknown, named?: string])[] = [
  ...['abc', '12,50', '-4', '4.123', '1e3', '99999999999'].map((value) => ['regular_price', value] as const),
  ['regular_price', 12.5],
  ['sale_price', '12.50'],
  ['sale_price', '13'],
  ['name', '<b> </b>'],
  ['name', 7],
  ['name', 'x'.repeat(501)],
  ['type', 'bundle'],
  ['type', 'variation'],
  ['status', 'hidden'],
  ['catalog_visibility', 'nobody'],
  ['date_created', 'yesterday'],
  ['date_created_gmt', '2026-13-01T00:00:00'],
  ['date_on_sale_from', 'soon'],
  ['date_on_sale_to_gmt', 'never'],
  ['categories', [{ id: 99_999 }]],
  ['categories', [{ id: 23 }]],
  ['categories', [{ name: 'Black Tea' }], 'categories.0.id'],
  ['categories', [30]],
  ['tags', [{ id: 99_999 }]],
  ['brands', [{ id: 30 }]],
  ['shipping_class', 'nope'],
  ['tax_class', 'nope'],
  ['tax_status', 'shipping'],
  ['attributes', [{ id: 999, options: ['a'] }]],
  ['attributes', [{ options: ['a'] }]],
  [
    'attributes',
    [
      { id: 2, options: ['50 g'] },
      { id: 2, options: ['100 g'] },
    ],
  ],
  ['attributes', 'Size'],
  ['default_attributes', [{ id: 2, option: '50-g' }]],
  ['stock_quantity', 2.5],
  ['stock_quantity', -2],
  ['manage_stock', 'yes'],
  ['backorders', 'maybe'],
  ['stock_status', 'gone'],
  ['weight', 'heavy'],
  ['weight', '-1'],
  ['weight', '999999999'],
  ['dimensions', { length: 'long' }, 'dimensions.length'],
  ['dimensions', 'long'],
  ['global_unique_id', 'ABC'],
  ['menu_order', 1.5],
  ['parent_id', referenceIds.variable],
  ['upsell_ids', [99_999]],
  ['cross_sell_ids', [referenceIds.sizes['50-g']]],
  ['downloads', [{ file: 'data:text/plain,x' }]],
  ['downloads', [{ file: 'http://files.example/a.pdf' }]],
  ['downloads', [{ file: 'https://127.0.0.1/a.pdf' }]],
  ['downloads', [{ file: 'https://localhost/a.pdf' }]],
  ['downloads', [{ file: 'file:///etc/passwd' }]],
  ['downloads', [{ file: 'downloads/../secret' }]],
  ['downloads', [{ file: 'javascript:alert(1)' }]],
  ['meta_data', [{ key: 'x'.repeat(256), value: '1' }], 'meta_data.0.key'],
  ['samovar', { version: 'old' }, 'samovar.version'],
  ['samovar', { facts: 'tea' }, 'samovar.facts'],
  ['samovar', { stock_change: 0.5 }, 'samovar.stock_change'],
]

const refusedFields = nonsense.map(([field, value, named = field]) => ({
  field,
  value,
  named,
  shown: JSON.stringify(value).slice(0, 60),
}))
test.each(refusedFields)('[API-02 error shapes] $field $shown is refused and changes nothing', async (one) => {
  const { field, value, named } = one
  const before = await everything()
  const body = { name: 'X', regular_price: '12.50', [field]: value }
  for (const { status, json } of [await call('POST', '', body), await change(stored.id, body)])
    expect([status, json.code, Object.keys(json.data.params ?? {})]).toEqual([400, 'rest_invalid_param', [named]])
  const { json } = await call('POST', '/batch', { create: [body], update: [{ ...body, id: stored.id }] })
  for (const list of ['create', 'update']) expect(json[list]).toMatchObject([{ error: { data: { status: 400 } } }])
  expect(await everything()).toEqual(before)
})

test.each<[string, object, string]>([
  ['a picture that is not there', { images: [{ id: 99_999 }] }, 'woocommerce_product_invalid_image_id'],
  [
    'an address of a picture that is none of the web',
    { images: [{ src: 'data:image/png;base64,iVBO' }] },
    'woocommerce_product_image_upload_error',
  ],
  ['a SKU that is taken', { sku: 'STORED-1' }, 'product_invalid_sku'],
  ['a code that is taken', { global_unique_id: '0123456789012' }, 'product_invalid_global_unique_id'],
  ['an id', { id: 5 }, 'woocommerce_rest_product_exists'],
  ['an external product without address', { type: 'external' }, 'rest_invalid_param'],
  ['a script as address', { type: 'external', external_url: 'javascript:alert(1)' }, 'rest_invalid_param'],
])('[API-02 error shapes] a new product with %s is refused', async (_, fields, code) => {
  const before = await everything()
  const { status, json } = await call('POST', '', { name: 'X', ...fields })
  expect([status, json.code]).toEqual([400, code])
  expect(await everything()).toEqual(before)
})

test('a SKU or a code of a product in the trash is refused with the name of that product', async () => {
  const attributes = [{ name: 'Size', variation: true, options: ['S'] }]
  const binned = await make({ name: 'Binned', type: 'variable', sku: 'BINNED', global_unique_id: '7777', attributes })
  const size = { sku: 'BINNED-S', attributes: [{ name: 'Size', option: 'S' }] }
  expect((await call('POST', `/${binned.id}/variations`, size)).status).toBe(201)
  const answers = async () => {
    const bodies = [{ sku: 'BINNED' }, { sku: 'binned-s' }, { global_unique_id: '7777' }]
    return Promise.all(bodies.map(async (body) => (await call('POST', '', { name: 'Another', ...body })).json.message))
  }
  const messages = ['Invalid or duplicated SKU.', 'Invalid or duplicated GTIN, UPC, EAN or ISBN.']
  expect(await answers()).toEqual([messages[0], messages[0], messages[1]])
  await call('DELETE', `/${binned.id}`)
  const hint = ' “Binned” in the trash has it: delete that permanently, or restore it and change it there.'
  expect(await answers()).toEqual([messages[0] + hint, messages[0] + hint, messages[1] + hint])
})

test('an attribute with more values than a product may have is refused with the limit', async () => {
  const values = Array.from({ length: 1001 }, (_, number) => `${number}`)
  for (const options of [values, values.join('|')]) {
    const { status, json } = await call('POST', '', { name: 'X', attributes: [{ name: 'Lot', options }] })
    const params = { 'attributes.0.options': 'An attribute of a product has at most 1,000 values.' }
    expect([status, json.code, json.data]).toMatchObject([400, 'rest_invalid_param', { params }])
  }
})
