/** The mini-cart drawer: opening, announcements, quantities, removal and undo. */
import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { abortFirst, expect, forgetFailedLoads, phone, test } from './shop-test.ts'

const line = '#mini-cart .woocommerce-mini-cart-item'

async function addFromProduct(page: Page, slug: string): Promise<void> {
  await page.goto(`/product/${slug}/`)
  await scriptRun(page, 'cart')
  await page.locator('.single_add_to_cart_button').first().click()
  await expect(page.locator('#mini-cart[open]').locator('.woocommerce-mini-cart-item').first()).toBeVisible()
}

const amount = async (page: Page) => (await page.locator('#mini-cart .total .amount').textContent())?.trim()

for (const [where, use] of [
  ['on a desktop', {}],
  ['on a phone', phone],
] as const) {
  test.describe(where, () => {
    test.use(use)

    test('[MINI-02] [MINI-05] quantities change in the drawer, and only the last one is sent', async ({ page }) => {
      await addFromProduct(page, demo.simple)
      const before = await amount(page)
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/cart/')) sent.push(request.postData() ?? '')
      })
      const more = page.locator(`${line} [data-step="1"]`)
      // All clicks happen in one task. On a slow machine, single clicks could be too far apart for one request.
      await more.evaluate((button: HTMLElement) => {
        for (let press = 0; press < 3; press += 1) button.click()
      })
      await expect(page.locator(`${line} input.qty`)).toHaveValue('4')
      await expect(page.locator(`${line} .quantity >> text=4 ×`)).toBeVisible()
      expect(await amount(page)).not.toBe(before)
      expect(sent).toHaveLength(1)
      await page.locator(`${line} [data-step="-1"]`).click()
      await expect(page.locator(`${line} .quantity >> text=3 ×`)).toBeVisible()
    })

    test('[MINI-02] Undo restores a removed line with its quantity', async ({ page }) => {
      await addFromProduct(page, demo.simple)
      await page.locator(`${line} [data-step="1"]`).click()
      await expect(page.locator(`${line} .quantity >> text=2 ×`)).toBeVisible()
      await page.locator('#mini-cart .remove_from_cart_button').click()
      await expect(page.locator('#mini-cart')).toContainText('No products in the cart.')
      await expect(page.locator('#mini-cart-news')).toContainText('removed.')
      await page.locator('#mini-cart .restore-item').click()
      await expect(page.locator(`${line} .quantity >> text=2 ×`)).toBeVisible()
      await expect(page.locator('#mini-cart-news')).toContainText('is back in your cart')
      await expect(page.locator('a.cart-contents .count')).toHaveText('2')
    })
  })
}

test('[MINI-02] the drawer has a name, traps the focus, and returns it', async ({ page }) => {
  await page.goto(`/product/${demo.simple}/`)
  await scriptRun(page, 'cart')
  await page.locator('.single_add_to_cart_button').first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your cart' })
  await expect(dialog).toBeVisible()
  await expect(dialog).toHaveAccessibleDescription(/Jasmine Dragon Pearls.*in your cart/)
  await expect(page.locator('#mini-cart-title')).toBeFocused()
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('Tab')
    const isInside = await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('#mini-cart') !== null,
    )
    expect(isInside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.locator('.single_add_to_cart_button').first()).toBeFocused()
})

test('[MINI-02] the checkout that is opened just after a step has the new quantity; after a failed one the drawer stays', async ({
  page,
  complaints,
}) => {
  await addFromProduct(page, demo.simple)
  const leave = (name: string) =>
    page.locator('#mini-cart').evaluate((drawer, linkName) => {
      drawer.querySelector<HTMLElement>('[data-step="1"]')?.click()
      for (const link of drawer.querySelectorAll('a')) if (link.textContent?.trim() === linkName) link.click()
    }, name)
  await abortFirst(page, '**/cart/')
  await leave('Checkout')
  await expect(page.locator('#mini-cart-news')).toContainText('did not go through')
  await expect(page.locator(`${line} input.qty`)).toHaveValue('1')
  await leave('Checkout')
  await expect(page).toHaveURL(/\/checkout\/$/)
  await expect(page.locator('#order_review .product-quantity')).toHaveText(/2$/)

  await page.goto('/cart/')
  await expect(page.locator('.woocommerce-cart-form input.qty')).toHaveValue('2')
  await scriptRun(page, 'cart-page')
  await page.locator('main').evaluate((main) => {
    main.querySelector<HTMLElement>('.woocommerce-cart-form [data-step="1"]')?.click()
    main.querySelector<HTMLElement>('a.checkout-button')?.click()
  })
  await expect(page).toHaveURL(/\/checkout\/$/)
  await expect(page.locator('#order_review .product-quantity')).toHaveText(/3$/)
  forgetFailedLoads(complaints)
})

