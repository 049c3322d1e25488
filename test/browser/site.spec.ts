import { demo, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn, signInByForm } from '../running/shopper.ts'
import { expect, phone, test } from './shop-test.ts'

test('[CAT-01 submits at once] selecting a sort order applies it at once', async ({ page }) => {
  await page.goto('/shop/')
  await page.locator('select[name="orderby"]').first().selectOption('price')
  await expect(page).toHaveURL(/orderby=price(&|$)/)
  await expect(page.locator('.woocommerce-result-count').first()).toContainText(/sorted by price/i)
  const prices = await page.locator('.products .price').evaluateAll((elements) =>
    elements.map((element) => {
      const now = element.querySelector('ins') ?? element
      return Number(/\$([\d.,]+)/.exec(now.textContent ?? '')?.[1]?.replace(',', ''))
    }),
  )
  expect(prices).toEqual(prices.toSorted((a, b) => a - b))
})

test('[CAT-01 submits at once] a page that the back button shows as it was names its own order, so that each can be selected', async ({
  page,
}) => {
  await page.goto('/shop/')
  await scriptRun(page, 'listing')
  const sort = page.locator('select[name="orderby"]').first()
  // Playwright's browser keeps no pages, so the page is told that it was kept.
  await sort.evaluate((select: HTMLSelectElement) => {
    select.value = 'price'
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(sort).toHaveValue('menu_order')
})

test('[CAT-02] the count is in a live region that includes the sort order', async ({ page }) => {
  await page.goto('/shop/?orderby=price')
  const count = page.locator('.woocommerce-result-count').first()
  await expect(count).toHaveAttribute('role', /alert|status/)
  await expect(count).toContainText(/sorted by/i)
})

test('[CAT-03 image, price, add-to-cart button] every card shows picture, price and button', async ({ page }) => {
  await page.goto('/shop/')
  const cards = page.locator('.products > .product')
  await expect(cards).toHaveCount(12)
  for (const card of await cards.all()) {
    await expect(card.locator('img').first()).toBeVisible()
    await expect(card.locator('.button')).toBeVisible()
    await expect(card.locator('.price')).toContainText('$')
  }
})

test('[TAB-01] [TAB-03] [TAB-05] the description is active first, and keys move between the tabs', async ({ page }) => {
  await page.goto(`/product/${demo.simple}/`)
  const tabs = page.getByRole('tab')
  await expect(tabs).toHaveCount(3)
  await expect(tabs.nth(0)).toHaveAttribute('aria-selected', 'true')
  await tabs.nth(0).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tabs.nth(1)).toBeFocused()
  await page.keyboard.press('End')
  await expect(tabs.nth(2)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(tabs.nth(0)).toBeFocused()
})

test('[TAB-02] [TAB-03] the URL decides which tab is active', async ({ page }) => {
  const selected = page.locator('[role=tab][aria-selected=true]')
  for (const address of ['#reviews', '#tab-reviews', '#comment-7', '?cpage=1']) {
    await page.goto('about:blank')
    await page.goto(`/product/${demo.simple}/${address}`)
    await expect(selected).toContainText('Reviews')
  }
  await page.goto('about:blank')
  await page.goto(`/product/${demo.simple}/#tab-additional_information`)
  await expect(selected).toContainText('Additional information')
})

test('[TAB-04] the link beside the stars opens the reviews', async ({ page }) => {
  await page.goto(`/product/${demo.simple}/`)
  await page.locator('.woocommerce-review-link').first().click()
  await expect(page.locator('[role=tab][aria-selected=true]')).toContainText('Reviews')
  await expect(page.locator('#reviews')).toBeVisible()
})

test('[SITE-01 dismiss link, cookie, stays hidden] the store notice disappears when it is dismissed and stays hidden', async ({
  page,
  context,
}) => {
  await page.goto('/shop/')
  const notice = page.locator('.woocommerce-store-notice')
  await expect(notice).toBeVisible()
  await notice.locator('.woocommerce-store-notice__dismiss-link').click()
  await expect(notice).toBeHidden()
  const cookie = (await context.cookies()).find(({ name }) => name.startsWith('store_notice'))
  expect(cookie).toMatchObject({ value: 'hidden', path: '/' })
  await page.goto('/')
  await expect(notice).toBeHidden()
})

test('[SITE-04] back to top appears after 800 px', async ({ page }) => {
  await page.goto('/shop/')
  const link = page.locator('#back-to-top')
  await page.mouse.wheel(0, 700)
  await page.waitForTimeout(200)
  await expect(link).toBeHidden()
  await page.mouse.wheel(0, 500)
  await expect(link).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)
  test('[SITE-03 slide-out menu] the menu slides out and its links work', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const menu = page.locator('#site-menu')
    await expect(menu).toBeVisible()
    await menu.getByRole('link', { name: 'Teaware', exact: true }).click()
    await expect(page).toHaveURL(/\/product-category\/teaware\//)
  })
})

test('[SITE-08 answers 404, marked] a missing page says so and offers links', async ({ page }) => {
  const response = await page.goto('/no-such-page/')
  expect(response?.status()).toBe(404)
  await expect(page.locator('body')).toHaveClass(/\berror404\b/)
  await expect(page.locator('main').getByRole('link').first()).toBeVisible()
})

test('[ACC-01 password toggle] the password can be shown and hidden again', async ({ page }) => {
  await page.goto('/wp-login.php')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('first-flush')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test('[ACC-01 log in, log out, ACC-02 orders] a customer signs in, sees their own orders, and signs out', async ({
  page,
}) => {
  await signInByForm(page, users.customer)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
  await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Orders' }).click()
  await expect(page.locator('.woocommerce-orders-table tbody tr')).not.toHaveCount(0)
  await page.locator('main').getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
})

test('[ACC-03] a customer cannot open the back office', async ({ page }) => {
  await signIn(page, users.customer)
  const response = await page.goto('/wp-admin/orders/')
  expect(response?.status()).toBe(403)
})
