/** The owner enables a currency; a visitor selects it and pays in it, and the order is in that currency. */
import type { Browser, Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { fillCheckout, payByCard, signIn } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

const addButton = (owner: Page) => owner.getByRole('button', { name: 'Add a currency' })

/** Opens the currency settings as the owner. */
async function openCurrencies(browser: Browser, baseURL: string): Promise<Page> {
  const owner = await browser.newPage({ baseURL })
  await signIn(owner, users.owner)
  await owner.goto('/wp-admin/settings/currencies/')
  await addButton(owner).waitFor()
  return owner
}

/** Adds a currency on the open screen, unless another test has already added it. */
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
  // The select field shows the new currency before the page has reloaded.
  await Promise.all([page.waitForEvent('domcontentloaded'), footer.getByRole('button', { name: 'Change' }).click()])
  await expect(footer.getByLabel('Currency')).toHaveValue(code)
}

const inDrawer = (page: Page) => page.locator('#mini-cart .woocommerce-mini-cart__total')

const visitors = [
  { name: 'on a computer', viewport: { width: 1440, height: 900 }, opener: 'CAD, change the currency' },
  { name: 'on a tablet', viewport: { width: 768, height: 1024 }, opener: 'CAD, change the currency' },
  { name: 'on a phone', viewport: { width: 390, height: 844 }, opener: 'Menu' },
] as const

test('[PAY-14 CAD by default] [PAY-14 display currency] the demo shop shows dollars first, and the choice in its header, without script', async ({
  browser,
  ownShop,
}) => {
  for (const { name, viewport, opener } of visitors)
    await test.step(name, async () => {
      const visitor = await browser.newPage({ baseURL: ownShop.url, javaScriptEnabled: false, viewport })
      const price = visitor.locator('.summary .price').first()
      await visitor.goto(`/product/${demo.another}/?from=mail`)
      await expect(price).toContainText('$')
      await expect(price).not.toContainText('US$')
      const header = visitor.getByRole('banner')
      await header.getByRole('button', { name: opener, exact: true }).click()
      if (opener === 'Menu') {
        await visitor.locator('#site-menu').getByLabel('Currency').selectOption('USD')
        await visitor.locator('#site-menu').getByRole('button', { name: 'Change' }).click()
      } else await visitor.getByRole('button', { name: 'USD – US dollars' }).click()
      await expect(price).toContainText('US$')
      await expect(visitor).toHaveURL(/\/product\/[^/]+\/\?from=mail$/)
      await visitor.context().close()
    })
})

test('[PAY-14 display currency] switched on in the back office, and chosen on a page, also without script', async ({
  page,
  browser,
  ownShop,
}) => {
  const owner = await openCurrencies(browser, ownShop.url)
  await addCurrency(owner, 'GBP', '0.52')
  await expect(owner.getByText('$16.50 is £8.99')).toBeVisible()
  await addCurrency(owner, 'AUD', '1.09', false)
  expect(await findingsAtWidths(owner, [320, 1440])).toEqual([])
  await save(owner)
  await owner.close()

  await page.goto(`/product/${demo.another}/?from=mail`)
  await choose(page, 'GBP')
  await expect(page).toHaveURL(/\/product\/[^/]+\/\?from=mail$/)
  await expect(page.locator('.summary .price').first()).toContainText(/£\d+\.99/)
  expect(await findingsAtWidths(page, [320, 1440])).toEqual([])

  const visitor = await browser.newPage({ baseURL: ownShop.url, javaScriptEnabled: false })
  await visitor.goto('/shop/?orderby=price')
  await choose(visitor, 'AUD')
  await expect(visitor).toHaveURL(/\/shop\/\?orderby=price$/)
  await expect(visitor.locator('.price').first()).toContainText('approx. A$')
  await visitor.close()
})

test('[PAY-14 charge currency] paid in the chosen currency, and the order is in it', async ({
  page,
  browser,
  ownShop,
}) => {
  await page.goto(`/product/${demo.another}/`)
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(inDrawer(page)).toContainText('$')
  await page.goto('/shop/')
  await choose(page, 'EUR')
  // The drawer shows the new currency immediately.
  await scriptRun(page, 'cart')
  await page.locator('a.cart-contents').click()
  await expect(inDrawer(page)).toContainText('€')
  await page.goto('/checkout/')
  await fillCheckout(page, newCustomerAddress())
  await expect(page.locator('#place_order')).toHaveText(/^Place order · €/)
  expect(await findingsOf(page)).toEqual([])
  await payByCard(page, cards.good)
  await page.waitForURL(/order-received/)
  await expect(page.locator('.woocommerce-order-overview__total')).toContainText('€')

  const owner = await browser.newPage({ baseURL: ownShop.url })
  await signIn(owner, users.owner)
  await owner.goto(`/wp-admin/orders/${/order-received\/(\d+)/.exec(page.url())?.[1]}/`)
  await expect(owner.getByText('1 CAD = 0.62 EUR')).toBeVisible()
  await expect(owner.getByRole('region', { name: 'Items' })).toContainText('€')
  await owner.close()
})
