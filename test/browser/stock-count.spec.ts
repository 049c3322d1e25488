/** Counting stock by keyboard and scanner: counts are saved once, and sales in the meantime are kept. */
import { type Page } from '@playwright/test'
import { newBuyer, requestSender } from '../running/buyer.ts'
import { newCustomerAddress, users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

type Product = { readonly id: number; readonly stock_quantity: number }

const make = (page: Page, name: string, sku: string, stock: number) =>
  asOwner<Product>(page, 'post', '/wp-json/wc/v3/products', {
    name,
    sku,
    regular_price: '9.00',
    manage_stock: true,
    stock_quantity: stock,
  })

async function check(page: Page, state: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    // Rows scroll under the sticky save bar. At the end of the page it covers none.
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    expect(await findingsOf(page), `${state} at ${width} px`).toEqual([])
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(beyond, `${state} at ${width} px`).toBeLessThanOrEqual(0)
  }
}

async function buy(url: string, id: number, quantity: number): Promise<void> {
  const buyer = newBuyer(requestSender(url))
  await buyer.add(id, quantity)
  const checkout = await buyer.openCheckout()
  const answer = await buyer.checkout(checkout, { ...newCustomerAddress(), payment_method: 'bacs' })
  expect(answer.result).toBe('success')
}

test('a shelf is counted and saved once; a sale meanwhile stays, and what is refused says why', async ({
  page,
  ownShop,
  complaints,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/stock/')
  await expect(page.locator('input[data-count]').first()).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Back office' })
  await expect(navigation.locator('[aria-current=page]'), 'stock is a tab of the products').toHaveText('Products')
  await check(page, 'the list')
  const one = await make(page, 'Yy Keemun', 'YY-1', 10)
  const two = await make(page, 'Yy Lapsang', 'YY-2', 4)
  await make(page, 'Yy Matcha', 'YY-3', 7)
  const stockOf = async ({ id }: Product) =>
    (await asOwner<Product>(page, 'get', `/wp-json/wc/v3/products/${id}`)).stock_quantity
  const search = page.getByRole('searchbox', { name: 'Search by name, SKU or code' })
  const field = (name: string) => page.getByRole('textbox', { name: new RegExp(`^(Counted|Received): ${name}`) })
  const save = page.getByRole('button', { name: /^Save (\d|counts)|^One moment/ })

  await search.fill('Yy ')
  await field('Yy Keemun').focus()
  await expect(page.locator('input[data-count]')).toHaveCount(3)
  await page.keyboard.type('12')
  await expect(page.getByText('+2', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field('Yy Lapsang')).toBeFocused()
  await page.keyboard.type('6')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await expect(save).toHaveText('Save 2 counts')
  await check(page, 'numbers typed')

  // A barcode scanner types the code and presses Enter.
  await page.keyboard.type('YY-3')
  await page.keyboard.press('Enter')
  await expect(field('Yy Matcha')).toBeFocused()
  await expect(page.locator('input[data-count]')).toHaveCount(1)
  await page.getByLabel('Numbers are received, and added').check()
  await field('Yy Matcha').fill('+12')
  await expect(page.getByText('+12 → 19')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await page.keyboard.type('Yy ')
  await expect(field('Yy Keemun')).toHaveValue('12')

  await buy(ownShop.url, one.id, 3)
  await asOwner(page, 'put', `/wp-json/wc/v3/products/${two.id}`, { samovar: { stock_change: 5 } })
  await expect(save).toHaveText('Save 3 counts')
  await save.click()
  await expect(page.getByText('2 counts saved. 1 count refused', { exact: false })).toBeVisible()
  await expect(page.getByText('Somebody has changed it since: 9 are on hand now.', { exact: false })).toBeVisible()
  expect([await stockOf(one), await stockOf(two)]).toEqual([9, 9])
  await expect(page.getByRole('row', { name: /Yy Matcha/ })).toContainText('19')
  await expect(field('Yy Keemun')).toHaveValue('')
  await check(page, 'a refused count')
  await save.click()
  await expect(page.getByText('1 count saved.')).toBeVisible()
  await expect(save).toBeDisabled()
  await expect(save).toBeFocused()
  // On a phone, toast and save bar overlap neither each other nor the focused field.
  await page.setViewportSize({ width: 390, height: 700 })
  const edge = async (selector: string, side: 'top' | 'bottom') =>
    page.locator(selector).evaluate((element, end) => element.getBoundingClientRect()[end], side)
  expect(await edge('[data-shown]', 'bottom')).toBeLessThan(await edge('[data-save-bar]', 'top'))
  await search.fill('')
  await expect(page.locator('input[data-count]')).toHaveCount(20)
  await page.locator('input[data-count]').first().focus()
  for (let row = 1; row < 12; row++) {
    await page.keyboard.press('Enter')
    expect(await edge('input[data-count]:focus', 'bottom')).toBeLessThan(await edge('[data-save-bar]', 'top'))
  }
  await search.fill('Yy ')
  await expect(page.locator('input[data-count]')).toHaveCount(3)
  await page.setViewportSize({ width: 1280, height: 900 })
  expect(await stockOf(two)).toBe(6)

  await field('Yy Keemun').fill('4006381333931')
  await expect(page.getByText('A whole number is needed, up to a million.')).toBeVisible()
  await expect(save).toBeDisabled()
  await page
    .getByRole('navigation', { name: 'Back office' })
    .getByRole('link', { name: 'Products', exact: true })
    .click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await search.fill('nothing of this name')
  await expect(page.getByText('No product matches')).toBeVisible()
  await check(page, 'nothing found')
  await page.route('**/wp-json/samovar/v1/stock?**', (route) => route.abort())
  await search.fill('another')
  await expect(page.getByText('The shop cannot be reached.', { exact: false })).toBeVisible({ timeout: 15_000 })
  await check(page, 'offline')
  forgetFailedLoads(complaints)
})