test('[MINI-02] after a step by keyboard the focus is still on the button', async ({ page }) => {
  await addFromProduct(page, demo.simple)
  await page.locator(`${line} [data-step="1"]`).focus()
  await page.keyboard.press('Enter')
  await expect(page.locator(`${line} .quantity >> text=2 ×`)).toBeVisible()
  await expect(page.locator(`${line} [data-step="1"]`)).toBeFocused()
})

test('[MINI-03 without fragments, on failure] a removal whose response has no fragments, or never comes, follows the link', async ({
  page,
  complaints,
}) => {
  for (const fulfil of [{ json: {} }, { status: 500, json: { code: 'internal_error' } }]) {
    await addFromProduct(page, demo.simple)
    // Not with `times: 1`: if the last route ends while the page is being left, Chromium may hold its request forever.
    await page.route('**/?wc-ajax=remove_from_cart', (route) => route.fulfill(fulfil))
    await page.locator('#mini-cart .remove_from_cart_button').click()
    await expect(page).toHaveURL(/\/cart\/$/)
    await expect(page.locator('.woocommerce-message')).toContainText('removed')
    await expect(page.locator('.cart-empty')).toBeVisible()
    await page.unroute('**/?wc-ajax=remove_from_cart')
  }
  forgetFailedLoads(complaints)
})

test('[MINI-02] a failed step is reported and the actual quantity is shown', async ({ page, complaints }) => {
  await addFromProduct(page, demo.simple)
  await abortFirst(page, '**/cart/')
  await page.locator(`${line} [data-step="1"]`).click()
  await expect(page.locator('#mini-cart-news')).toContainText('did not go through')
  await expect(page.locator(`${line} input.qty`)).toHaveValue('1')
  forgetFailedLoads(complaints)
})

test('[MINI-06] a line removed in another tab is gone here on return', async ({ page, context }) => {
  await addFromProduct(page, demo.simple)
  const other = await context.newPage()
  await other.goto('/cart/')
  await other.locator('td.product-remove a').click()
  await expect(other.locator('.cart-empty')).toBeVisible()
  await expect(page.locator('a.cart-contents .count')).toHaveCount(0)
})

test('[MINI-06] the cart is shown after the back button', async ({ page }) => {
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
  await page.goto(`/product/${demo.simple}/`)
  await scriptRun(page, 'cart')
  await page.locator('.single_add_to_cart_button').first().click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await page.goBack()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
})

test('[MINI-06 browser closed] after the browser was closed and opened again header and mini-cart show the stored cart, requested once', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await addFromProduct(page, demo.simple)
  const { cookies, origins } = await context.storageState()
  // Closing the browser removes session cookies and sessionStorage.
  const kept = cookies.filter(({ expires }) => expires > 0)
  expect(kept.map(({ name }) => name)).not.toContain('woocommerce_items_in_cart')
  const reopened = await browser.newContext({
    storageState: { cookies: kept, origins },
    ...(baseURL ? { baseURL } : {}),
  })
  const again = await reopened.newPage()
  const asked: string[] = []
  again.on('request', (request) => {
    if (request.url().includes('wc-ajax=')) asked.push(request.url())
  })
  await again.goto(`/${demo.page}/`)
  await expect(again.locator('a.cart-contents .count')).toHaveText('1')
  await again.locator('a.cart-contents').click()
  await expect(again.locator('#mini-cart[open] .woocommerce-mini-cart-item')).toHaveCount(1)
  await again.goto('/shop/')
  await expect(again.locator('a.cart-contents .count')).toHaveText('1')
  expect(asked).toHaveLength(1)

  // For an expired cart there is one more request, and then none.
  await reopened.clearCookies()
  for (const path of ['/shop/', `/${demo.page}/`]) {
    await again.goto(path)
    await again.waitForLoadState('networkidle')
    await expect(again.locator('a.cart-contents .count')).toHaveCount(0)
  }
  expect(asked).toHaveLength(2)
  await reopened.close()
})

test('[ATC-11] a quantity of the mini-cart below its minimum is raised to it, and the line stays', async ({ page }) => {
  await addFromProduct(page, demo.simple)
  const quantity = page.locator(`${line} input.qty`)
  for (const typed of ['-3', '0']) {
    const answered = page.waitForResponse('**/?wc-ajax=get_refreshed_fragments')
    await quantity.fill(typed)
    await quantity.blur()
    await answered
    await expect(quantity).toHaveValue('1')
    await expect(page.locator(line)).toHaveCount(1)
  }
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
})
