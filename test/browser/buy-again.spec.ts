/** A customer registers, orders, and orders the same products again. */
import type { APIRequestContext, Page } from '@playwright/test'
import { typedAddress } from '../running/demo-shop.ts'
import { fillCheckout, payByCard } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { markPaid } from './mark-paid.ts'
import { test } from './own-shop-test.ts'
import { fillCart } from './page-kinds.ts'
import { register } from './register.ts'
import { expect, phone } from './shop-test.ts'

/** Orders again from the account overview, and expects the two products in the cart. */
async function orderAgain(page: Page): Promise<void> {
  await page.goto('/my-account/')
  await page.getByRole('link', { name: /^Order again/ }).press('Enter')
  await expect(page).toHaveURL(/\/cart\//)
  await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(2)
  await page.goto('/checkout/')
  // The checkout form has the address of the first order.
  await expect(page.locator('#billing_address_1')).toHaveValue(typedAddress.billing_address_1)
}

/** Buys by bank transfer. The owner, signed in by `openOutbox`, marks the order as paid. */
async function buyByTransfer(page: Page, owner: APIRequestContext): Promise<void> {
  await page.locator('#payment_method_bacs').check({ force: true })
  await page.locator('#place_order').click()
  await expect(page).toHaveURL(/order-received/)
  await markPaid(owner, page)
}

async function expectOrders(page: Page, count: number): Promise<void> {
  await page.goto('/my-account/orders/')
  await expect(page.locator('.woocommerce-orders-table tbody tr')).toHaveCount(count)
}

test('[ACC-01 register, ACC-02 orders] who registers buys by card, and buys the same again', async ({
  page,
  playwright,
  baseURL,
}) => {
  await register(page, await playwright.request.newContext({ baseURL }), 'iris@shop.test')
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  await fillCheckout(page, typedAddress)
  await payByCard(page, '4242424242424242')
  await expect(page).toHaveURL(/order-received/)
  await orderAgain(page)
  expect(await findingsOf(page)).toEqual([])
  await fillCheckout(page, {})
  await payByCard(page, '4242424242424242')
  await expect(page).toHaveURL(/order-received/)
  await expectOrders(page, 2)
})

test.describe('on a phone, without script', () => {
  test.use({ ...phone, javaScriptEnabled: false })

  test('[ACC-01 register, ACC-02 orders] who registers buys, and buys the same again', async ({
    page,
    playwright,
    baseURL,
  }) => {
    const owner = await playwright.request.newContext({ baseURL })
    await register(page, owner, 'june@shop.test')
    await fillCart(page.context(), baseURL)
    await page.goto('/checkout/')
    await fillCheckout(page, typedAddress)
    await buyByTransfer(page, owner)
    await orderAgain(page)
    await fillCheckout(page, {})
    await buyByTransfer(page, owner)
    await expectOrders(page, 2)
  })
})
