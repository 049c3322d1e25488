/** Attributes of a product, and its variations in a grid with spreadsheet keys, shown as cards on a phone. */
import type { Locator, Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { expect, forgetFailedLoads, phone, test } from './shop-test.ts'

type Json = { readonly id: number; readonly name: string } & Readonly<Record<string, unknown>>

/** Signs in as the owner. Returns a function that calls the products REST API. */
async function asOwner(page: Page) {
  await signIn(page, users.owner)
  const office = await (await page.request.get('/wp-admin/')).text()
  const headers = { 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(office)?.[1] ?? '' }
  return async <T = Json>(method: string, path: string, data?: object) =>
    (await (await page.request.fetch(`/wp-json/wc/v3/products${path}`, { method, headers, data })).json()) as T
}

const attribute = (name: string, options: readonly string[]) => ({ name, options, variation: true, visible: true })
let made = 0
async function makeSampler(page: Page) {
  const call = await asOwner(page)
  made += 1
  const sku = `GRID-${Date.now()}-${made}`
  const attributes = [attribute('Size', ['20 g', '100 g', '250 g']), attribute('Grind', ['Whole', 'Fine'])]
  const { id } = await call('POST', '', { name: sku, sku, type: 'variable', status: 'draft', attributes })
  const stored = async () => {
    const rows = await call<Json[]>('GET', `/${id}/variations?orderby=id&order=asc&context=edit`)
    return new Map(rows.map((row) => [row.name, row]))
  }
  return { id, sku, call, stored, path: `/wp-admin/products/${id}/` }
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Variations' })
const cell = (page: Page, row: string, column: string): Locator =>
  grid(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: row }) })
    .locator(`td[data-label="${column}"]`)
const paste = (page: Page, text: string) =>
  page.evaluate((copied) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', copied)
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  }, text)

