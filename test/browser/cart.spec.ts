/** The cart page with script: quantities, removal and undo, coupons, estimates, problems, other tabs. */
import type { Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { fillCart, holdTooMany } from './page-kinds.ts'
import { abortFirst, expect, forgetFailedLoads, holdRequests, phone, test } from './shop-test.ts'

const row = '.woocommerce-cart-form__cart-item'

async function openCart(page: Page, baseURL: string | undefined): Promise<void> {
  await fillCart(page.context(), baseURL)
  await page.goto('/cart/')
  await scriptRun(page, 'cart-page')
}

const total = async (page: Page) => (await page.locator('.order-total .amount').textContent())?.trim()
const cents = (text: string | undefined) => Number(text?.replaceAll(/[^\d]/g, ''))

for (const [where, use] of [
  ['on a desktop', {}],
  ['on a phone', phone],
] as const) {
  test.describe(where, () => {
    test.use(use)

    test('[MINI-04] [MINI-05 quantities] steps are collected, the last quantity counts, and no wrong total is shown in between', async ({
      page,
      baseURL,
    }) => {
      await openCart(page, baseURL)
      const seen = new Set<string>()
      await page.exposeFunction('sawTotal', (text: string) => seen.add(text))
      const before = await total(page)
      await page.evaluate(() => {
        const look = () => {
          const busy = document.querySelector('.cart_totals.processing')
          const text = document.querySelector('.order-total .amount')?.textContent
          if (!busy && text) (window as unknown as { sawTotal(text: string): void }).sawTotal(text)
        }
        new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true })
      })
      // The response is slow, so the third press happens before it arrives.
      await page.route('**/cart/', async (route) => {
        const answer = await route.fetch()
        await new Promise((done) => setTimeout(done, 600))
        await route.fulfill({ response: answer })
      })
      const more = page.locator(`${row} [data-step="1"]`).first()
      const sent = page.waitForRequest((request) => request.method() === 'POST')
      await more.click()
      await more.click()
      await sent
      await more.click()
      await expect(page.locator(`${row} input.qty`).first()).toHaveValue('4')
      await expect(page.locator('.cart_totals.processing')).toHaveCount(0)
      const after = await total(page)
      expect(cents(after)).toBeGreaterThan(cents(before))
      expect([...seen].filter((text) => text !== before && text !== after)).toEqual([])
      await expect(page.locator('a.cart-contents .count')).toHaveText('5')
      await page.reload()
      await expect(page.locator(`${row} input.qty`).first()).toHaveValue('4')
      expect(await total(page)).toBe(after)
    })

    test('[MINI-05 removal with undo] undo puts a removed line back in its place', async ({ page, baseURL }) => {
      await openCart(page, baseURL)
      const first = await page.locator(`${row} .product-name a`).first().textContent()
      await page.locator('td.product-remove a').first().click()
      await expect(page.locator(row)).toHaveCount(1)
      await expect(page.locator('.woocommerce-message')).toContainText(`“${first}” removed.`)
      // Screen readers announce the alert itself, so the live region must not repeat it.
      await expect(page.locator('.widget_shopping_cart_live_region')).toHaveText('')
      await page.locator('.restore-item').click()
      await expect(page.locator(row)).toHaveCount(2)
      await expect(page.locator(`${row} .product-name a`).first()).toHaveText(first ?? '')
      // A line removed by its quantity can be brought back, too.
      await page.locator(`${row} input.qty`).first().fill('0')
      await page.locator(`${row} input.qty`).first().blur()
      await expect(page.locator('.woocommerce-message')).toContainText(`“${first}” removed.`)
      await page.locator('.restore-item').click()
      await expect(page.locator(row)).toHaveCount(2)
    })

    test('[MINI-05 shipping estimate] the province changes the taxes at once', async ({ page, baseURL }) => {
      await openCart(page, baseURL)
      await page.getByLabel('Province or territory').selectOption('QC')
      await expect(page.locator('.tax-rate-ca-qc-qst-2, [class*="tax-rate-"]', { hasText: 'QST' })).toBeVisible()
      await expect(page.locator('.woocommerce-shipping-destination')).toContainText('Quebec')
      await page.getByLabel('Postal code').fill('12345')
      await page.getByLabel('Postal code').press('Enter')
      await expect(page.locator('.woocommerce-error')).toContainText('postal code')
    })
  })
}

