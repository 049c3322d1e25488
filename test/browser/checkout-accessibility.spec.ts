/** The checkout by keyboard alone, and its findings of axe. */

import type { Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { newCustomerAddress, typedAddress } from '../running/demo-shop.ts'
import { cardFrame, fillCheckout, payByCard } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { errors, field, openCheckout, placeOrder, thanks } from './checkout-page.ts'
import { expect, test } from './shop-test.ts'

// The durations of slide animations are tested.
test.use({ reducedMotion: 'no-preference' })

test.beforeEach(({ page, baseURL }) => openCheckout(page, baseURL))

test('[CHK-18] the whole purchase by keyboard alone', async ({ page }) => {
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key)
  }
  const reach = async (selector: string) => {
    for (let step = 0; step < 60; step += 1) {
      if (await page.locator(selector).evaluate((element) => element === document.activeElement)) return
      await press('Tab')
    }
    throw new Error(`The keyboard does not reach ${selector}`)
  }
  await page.locator('body').focus()
  for (const [name, value] of Object.entries(typedAddress)) {
    await reach(`[name="${name}"]`)
    await page.keyboard.type(name === 'billing_state' ? 'Ontario' : value)
  }
  await expect(placeOrder(page)).toBeEnabled()
  // The card field is an iframe of the provider, which may move the focus itself.
  for (const [part, digits] of Object.entries({ '#number': cards.good, '#expiry': '1234', '#cvc': '123' })) {
    const isReached = () =>
      cardFrame(page)
        .locator(part)
        .evaluate((element) => element === document.activeElement)
    for (let step = 0; step < 30 && !(await isReached()); step += 1) await press('Tab')
    await page.keyboard.type(digits)
  }
  await reach('#terms')
  await press('Space')
  await reach('#place_order')
  await press('Enter')
  await expect(thanks(page)).toBeVisible()
})

test.describe('no axe violations', () => {
  test.use({ reducedMotion: 'reduce' })
  test.slow()

  /** Checks the page in a very high window, because the sticky bar covers elements at the window's lower edge. */
  async function findings(page: Page): Promise<string[]> {
    const found: string[] = []
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 4000 })
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (beyond > 0) found.push(`${beyond} px lie beside a window of ${width} px`)
      found.push(...(await findingsOf(page)).map((finding) => `at ${width} px: ${finding}`))
    }
    return found
  }

  test('[SITE-13] expanded, with every field and a hint', async ({ page }) => {
    await page.locator('a.showlogin').click()
    await page.locator('a.showcoupon').click()
    await page.locator('#ship-to-different-address-checkbox').check()
    await page.locator('label[for="payment_method_bacs"]').click()
    await field(page, 'billing_state').selectOption('QC')
    await field(page, 'billing_postcode').fill('K1A 0B1')
    await field(page, 'billing_postcode').blur()
    await expect(page.getByRole('button', { name: 'Use Ontario?' })).toBeVisible()
    await expect(placeOrder(page)).toBeEnabled()
    expect(await findings(page)).toEqual([])
  })

  test('[SITE-13] with errors', async ({ page }) => {
    await page.locator('#ship-to-different-address-checkbox').check()
    await placeOrder(page).click()
    await expect(errors(page)).toBeFocused()
    expect(await findings(page)).toEqual([])
  })

  test('[SITE-13] after a declined card', async ({ page }) => {
    await fillCheckout(page, newCustomerAddress())
    await payByCard(page, cards.declined)
    await expect(page.locator('#stripe-cc-failure')).toBeFocused()
    expect(await findings(page)).toEqual([])
  })

  test('[SITE-13] while totals are loading', async ({ page }) => {
    await page.route('**/?wc-ajax=update_order_review', () => undefined)
    await field(page, 'billing_state').selectOption('AB')
    await expect(page.locator('#order_review .blockOverlay')).toBeVisible()
    expect(await findings(page)).toEqual([])
  })
})
