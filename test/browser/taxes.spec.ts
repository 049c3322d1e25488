/** The owner creates a tax that carts charge immediately, and exports and imports the rates. In a separate shop. */
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsAtWidths } from './axe.ts'
import { test } from './own-shop-test.ts'
import { fillCart } from './page-kinds.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

test('a tax on tea is made, charged, exported, deleted and imported again', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  test.setTimeout(90_000)
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const guest = await context.newPage()
  await fillCart(context, baseURL)
  const levy = guest.locator('.cart_totals tr', { hasText: 'Tea levy' })
  await guest.goto('/cart/')
  await expect(levy).toHaveCount(0)

  await signIn(page, users.owner)
  await page.goto('/wp-admin/settings/')
  await page.getByRole('link', { name: 'Taxes' }).click()
  await expect(page.getByRole('link', { name: 'GST 5%' }).first()).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.getByRole('link', { name: 'New tax rate' }).click()
  await page.getByLabel(/^Name/).fill('Tea levy')
  await page.getByLabel(/^Rate in %/).fill('110')
  await page.getByRole('button', { name: 'Create the tax rate' }).click()
  await expect(page.getByText('A percentage from 0 to 100').first()).toBeVisible()
  await page.getByLabel(/^Rate in %/).fill('2.5')
  await page.getByLabel('Tax class').selectOption('Basic groceries')
  await page.getByLabel('Province or territory').selectOption('Ontario')
  expect(await findingsAtWidths(page)).toEqual([])
  await page.getByRole('button', { name: 'Create the tax rate' }).click()
  await expect(page.getByRole('heading', { name: 'Tea levy 2.5%', level: 1 })).toBeVisible()
  await expect(async () => {
    await guest.reload()
    await expect(levy).toHaveCount(1, { timeout: 1000 })
  }).toPass()

  await page.getByRole('link', { name: 'Taxes' }).first().click()
  await page.getByRole('link', { name: 'Rules, classes and files' }).click()
  await expect(page.getByRole('heading', { name: 'Classes' })).toBeVisible()
  const settings = page.getByRole('navigation', { name: 'Settings' })
  await expect(settings.getByRole('link', { name: 'Taxes' })).toHaveAttribute('aria-current', 'true')
  await expect(settings.getByRole('link', { name: 'Shipping' })).toBeVisible()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all rates' }).click()
  const file = await (await saved).path()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete Basic groceries' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByRole('button', { name: 'Delete Basic groceries' })).toHaveCount(0)

  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('there is no tax class ‘grocery’')
  forgetFailedLoads(complaints)
  await page.getByLabel('New class').fill('Grocery')
  await page.getByRole('button', { name: 'Add the class' }).click()
  await expect(page.getByRole('button', { name: 'Delete Grocery' })).toBeVisible()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await expect(page.getByText(/^1 added, \d+ kept\.$/)).toBeVisible()
  await page.getByRole('button', { name: 'Add Canada’s rates' }).click()
  await expect(page.getByText('Nothing to change')).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  await context.close()
})

test('with prices that include tax, the total says below it how much that is, and leaves names their space', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  const includeTax = (value: 'yes' | 'no') =>
    asOwner(page, 'put', '/wp-json/wc/v3/settings/tax/woocommerce_prices_include_tax', { value })
  await includeTax('yes')
  try {
    await page.reload()
    const total = page.locator('#order_review .order-total td')
    await expect(total).toContainText(/includes \$\d/)
    expect((await total.boundingBox())?.width, 'column of amounts').toBeLessThan(110)
    const line = (await total.locator('small').boundingBox()) ?? { y: 0, height: 99 }
    expect(line.height, 'lines of the tax').toBeLessThan(32)
    expect(line.y).toBeGreaterThan((await total.locator('strong').boundingBox())?.y ?? 9999)
  } finally {
    await includeTax('no')
  }
})
