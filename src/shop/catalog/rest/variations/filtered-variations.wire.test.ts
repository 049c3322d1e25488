import { expect, test } from 'vitest'
import { both, openTestVariations, variationsOf } from './open-test-variations.ts'

const { call, makeProduct, makeSampler } = await openTestVariations()

type Pairs = readonly (readonly [attribute: string, term: string])[]

async function find(product: number, ...pairs: Pairs) {
  const query = pairs.flatMap(([attribute, term], at) => [
    [`attributes[${at}][attribute]`, attribute],
    [`attributes[${at}][term]`, term],
  ])
  const { items } = await call('GET', `${variationsOf(product)}?${new URLSearchParams(query)}`)
  return items.map(({ id }) => id)
}

test('[API-02] variations are found by a value of an attribute of the shop, or of the product alone', async () => {
  const product = await makeSampler('FOUND')
  const make = async (size: string, grind: string) =>
    (await call('POST', variationsOf(product), { attributes: both(size, grind) })).json
  const [fine, whole] = [await make('50 g', 'Fine'), await make('100 g', 'Whole')]
  const found = (...pairs: Pairs) => find(product, ...pairs)
  const grind = fine.attributes.find(({ id }) => id === 0)
  expect(grind).toMatchObject({ slug: 'grind', option: 'Fine' })
  expect(await found(['pa_size', '50-g'])).toEqual([fine.id])
  expect(await found(['grind', 'Fine'])).toEqual([fine.id])
  expect(await found(['Grind', 'whole'])).toEqual([whole.id])
  expect(await found(['pa_size', '50-g'], ['grind', 'Whole'])).toEqual([])
  expect(await found(['roast', 'Fine'])).toEqual([])
  const names = await call(
    'GET',
    `${variationsOf(product)}?attributes[0][attribute]=grind&attributes[0][terms][0]=Fine`,
  )
  expect(names.items.map(({ id }) => id)).toEqual([fine.id])
})

test('[API-02] an attribute of a product alone is also found by its new name, and by names with other letters', async () => {
  const attribute = (name: string, more = {}) => ({ name, variation: true, options: ['İnce', 'Whole'], ...more })
  const product = await makeProduct({ name: 'Mill', type: 'variable', attributes: [attribute('İri')] })
  const attributes = [{ name: 'İri', option: 'İnce' }]
  const { id } = (await call('POST', variationsOf(product), { attributes })).json
  expect(await find(product, ['İri', 'İnce'])).toEqual([id])

  const renamed = { attributes: [attribute('Grind of the mill', { slug: 'İri' })] }
  expect(await call('PUT', `/products/${product}`, renamed)).toMatchObject({ status: 200 })
  const { json } = await call('GET', `${variationsOf(product)}/${id}`)
  expect(json.attributes).toMatchObject([{ slug: 'grind-of-the-mill', option: 'İnce' }])
  expect(await find(product, ['grind-of-the-mill', 'İnce'])).toEqual([id])
  expect(await find(product, ['GRIND OF THE MILL', 'İnce'])).toEqual([id])
  expect(await find(product, ['iri', 'İnce'])).toEqual([])
})