test('[MINI-05] a quantity that was not saved keeps the shopper from the checkout, and an emptied one comes back', async ({
  page,
  baseURL,
}) => {
  await openCart(page, baseURL)
  const quantity = page.locator(`${row} input.qty`).first()
  await quantity.fill('9999')
  await page.locator('a.checkout-button').click()
  await expect(quantity).toBeFocused()
  await expect(page).toHaveURL(/\/cart\/$/)
  await quantity.fill('')
  await quantity.blur()
  await expect(quantity).toHaveValue('1')
  await page.locator('a.checkout-button').click()
  await expect(page).toHaveURL(/\/checkout\/$/)
})

test('[MINI-05] a rejected code is reported beside its field', async ({ page, baseURL }) => {
  await openCart(page, baseURL)
  await page.getByText('Have a coupon?').click()
  await page.getByLabel('Coupon code').fill('no-such-code')
  await page.getByLabel('Coupon code').press('Enter')
  await expect(page.locator('#coupon-error-notice')).toContainText('does not exist')
  await expect(page.locator('#coupon_code')).toHaveClass(/has-error/)
  await expect(page.locator('#coupon_code')).toHaveAccessibleDescription(/does not exist/)
  await expect(page.locator('#coupon-error-notice')).toBeFocused()
})

test('[SITE-13] totals that are about to change have no axe violations', async ({ page, baseURL }) => {
  await openCart(page, baseURL)
  const release = await holdRequests(page, '**/cart/')
  await page.locator(`${row} [data-step="1"]`).first().click()
  await expect(page.locator('.cart_totals.processing')).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  release()
  await expect(page.locator('.cart_totals.processing')).toHaveCount(0)
})

test('[MINI-05] a failed change is reported, and the old quantity is shown again', async ({
  page,
  baseURL,
  complaints,
}) => {
  await openCart(page, baseURL)
  const before = await total(page)
  await abortFirst(page, '**/cart/')
  await page.locator(`${row} [data-step="1"]`).first().click()
  await expect(page.locator('.woocommerce-error')).toContainText('could not reach the shop')
  await expect(page.locator(`${row} input.qty`).first()).toHaveValue('1')
  expect(await total(page)).toBe(before)
  forgetFailedLoads(complaints)
})

test("[MINI-06 same in every tab] two tabs: each shows the other's changes, and neither undoes them", async ({
  page,
  context,
  baseURL,
}) => {
  await openCart(page, baseURL)
  const other = await context.newPage()
  await other.goto('/cart/')
  await scriptRun(other, 'cart-page')
  await page.locator(`${row} [data-step="1"]`).first().click()
  await expect(other.locator(`${row} input.qty`).first()).toHaveValue('2')
  await other.locator(`${row} [data-step="1"]`).nth(1).click()
  await expect(page.locator(`${row} input.qty`).nth(1)).toHaveValue('2')
  await expect(page.locator(`${row} input.qty`).first()).toHaveValue('2')
})

test('[MINI-06 merged on login] a cart is merged at sign-in, kept at sign-out, and available in another browser', async ({
  page,
  baseURL,
  browser,
}) => {
  const context = page.context()
  await signIn(page, users.customer)
  await fillCart(context, baseURL)
  await page.goto('/my-account/')
  await page.getByRole('link', { name: 'Sign out' }).click()
  await page.waitForURL(/loggedout/)
  await page.goto('/shop/')
  await expect(page.locator('a.cart-contents .count')).toHaveCount(0)
  const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  const there = await elsewhere.newPage()
  await signIn(there, users.customer)
  await there.goto('/cart/')
  await expect(there.locator(row)).toHaveCount(2)
  for (let left = 2; left > 0; left -= 1) {
    await there.locator('td.product-remove a').first().click()
    await expect(there.locator(row)).toHaveCount(left - 1)
  }
  await elsewhere.close()
})

