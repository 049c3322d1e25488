/** Wallets in the cart, above the checkout form, and in the payment methods of checkout and order-pay. */
import type { FrameLocator, Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { newCustomerAddress, users } from '../running/demo-shop.ts'
import { fillCheckout, payByCard, signIn } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'
import { findingsOf } from './axe.ts'
import { fillCart } from './page-kinds.ts'
import { expect, forgetFailedLoads, phone, test } from './shop-test.ts'

test.use({ isFirstVisit: true })

/** Sets the wallets that the browser has (sandbox/README.md). */
const withWallets = (page: Page, wallets: object) =>
  page.addInitScript((json) => sessionStorage.setItem('sandbox-wallets', json), JSON.stringify(wallets))
const google = { google: 'ready', mode: 'overlay' }
const apple = { google: 'none', device: 'apple' }

const sheet = (page: Page): FrameLocator => page.frameLocator('dialog[open] iframe')
const placeOrder = (page: Page) => page.locator('#place_order')
const walletButton = (page: Page, id: string) => page.locator(`[data-wallet-button="${id}"] button`)
const errors = (page: Page) => page.locator('.woocommerce-NoticeGroup-checkout .woocommerce-error')
const thanks = (page: Page) => page.getByRole('heading', { name: /^Thank you, / })
/** Layout shift (CLS) since the page was opened, without shifts that follow user input. */
const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { shift: number }).shift)
const measureShift = (page: Page) =>
  page.addInitScript(() => {
    const own = window as unknown as { shift: number }
    own.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) own.shift += value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
const choose = (page: Page, id: string) => page.locator(`label[for="payment_method_${id}"]`).click()

test('a press is not lost when a wallet appears above it meanwhile', async ({ page, baseURL }) => {
  await withWallets(page, google)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/gp/p/js/pay.js', async (route) => {
    await held
    await route.continue()
  })
  await fillCart(page.context(), baseURL)
  await page.clock.install()
  await page.goto('/checkout/', { waitUntil: 'domcontentloaded' })
  const terms = page.locator('#terms')
  const row = page.locator('.wc_payment_methods > li:has(#payment_method_stripe_googlepay)')
  await terms.scrollIntoViewIfNeeded()
  await terms.hover()
  // With the clock paused, the press lasts 600 ms for the page, within its limit of 1 s even on a slow machine.
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.mouse.down()
  release()
  // Waits long enough for the wallet to be ready.
  await page.waitForTimeout(600)
  await page.clock.runFor(600)
  await page.mouse.up()
  await page.clock.resume()
  await expect(terms).toBeChecked()
  await expect(row).toBeVisible()
})

