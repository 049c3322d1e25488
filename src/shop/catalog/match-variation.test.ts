import { expect, test } from 'vitest'
import { matchingVariations, matchVariation } from './match-variation.ts'

const variations = [
  { id: 1, attributes: { attribute_pa_size: '50-g', attribute_pa_grind: 'whole' } },
  { id: 2, attributes: { attribute_pa_size: '100-g', attribute_pa_grind: 'whole' } },
  { id: 3, attributes: { attribute_pa_size: '100-g', attribute_pa_grind: 'fine' } },
  { id: 4, attributes: { attribute_pa_size: '', attribute_pa_grind: 'coarse' } },
]
const slugs = ['pa_size', 'pa_grind']
const ids = (found: { id: number }[]) => found.map((variation) => variation.id)

test('[ATC-12] a variation is found once everything is chosen', () => {
  expect(matchVariation(variations, slugs, { pa_size: '100-g', pa_grind: 'fine' })?.id).toBe(3)
  expect(matchVariation(variations, slugs, { pa_size: '100-g' })).toBeNull()
  expect(matchVariation(variations, slugs, { pa_size: '100-g', pa_grind: '' })).toBeNull()
})

test('[ATC-12] a variation that takes any value of an attribute fits each of them', () => {
  expect(matchVariation(variations, slugs, { pa_size: '50-g', pa_grind: 'coarse' })?.id).toBe(4)
})

test('a combination without a variation is not found', () => {
  expect(matchVariation(variations, slugs, { pa_size: '50-g', pa_grind: 'fine' })).toBeNull()
})

test('choosing one attribute narrows the others', () => {
  expect(ids(matchingVariations(variations, { pa_size: '50-g', pa_grind: 'fine' }))).toEqual([])
  expect(ids(matchingVariations(variations, { pa_size: '100-g', pa_grind: 'fine' }))).toEqual([3])
  expect(ids(matchingVariations(variations, { pa_size: '100-g', pa_grind: '' }))).toEqual([2, 3, 4])
})
