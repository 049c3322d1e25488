/** Every kind of notice, with and without a page load: the page scrolls to it, and it gets the focus. */
import type { Page } from '@playwright/test'
import { demo, newCustomerAddress } from '../running/demo-shop.ts'
import { fillCheckout } from '../running/shopper.ts'
import { expectRevealed, forget, type Move, record } from './notice-moves.ts'
import { fillCart } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

/** The window is much lower than the pages. */
// Scrolling is what these tests check, so motion is not reduced.
test.use({ viewport: { width: 800, height: 420 }, reducedMotion: 'no-preference' })

async function signInWrongly(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('#user_login').fill('nobody@shop.test')
  await page.locator('#user_pass').fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test('[SITE-14 scrolls, focus] the page scrolls to a notice and focuses it, whatever it came with: 100 px above, in 1000 ms, after 500 ms', async ({
  page,
  context,
  baseURL,
}) => {
  await record(page)
  for (const path of ['/my-account/', '/wp-login.php']) {
    await signInWrongly(page, path)
    await expectRevealed(page, /do not (match|belong)/)
  }
  await page.goto(`/product/${demo.another}/`)
  const id = await page.locator('form.cart [name="add-to-cart"]').getAttribute('value')
  await page.goto(`/product/${demo.another}/?add-to-cart=${id}`)
  await expectRevealed(page, /added to your cart/)
  await fillCart(context, baseURL)
  await page.goto('/cart/?remove_item=x')
  await expectRevealed(page, /had been open for too long/)

  await page.goto('/cart/')
  await page.getByText('Have a coupon?').click()
  await page.getByLabel('Coupon code').fill('nope')
  await forget(page)
  await page.getByLabel('Coupon code').press('Enter')
  await expectRevealed(page, /nope/)
  await forget(page)
  await page.locator('td.product-remove a').first().focus()
  await page.keyboard.press('Enter')
  await expectRevealed(page, /removed\. Undo/)

  await page.goto('/checkout/')
  await page.locator('a.showcoupon').click()
  await page.locator('#coupon_code').fill('nope')
  await forget(page)
  await page.locator('#coupon_code').press('Enter')
  await expectRevealed(page, /nope/)
})

test('[SITE-14 scrolls, focus] so it does where a guest asks for an account: after an order, and in the form to register', async ({
  page,
  context,
  baseURL,
}) => {
  await record(page)
  await fillCart(context, baseURL)
  await page.goto('/checkout/')
  const address = newCustomerAddress()
  await fillCheckout(page, address)
  await page.locator('#payment_method_bacs').check({ force: true })
  await page.locator('#place_order').click()
  await page.waitForURL(/order-received/)
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('password123')
  await password.press('Enter')
  await expectRevealed(page, /lists of stolen passwords/)
  await password.fill('lantern river mosaic')
  await password.press('Enter')
  await expectRevealed(page, `We have sent a link to ${address.billing_email}.`)

  await page.goto('/my-account/')
  await page.locator('#reg_email').fill(newCustomerAddress().billing_email)
  await page.locator('#reg_email').press('Enter')
  // The `#register` fragment of the form's action already scrolls there, so the remaining distance is short.
  const sent = page.getByText('Look in your mailbox: we have written to')
  await expect(sent).toBeFocused()
  await expect(sent).toBeInViewport()
})

test('[SITE-14 scrolls, focus] so it does when a wallet could not be paid with', async ({ page }) => {
  await record(page)
  await page.addInitScript(() =>
    sessionStorage.setItem('sandbox-wallets', JSON.stringify({ google: 'ready', mode: 'overlay' })),
  )
  await page.goto(`/product/${demo.another}/`)
  const button = page.getByRole('button', { name: 'Buy with Google Pay' })
  await expect(button).toBeEnabled()
  await button.press('Enter')
  const sheet = page.frameLocator('dialog iframe')
  const status = sheet.locator('#testing [data-status="INTERNAL_ERROR"]')
  await expect(sheet.locator('#total-label')).toHaveText('Total')
  await forget(page)
  await status.evaluate((element: HTMLElement) => element.click())
  await expectRevealed(page, /There was a problem processing the payment/)
})

test('[SITE-14 scrolls, focus] a notice that appears while the page scrolls to another takes over: one scroll, and the focus is on it', async ({
  page,
  context,
  baseURL,
}) => {
  await record(page)
  await fillCart(context, baseURL)
  await page.goto('/checkout/')
  await page.locator('a.showcoupon').click()
  await page.locator('#coupon_code').fill('nope')
  await page.route('**/?wc-ajax=apply_coupon', async (route) => {
    const response = await route.fetch()
    // Starts the other scroll, and continues before its notice gets the focus.
    await page.evaluate(() => {
      Object.assign((window as unknown as { move: Move }).move, { scrolls: [] })
      document.querySelector<HTMLElement>('#place_order')?.click()
    })
    await page.waitForFunction(() => (window as unknown as { move: Move }).move.scrolls.length > 10)
    await route.fulfill({ response })
  })
  await page.locator('#coupon_code').press('Enter')
  await expect(page.locator('[role=alert]:focus, [role=alert] :focus')).toContainText('nope')
  await page.waitForFunction(() => {
    const { scrolls } = (window as unknown as { move: Move }).move
    return Number(document.timeline.currentTime) - (scrolls.at(-1) ?? 0) > 200
  })
  // Two simultaneous scrolls would each scroll the page in every frame.
  const frames = await page.evaluate(() => (window as unknown as { move: Move }).move.scrolls)
  expect(frames.length).toBeGreaterThan(20)
  expect(new Set(frames).size).toBe(frames.length)
})

test.describe('with less motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('[SITE-14] it jumps to a notice, which gets the focus all the same', async ({ page }) => {
    await record(page)
    await signInWrongly(page, '/my-account/')
    const alert = page.locator('[role=alert]:focus, [role=alert] :focus')
    await expect(alert).toContainText(/do not (match|belong)/)
    expect(await alert.evaluate((element) => Math.round(element.getBoundingClientRect().top))).toBe(100)
    expect(await page.evaluate(() => (window as unknown as { move: Move }).move.scrolls.length)).toBe(1)
  })
})