test('[CHK-14 wallet button until a token, token shows Place Order, foreign method shows Place Order, error resets] [PAY-01 phone-maker wallet] [PAY-03 token_key, payment_intent_key, payment_type_key, save_source_key, use_new] a wallet in the list gives its token to the form, which drops it when the total changes', async ({
  page,
  baseURL,
}) => {
  await withWallets(page, apple)
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  const address = newCustomerAddress()
  // The wallet provides the street address, which is in another province with other taxes.
  const unknown = { billing_first_name: '', billing_last_name: '', billing_phone: '', billing_address_1: '' }
  await fillCheckout(page, { ...address, ...unknown, billing_city: '', billing_postcode: '', billing_state: 'BC' })
  await page.locator('#terms').uncheck()
  await placeOrder(page).scrollIntoViewIfNeeded()
  await choose(page, 'stripe_applepay')
  const wallet = walletButton(page, 'stripe_applepay')
  await expect(wallet).toBeEnabled()
  await expect(placeOrder(page)).toBeHidden()
  await expect(page.locator('#payment_method_stripe_googlepay')).toBeHidden()
  await choose(page, 'bacs')
  await expect(placeOrder(page)).toBeVisible()
  await expect(wallet).toBeHidden()
  await choose(page, 'stripe_applepay')
  for (const name of ['token_key', 'payment_intent_key', 'save_source_key'])
    await expect(page.locator(`#stripe_applepay_${name}`)).toHaveValue('')
  await expect(page.locator('#stripe_applepay_use_new[name="stripe_applepay_payment_type_key"]')).toHaveValue('new')
  expect(await findingsOf(page)).toEqual([])

  // Fields that no wallet provides are validated before its sheet opens.
  await wallet.click()
  await expect(errors(page)).toContainText('Please read and accept the terms')
  await expect(page.locator('dialog[open]')).toHaveCount(0)

  await page.locator('#terms').check()
  const submitted: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('wc-ajax=checkout')) submitted.push(request.url())
  })
  // The sheet is visible before its script has loaded. Until then it cannot pay, but it can be closed.
  let isLost = true
  await page.route('**/v3/payment-sheet.js', async (route) => {
    if (isLost) return
    await page.waitForTimeout(700)
    await route.continue()
  })
  await wallet.click()
  await expect(sheet(page).getByRole('button', { name: 'Pay' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  await expect(wallet).toBeEnabled()
  isLost = false
  await wallet.click()
  await sheet(page).getByRole('button', { name: 'Pay' }).click()
  await expect(errors(page)).toContainText(/^Your total is \$[\d.]+ now, and nothing was charged\./)
  await expect(page.locator('#billing_address_1')).toHaveValue('12 Queen Street West')
  await expect(page.locator('#stripe_applepay_token_key')).toHaveValue('')
  await expect(wallet).toBeVisible()
  await expect(placeOrder(page)).toBeHidden()
  expect(submitted).toEqual([])

  await wallet.click()
  await sheet(page).getByLabel('Card').selectOption({ label: 'Visa •••• 0002 (is declined)' })
  await sheet(page).getByRole('button', { name: 'Pay' }).click()
  await expect(errors(page)).toContainText('declined')
  // The advice beside the card field is hidden while another method is chosen.
  await expect(errors(page)).toBeInViewport()
  await expect(page.locator('#billing_first_name')).toHaveValue('Ada')
  await expect(page.locator('#billing_last_name')).toHaveValue('Tremblay')
  await expect(wallet).toBeVisible()
  await expect(placeOrder(page)).toBeHidden()
  await expect(page.locator('#stripe_applepay_token_key')).toHaveValue('')

  // The checkout response is delayed, so that the page with the token can be checked.
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/?wc-ajax=checkout', async (route) => {
    await held
    await route.continue()
  })
  await wallet.click()
  await expect(sheet(page).locator('#items')).toContainText('Total')
  await sheet(page).getByRole('button', { name: 'Pay' }).click()
  await expect(placeOrder(page)).toBeVisible()
  await expect(wallet).toBeHidden()
  await expect(page.locator('#stripe_applepay_token_key')).toHaveValue(/^pm_/)
  release()
  await expect(thanks(page)).toBeVisible()
  await expect(page.locator('.woocommerce-order-overview__payment-method')).toContainText('Apple Pay')
})

test('[SCA-02 pre-fills the token] [CHK-14 token shows Place Order] a wallet’s token from an interrupted checkout is sent with Place Order', async ({
  page,
  baseURL,
}) => {
  await withWallets(page, apple)
  await fillCart(page.context(), baseURL)
  const review = { payment_method: 'stripe_applepay', payment_nonce: 'pm_card_visa' }
  const encoded = encodeURIComponent(Buffer.from(JSON.stringify(review)).toString('base64'))
  await page.goto(`/checkout/?_stripe_order_review=${encoded}`)
  await placeOrder(page).scrollIntoViewIfNeeded()
  const wallet = walletButton(page, 'stripe_applepay')
  await expect(page.locator('li.payment_method_stripe_applepay')).toBeVisible()
  await expect(wallet).toHaveCount(1)
  await expect(placeOrder(page)).toBeVisible()
  await expect(wallet).toBeHidden()
  await fillCheckout(page, newCustomerAddress())
  const sent = page.waitForRequest('**/?wc-ajax=checkout')
  await placeOrder(page).click()
  const fields = new URLSearchParams((await sent).postData() ?? '')
  expect(fields.get('payment_method')).toBe(review.payment_method)
  expect(fields.get('stripe_applepay_token_key')).toBe(review.payment_nonce)
})

/** Billing details in the next request to the provider that creates a payment method. */
async function billingOf(page: Page): Promise<(name: string) => string | null> {
  const made = new URLSearchParams((await page.waitForRequest('**/v1/payment_methods')).postData() ?? '')
  return (name) => made.get(`billing_details[${name}]`)
}

