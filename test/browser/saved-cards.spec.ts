/** Cards saved in the account and at the checkout, and orders paid with them. */
import type { Page, Request } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { demo, newCustomerAddress } from '../running/demo-shop.ts'
import { fillCheckout, signIn, typeCard } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { password, register } from './register.ts'
import { expect, forgetFailedLoads, phone } from './shop-test.ts'

const MASTERCARD = '5555555555554444'
const bank = (page: Page) => page.frameLocator('dialog[open] iframe')
const errors = (page: Page) => page.locator('.woocommerce-error')
const rows = (page: Page) => page.locator('.woocommerce-MyAccount-paymentMethods tbody tr')
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you, Ada.' })
const button = (page: Page) => page.locator('#place_order')

/** Records requests to the shop about payments. */
function paymentCalls(page: Page): Request[] {
  const calls: Request[] = []
  page.on('request', (request) => {
    if (request.url().includes('wc_stripe_frontend_request')) calls.push(request)
  })
  return calls
}

async function addCard(page: Page, number: string): Promise<void> {
  await page.goto('/my-account/add-payment-method/')
  await typeCard(page, number)
  await button(page).click()
  if (number === cards.requiresAuthentication)
    await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByText('Payment method successfully added.')).toBeVisible()
}

async function openCheckout(page: Page): Promise<void> {
  await page.goto(`/product/${demo.another}/`)
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(1)
  await page.goto('/checkout/')
  await fillCheckout(page, newCustomerAddress())
}

test('[PAY-12 add in the account, set default, remove] [PAY-10 confirms setups] [PAY-11 logged in] [OPAY-02 add, extra authentication] [ACC-02 payment methods, return of adding a method] a customer keeps cards in their account', async ({
  page,
  playwright,
  baseURL,
  complaints,
}) => {
  await register(page, await playwright.request.newContext({ baseURL }), 'carla.cards@shop.test')
  const section = page.getByRole('navigation', { name: 'Your account' })
  await section.getByRole('link', { name: 'Payment methods' }).click()
  await expect(page.getByText('No saved methods found.')).toBeVisible()
  expect(await findingsOf(page)).toEqual([])

  const calls = paymentCalls(page)
  await page.getByRole('link', { name: 'Add a card' }).click()
  await typeCard(page, cards.declined)
  expect(await findingsAtWidths(page)).toEqual([])
  await button(page).click()
  await expect(errors(page)).toHaveText('The card has been declined for an unknown reason.')
  await expect(page.locator('#stripe-cc-failure')).toBeFocused()
  forgetFailedLoads(complaints)
  expect(await findingsOf(page)).toEqual([])
  await typeCard(page, cards.requiresAuthentication)
  await button(page).press('Enter')
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page).toHaveURL(/\/my-account\/payment-methods\/$/)
  await expect(page.getByText('Payment method successfully added.')).toBeVisible()
  await expect(rows(page)).toContainText(['Visa ending in 3155'])
  expect(calls.length).toBeGreaterThan(1)
  for (const call of calls) expect(call.headers()['x-wp-nonce']).toMatch(/^\w+$/)

  await addCard(page, MASTERCARD)
  await expect(rows(page)).toContainText(['Visa ending in 3155', 'Mastercard ending in 4444'])
  expect(await findingsAtWidths(page)).toEqual([])
  await page.getByRole('link', { name: 'Make Mastercard ending in 4444 the default' }).click()
  await expect(rows(page).first()).toContainText('Mastercard ending in 4444')
  await expect(rows(page).first()).toContainText('Default')

  await page.getByRole('link', { name: 'Delete Visa ending in 3155' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Delete Visa ending in 3155?' })).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Keep everything as it is' }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'Delete Visa ending in 3155' }).click()
  await page.getByRole('button', { name: 'Delete the card' }).click()
  await expect(page.getByText('Payment method deleted: Visa ending in 3155.')).toBeVisible()
  await expect(rows(page)).toHaveCount(1)
})

