/** Search suggestions: a combobox for the keyboard, a list for touch, and a form without script. */
import type { Page } from '@playwright/test'
import { findingsAtWidths } from './axe.ts'
import { expect, phone, test } from './shop-test.ts'

const field = (page: Page) => page.locator('#site-search-field')
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const openSearch = (page: Page) => page.getByRole('button', { name: 'Search', exact: true }).first().click()
/** The active option, as screen readers announce it. */
const active = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant')
    return id ? (document.getElementById(id)?.textContent ?? null) : null
  })

test('typing suggests teas with prices; arrows, Home, End and Enter select one', async ({ page }) => {
  await page.goto('/about/')
  await openSearch(page)
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('oolong', { delay: 20 })
  await expect(options(page).first()).toBeVisible()
  await expect(field(page)).toHaveAttribute('role', 'combobox')
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(options(page).first()).toContainText('$')
  const all = options(page).last()
  await expect(all).toHaveText(/^See all \d+ results$/)
  // On a slow machine, an earlier list may be for part of the word.
  await expect(all).toHaveAttribute('href', /s=oolong&/)

  const isActive = async (text: string | null) => expect.poll(() => active(page)).toBe(text)
  await isActive(null)
  await page.keyboard.press('ArrowDown')
  await isActive(await options(page).first().textContent())
  await page.keyboard.press('End')
  await isActive(await all.textContent())
  await page.keyboard.press('ArrowDown')
  await isActive(null)
  await page.keyboard.press('ArrowUp')
  await isActive(await all.textContent())
  await page.keyboard.press('Home')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  const address = await options(page).first().getAttribute('href')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(address ?? '')
})

test('the suggested price is that of the available sizes', async ({ page }) => {
  await page.goto('/about/')
  await openSearch(page)
  await page.keyboard.type('xi hu longjing', { delay: 20 })
  const tea = options(page).filter({ hasText: 'Xi Hu Longjing' }).first()
  await expect(tea).toContainText('$36.50')
  await expect(tea).not.toContainText('$19.50')
})

test('Escape closes the list and then the panel; Enter without a selection searches', async ({ page }) => {
  await page.goto('/about/')
  await openSearch(page)
  await page.keyboard.type('green', { delay: 20 })
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('green')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/shop/?s=green&post_type=product')
})

test('the latest response wins, however late an earlier one arrives', async ({ page }) => {
  await page.goto('/about/')
  let held: (() => void) | undefined
  await page.route('**/products?search=jas&**', async (route) => {
    await new Promise<void>((go) => {
      held = go
    })
    await route.continue().catch(() => undefined)
  })
  await openSearch(page)
  await page.keyboard.type('jas', { delay: 20 })
  await expect.poll(() => held !== undefined).toBe(true)
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('search=jas&'))
  await field(page).fill('matcha')
  await expect(options(page).filter({ hasText: 'Matcha' }).first()).toBeVisible()
  await givenUp
  held?.()
  await expect(options(page).filter({ hasText: 'Jasmine' })).toHaveCount(0)
})

test('no results say so; an error shows nothing, and the form still searches', async ({ page }) => {
  await page.goto('/about/')
  await openSearch(page)
  await page.keyboard.type('xyzzyplugh', { delay: 5 })
  await expect(page.getByText('Nothing by the name of “xyzzyplugh”')).toBeVisible()
  await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
  await page.route('**/wp-json/wc/store/v1/products?**', (route) => route.fulfill({ status: 200, body: 'not JSON' }))
  await field(page).fill('sencha')
  await expect(page.getByText('Nothing by the name')).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/shop/?s=sencha&post_type=product')
})

test('names are escaped, and a category links to its page', async ({ page }) => {
  await page.goto('/shop/?s=leaf&post_type=product')
  const again = page.locator('#search-again')
  await again.click()
  await again.fill('oolong')
  await options(page)
    .filter({ hasText: /^Oolong\d+$/ })
    .click()
  await expect(page).toHaveURL('/product-category/oolong/')
})

test.describe('on a phone', () => {
  test.use(phone)

  test('a tap selects a suggestion', async ({ page }) => {
    await page.goto('/about/')
    await page.getByRole('button', { name: 'Search', exact: true }).first().tap()
    await page.keyboard.type('pearls', { delay: 20 })
    const pearls = options(page).filter({ hasText: 'Jasmine Dragon Pearls' })
    await pearls.tap()
    await expect(page).toHaveURL('/product/jasmine-dragon-pearls/')
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the panel opens and its form searches', async ({ page }) => {
    await page.goto('/about/')
    await openSearch(page)
    await field(page).fill('oolong')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/shop/?s=oolong&post_type=product')
    await expect(page.locator('.products > .product').first()).toBeVisible()
  })
})

test('[SITE-13] suggestions at three widths have no axe violations', async ({ page }) => {
  await page.goto('/about/')
  await openSearch(page)
  await page.keyboard.type('green', { delay: 20 })
  await options(page).first().waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await findingsAtWidths(page)).toEqual([])
})