for (const [id, wallets] of [
  ['stripe_googlepay', google],
  ['stripe_applepay', apple],
] as const) {
  test(`[PAY-05 name] [PAY-05 email] [PAY-05 phone] [PAY-05 address] ${id} in the list of a form that is filled in: the provider has the payer whole`, async ({
    page,
    baseURL,
  }) => {
    await withWallets(page, wallets)
    await fillCart(page.context(), baseURL)
    await page.goto('/checkout/')
    const address = newCustomerAddress()
    await fillCheckout(page, { ...address, billing_address_2: 'Unit 4' })
    await choose(page, id)
    await expect(walletButton(page, id)).toBeEnabled()
    await walletButton(page, id).click()
    const made = billingOf(page)
    await sheet(page).getByRole('button', { name: /^Pay/ }).click()
    const billing = await made
    expect(billing('phone')).toBe(address.billing_phone)
    // Apple's sheet provides name, email address and postal address itself.
    const isAsked = id === 'stripe_applepay'
    expect(billing('email')).toBe(isAsked ? 'ada.tremblay@example.com' : address.billing_email)
    expect(billing('name')).toBe(isAsked ? 'Ada Tremblay' : 'Ada Leaf')
    const names = ['line1', 'line2', 'city', 'state', 'postal_code', 'country']
    expect(names.map((name) => billing(`address][${name}`))).toEqual(
      isAsked
        ? ['12 Queen Street West', 'Unit 4', 'Toronto', 'ON', 'M5H 2N2', 'CA']
        : [address.billing_address_1, 'Unit 4', 'Toronto', 'ON', 'M5V 2T6', 'CA'],
    )
    await expect(thanks(page)).toBeVisible()
  })
}

test.describe('on a phone', () => {
  test.use(phone)

  test('[PAY-01 search-company wallet] [PAY-05 name] [PAY-05 email] [PAY-05 phone] [PAY-05 address] [XW-18 authorization callback] an order is paid with a wallet on its own page, also when the bank asks', async ({
    page,
    baseURL,
  }) => {
    await withWallets(page, google)
    const address = newCustomerAddress()
    await page.goto(await unpaidOrder(baseURL ?? '', address))
    await page.locator('#terms').check()
    await choose(page, 'stripe_googlepay')
    await walletButton(page, 'stripe_googlepay').click()
    await expect(sheet(page).locator('#addresses')).toBeHidden()
    // The order has billing details, so the sheet requests none, and the wallet's own are not sent to the provider.
    await expect(sheet(page).locator('#payer')).toHaveText('Ada Martin')
    await sheet(page)
      .getByLabel(/extra authentication/)
      .check()
    const made = billingOf(page)
    await sheet(page).getByRole('button', { name: /^Pay/ }).click()
    const billing = await made
    const names = [
      'name',
      'email',
      'phone',
      'address][line1',
      'address][city',
      'address][state',
      'address][postal_code',
    ]
    expect(Object.fromEntries([...names, 'address][country'].map((name) => [name, billing(name)]))).toEqual({
      name: 'Ada Leaf',
      email: address.billing_email,
      phone: '+1 416 555 0100',
      'address][country': 'CA',
      'address][line1': '1 Kettle Lane',
      'address][city': 'Toronto',
      'address][state': 'ON',
      'address][postal_code': 'M5V 2T6',
    })
    const bank = page.frameLocator('dialog[open] iframe')
    await bank.getByRole('button', { name: 'Complete authentication' }).click()
    await expect(thanks(page)).toBeVisible()
  })
})

test('[CHK-18] after lost answers to a wallet and to a card, the card that was typed last is charged', async ({
  page,
  baseURL,
  complaints,
}) => {
  await withWallets(page, google)
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  await fillCheckout(page, newCustomerAddress())
  const tokens: (string | null)[] = []
  await page.route('**/?wc-ajax=checkout', (route) => {
    const fields = new URLSearchParams(route.request().postData() ?? '')
    tokens.push(fields.get(`${fields.get('payment_method')}_token_key`))
    return tokens.length < 4 ? route.abort() : route.continue()
  })
  const isLost = async (count: number) => {
    await expect.poll(() => tokens).toHaveLength(count)
    await expect(errors(page)).toContainText('it is placed once, however often you do')
  }
  await choose(page, 'stripe_googlepay')
  await walletButton(page, 'stripe_googlepay').click()
  await sheet(page).getByRole('button', { name: /^Pay/ }).click()
  await isLost(1)
  await choose(page, 'stripe_cc')
  await payByCard(page, cards.good)
  await isLost(2)
  await placeOrder(page).click()
  await isLost(3)
  expect(new Set(tokens).size).toBe(2)
  await payByCard(page, '5555555555554444')
  await expect(thanks(page)).toBeVisible()
  forgetFailedLoads(complaints)
  const order = /order-received\/(\d+)/.exec(page.url())?.[1]
  await signIn(page, users.owner)
  await page.goto(`/wp-admin/orders/${order}/`)
  await expect(page.locator('main')).toContainText('Mastercard ending in 4444')
})

