/**
 * Scripts of the Stripe plugin work on our pages without our own scripts, by ids, inputs, settings and calls. The
 * scripts are in payment-plugin-scripts.ts.
 */
import { cards } from '../running/buyer.ts'
import { demo } from '../running/demo-shop.ts'
import { cardFrame } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'
import { fillCart } from './page-kinds.ts'
import {
  addScripts,
  bank,
  errors,
  openCheckout,
  pay,
  placeOrder,
  sheet,
  thanks,
  typeCard,
  withoutOwnScripts,
  withWallets,
} from './payment-plugin-page.ts'
import { cardScript } from './payment-plugin-scripts.ts'
import { googlePayScript, requestScript } from './payment-plugin-wallets.ts'
import { register } from './register.ts'
import { expect, test } from './shop-test.ts'

test.beforeEach(withoutOwnScripts)

test('[PAY-01 new card] [PAY-10 confirms payments] the plugin’s scripts pay at the checkout: a card is declined, another asks the bank', async ({
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
  await typeCard(page, cards.requiresAuthentication)
  await placeOrder(page).click()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(thanks(page)).toBeVisible()
})

test('[PAY-10 confirms payments] [CHK-16 with create account] the plugin’s combined form: a guest sees it offer to save the card once an account is wanted, and the bank is asked without the card being asked again', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  await openCheckout(page, cardScript('payment'))
  const saving = page.getByLabel('Save this card for next time')
  await expect(saving).toBeHidden()
  await page.locator('#createaccount').check()
  await expect(saving).toBeVisible()
  await page.locator('#createaccount').uncheck()
  await expect(saving).toBeHidden()
  await expect(cardFrame(page).locator('#postal')).toBeHidden()
  await typeCard(page, cards.requiresAuthentication, false)
  await placeOrder(page).click()
  await bank(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(errors(page)).toContainText('We could not confirm with your bank that it is you.')
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
  await page.goto('/my-account/add-payment-method/')
  await addScripts(page, cardScript('card'))
  await typeCard(page, '6011111111111117')
  await placeOrder(page).click()
  await expect(page.getByText('Discover ending in 1117')).toBeVisible()

  await fillCart(page.context(), baseURL)
  await openCheckout(page, cardScript('card'))
  await expect(page.locator('#stripe_cc_use_saved')).toBeChecked()
  await expect(page.locator('#stripe_cc_saved_method_key option').first()).toHaveAttribute('data-gateway', 'stripe_cc')
  await placeOrder(page).click()
  await expect(thanks(page)).toBeVisible()

  await fillCart(page.context(), baseURL)
  await openCheckout(page, cardScript('payment'))
  await page.locator('#stripe_cc_use_new').check()
  await typeCard(page, '5555555555554444', false)
  await page.locator('#stripe_cc_save_source_key').check()
  await placeOrder(page).click()
  await expect(thanks(page)).toBeVisible()
  // A background job saves the card.
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

const google = { google: 'ready', mode: 'overlay' }

test('[PAY-01 search-company wallet] [PAY-10 payment method from a wallet token] the plugin’s scripts buy with Google Pay on a product page: the order names no product', async ({
  page,
}) => {
  await withWallets(page, google)
  await page.goto(`/product/${demo.simple}/`)
  await addScripts(page, googlePayScript('product'))
  const button = page.locator('form.cart li.payment_method_stripe_googlepay').getByRole('button')
  await button.click()
  const made = page.waitForRequest('**/v1/payment_methods')
  const ordered = page.waitForRequest(/path=\/wc-stripe\/v1\/checkout$/)
  await pay(page)
  const sent = new URLSearchParams((await made).postData() ?? '')
  for (const name of ['name', 'email', 'phone', 'address][line1', 'address][postal_code', 'address][country'])
    expect(sent.get(`billing_details[${name}]`), name).toMatch(/\S/)
  const order = new URLSearchParams((await ordered).postData() ?? '')
  expect(order.get('page_id')).toBe('product')
  expect([...order.keys()].filter((name) => /product|qty|variation|attribute/.test(name))).toEqual([])
  await expect(thanks(page)).toBeVisible()
  await expect(page.locator('main')).toContainText('Jasmine Dragon Pearls')
})

test('[PAY-01 phone-maker wallet] the plugin’s scripts buy with Apple Pay on a product page, by the button of its settings', async ({
  page,
}) => {
  await withWallets(page, { google: 'none', device: 'apple' })
  await page.goto(`/product/${demo.another}/`)
  await addScripts(page, requestScript('applepay'))
  const button = page.locator('#wc-stripe-applepay-container .apple-pay-button')
  await expect(button).toBeVisible()
  expect((await button.boundingBox())?.height).toBe(48)
  await button.click()
  await pay(page)
  await expect(thanks(page)).toBeVisible()
})

test('the plugin’s scripts buy the cart with Google Pay', async ({ page, baseURL }) => {
  await withWallets(page, google)
  await fillCart(page.context(), baseURL)
  await page.goto('/cart/')
  await addScripts(page, googlePayScript('cart'))
  const item = page.locator('li.payment_method_stripe_googlepay')
  await expect(item).toHaveClass(/\bactive\b/)
  expect(await item.evaluate((element) => getComputedStyle(element).opacity)).toBe('1')
  await item.getByRole('button').click()
  await pay(page)
  await expect(thanks(page)).toBeVisible()
})

test('[CHK-14 error resets] [SCA-02 pre-fills the token] [SCA-02 removed from the URL] a wallet that was declined at the checkout can be tried again by the plugin’s scripts, also with the token of an interrupted checkout', async ({
  page,
  baseURL,
}) => {
  await withWallets(page, google)
  await fillCart(page.context(), baseURL)
  await openCheckout(page, googlePayScript('checkout'))
  await page.locator('label[for="payment_method_stripe_googlepay"]').click()
  const wallet = page.locator('.gpay-button-container').getByRole('button')
  const token = page.locator('#stripe_googlepay_token_key')
  await expect(placeOrder(page)).toBeHidden()
  await wallet.click()
  await sheet(page).getByRole('radio', { name: /0341/ }).check()
  await pay(page)
  await expect(errors(page)).toContainText('declined')
  await expect(placeOrder(page)).toBeHidden()
  const declined = await token.inputValue()

  const review = JSON.stringify({ payment_method: 'stripe_googlepay', payment_nonce: declined })
  const query = `?_stripe_order_review=${encodeURIComponent(Buffer.from(review).toString('base64'))}`
  await openCheckout(page, googlePayScript('checkout'), query)
  await page.locator('label[for="payment_method_stripe_googlepay"]').click()
  await expect(page).toHaveURL(/\/checkout\/$/)
  await expect(token).toHaveValue(declined)
  // It is no card's: a card that is typed must not be replaced by it.
  await expect(page.locator('#stripe-cc-entered')).toBeEmpty()
  await expect(placeOrder(page)).toBeVisible()
  await expect(wallet).toBeHidden()
  await placeOrder(page).click()
  await expect(placeOrder(page)).toBeHidden()
  await expect(errors(page)).not.toBeEmpty()
  await wallet.click()
  const order = page.waitForRequest((request) => request.url().includes('wc-ajax=checkout'))
  await pay(page)
  const sent = new URLSearchParams((await order).postData() ?? '').get('stripe_googlepay_token_key')
  expect(sent).toMatch(/^pm_/)
  expect(sent).not.toBe(declined)
  await expect(thanks(page)).toBeVisible()
})
