/** Afterpay, Klarna and Affirm: messages on pages, the redirect to the provider's page, and the return. */
import type { Page } from '@playwright/test'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { fillCheckout, signIn } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

async function toCheckout(page: Page): Promise<void> {
  await page.goto(`/product/${demo.teaware}/`)
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(1)
  await page.goto('/checkout/')
  await fillCheckout(page, newCustomerAddress())
}

/** Chooses Afterpay, places the order, and waits for Afterpay's page. */
async function placeWithAfterpay(page: Page): Promise<void> {
  await page.getByRole('radio', { name: 'Afterpay' }).check()
  await expect(page.locator('#wc_stripe_local_payment_stripe_afterpay')).toContainText('payments')
  await expect(page.locator('.payment_box.payment_method_stripe_afterpay .wc-stripe-offsite-notice')).toBeVisible()
  await page.locator('#place_order').click()
  await page.waitForURL(/\/v3\/pay-later\//)
}
const error = (page: Page) => page.getByRole('region', { name: 'What just happened' })
const hasCart = async (page: Page) => {
  await page.goto('/cart/')
  return (await page.locator('.woocommerce-cart-form__cart-item').count()) > 0
}

test('[PAY-01 pay later] [BNPL-03 success] the shopper agrees on the provider’s page and the order is paid', async ({
  page,
}) => {
  await toCheckout(page)
  const total = (await page.locator('.order-total .amount').textContent()) ?? ''
  await placeWithAfterpay(page)
  await expect(page.getByRole('heading')).toHaveText(`Pay ${total}`)
  expect(await findingsAtWidths(page)).toEqual([])
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
  expect(new URL(page.url()).search).not.toContain('payment_intent')
  await expect(page.locator('.woocommerce-order-overview__status')).toContainText('Processing')
  await expect(page.locator('.woocommerce-order-overview__payment-method')).toContainText('Afterpay')
  expect(await hasCart(page)).toBe(false)
})

test('[BNPL-03 failure] declined: the shopper is told, the cart is kept, and the next attempt is paid', async ({
  page,
}) => {
  await toCheckout(page)
  await placeWithAfterpay(page)
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(error(page)).toContainText('Afterpay did not approve the payment. Nothing was charged')
  expect(new URL(page.url()).pathname).toBe('/checkout/')
  await expect(page.locator('#billing_city')).toHaveValue('Toronto')
  await expect(page.getByRole('radio', { name: 'Afterpay' })).toBeChecked()
  expect(await findingsOf(page)).toEqual([])
  await page.locator('#terms').check()
  await placeWithAfterpay(page)
  await page.getByRole('button', { name: 'Accept, but report it later' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
  await expect(page.locator('.woocommerce-order-overview__status')).toContainText('On hold')
})

test('[BNPL-03 abandonment] back button and closing: the order waits, and is paid once in the end', async ({
  page,
}) => {
  await toCheckout(page)
  await placeWithAfterpay(page)
  const left = page.url()
  await page.goBack()
  await expect(page.locator('#place_order')).toBeEnabled()
  await expect(page.locator('#billing_city')).toHaveValue('Toronto')
  await page.locator('#terms').check()
  await placeWithAfterpay(page)
  expect(page.url()).toBe(left)
  await page.getByRole('button', { name: 'Close and go back' }).click()
  await expect(error(page)).toContainText('The payment with Afterpay was cancelled. Nothing was charged')
  expect(await hasCart(page)).toBe(true)
  await page.goto('/checkout/')
  await page.locator('#terms').check()
  await placeWithAfterpay(page)
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(page.locator('.woocommerce-order-overview__status')).toContainText('Processing')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('[BNPL-03 success] a page of the shop leads on to the provider and back button to the checkout', async ({
    page,
  }) => {
    await page.goto(`/product/${demo.teaware}/`)
    await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
    await page.goto('/checkout/')
    await fillCheckout(page, newCustomerAddress())
    await page.getByRole('radio', { name: 'Afterpay' }).check()
    await page.locator('#place_order').click()
    await page.waitForURL(/\/v3\/pay-later\//)
    await page.goBack()
    expect(new URL(page.url()).pathname).toBe('/checkout/')
    await page.goForward()
    await page.waitForURL(/\/v3\/pay-later\//)
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
  })
})

test('[BNPL-02] the owner sets limits, and whether pages name them where an amount is outside', async ({ page }) => {
  const [message, cart] = [
    page.locator('#wc-stripe-afterpay-product-msg'),
    page.locator('#wc-stripe-afterpay-cart-msg'),
  ]
  await page.goto(`/product/${demo.partlySoldOut}/?attribute_pa_size=50-g`)
  await expect(message).toHaveText(/^4 payments of .* with Afterpay\.$/)
  const before = await message.textContent()
  await page.locator('form.variations_form label').filter({ hasText: '100 g' }).first().click()
  await expect(message).not.toHaveText(before ?? '')
  await expect(message).toBeVisible()

  await page.goto(`/product/${demo.teaware}/`)
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(1)
  await page.goto('/cart/')
  await expect(cart).toHaveText(/payments.* with Afterpay\.$/)
  await page.locator('.woocommerce-cart-form [data-step]').last().click()
  await expect(page.locator('.order-total .amount')).toBeVisible()
  await expect(cart).toHaveText(/payments.* with Afterpay\.$/)

  await signIn(page, users.owner)
  await page.goto('/wp-admin/settings/payments/')
  const settings = page.getByRole('group', { name: 'Afterpay' })
  const canada = settings.getByRole('group', { name: 'Orders in CAD' })
  await canada.getByLabel('Smallest').fill('500')
  expect(await findingsAtWidths(page)).toEqual([])
  const save = async () => {
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Saved. The checkout now offers it.')).toBeVisible()
  }
  await save()
  await page.goto(`/product/${demo.teaware}/`)
  await expect(message).toHaveText('Afterpay is available for orders from $500 to $2,000.')
  expect(await findingsOf(page)).toEqual([])
  await page.goto('/checkout/')
  await expect(page.getByRole('radio', { name: 'Afterpay' })).toHaveCount(0)

  await page.goto('/wp-admin/settings/payments/')
  await settings.getByRole('checkbox', { name: /Afterpay is left out/ }).check()
  await save()
  await page.goto(`/product/${demo.teaware}/`)
  await expect(message).toBeHidden()
  await page.goto('/cart/')
  await expect(cart).toBeHidden()

  await page.goto('/wp-admin/settings/payments/')
  await canada.getByLabel('Smallest').fill('1')
  await settings.getByRole('checkbox', { name: 'Cards in listings' }).check()
  await save()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/shop/')
  const onCards = page.locator('[id^="wc-stripe-shop-message-stripe_afterpay-"]')
  await expect(onCards.first()).toHaveText(/payments.* with Afterpay\.$/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await findingsOf(page)).toEqual([])
  await page.goto(`/product/${demo.teaware}/`)
  await expect(message).toBeVisible()
})