test('[PAY-01 search-company wallet] from the cart: the sheet asks where the tea goes, and a closed one leaves the cart as it is', async ({
  page,
  baseURL,
}) => {
  await withWallets(page, google)
  await fillCart(page.context(), baseURL)
  await page.goto('/cart/')
  const row = page.locator('.wc-stripe-cart-checkout-container')
  const button = row.getByRole('button', { name: /Google Pay/ })
  await expect(button).toBeEnabled()
  // The buttons stay in the page while the totals are rendered again.
  await page.locator('.woocommerce-cart-form [data-step="1"]').first().click()
  await expect(page.locator('.cart_totals.processing')).toHaveCount(0)
  await expect(button).toBeEnabled()
  expect(await findingsOf(page)).toEqual([])
  await button.click()
  await sheet(page)
    .getByLabel(/Vancouver/)
    .check()
  await expect(sheet(page).locator('#rows')).toContainText('Tax')
  await sheet(page).getByRole('button', { name: 'Close Google Pay' }).click()
  await expect(page.locator('.woocommerce-shipping-destination')).toContainText('British Columbia')
  await expect(row.locator('[data-express-problem]')).toBeEmpty()
  await expect(button).toBeEnabled()

  await button.click()
  await sheet(page)
    .getByLabel(/outside of Canada/)
    .check()
  await expect(sheet(page).getByRole('alert')).toContainText('We cannot ship to this address')
  await sheet(page)
    .getByLabel(/Montréal/)
    .check()
  await expect(sheet(page).locator('#problem')).toBeEmpty()
  const total = (await sheet(page).locator('#total').textContent()) ?? ''
  await sheet(page).getByRole('button', { name: /^Pay/ }).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.locator('main')).toContainText('Montréal')
  await expect(page.locator('.woocommerce-order-overview__total')).toContainText(/[\d.]+/.exec(total)?.[0] ?? total)
  await page.goto('/cart/')
  await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(0)
})

test('above the checkout a wallet buys without a field filled in; without one nothing remains', async ({
  page,
  baseURL,
}) => {
  await withWallets(page, { ...google, device: 'apple' })
  await measureShift(page)
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  const banner = page.getByRole('group', { name: 'Express checkout' })
  await expect(banner.getByRole('button')).toHaveCount(2)
  expect(await shiftOf(page)).toBeLessThan(0.004)
  expect(await findingsOf(page)).toEqual([])
  // The response for the first address arrives late, and the address that was selected last counts.
  let asked = 0
  let answered = 0
  await page.route(/wc-stripe\/v1\/cart\/shipping-address/, async (route) => {
    asked += 1
    const isFirst = asked === 1
    const response = await route.fetch()
    if (isFirst) await new Promise((done) => setTimeout(done, 800))
    await route.fulfill({ response })
    answered += 1
  })
  await banner.getByRole('button', { name: /Apple Pay/ }).click()
  await sheet(page).getByLabel('Ship to').selectOption({ index: 1 })
  await expect.poll(() => answered).toBe(2)
  await expect(sheet(page).locator('#items')).toContainText('Total')
  await sheet(page).getByRole('button', { name: 'Pay' }).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.locator('main')).toContainText('Vancouver')

  await withWallets(page, { google: 'none' })
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  const row = page.locator('.wc-stripe-banner-checkout')
  await expect(row).toHaveAttribute('data-state', 'none')
  await expect(row).toBeHidden()
  // Content in view does not shift, and pages opened later reserve no space for wallets.
  expect(await shiftOf(page)).toBeLessThan(0.004)
  await page.goto('/cart/')
  expect(await page.locator('.wc-stripe-cart-checkout-container').boundingBox()).toBeNull()
  await page.goto('/checkout/')
  await expect(row).toHaveAttribute('data-state', 'none')
  expect(await row.boundingBox()).toBeNull()
  expect(await shiftOf(page)).toBeLessThan(0.004)
  await placeOrder(page).scrollIntoViewIfNeeded()
  await expect(page.locator('#payment_method_stripe_cc')).toBeChecked()
  await expect(page.locator('.wc_payment_methods').getByText('Apple Pay')).toBeHidden()
})
