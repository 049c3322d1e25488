import { expect, test } from 'vitest'
import { openTestImport } from './open-test-import.ts'
import { gen, genOf, reasons, sencha, sums } from './open-test-rows.ts'

const { bySku, importRows } = await openTestImport()

test('a row with the SKU of a product in other letter case is of that product', async () => {
  await importRows([sencha])
  const before = await bySku('sencha')
  const report = await importRows([{ ...sencha, SKU: 'SENCHA', Name: 'Sencha' }])
  expect(sums(report)).toMatchObject({ created: 0, updated: 1 })
  expect(await bySku('SENCHA')).toMatchObject({ id: before?.id, name: 'Sencha' })
})

test('two rows with one SKU in different letter case: the second is rejected', async () => {
  const report = await importRows([sencha, { ...sencha, ID: '12', SKU: 'Sencha', Name: 'Other' }])
  expect(reasons(report)).toEqual(['3 Sencha: the SKU Sencha stands already in line 2'])
})

test('a variation names its product in any letter case, in the file and in the shop', async () => {
  expect(sums(await importRows([gen, genOf('50 g', { Parent: 'GEN' })]))).toMatchObject({ created: 2 })
  expect(sums(await importRows([genOf('100 g', { Parent: 'Gen' })]))).toMatchObject({ created: 1 })
})
