/** One shop for all users: country, price format, and the permissions of each role. */
import type { Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { fillCheckout, payByCard, signIn, signInByForm } from '../running/shopper.ts'
import { fillCart } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

/** Every price that is visible on the page. */
const shownPrices = (page: Page): Promise<string[]> =>
  page
    .locator('.woocommerce-Price-amount:visible, .amount:visible')
    .evaluateAll((all) => all.map((element) => (element as HTMLElement).innerText.replaceAll(/\s+/g, ' ').trim()))

/** A price as en-CA writes Canadian dollars, such as `$1,234.50`: two decimals, optionally followed by ` CAD`. */
const enCa = /^-?\$\d{1,3}(,\d{3})*\.\d{2}( CAD)?$/

test('[PLAT-01 CAD, store country CA, en-CA prices on every page] from the home page to the checkout', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  const paths = ['/', '/shop/', `/product/${demo.simple}/`, `/product/${demo.partlySoldOut}/`, '/cart/', '/checkout/']
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-CA')
    const prices = await shownPrices(page)
    expect(prices.length, path).toBeGreaterThan(0)
    expect(
      prices.flatMap((text) => text.split(/ ?– ?/)).filter((price) => !enCa.test(price)),
      path,
    ).toEqual([])
  }
  await expect(page.locator('form.checkout')).toContainText('Canada')
  await page.goto(`/product/${demo.simple}/`)
  const data = (await page.locator('script[type="application/ld+json"]').textContent()) ?? ''
  expect([...new Set(data.match(/"priceCurrency":"[A-Z]+"/g))]).toEqual(['"priceCurrency":"CAD"'])
})

test('[PLAT-03 storefront, blog, accounts, admin] are parts of one site, under one name', async ({ page }) => {
  await page.goto('/')
  const title = await page.locator('.site-title').innerText()
  await page.locator('#masthead').getByRole('link', { name: 'Journal' }).click()
  await expect(page.locator('main article').first()).toBeVisible()
  await expect(page.locator('.site-title')).toHaveText(title)
  await page.locator('#masthead').getByRole('link', { name: 'My account' }).click()
  await expect(page.locator('form.woocommerce-form-login')).toBeVisible()
  await signInByForm(page, users.owner)
  await expect(page).toHaveURL(/\/wp-admin\//)
  await expect(page.getByRole('navigation', { name: 'Back office' })).toContainText('Orders')
})

test('[PLAT-04 guests shop, customers shop] both buy, and the customer finds the order in the account', async ({
  page,
  browser,
  baseURL,
}) => {
  const buy = async (shopper: Page) => {
    await fillCart(shopper.context(), baseURL)
    await shopper.goto('/checkout/')
    await fillCheckout(shopper, newCustomerAddress())
    await payByCard(shopper, cards.good)
    await shopper.waitForURL(/order-received/)
    return shopper.locator('.woocommerce-order-overview__order strong').innerText()
  }
  expect(await buy(page)).toMatch(/^\d+$/)
  const customer = await browser.newPage(baseURL === undefined ? {} : { baseURL })
  await signIn(customer, users.customer)
  const number = await buy(customer)
  await customer.goto('/my-account/orders/')
  await expect(customer.locator('.woocommerce-orders-table')).toContainText(number)
  await customer.close()
})

test('[MINI-04 items, quantities, totals, shipping, way to checkout] of a cart with two products', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  await page.goto('/cart/')
  const lines = page.locator('.woocommerce-cart-form__cart-item')
  const count = await lines.count()
  expect(count).toBeGreaterThan(1)
  const cents = (text: string) => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100)
  let sum = 0
  for (const line of await lines.all()) {
    await expect(line.locator('img')).toBeVisible()
    await expect(line.locator('.product-name a').first()).toHaveAttribute('href', /\/product\//)
    const quantity = Number(await line.locator('input.qty').inputValue())
    const price = cents(await line.locator('.product-price .amount').first().innerText())
    const subtotal = cents(await line.locator('.product-subtotal .amount').first().innerText())
    expect(subtotal).toBe(price * quantity)
    sum += subtotal
  }
  expect(cents(await page.locator('.cart-subtotal .amount').innerText())).toBe(sum)
  const rates = page.locator('.woocommerce-shipping-methods input[type="radio"]')
  expect(await rates.count()).toBeGreaterThan(0)
  expect(cents(await page.locator('.order-total .amount').first().innerText())).toBeGreaterThanOrEqual(sum)
  await page.getByRole('link', { name: 'Proceed to checkout' }).click()
  await expect(page).toHaveURL(/\/checkout\//)
})

test('[CHK-04 postcode, shipping method] each changes the totals without leaving the page', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  await page.locator('#billing_state').selectOption('ON')
  const review = page.locator('#order_review')
  const total = review.locator('.order-total .amount').first()
  await expect(review).not.toHaveAttribute('aria-busy', 'true')
  // The response to the province may still be pending, so wait for the one to this postal code.
  const answered = page.waitForResponse(
    (response) =>
      /update_order_review/.test(response.url()) &&
      new URLSearchParams(response.request().postData() ?? '').get('postcode') === 'M5V 2T6',
  )
  await page.locator('#billing_postcode').fill('M5V 2T6')
  await page.locator('#billing_postcode').blur()
  await answered
  await expect(review).not.toHaveAttribute('aria-busy', 'true')
  const before = await total.innerText()
  const other = await page.locator('[name="shipping_method[0]"]:not(:checked)').first().getAttribute('value')
  await page.locator(`[name="shipping_method[0]"][value="${other}"]`).check({ force: true })
  await expect(total).not.toHaveText(before)
  expect(new URL(page.url()).pathname).toBe('/checkout/')
})

test('[MINI-05 coupons] a coupon is applied on the cart page and removed again, and the total follows both', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  await page.goto('/cart/')
  await scriptRun(page, 'cart-page')
  const total = page.locator('.order-total .amount').first()
  const before = await total.innerText()
  await page.getByText('Have a coupon?').click()
  await page.locator('#coupon_code').fill('WELCOME10')
  await page.locator('#coupon_code').press('Enter')
  await expect(page.locator('.cart-discount')).toContainText('welcome10')
  await expect(total).not.toHaveText(before)
  await page.locator('.woocommerce-remove-coupon').click()
  await expect(page.locator('.cart-discount')).toHaveCount(0)
  await expect(total).toHaveText(before)
})

test('[CHK-03 default country] the checkout of a new visitor is for Canada, with its provinces', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  await expect(page.locator('[name="billing_country"]')).toHaveValue('CA')
  const provinces = page.locator('#billing_state option:not([value=""])')
  await expect(provinces).toHaveCount(13)
})
