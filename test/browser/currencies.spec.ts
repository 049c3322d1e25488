/** The owner switches a currency on; a visitor chooses it, pays in it, and finds the order in it. */
import type { Browser, Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { fillCheckout, payByCard, signIn } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

const addButton = (owner: Page) => owner.getByRole('button', { name: 'Add a currency' })

/** The owner on the screen of currencies. */
async function openCurrencies(browser: Browser, baseURL: string): Promise<Page> {
  const owner = await browser.newPage({ baseURL })
  await signIn(owner, users.owner)
  await owner.goto('/wp-admin/settings/currencies/')
  await addButton(owner).waitFor()
  return owner
}

/** Adds a currency on the open screen, unless another test has done so. */
async function addCurrency(owner: Page, code: string, rate: string, isCharged = true) {
  if ((await owner.getByRole('button', { name: `Remove ${code}` }).count()) > 0) return
  const index = await owner.getByRole('button', { name: /^Remove / }).count()
  await addButton(owner).click()
  const field = (name: string) => owner.locator(`[name="currencies.${index}.${name}"]`)
  await field('currency').selectOption(code)
  await field('rate').fill(rate)
  await field('rounding').selectOption('1.00')
  await field('charm').selectOption('-0.01')
  if (!isCharged) await field('is_charged').uncheck()
}

async function save(owner: Page) {
  const button = owner.getByRole('button', { name: 'Save changes' })
  if (!(await button.isEnabled())) return
  await button.click()
  await expect(owner.getByText('Saved. Pages and carts use the new rates; orders keep theirs.')).toBeVisible()
}

async function choose(page: Page, code: string) {
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Currency').selectOption(code)
  await footer.getByRole('button', { name: 'Change' }).click()
  await expect(footer.getByLabel('Currency')).toHaveValue(code)
}

const inDrawer = (page: Page) => page.locator('#mini-cart .woocommerce-mini-cart__total')

test('[PAY-14 display currency] switched on in the back office, and chosen on a page, also without script', async ({
  page,
  browser,
  ownShop,
}) => {
  const owner = await openCurrencies(browser, ownShop.url)
  await addCurrency(owner, 'EUR', '0.67')
  await expect(owner.getByText('$16.50 is €11.99')).toBeVisible()
  await addCurrency(owner, 'USD', '0.73', false)
  expect(await findingsAtWidths(owner, [320, 1440])).toEqual([])
  await save(owner)
  await owner.close()

  await page.goto(`/product/${demo.another}/?from=mail`)
  await choose(page, 'EUR')
  await expect(page).toHaveURL(/\/product\/[^/]+\/\?from=mail$/)
  await expect(page.locator('.summary .price').first()).toContainText(/€\d+\.99/)
  expect(await findingsAtWidths(page, [320, 1440])).toEqual([])

  const visitor = await browser.newPage({ baseURL: ownShop.url, javaScriptEnabled: false })
  await visitor.goto('/shop/?orderby=price')
  await choose(visitor, 'USD')
  await expect(visitor).toHaveURL(/\/shop\/\?orderby=price$/)
  await expect(visitor.locator('.price').first()).toContainText('approx. US$')
  await visitor.close()
})

test('[PAY-14 charge currency] paid in the chosen currency, and the order is in it', async ({
  page,
  browser,
  ownShop,
}) => {
  const owner = await openCurrencies(browser, ownShop.url)
  await addCurrency(owner, 'EUR', '0.67')
  await save(owner)

  await page.goto(`/product/${demo.another}/`)
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(inDrawer(page)).toContainText('$')
  await page.goto('/shop/')
  await choose(page, 'EUR')
  // The drawer follows the choice at once.
  await page.locator('a.cart-contents').click()
  await expect(inDrawer(page)).toContainText(/€\d+\.99/)
  await page.goto('/checkout/')
  await fillCheckout(page, newCustomerAddress())
  await expect(page.locator('#place_order')).toHaveText(/^Place order · €/)
  expect(await findingsOf(page)).toEqual([])
  await payByCard(page, cards.good)
  await page.waitForURL(/order-received/)
  await expect(page.locator('.woocommerce-order-overview__total')).toContainText('€')

  await owner.goto(`/wp-admin/orders/${/order-received\/(\d+)/.exec(page.url())?.[1]}/`)
  await expect(owner.getByText('1 CAD = 0.67 EUR')).toBeVisible()
  await expect(owner.getByRole('region', { name: 'Items' })).toContainText('€')
  await owner.close()
})
