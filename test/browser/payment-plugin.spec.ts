/**
 * Scripts of the Stripe plugin, by its ids, inputs, settings and calls, on our pages: our own scripts never load. What
 * they are is in payment-plugin-scripts.ts.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { demo, newCustomerAddress } from '../running/demo-shop.ts'
import { cardFrame, fillCheckout } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'
import { fillCart } from './page-kinds.ts'
import { cardScript, checkoutScript, googlePayScript } from './payment-plugin-scripts.ts'
import { register } from './register.ts'
import { expect, test } from './shop-test.ts'

const jQuery = readFileSync(fileURLToPath(import.meta.resolve('jquery/dist/jquery.min.js')), 'utf8')

test.beforeEach(async ({ page }) => {
  await page.route(/\/assets\/.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
})

/** Adds a script of the provider's server, and then the shop's. */
async function addScripts(page: Page, ...scripts: string[]): Promise<void> {
  await page.evaluate(jQuery)
  const url = await page.locator('[data-provider-script]').first().getAttribute('data-provider-script')
  await page.addScriptTag({ url: url ?? '' })
  await page.addScriptTag({ url: new URL('/gp/p/js/pay.js', url ?? '').href })
  for (const script of scripts) await page.evaluate(script)
}

const placeOrder = (page: Page) => page.locator('#place_order')
const errors = (page: Page) => page.locator('.woocommerce-error')
const thanks = (page: Page) => page.getByRole('heading', { name: /^Thank you, / })
const bank = (page: Page) => page.frameLocator('iframe[title="Confirm your payment with your bank"]')
const updateCheckout = (page: Page) =>
  page.evaluate(() => (window as unknown as { updateCheckout(): Promise<void> }).updateCheckout())

async function typeCard(page: Page, number: string): Promise<void> {
  const card = cardFrame(page)
  await card.locator('#number').fill(number)
  await card.locator('#expiry').fill('1234')
  await card.locator('#cvc').fill('123')
  await card.locator('#postal').fill('M5V 2T6')
}

async function openCheckout(page: Page, ...scripts: string[]): Promise<void> {
  await page.goto('/checkout/')
  await addScripts(page, checkoutScript, ...scripts)
  await fillCheckout(page, newCustomerAddress())
  await updateCheckout(page)
  await page.locator('#terms').check()
}

test('[PAY-01 new card] [PAY-10 confirms payments] [SCA-01 checkout] the plugin’s scripts pay at the checkout: a card is declined, another asks the bank', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  await openCheckout(page, cardScript('card'))
  await placeOrder(page).click()
  await expect(errors(page)).toHaveText('Your card number is incomplete.')
  await typeCard(page, cards.declined)
  await placeOrder(page).click()
  await expect(errors(page)).toContainText('declined')
  await expect(page.locator('#stripe_cc_token_key')).toHaveValue('')
  await typeCard(page, cards.requiresAuthentication)
  await placeOrder(page).click()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(thanks(page)).toBeVisible()
})

test('[PAY-01 new card, saved card] [PAY-10 confirms setups] [PAY-12 save at checkout, add in the account] the plugin’s scripts add a card in the account, pay with it, and save another one at the checkout', async ({
  page,
  playwright,
  baseURL,
}) => {
  await register(page, await playwright.request.newContext({ baseURL }), 'petra.plugin@shop.test')
  await page.goto('/my-account/add-payment-method/')
  await addScripts(page, cardScript('payment'))
  await typeCard(page, cards.good)
  await placeOrder(page).click()
  await expect(page.getByText('Visa ending in 4242')).toBeVisible()

  await fillCart(page.context(), baseURL)
  await openCheckout(page, cardScript('card'))
  await expect(page.locator('#stripe_cc_use_saved')).toBeChecked()
  await expect(page.locator('#stripe_cc_saved_method_key option')).toHaveAttribute('data-gateway', 'stripe_cc')
  await placeOrder(page).click()
  await expect(thanks(page)).toBeVisible()

  await fillCart(page.context(), baseURL)
  await openCheckout(page, cardScript('payment'))
  await page.locator('#stripe_cc_use_new').check()
  await typeCard(page, '5555555555554444')
  await page.locator('#stripe_cc_save_source_key').check()
  await placeOrder(page).click()
  await expect(thanks(page)).toBeVisible()
  // A job saves it.
  await expect(async () => {
    await page.goto('/my-account/payment-methods/')
    await expect(page.getByText('Mastercard ending in 4444')).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 20_000 })
})

test('[OPAY-01 pays an existing order] [PAY-17 confirmation with data, not success] the plugin’s scripts pay an order: a card is declined, another asks the bank', async ({
  page,
  baseURL,
}) => {
  await page.goto(await unpaidOrder(baseURL ?? ''))
  await addScripts(page, cardScript('card'))
  await page.locator('#terms').check()
  await typeCard(page, cards.declined)
  await placeOrder(page).click()
  await expect(errors(page)).toContainText('declined')
  await typeCard(page, cards.requiresAuthentication)
  await placeOrder(page).click()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(thanks(page)).toBeVisible()
})

/** Google's sheet over the page. */
const sheet = (page: Page) => page.frameLocator('dialog[open] iframe')
const withGooglePay = (page: Page) =>
  page.addInitScript(() =>
    sessionStorage.setItem('sandbox-wallets', JSON.stringify({ google: 'ready', mode: 'overlay' })),
  )

test('[PAY-01 search-company wallet] [XW-01 container and grandparent shown] [XW-01 grandparent active] the plugin’s scripts buy with Google Pay on a product page', async ({
  page,
}) => {
  await withGooglePay(page)
  await page.goto(`/product/${demo.simple}/`)
  await addScripts(page, googlePayScript('product'))
  const container = page.locator('form.cart li.payment_method_stripe_googlepay')
  await expect(container).toBeVisible()
  await expect(page.locator('.wc-stripe-product-checkout-container')).toHaveClass(/\bactive\b/)
  await container.getByRole('button').click()
  await sheet(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await expect(thanks(page)).toBeVisible()
})

test('[CHK-14 error resets] a wallet that was declined at the checkout can be tried again by the plugin’s scripts', async ({
  page,
  baseURL,
}) => {
  await withGooglePay(page)
  await fillCart(page.context(), baseURL)
  await openCheckout(page, googlePayScript('checkout'))
  await page.locator('label[for="payment_method_stripe_googlepay"]').click()
  const wallet = page.locator('.gpay-button-container').getByRole('button')
  const token = page.locator('#stripe_googlepay_token_key')
  await expect(placeOrder(page)).toBeHidden()
  await wallet.click()
  await sheet(page).getByRole('radio', { name: /0341/ }).check()
  await sheet(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await expect(errors(page)).toContainText('declined')
  await expect(token).toHaveValue('')
  await expect(placeOrder(page)).toBeHidden()
  await wallet.click()
  await sheet(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  await expect(thanks(page)).toBeVisible()
})