test('all variations are made, and filled in by keyboard as in a spreadsheet', async ({ page }) => {
  const { path, sku, call, id, stored } = await makeSampler(page)
  await page.goto(path)
  await page.getByRole('button', { name: 'Generate variations' }).click()
  await expect(page.getByText('6 variations were created.')).toBeVisible()
  await expect(grid(page).getByRole('row')).toHaveCount(7)

  // Typing starts an edit; Enter moves down, and Tab to the next column.
  await cell(page, '20 g, Whole', 'SKU').click()
  await page.keyboard.type(`${sku}-A`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('4.50')
  await page.keyboard.press('Enter')
  await expect(cell(page, '20 g, Whole', 'Price')).toHaveText('4.50')
  await expect(cell(page, '20 g, Fine', 'Price')).toBeFocused()
  await page.keyboard.press('F2')
  await page.keyboard.type('9')
  await page.keyboard.press('Escape')
  await expect(cell(page, '20 g, Fine', 'Price')).toHaveText('')

  // Fill the column down, undo, and fill it again.
  await page.keyboard.press('ArrowUp')
  for (let row = 1; row < 6; row += 1) await page.keyboard.press('Shift+ArrowDown')
  await expect(grid(page).locator('[aria-selected=true]')).toHaveCount(6)
  await page.keyboard.press('Control+d')
  await expect(page.getByRole('status').filter({ hasText: 'Filled 6 cells.' })).toBeVisible()
  await expect(cell(page, '250 g, Fine', 'Price')).toHaveText('4.50')
  await page.keyboard.press('Control+z')
  await expect(cell(page, '250 g, Fine', 'Price')).toHaveText('')
  await page.keyboard.press('Control+d')

  // Paste stock and weight of three rows from a spreadsheet.
  await cell(page, '100 g, Whole', 'Stock').click()
  await paste(page, '+12\t0.1\r\n5\t0.1\r\n7\t0.25\r\n')
  await expect(cell(page, '250 g, Whole', 'Weight')).toHaveText('0.25')
  await cell(page, '20 g, Fine', 'SKU').click()
  await page.keyboard.type(sku)
  await page.keyboard.press('Enter')
  await cell(page, '250 g, Fine', 'Enabled').click()
  await page.keyboard.press('Space')
  await expect(cell(page, '250 g, Fine', 'Enabled')).toHaveText('no')
  expect(await findingsOf(page)).toEqual([])

  // Leaving asks for confirmation. A value that the server refuses is reported in its cell, and the others are saved.
  await page.getByRole('link', { name: 'Products', exact: true }).first().click()
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Save 15 changes' }).click()
  await expect(cell(page, '20 g, Fine', 'SKU')).toContainText('Invalid or duplicated SKU.')
  await expect(cell(page, '20 g, Fine', 'SKU')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByRole('button', { name: 'Save 2 changes' })).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  expect((await stored()).get('100 g, Whole')).toMatchObject({
    regular_price: '4.50',
    stock_quantity: 12,
    weight: '0.1',
  })
  expect((await stored()).get('250 g, Fine')).toMatchObject({ status: 'private' })

  // Without the duplicate SKU the row is saved.
  await cell(page, '20 g, Fine', 'SKU').click()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved.', { exact: true }).last()).toBeVisible()
  await cell(page, '100 g, Whole', 'Stock').click()
  await page.keyboard.type('20')
  await page.keyboard.press('Enter')
  // Another user changes the stock before this change is saved, and is not overwritten.
  const sold = (await stored()).get('100 g, Whole')
  await call('PUT', `/${id}/variations/${sold?.id}`, { samovar: { stock_change: -2 } })
  await page.getByRole('button', { name: 'Save 1 change', exact: true }).click()
  await expect(grid(page)).toContainText('Somebody else saved this')
  await page.getByRole('region', { name: 'Variations' }).getByRole('button', { name: 'Discard changes' }).click()
  await expect(cell(page, '100 g, Whole', 'Stock')).toHaveText('10')

  // Bulk edits of selected variations.
  await page.getByRole('checkbox', { name: 'Choose 20 g, Whole' }).check()
  await page.getByRole('checkbox', { name: 'Choose 250 g, Fine' }).check()
  const bulk = page.getByRole('group', { name: 'With those chosen' })
  await bulk.getByRole('textbox').fill('10')
  await bulk.getByRole('button', { name: 'Raise by percent' }).click()
  await expect(cell(page, '20 g, Whole', 'Price')).toHaveText('4.95')
  await bulk.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('checkbox', { name: 'Choose 20 g, Whole' }).uncheck()
  await bulk.getByRole('button', { name: 'Delete 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
  await expect(grid(page).getByRole('row')).toHaveCount(6)
  expect((await stored()).has('250 g, Fine')).toBe(false)
})

test('a variation is on sale from and until a time of the shop, and a time that is none is refused in its cell', async ({
  page,
}) => {
  const { path, call, id, stored } = await makeSampler(page)
  await call('POST', `/${id}/variations/generate`, { default_values: { regular_price: '9.00' } })
  await page.goto(path)
  await cell(page, '20 g, Whole', 'Sale price').click()
  await paste(page, '7\t2025-06-01 9:00\t2098-12-31\r\n7\t2025-06-01\t2025-06-01 10:00\r\n7\tsoon\t\r\n')
  await page.getByRole('button', { name: 'Save 8 changes' }).click()
  await expect(cell(page, '100 g, Whole', 'Sale starts')).toContainText('Invalid date.')
  await expect(cell(page, '20 g, Whole', 'Sale starts')).toHaveText('2025-06-01 09:00')
  await expect(cell(page, '20 g, Whole', 'Sale ends')).toHaveText('2098-12-31 23:59')
  const saved = await stored()
  expect(saved.get('20 g, Whole')).toMatchObject({
    on_sale: true,
    price: '7.00',
    date_on_sale_to: '2098-12-31T23:59:59',
  })
  expect(saved.get('20 g, Fine')).toMatchObject({
    on_sale: false,
    price: '9.00',
    date_on_sale_to: '2025-06-01T10:00:00',
  })
  expect(saved.get('100 g, Whole')).toMatchObject({ sale_price: '' })
  expect(await findingsAtWidths(page)).toEqual([])
})

test('what has no column is edited one variation at a time, by keyboard', async ({ page, complaints }) => {
  const { path, sku, call, id, stored } = await makeSampler(page)
  await call('PUT', `/${id}`, { dimensions: { length: '10', width: '8', height: '3' }, weight: '0.5' })
  await call('POST', `/${id}/variations/generate`, { default_values: { regular_price: '3' } })
  const shippingClass = await call('POST', '/shipping_classes', { name: `Glass ${sku}` })
  await page.goto(path)
  await page.getByLabel('Name (required)').fill('Typed before')
  await cell(page, '20 g, Fine', 'Price').click()
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  const more = page.getByRole('button', { name: 'More … of 20 g, Fine' })
  await more.press('Enter')
  const dialog = page.getByRole('dialog', { name: '20 g, Fine' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  await expect(dialog.getByLabel('Length (cm)')).toHaveAttribute('placeholder', '10')
  await dialog.getByLabel('Description').fill('<p>Ground for a gaiwan.</p>')
  await dialog.getByLabel('GTIN, UPC, EAN or ISBN').fill('no code')
  await dialog.getByLabel('Net weight (g)').fill('20')
  await dialog.getByLabel('Tax class').selectOption('grocery')
  await dialog.getByLabel('Availability').selectOption('onbackorder')
  await dialog.getByLabel('Width (cm)').fill('4.5')
  await dialog.getByLabel('Shipping class').selectOption(shippingClass.name)
  await dialog.getByLabel('Downloadable').check()
  await button('Add a file').press('Enter')
  await dialog.getByLabel('Name of file 1').fill('Brewing guide')
  await dialog.getByLabel('Address of file 1').fill('https://example.org/guide.pdf')
  const chooser = page.waitForEvent('filechooser')
  await button('Upload a file').press('Enter')
  const recipe = { name: 'recipe.txt', mimeType: 'text/plain', buffer: Buffer.from('Three minutes.') }
  await (await chooser).setFiles(recipe)
  await expect(dialog.getByLabel('Address of file 2')).toHaveValue(/recipe\.txt$/)
  await dialog.getByLabel('Downloads per purchase').fill('3')
  await dialog.getByLabel('Days').fill('30')
  await page.keyboard.press('Escape')
  await expect(button('Close without saving')).toBeVisible()

  // Only the form of the dialog is saved; a refusal is shown at its field.
  await page.keyboard.press('ControlOrMeta+s')
  await expect(dialog.getByText('must be of digits and hyphens')).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  const gtin = `${Date.now()}`
  await dialog.getByLabel('GTIN, UPC, EAN or ISBN').fill(gtin)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(dialog).toHaveCount(0)
  await expect(more).toBeFocused()
  expect((await stored()).get('20 g, Fine')).toMatchObject({
    description: '<p>Ground for a gaiwan.</p>',
    global_unique_id: gtin,
    tax_class: 'grocery',
    stock_status: 'onbackorder',
    weight: '0.5',
    shipping_class: shippingClass.slug,
    dimensions: { length: '10', width: '4.5', height: '3' },
    downloadable: true,
    downloads: [{ name: 'Brewing guide', file: 'https://example.org/guide.pdf' }, { name: 'recipe.txt' }],
    download_limit: 3,
    download_expiry: 30,
    samovar: { net_grams: 20, weight: '', dimensions: { length: '', width: '4.5', height: '' } },
  })
  expect((await call('GET', `/${id}`)).name).toBe(sku)

  // The edit in the grid is still there, and saving it causes no conflict.
  await page.getByRole('button', { name: 'Save 1 change', exact: true }).click()
  await expect.poll(async () => (await stored()).get('20 g, Fine')?.regular_price).toBe('4.00')

  await more.press('Enter')
  await expect(dialog.getByLabel('Days')).toHaveValue('30')
  await dialog.getByLabel('Virtual').check()
  await expect(dialog.getByLabel('Width (cm)')).toHaveCount(0)
  await call('PUT', `/${id}/variations/${(await stored()).get('20 g, Fine')?.id}`, { weight: '0.1' })
  await button('Save the variation').press('Enter')
  await expect(dialog).toContainText('Somebody else saved this')
  await button('Close without saving').press('Enter')
  await expect(dialog).toHaveCount(0)
  expect((await stored()).get('20 g, Fine')).toMatchObject({ virtual: false, weight: '0.1' })
  // The refusals.
  forgetFailedLoads(complaints)
})

test('a product gets attributes of its own, and variations by them', async ({ page }) => {
  const call = await asOwner(page)
  const { id } = await call('POST', '', { name: 'Own attributes', type: 'variable', status: 'draft' })
  await page.goto(`/wp-admin/products/${id}/`)
  const section = page.getByRole('region', { name: 'Attributes' })
  await section.getByRole('button', { name: 'Add a custom attribute' }).click()
  await section.getByLabel('Name').fill('Tin')
  await section.getByLabel('Values, separated by |').fill('Round | Square | ')
  await section.getByLabel('Selected by default').selectOption('Square')
  expect(await findingsOf(page)).toEqual([])
  await page.getByLabel('Name (required)').fill('Typed before')
  await section.getByRole('button', { name: 'Save attributes' }).click()
  await expect(section.getByText('Saved.')).toBeVisible()
  await section.getByRole('button', { name: 'Generate variations' }).click()
  await expect(page.getByText('2 variations were created.')).toBeVisible()
  await expect(grid(page).getByRole('rowheader')).toHaveText([/Round/, /Square/])
  await cell(page, 'Round', 'Price').click()
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save 1 change', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Variations' }).getByText('Saved.')).toBeVisible()
  // The form still has the typed name, and saving it causes no conflict.
  await expect(page.getByLabel('Name (required)')).toHaveValue('Typed before')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. The shop now shows it', { exact: false })).toBeVisible()
  const stored = await call('GET', `/${id}`)
  expect(stored.name).toBe('Typed before')
  expect(stored.attributes).toMatchObject([{ name: 'Tin', options: ['Round', 'Square'], variation: true }])
  expect(stored.default_attributes).toMatchObject([{ name: 'Tin', option: 'Square' }])
})

test.describe('on a phone', () => {
  test.use({ ...phone })

  test('variations are cards with labelled values, which a tap edits', async ({ page }) => {
    const { path, call, id, stored } = await makeSampler(page)
    await call('POST', `/${id}/variations/generate`, { default_values: { regular_price: '3' } })
    await page.goto(path)
    await cell(page, '100 g, Fine', 'Price').tap()
    await expect(grid(page).getByRole('textbox')).toHaveAttribute('inputmode', 'decimal')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('3.25')
    await cell(page, '100 g, Fine', 'Stock').tap()
    await page.keyboard.type('8')
    await page.keyboard.press('Enter')
    // What is changed most is in one line; a button opens the others.
    const topOf = async (column: string) => (await cell(page, '100 g, Fine', column).boundingBox())?.y
    expect(await topOf('Stock')).toBe(await topOf('Price'))
    await expect(cell(page, '100 g, Fine', 'Weight')).toBeHidden()
    const fold = page.getByRole('button', { name: 'All columns of 100 g, Fine' })
    await fold.tap()
    await expect(fold).toHaveAttribute('aria-expanded', 'true')
    await cell(page, '100 g, Fine', 'Weight').tap()
    await page.keyboard.type('heavy')
    await page.keyboard.press('Enter')
    await fold.tap()
    await page.getByText('All variations', { exact: true }).tap()
    await expect(grid(page).getByRole('checkbox', { checked: true })).toHaveCount(7)
    await page.getByText('All variations', { exact: true }).tap()
    expect(await findingsAtWidths(page)).toEqual([])
    await page.getByRole('button', { name: 'Save 3 changes' }).tap()
    // A refused value stays in sight.
    await expect(cell(page, '100 g, Fine', 'Weight')).toHaveAttribute('aria-invalid', 'true')
    await cell(page, '100 g, Fine', 'Weight').tap()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save 2 changes' }).tap()
    await expect
      .poll(async () => (await stored()).get('100 g, Fine'))
      .toMatchObject({ regular_price: '3.25', stock_quantity: 8 })
  })
})