test('[PAY-12 return URL] [OPAY-02 extra authentication] a bank that has a page of its own leads back to the saved card', async ({
  page,
  playwright,
  baseURL,
}) => {
  await register(page, await playwright.request.newContext({ baseURL }), 'rosa.returns@shop.test')
  await page.goto('/my-account/add-payment-method/')
  const returnUrl = await page.locator('[data-return-url]').getAttribute('data-return-url')
  const { searchParams } = new URL(returnUrl ?? '')
  expect([...searchParams.keys()].toSorted()).toEqual(['context', 'nonce', 'payment_method'])
  const setup = await page.evaluate(async () => {
    const form = document.querySelector<HTMLElement>('#add_payment_method')
    const { providerKey = '', providerScript = '', restNonce = '' } = form?.dataset ?? {}
    const made = await fetch('/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/setup-intent', {
      method: 'POST',
      headers: { 'X-WP-Nonce': restNonce },
      body: new URLSearchParams({ payment_method: 'stripe_cc', _wpnonce: restNonce }),
    })
    const { intent } = (await made.json()) as { intent: { id: string; client_secret: string } }
    return { ...intent, providerKey, origin: new URL(providerScript).origin }
  })
  const { id, client_secret, providerKey, origin } = setup
  const post = async (path: string, form: Record<string, string>) => {
    const headers = { authorization: `Bearer ${providerKey}` }
    return (await (await page.request.post(`${origin}/v1/${path}`, { headers, form })).json()) as {
      id: string
      next_action?: { redirect_to_url: { url: string } }
    }
  }
  const card = { 'card[number]': cards.requiresAuthentication, 'card[exp_month]': '12', 'card[exp_year]': '2034' }
  const method = await post('payment_methods', { type: 'card', ...card, 'card[cvc]': '123' })
  const confirmed = await post(`setup_intents/${id}/confirm`, {
    client_secret,
    payment_method: method.id,
    return_url: returnUrl ?? '',
  })
  await page.goto(confirmed.next_action?.redirect_to_url.url ?? '')
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page).toHaveURL(/\/my-account\/payment-methods\/$/)
  await expect(rows(page)).toContainText(['Visa ending in 3155'])
})