test('[MINI-04] an empty cart offers links to continue shopping', async ({ page, baseURL }) => {
  await openCart(page, baseURL)
  for (let left = 2; left > 0; left -= 1) {
    await page.locator('td.product-remove a').first().click()
    await expect(page.locator(row)).toHaveCount(left - 1)
  }
  await expect(page.locator('.cart-empty')).toBeVisible()
  await expect(page.locator('.restore-item')).toBeVisible()
  await page.getByRole('link', { name: 'Return to shop' }).click()
  await expect(page).toHaveURL(/\/shop\/$/)
})

test('a coupon that is applied, or removed, by two presses is changed once, without a complaint', async ({
  page,
  baseURL,
}) => {
  await openCart(page, baseURL)
  const pressTwice = (element: HTMLElement) => {
    element.click()
    element.click()
  }
  await page.getByText('Have a coupon?').click()
  await page.getByLabel('Coupon code').fill('welcome10')
  await page.locator('[name=apply_coupon]').evaluate(pressTwice)
  await expect(page.locator('.woocommerce-remove-coupon')).toHaveCount(1)
  await expect(page.locator('.cart_totals')).not.toHaveClass(/processing/)
  await expect(page.locator('.woocommerce-message')).toBeVisible()
  await expect(page.locator('#coupon-error-notice')).toHaveCount(0)
  await page.locator('.woocommerce-remove-coupon').evaluate(pressTwice)
  await expect(page.locator('.woocommerce-remove-coupon')).toHaveCount(0)
  await expect(page.locator('.cart_totals')).not.toHaveClass(/processing/)
  await expect(page.locator('.woocommerce-message')).toContainText('removed')
  await expect(page.locator('.woocommerce-error')).toHaveCount(0)
})

test('[MINI-05] a code sent while a changed quantity reloads the page: the fold is open and says why it is refused', async ({
  page,
  baseURL,
}) => {
  await openCart(page, baseURL)
  await page.getByText('Have a coupon?').click()
  const field = page.getByLabel('Coupon code')
  await field.fill('nope')
  await page.locator(`${row} [data-step="1"]`).first().click()
  await field.press('Enter')
  await expect(page.locator('#coupon-error-notice')).toBeVisible()
  await expect(field).toHaveValue('nope')
  await expect(field).toHaveAccessibleDescription(/does not exist/)
})

test('[MINI-05] [SITE-13] a rejected coupon: no axe violations at 320, 768 and 1440 px', async ({ page, baseURL }) => {
  await openCart(page, baseURL)
  await page.getByText('Have a coupon?').click()
  await page.getByLabel('Coupon code').fill('nope')
  await page.getByLabel('Coupon code').press('Enter')
  await page.locator('#coupon-error-notice').waitFor()
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await findingsOf(page)).toEqual([])
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }))
    expect.soft(scroll).toBeLessThanOrEqual(client)
  }
})

// Each run uses a different tea, because a purchase in one run would change the stock of the other.
for (const [isScripted, tea] of [
  [true, 'uva-ceylon'],
  [false, 'anxi-tie-guan-yin'],
] as const) {
  test.describe(isScripted ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled: isScripted })

    test('[MINI-05] a quantity above the stock is reported before paying, and lowered with one press', async ({
      page,
      baseURL,
    }) => {
      await holdTooMany(page.context(), baseURL, tea)
      await page.goto('/cart/')
      if (isScripted) await scriptRun(page, 'cart-page')
      await expect(page.getByRole('heading', { name: 'Before you go on' })).toBeVisible()
      const left = /only (\d+) left/.exec((await page.locator('main').textContent()) ?? '')?.[1] ?? ''
      await page.getByRole('button', { name: `Set to ${left}` }).click()
      await expect(page.getByRole('heading', { name: 'Before you go on' })).toHaveCount(0)
      await expect(page.locator(`${row} input.qty`)).toHaveValue(left)
    })
  })
}
