import type { Page } from '@playwright/test'
import { newCustomerAddress } from '../running/demo-shop.ts'
import { fillCheckout } from '../running/shopper.ts'
import { fillCart } from './page-kinds.ts'
import { expect } from './shop-test.ts'

export const errors = (page: Page) => page.locator('.woocommerce-NoticeGroup-checkout .woocommerce-error')
export const placeOrder = (page: Page) => page.locator('#place_order')
export const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
/** The message at a field. */
export const problemOf = (page: Page, name: string) => page.locator(`#${name}_description`)
/** The heading of a received order. */
export const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you, Ada.' })
/** Animations since the page was opened, each as the element's first class and the duration in ms. */
export const slides = (page: Page) => page.evaluate(() => (window as unknown as { slides: string[] }).slides)
const watchSlides = () => {
  const { animate } = Element.prototype
  Object.assign(window, { slides: [] })
  Element.prototype.animate = function (keyframes, options) {
    const ms = typeof options === 'number' ? options : options?.duration
    ;(window as unknown as { slides: string[] }).slides.push(`${this.classList[0]} ${ms}`)
    return animate.call(this, keyframes, options)
  }
}
/** Fills the form, and chooses to pay by bank transfer. */
export const byTransfer = async (page: Page) => {
  await fillCheckout(page, newCustomerAddress())
  await page.locator('label[for="payment_method_bacs"]').click()
  await expect(placeOrder(page)).toBeEnabled()
}

/** Opens the checkout with a cart, and counts slides from there on. */
export async function openCheckout(page: Page, baseURL: string | undefined): Promise<void> {
  await page.addInitScript(watchSlides)
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
}
