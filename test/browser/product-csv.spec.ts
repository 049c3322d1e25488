/** The owner imports a CSV file: maps columns, checks each row's result in a dry run, and imports the products. */
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsAtWidths } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

const table = [
  'Artikel;Titel;Regular price;Farbe;Lager',
  'csv-1;Kettle of the dry run;48.00;copper;7',
  'csv-2;Cup "of" tea, large;free;white;3',
  'csv-3;Tea & <b>scones</b>;12.50;;',
].join('\n')
const file = (text: string) => ({
  name: 'teas.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text.replace('"of"', 'of')),
})

test('a table is mapped, tried, imported, and seen in the shop', async ({ page, complaints }) => {
  test.setTimeout(120_000)
  await signIn(page, users.owner)
  await page.goto('/wp-admin/products/csv/')
  await page.getByLabel('CSV file').setInputFiles(file('nothing of a table\n"'))
  await expect(page.getByRole('alert')).toContainText('never closed')
  forgetFailedLoads(complaints)
  await page.getByLabel('CSV file').setInputFiles(file(table))

  const columns = page.getByRole('region', { name: 'teas.csv' })
  await expect(columns).toContainText('1 columns are known')
  await expect(columns.getByRole('cell', { name: 'Kettle of the dry run' })).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  await columns.getByLabel(/^Artikel/).selectOption('SKU')
  await columns.getByLabel(/^Titel/).selectOption('Name')
  await columns.getByLabel(/^Farbe/).selectOption('Meta: Farbe')
  await columns.getByLabel(/^Lager/).selectOption('Stock')
  await columns.getByRole('button', { name: 'Dry run' }).click()

  const tried = page.getByRole('region', { name: 'Dry run: teas.csv' })
  await expect(tried.getByRole('row', { name: /csv-2/ })).toContainText("Regular price 'free' is not a price", {
    timeout: 30_000,
  })
  await expect(tried.getByRole('row', { name: /csv-1/ })).toContainText('Would be created')
  expect(await findingsAtWidths(page)).toEqual([])
  expect((await page.request.get('/?s=Kettle+of+the+dry+run&post_type=product')).ok()).toBe(true)

  await columns.getByRole('button', { name: 'Import', exact: true }).click()
  const done = page.getByRole('region', { name: 'Imported: teas.csv' })
  await expect(done.locator('dl')).toContainText('Created2', { timeout: 30_000 })
  await expect(done.locator('dl')).toContainText('Refused1')
  await done.getByLabel(/^Rows to show/).selectOption('Refused')
  await expect(done.getByRole('row')).toHaveCount(2)
  const download = page.waitForEvent('download')
  await done.getByRole('button', { name: 'Save the refused rows' }).click()
  expect((await download).suggestedFilename()).toMatch(/^refused-\d+\.csv$/)
  expect(await findingsAtWidths(page)).toEqual([])

  const saved = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Export products' }).getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('products.csv')

  await page.goto('/product/kettle-of-the-dry-run/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kettle of the dry run')
  await expect(page.locator('main')).toContainText('$48.00')
})

test('an export is of all categories, or of one that is found by its name, also without public products', async ({
  page,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/products/csv/')
  await asOwner(page, 'post', '/wp-json/wc/v3/products/categories', { name: 'Aa cups & bowls' })
  await page.reload()
  const options = page.getByRole('region', { name: 'Export products' }).getByLabel('Category').getByRole('option')
  await expect(options.first()).toHaveText('All categories')
  await expect(options.nth(1)).toHaveText('Aa cups & bowls')
})
