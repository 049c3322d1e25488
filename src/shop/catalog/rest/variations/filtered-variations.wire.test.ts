import { expect, test } from 'vitest'
import { both, openTestVariations, variationsOf } from './open-test-variations.ts'

const { call, makeSampler } = await openTestVariations()

test('[API-02] variations are found by a value of an attribute of the shop, or of the product alone', async () => {
  const product = await makeSampler('FOUND')
  const make = async (size: string, grind: string) =>
    (await call('POST', variationsOf(product), { attributes: both(size, grind) })).json
  const [fine, whole] = [await make('50 g', 'Fine'), await make('100 g', 'Whole')]
  const found = async (...pairs: readonly (readonly [attribute: string, term: string])[]) => {
    const query = pairs.map(
      ([attribute, term], at) =>
        `attributes[${at}][attribute]=${attribute}&attributes[${at}][term]=${encodeURIComponent(term)}`,
    )
    return (await call('GET', `${variationsOf(product)}?${query.join('&')}`)).items.map(({ id }) => id)
  }
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
