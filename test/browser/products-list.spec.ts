/** The owner's list of products: search, filters, editing in the row, and bulk edits with undo. */
import type { Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

const REST = '/wp-json/wc/v3/products'
type Product = { readonly id: number; readonly regular_price: string; readonly status: string; readonly name: string }

const make = (page: Page, fields: object) => asOwner<Product>(page, 'post', REST, fields)

/** Expects no axe violations and no horizontal overflow, on a phone and on a wide screen. */
async function check(page: Page, state: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page), `${state} at ${width} px`).toEqual([])
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond, `${state} at ${width} px`).toBeLessThanOrEqual(0)
  }
}

test.describe.configure({ mode: 'serial' })

test('products are found, edited in the row by keyboard, and changed many at once with the way back', async ({
  page,
  complaints,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/products/')
  await expect(page.locator('tbody a').first()).toBeVisible()
  await check(page, 'the list')
  const [assam, ceylon] = [
    await make(page, { name: 'Zz Assam', sku: 'ZZ-1', regular_price: '12.50', manage_stock: true, stock_quantity: 5 }),
    await make(page, { name: 'Zz Ceylon', sku: 'ZZ-2', regular_price: '10.00', sale_price: '9.80' }),
    await make(page, { name: 'Zz Darjeeling', sku: 'ZZ-3', regular_price: '20.00', status: 'draft' }),
  ]
  const search = page.getByRole('searchbox', { name: 'Search products by name or SKU' })
  await search.fill('Zz ')
  const row = (name: string) => page.getByRole('row', { name: new RegExp(name) }).first()
  await expect(row('Zz Assam')).toContainText('In stock: 5')
  await expect(row('Zz Ceylon')).toContainText('$9.80')
  await expect(page.locator('tbody tr')).toHaveCount(3)

  await test.step('quick edit', async () => {
    const open = page.getByRole('button', { name: 'Quick edit of Zz Assam' })
    await open.focus()
    await page.keyboard.press('Enter')
    const name = page.getByRole('textbox', { name: /^Name/ })
    await expect(name).toBeFocused()
    await check(page, 'quick edit')
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'SKU', exact: true }).fill('ZZ-2')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Invalid or duplicated SKU.')).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'SKU', exact: true })).toBeFocused()
    await check(page, 'an error at a field')
    forgetFailedLoads(complaints)
    await page.getByRole('textbox', { name: 'SKU', exact: true }).fill('ZZ-1A')
    await page.getByLabel('Sale price').fill('13')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The sale price must be lower than the regular price.')).toBeVisible()
    forgetFailedLoads(complaints)
    await page.getByLabel('Sale price').fill('')
    await page.getByRole('textbox', { name: 'Price', exact: true }).fill('13')
    await page.getByLabel('Change of stock').fill('+12')
    await page.getByRole('checkbox', { name: 'Featured' }).check()
    await page.getByLabel('Change of stock').press('Enter')
    await expect(row('Zz Assam')).toContainText('$13.00')
    await expect(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible()
    await expect(row('Zz Assam')).toContainText('In stock: 17')
    await expect(row('Zz Assam')).toContainText('ZZ-1A')
    await expect(open).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(name).toBeFocused()
    await asOwner(page, 'put', `${REST}/${assam.id}`, { name: 'Zz Assam, renamed' })
    await page.getByRole('textbox', { name: 'Price', exact: true }).fill('1')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/Somebody else saved this/)).toBeVisible()
    forgetFailedLoads(complaints)
    await page.keyboard.press('Escape')
    await expect(row('Zz Assam, renamed')).toContainText('$13.00')
  })

  await test.step('prices', async () => {
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Edit …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 3 products' })
    await dialog.getByRole('combobox', { name: 'How' }).selectOption('Lower by %')
    await dialog.getByLabel('By how much').fill('3')
    await expect(dialog.getByText('Zz Darjeeling: 20.00 → 19.40')).toBeVisible()
    await expect(dialog.getByText('1 product left as it is: their sale price would not be lower.')).toBeVisible()
    await check(page, 'bulk edit')
    await page.keyboard.press('Enter')
    await expect(page.getByText('2 products changed.')).toBeVisible()
    await expect(row('Zz Assam')).toContainText('$12.61')
    await expect(row('Zz Darjeeling')).toContainText('$19.40')
    await check(page, 'done, with undo')
    // The message appears only when the list shows the result.
    await page.route(/wc\/v3\/products\?/, (route) => setTimeout(() => void route.continue(), 400))
    await page.getByRole('button', { name: /^Undo/ }).click()
    await expect(page.getByText('Undone.')).toBeVisible()
    expect(await row('Zz Assam').textContent()).toContain('$13.00')
    await page.unrouteAll({ behavior: 'wait' })
    await expect(row('Zz Darjeeling')).toContainText('$20.00')
  })

  await test.step('what fails is named', async () => {
    await page.getByLabel('Select all on this page').check()
    await page.getByRole('button', { name: 'Edit …' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 3 products' })
    await dialog.getByRole('combobox', { name: 'How' }).selectOption('Raise by $')
    await dialog.getByLabel('By how much').fill('1')
    await asOwner(page, 'put', `${REST}/${ceylon.id}`, { short_description: 'Bright' })
    await page.keyboard.press('Enter')
    await expect(page.getByText(/2 products changed\. 1 product not changed\. Zz Ceylon: Somebody else/)).toBeVisible()
    await page.keyboard.press('z')
    await expect(page.getByText('Undone.')).toBeVisible()
  })

  await test.step('trash', async () => {
    await page.getByLabel('Select Zz Ceylon').check()
    await page.getByRole('button', { name: 'Move to trash' }).click()
    await expect(page.getByText('1 product moved to the trash.')).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(2)
    await page.getByRole('link', { name: 'Trash', exact: true }).click()
    await page.getByLabel('Select Zz Ceylon').check()
    await check(page, 'the trash')
    await page.getByRole('button', { name: 'Restore as draft' }).click()
    await expect(page.getByText('1 product restored.')).toBeVisible()
    expect((await asOwner<Product>(page, 'get', `${REST}/${ceylon.id}`)).status).toBe('draft')
    await page.getByRole('button', { name: /^Undo/ }).click()
    await page.getByLabel('Select Zz Ceylon').check()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page.getByText('1 product deleted.')).toBeVisible()
    await expect(page.getByText('No product matches')).toBeVisible()
    await check(page, 'nothing found')
  })

  await test.step('offline', async () => {
    await page.route('**/wp-json/wc/v3/products?**', (route) => route.abort())
    await page
      .getByRole('link', { name: 'Drafts' })
      .or(page.getByRole('link', { name: 'Draft', exact: true }))
      .first()
      .click()
    await expect(page.getByText('The shop cannot be reached.', { exact: false })).toBeVisible({ timeout: 15_000 })
    await check(page, 'offline')
    forgetFailedLoads(complaints)
  })
})

test('an editor sees the list and may change a name, and no price', async ({ page }) => {
  await signIn(page, users.editor)
  await page.goto('/wp-admin/products/?s=Zz')
  await expect(page.getByRole('row', { name: /Zz Darjeeling/ })).toContainText('$20.00')
  await expect(page.locator('tbody').getByRole('checkbox')).toHaveCount(0)
  await page.getByRole('button', { name: 'Quick edit of Zz Darjeeling' }).click()
  await expect(page.getByRole('textbox', { name: 'Price', exact: true })).toHaveCount(0)
  await page.getByRole('textbox', { name: /^Name/ }).fill('Zz First flush')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row', { name: /Zz First flush/ })).toBeVisible()
})

test('a scheduled product that is set to Published in its row is published at once', async ({ page }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/products/?s=Zz+Nilgiri')
  await make(page, { name: 'Zz Nilgiri', regular_price: '9', date_created_gmt: '2099-01-01T00:00:00' })
  await page.reload()
  const row = page.getByRole('row', { name: /Zz Nilgiri/ }).first()
  await expect(row).toContainText('Scheduled')
  await page.getByRole('button', { name: 'Quick edit of Zz Nilgiri' }).click()
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('Published')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(row).toContainText('Published')
})