test('[PAY-01 saved card] [PAY-12 save at checkout] [CHK-14 saved method shows Place Order] [CHK-15 new, saved] [CHK-16 when logged in] [PAY-03 token_key, payment_intent_key, payment_type_key, save_source_key, use_new] a customer pays with a saved card, and saves another one', async ({
  page,
  playwright,
  baseURL,
}) => {
  await register(page, await playwright.request.newContext({ baseURL }), 'paula.pays@shop.test')
  await addCard(page, cards.good)
  await openCheckout(page)
  const choice = page.getByRole('combobox', { name: 'Saved card' })
  const field = page.locator('.wc-stripe_cc-new-method-container')
  await expect(choice).toContainText('Visa ending in 4242, expires 12/34')
  await expect(field).toBeHidden()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.getByLabel('New card').check()
  await expect(field).toBeVisible()
  await expect(choice).toBeHidden()
  expect(await findingsOf(page)).toEqual([])
  for (const name of ['token_key', 'payment_intent_key', 'payment_type_key', 'save_source_key', 'saved_method_key'])
    await expect(page.locator(`[name="stripe_cc_${name}"]`).first()).toBeAttached()
  await expect(page.locator('#stripe_cc_use_new')).toBeChecked()
  await page.getByLabel('Saved cards').check()
  await expect(field).toBeHidden()
  await expect(choice).toBeVisible()
  // Wallets have their own button; a saved card is paid with Place order.
  await page.locator('label[for="payment_method_stripe_googlepay"]').click()
  await expect(button(page)).toBeHidden()
  await page.locator('label[for="payment_method_stripe_cc"]').click()
  await expect(button(page)).toBeVisible()
  await button(page).click()
  await expect(thanks(page)).toBeVisible()

  await openCheckout(page)
  await page.getByLabel('New card').check()
  await typeCard(page, cards.requiresAuthentication)
  await page.getByLabel('Save this card for next time').check()
  await button(page).click()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(thanks(page)).toBeVisible()
  await expect(async () => {
    await page.goto('/my-account/payment-methods/')
    await expect(rows(page)).toHaveCount(2, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await expect(rows(page)).toContainText(['Visa ending in 4242', 'Visa ending in 3155'])
})

test('[CHK-16 with create account] [PAY-11 guests] [SCA-02 pre-fills the token, removed from the URL] a guest takes over the card of an interrupted checkout', async ({
  page,
}) => {
  const calls = paymentCalls(page)
  await openCheckout(page)
  const save = page.getByLabel('Save this card for next time')
  await expect(save).toBeHidden()
  await page.locator('#createaccount').check()
  await expect(save).toBeVisible()
  await page.locator('#createaccount').uncheck()
  await expect(save).toBeHidden()

  const [origin, key] = await page
    .locator('form.checkout')
    .evaluate(({ dataset }: HTMLElement) => [new URL(dataset.providerScript ?? '').origin, dataset.providerKey])
  const made = await page.request.post(`${origin}/v1/payment_methods`, {
    headers: { authorization: `Bearer ${key}` },
    form: {
      type: 'card',
      'card[number]': cards.requiresAuthentication,
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
      'card[cvc]': '123',
    },
  })
  const { id } = (await made.json()) as { id: string }
  const review = Buffer.from(JSON.stringify({ payment_method: 'stripe_cc', payment_nonce: id })).toString('base64')
  await page.goto(`/checkout/?utm=tea&_stripe_order_review=${encodeURIComponent(review)}`)
  await expect(page.locator('#stripe_cc_token_key')).toHaveValue(id)
  await expect(page).toHaveURL(/\/checkout\/\?utm=tea$/)
  await expect(page.getByText('Your card details from before are kept.')).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await fillCheckout(page, newCustomerAddress())
  await button(page).click()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(thanks(page)).toBeVisible()
  expect(calls.length).toBeGreaterThan(0)
  for (const call of calls) expect(call.headers()['x-wp-nonce']).toBeUndefined()
})

test('[OPAY-02 change, extra authentication] [SCA-01 change_payment_method, removed from the URL] an order that waits for a transfer is paid by card', async ({
  page,
}) => {
  await openCheckout(page)
  await page.locator('label[for="payment_method_bacs"]').click()
  await button(page).click()
  await expect(page).toHaveURL(/order-received/)
  const [, id = '', key = ''] = /order-received\/(\d+)\/\?key=(\w+)/.exec(page.url()) ?? []
  await page.goto(`/checkout/order-pay/${id}/?change_payment_method=${id}&key=${key}`)
  await expect(page.getByRole('heading', { name: 'Change the payment method' })).toBeVisible()
  await page.locator('label[for="payment_method_stripe_cc"]').click()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.locator('#terms').check()
  await typeCard(page, cards.requiresAuthentication)
  const answered = page.waitForResponse(/wc-stripe\/v1\/order-pay/)
  await button(page).click()
  const { data } = (await (await answered).json()) as { data: Record<string, unknown> }
  await bank(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(errors(page)).toContainText('We could not confirm with your bank that it is you.')
  await typeCard(page, cards.requiresAuthentication)
  const again = page.waitForResponse(/wc-stripe\/v1\/order-pay/)
  await button(page).click()
  const second = (await (await again).json()) as { data: Record<string, unknown> }
  expect(second.data.client_secret).toBe(data.client_secret)
  // The page is closed, and opened again with the data in the URL's hash.
  const hash = `#response=${encodeURIComponent(Buffer.from(JSON.stringify(second.data)).toString('base64'))}`
  await page.goto('about:blank')
  await page.goto(`/checkout/order-pay/${id}/?change_payment_method=${id}&key=${key}${hash}`)
  await expect(page).not.toHaveURL(/#/)
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(thanks(page)).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('[PAY-01 saved card] a saved card pays, and adding one says what it needs', async ({
    page,
    browser,
    playwright,
    baseURL,
  }) => {
    const email = 'nora.noscript@shop.test'
    const scripted = await (await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: true })).newPage()
    await register(scripted, await playwright.request.newContext({ baseURL }), email)
    await addCard(scripted, cards.good)
    await scripted.context().close()
    await signIn(page, { email, password })
    await page.goto('/my-account/add-payment-method/')
    await button(page).click()
    await expect(page.getByText('Adding a card needs JavaScript to be turned on.').first()).toBeVisible()
    await page.goto(`/product/${demo.another}/`)
    await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
    await page.goto('/checkout/')
    await fillCheckout(page, newCustomerAddress())
    await button(page).click()
    await expect(thanks(page)).toBeVisible()
  })
})

test('on a phone', async ({ browser, baseURL, playwright }) => {
  const page = await (await browser.newContext({ ...phone, baseURL: baseURL ?? '' })).newPage()
  await register(page, await playwright.request.newContext({ baseURL }), 'petra.phone@shop.test')
  await addCard(page, MASTERCARD)
  await expect(page.getByRole('link', { name: 'Delete Mastercard ending in 4444' })).toBeInViewport()
  expect(await findingsOf(page)).toEqual([])
  await page.goto(await unpaidOrder(baseURL ?? '', newCustomerAddress(), await page.context().cookies()))
  await expect(page.getByRole('combobox', { name: 'Saved card' })).toContainText('Mastercard ending in 4444')
  await page.locator('#terms').check()
  const paid = page.waitForRequest(/wc-stripe\/v1\/order-pay/)
  await button(page).click()
  expect((await paid).headers()['x-wp-nonce']).toMatch(/^\w+$/)
  await expect(thanks(page)).toBeVisible()
  await page.context().close()
})
