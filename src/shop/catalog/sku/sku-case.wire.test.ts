/** SKUs that differ only in letter case are the same, as in WooCommerce, whose database compares them so. */
import { expect, test } from 'vitest'
import { openTestProducts } from '../rest/products/open-test-products.ts'

const { call, change, make } = await openTestProducts()

const taken = (id: number, free: string) => ({
  code: 'product_invalid_sku',
  data: { status: 400, resource_id: id, unique_sku: free },
})

test('a product with the SKU of another in other letter case is refused; its own may be written differently', async () => {
  const { id } = await make({ sku: 'Case-Tea' })
  const other = await make({ sku: 'CASE-TEA-1' })
  expect((await call('POST', '', { name: 'Second', sku: 'case-tea' })).json).toMatchObject(taken(id, 'case-tea-2'))
  expect((await change(other.id, { sku: 'CASE-TEA' })).json).toMatchObject(taken(id, 'CASE-TEA-2'))
  expect((await change(id, { sku: 'CASE-Tea' })).json).toMatchObject({ id, sku: 'CASE-Tea' })
})

test('of products made at once with one SKU in different letter case there is one', async () => {
  const skus = ['rush-case', 'RUSH-CASE', 'Rush-Case', 'rush-CASE', 'rUSH-case', 'RUSH-case']
  const all = await Promise.all(skus.map((sku) => call('POST', '', { name: 'Rush', sku })))
  const winner = all.find(({ status }) => status === 201)?.json.id ?? 0
  const refused = all.filter(({ json }) => json.id !== winner)
  expect(refused).toHaveLength(skus.length - 1)
  for (const { json } of refused) expect(json).toMatchObject({ ...taken(winner, ''), data: { resource_id: winner } })
})

test('lists find a SKU in any letter case', async () => {
  const { id } = await make({ sku: 'Case-Find' })
  expect((await call('GET', '?sku=cup,case-FIND')).json).toMatchObject([{ id }])
})

test('variations of one request with one SKU in different letter case: the first is made', async () => {
  const attributes = [{ name: 'Size', variation: true, options: ['S', 'L'] }]
  const { id } = await make({ type: 'variable', attributes })
  const create = ['S', 'L'].map((option, at) => ({
    sku: ['case-size', 'CASE-SIZE'][at],
    regular_price: '5',
    attributes: [{ name: 'Size', option }],
  }))
  expect((await call('POST', `/${id}/variations/batch`, { create })).json).toMatchObject({
    create: [{ sku: 'case-size' }, { error: { data: { params: { sku: expect.any(String) } } } }],
  })
})

test.each([
  ['οδοσ', 'ΟΔΟΣ'],
  ['i-1', 'İ-1'],
  ['thé', 'THÉ'],
])(
  '%s and %s are different: programs and databases have different opinions of letters outside ASCII',
  async (one, other) => {
    const attributes = [{ name: 'Size', variation: true, options: ['S', 'L'] }]
    const { id } = await make({ type: 'variable', attributes })
    const create = ['S', 'L'].map((option, at) => ({
      sku: [one, other][at],
      regular_price: '5',
      attributes: [{ name: 'Size', option }],
    }))
    expect((await call('POST', `/${id}/variations/batch`, { create })).json).toMatchObject({
      create: [{ sku: one }, { sku: other }],
    })
    expect((await call('POST', '', { name: 'Third', sku: other })).json).toMatchObject({ code: 'product_invalid_sku' })
  },
)
