import { expect, test } from 'vitest'
import { both, openTestVariations, variationsOf } from './open-test-variations.ts'

const { call, makeSampler } = await openTestVariations()

test('[API-02] the copy of a variable product has its variations, except for their codes', async () => {
  const product = await makeSampler('COPIED', { weight: '0.3', shipping_class: '' })
  const whole = {
    ...{ sku: 'COPIED-1', global_unique_id: '978', regular_price: '9.50', sale_price: '8', tax_class: 'grocery' },
    ...{ manage_stock: true, stock_quantity: 4, weight: '0.1', image: { id: 12 }, menu_order: 2 },
    ...{ attributes: both('50 g', 'Fine'), meta_data: [{ key: 'shelf', value: 'A3' }] },
  }
  await call('POST', variationsOf(product), whole)
  await call('POST', variationsOf(product), {
    ...{ regular_price: '20', status: 'private', menu_order: 1, attributes: [{ id: 1, option: '100 g' }] },
  })
  const trashed = await call('POST', variationsOf(product), { attributes: both('250 g', 'Whole') })
  await call('DELETE', `${variationsOf(product)}/${trashed.json.id}`)

  const copy = await call('POST', `/products/${product}/duplicate`, {})
  expect([copy.status, copy.json]).toMatchObject([200, { type: 'variable', sku: 'COPIED-2', status: 'draft' }])
  const { items } = await call('GET', `${variationsOf(copy.json.id)}?context=edit&orderby=menu_order&order=asc`)
  expect(items).toMatchObject([
    { regular_price: '20.00', status: 'private', name: '100 g', samovar: { sku: '', weight: '' } },
    {
      ...{ sku: 'COPIED-1-1', global_unique_id: '', regular_price: '9.50', sale_price: '8.00', tax_class: 'grocery' },
      ...{ manage_stock: true, stock_quantity: 4, weight: '0.1', image: { id: 12 }, name: '50 g, Fine' },
      ...{ parent_id: copy.json.id, meta_data: [{ key: 'shelf', value: 'A3' }] },
    },
  ])
  expect(items).toHaveLength(2)
  expect(copy.json).toMatchObject({ variations: items.map(({ id }) => id) })
  const { items: before } = await call('GET', `${variationsOf(product)}?orderby=menu_order&order=asc`)
  expect(before).toMatchObject([{ regular_price: '20.00' }, { sku: 'COPIED-1', stock_quantity: 4 }])
})
