/**
 * The checkout page: its fields and hints, and that one purchase creates exactly one order, whatever fails in between.
 */
import type { Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { newCustomerAddress, typedAddress } from '../running/demo-shop.ts'
import { cardFrame, fillCheckout, payByCard, typeCard } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { fillCart } from './page-kinds.ts'
import { expect, phone, test } from './shop-test.ts'

// The durations of slide animations are tested.
test.use({ reducedMotion: 'no-preference' })

test.beforeEach(async ({ page, baseURL }) => {
  await page.addInitScript(watchSlides)
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
})

const errors = (page: Page) => page.locator('.woocommerce-NoticeGroup-checkout .woocommerce-error')
const placeOrder = (page: Page) => page.locator('#place_order')
const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
const problemOf = (page: Page, name: string) => page.locator(`#${name}_description`)
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you, Ada.' })
/** Animations since the page was opened, each as the element's first class and the duration in ms. */
const slides = (page: Page) => page.evaluate(() => (window as unknown as { slides: string[] }).slides)
const watchSlides = () => {
  const { animate } = Element.prototype
  Object.assign(window, { slides: [] })
  Element.prototype.animate = function (keyframes, options) {
    const ms = typeof options === 'number' ? options : options?.duration
    ;(window as unknown as { slides: string[] }).slides.push(`${this.classList[0]} ${ms}`)
    return animate.call(this, keyframes, options)
  }
}
/** Changes the HTML before its scripts run, as if the server had sent it. */
const premade = (page: Page, change: () => void) =>
  page.addInitScript(
    `document.addEventListener('readystatechange', () => { if (document.readyState === 'interactive') (${change})() })`,
  )
const secondAddress = Object.fromEntries(
  Object.entries(typedAddress)
    .filter(([name]) => !/_(phone|email)$/.test(name))
    .map(([name, value]) => [name.replace('billing_', 'shipping_'), value]),
)
const byTransfer = async (page: Page) => {
  await fillCheckout(page, newCustomerAddress())
  await page.locator('label[for="payment_method_bacs"]').click()
  await expect(placeOrder(page)).toBeEnabled()
}

test('[CHK-01 labels, required, phone and email billing only, autocomplete] [CHK-03 street placeholder, Province, Postal code, Town / City] [CHK-06 shipping method, terms, create account, payment methods] fields, order, labels and options as reviewed', async ({
  page,
}) => {
  await cardFrame(page).locator('#number').waitFor()
  await expect(page.locator('main')).toMatchAriaSnapshot({ name: 'checkout.aria.yml' })
  const rows = await page
    .locator('.woocommerce-billing-fields .form-row[data-priority]')
    .evaluateAll((all) => all.map((row) => [row.id, Number((row as HTMLElement).dataset.priority)]))
  expect(rows.toSorted(([, a], [, b]) => Number(a) - Number(b)).map(([id]) => id)).toEqual(
    [
      ...['first_name', 'last_name', 'company', 'country', 'address_1', 'address_2', 'city', 'state', 'postcode'],
      ...['phone', 'email'],
    ].map((name) => `billing_${name}_field`),
  )
  for (const set of ['billing', 'shipping']) {
    const optional = await page
      .locator(`[id^="${set}_"].form-row:not(.validate-required)`)
      .evaluateAll((all) => all.map(({ id }) => id))
    expect(optional).toEqual([`${set}_company_field`, `${set}_address_2_field`])
    await expect(page.locator(`[name^="${set}_"][aria-required=true]`)).toHaveCount(set === 'billing' ? 8 : 6)
  }
  await expect(field(page, 'billing_address_1')).toHaveAttribute('placeholder', 'House number and street name')
  await expect(page.locator('#shipping_phone, #shipping_email')).toHaveCount(0)
  await expect(field(page, 'billing_postcode')).toHaveAttribute('autocomplete', 'section-billing billing postal-code')
  await expect(field(page, 'shipping_first_name')).toHaveAttribute(
    'autocomplete',
    'section-shipping shipping given-name',
  )
})

test('[CHK-07] [CHK-08 billing on checkout, shipping on checkout] [CHK-09 field message, Billing label, Shipping label] [CHK-10 list on top] errors: a list that links to the fields, each with its own message', async ({
  page,
}) => {
  await placeOrder(page).click()
  await expect(errors(page)).toBeFocused()
  await expect(errors(page)).toContainText(
    'Please read and accept the terms and conditions to proceed with your order.',
  )
  await expect.poll(async () => Math.round((await errors(page).boundingBox())?.y ?? 0)).toBe(100)
  await expect(page.locator('main')).toMatchAriaSnapshot({ name: 'checkout-mistakes.aria.yml' })
  await errors(page).getByRole('link', { name: 'Phone is a required field.', exact: true }).click()
  await expect(field(page, 'billing_phone')).toBeFocused()
  await expect(field(page, 'billing_phone')).toHaveAttribute('aria-describedby', 'billing_phone_description')
  await page.locator('#ship-to-different-address-checkbox').check()
  await placeOrder(page).click()
  await expect(errors(page)).toContainText('Shipping Town / City is a required field.')
  // With two addresses on the page, the list names the address. The message at the field omits it.
  await errors(page).getByRole('link', { name: 'Billing Phone is a required field.', exact: true }).click()
  await expect(field(page, 'billing_phone')).toBeFocused()
  await expect(problemOf(page, 'billing_phone')).toHaveText('Phone is a required field.')
})

test('[CHK-09] a field is validated when it is left, and its error disappears as soon as it is corrected', async ({
  page,
}) => {
  const email = field(page, 'billing_email')
  await email.pressSequentially('ada@shop')
  await expect(problemOf(page, 'billing_email')).toBeEmpty()
  await page.keyboard.press('Tab')
  await expect(problemOf(page, 'billing_email')).toHaveText('Email address is not a valid email address.')
  await expect(email).toHaveAttribute('aria-invalid', 'true')
  await email.focus()
  await page.keyboard.press('End')
  await page.keyboard.type('.test')
  await expect(problemOf(page, 'billing_email')).toBeEmpty()
  await expect(email).not.toHaveAttribute('aria-invalid')
  // Tabbing through a field is not an error.
  await field(page, 'billing_first_name').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(problemOf(page, 'billing_first_name')).toBeEmpty()
})

test('[ADDR-03] [ADDR-04] [ADDR-05] postal code, province and a full name are corrected', async ({ page }) => {
  const hint = page.locator('#billing_postcode_field [data-hint]')
  await field(page, 'billing_postcode').fill('k1a0b1')
  await field(page, 'billing_postcode').blur()
  await expect(field(page, 'billing_postcode')).toHaveValue('K1A 0B1')
  await expect(field(page, 'billing_state')).toHaveValue('ON')
  await expect(hint).toHaveText('Ontario, going by your postal code.')

  await field(page, 'billing_state').selectOption('QC')
  await expect(hint).toContainText('Postal codes that begin with K are in Ontario.')
  await expect(field(page, 'billing_state')).toHaveValue('QC')
  await hint.getByRole('button', { name: 'Use Ontario?' }).click()
  await expect(field(page, 'billing_state')).toHaveValue('ON')

  await field(page, 'billing_first_name').focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text', 'Ada Mary Leaf')
    const target = document.activeElement as HTMLInputElement
    target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
    target.value = 'Ada Mary Leaf'
  })
  await expect(field(page, 'billing_last_name')).toHaveValue('Leaf')
  await expect(field(page, 'billing_first_name')).toHaveValue('Ada Mary')
})

test('[CHK-02] [CHK-12 slides 400 ms] another shipping address slides out in 400 ms, and counts while its box is checked', async ({
  page,
}) => {
  const shipping = page.locator('.shipping_address')
  await expect(shipping).toBeHidden()
  await page.locator('#ship-to-different-address-checkbox').check()
  expect(await slides(page)).toEqual(['shipping_address 400'])
  await expect(field(page, 'shipping_city')).toBeVisible()
  await field(page, 'shipping_state').selectOption('AB')
  await expect(page.locator('.tax-rate')).toContainText('GST')
  await expect(page.locator('.tax-rate')).not.toContainText('HST')
  await page.locator('#ship-to-different-address-checkbox').uncheck()
  await expect(shipping).toBeHidden()
  await expect(page.locator('.tax-rate')).toContainText('HST')
})

test('[CHK-04] [CHK-12 overlay] totals are dimmed and the button waits until they are current; the latest request counts', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  let asked = 0
  await page.route('**/?wc-ajax=update_order_review', async (route) => {
    asked += 1
    if (asked === 1) await held
    await route.continue().catch(() => undefined)
  })
  await field(page, 'billing_state').selectOption('NS')
  const overlay = page.locator('#order_review .blockOverlay')
  await expect(overlay).toBeVisible()
  await expect(overlay).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(overlay).toHaveCSS('opacity', '0.6')
  await expect(placeOrder(page)).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => asked).toBe(1)
  await field(page, 'billing_state').selectOption('AB')
  await expect(page.locator('.tax-rate')).toContainText('GST')
  await expect(overlay).toHaveCount(0)
  await expect(placeOrder(page)).toBeEnabled()
  const total = await page.locator('.order-total .amount').innerText()
  await expect(page.locator('[data-total-announcement]')).toHaveText(`Your total is ${total}.`)
  await expect(placeOrder(page)).toContainText(total)
  release()
  await page.waitForTimeout(300)
  await expect(page.locator('.order-total .amount')).toHaveText(total)
})

test('[CHK-04] an answer that arrives while a newer choice waits does not undo the choice', async ({ page }) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const asked: (string | null)[] = []
  let answers = 0
  await page.route('**/?wc-ajax=update_order_review', async (route) => {
    asked.push(new URLSearchParams(route.request().postData() ?? '').get('shipping_method[0]'))
    const response = await route.fetch()
    if (asked.length === 1) await held
    await route.fulfill({ response })
    answers += 1
  })
  await field(page, 'billing_state').selectOption('AB')
  await page.clock.runFor(10)
  await expect.poll(() => asked.length).toBe(1)
  const chosen = await page.evaluate(() => {
    const others = document.querySelectorAll<HTMLInputElement>('[name="shipping_method[0]"]:not(:checked)')
    const [other] = others
    other?.click()
    return other?.value ?? ''
  })
  const answered = page.waitForResponse('**/?wc-ajax=update_order_review')
  release()
  await (await answered).finished()
  await page.evaluate(async () => void (await fetch('/healthz')))
  await page.clock.runFor(10)
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]).toBe(chosen)
  await expect.poll(() => answers).toBe(2)
  // Alberta has no pickup, so only the response to the new choice can have this single shipping method.
  await expect(page.locator('[name="shipping_method[0]"]')).toHaveValue('flat_rate:1')
  await expect(page.locator('.tax-rate')).toContainText('GST')
})

test('[CHK-04] a choice that is taken back while its request runs does not count', async ({ page }) => {
  await field(page, 'billing_state').selectOption('ON')
  await expect(placeOrder(page)).toBeEnabled()
  const total = page.locator('.order-total .amount')
  const before = await total.innerText()
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const asked: (string | null)[] = []
  await page.route('**/?wc-ajax=update_order_review', async (route) => {
    asked.push(new URLSearchParams(route.request().postData() ?? '').get('state'))
    if (asked.length === 1) await held
    await route.continue().catch(() => undefined)
  })
  await field(page, 'billing_state').selectOption('AB')
  await expect.poll(() => asked).toEqual(['AB'])
  await field(page, 'billing_state').selectOption('ON')
  release()
  await expect.poll(() => asked).toEqual(['AB', 'ON'])
  await expect(placeOrder(page)).toBeEnabled()
  await expect(total).toHaveText(before)
  await expect(page.locator('.tax-rate')).toContainText('HST')
})

test('[CHK-04] without a connection the page says so, keeps the button disabled, and continues when it is back', async ({
  page,
  complaints,
}) => {
  await page.route('**/?wc-ajax=update_order_review', (route) => route.abort())
  await field(page, 'billing_state').selectOption('AB')
  await expect(page.locator('[data-totals-trouble]')).toContainText('We’ll keep trying.')
  await expect(placeOrder(page)).toBeDisabled()
  await page.unroute('**/?wc-ajax=update_order_review')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.locator('.tax-rate')).toContainText('GST')
  await expect(page.locator('[data-totals-trouble]')).toBeEmpty()
  await expect(placeOrder(page)).toBeEnabled()
  complaints.length = 0
})

test('[CHK-06] [CHK-12] payment methods: one box open at a time, sliding for 400 ms', async ({ page }) => {
  const box = (id: string) => page.locator(`.payment_box.payment_method_${id}`)
  await expect(box('stripe_cc')).toBeVisible()
  await expect(box('bacs')).toBeHidden()
  await page.locator('label[for="payment_method_bacs"]').click()
  expect((await slides(page)).toSorted()).toEqual(['payment_box 400', 'payment_box 400'])
  await expect(box('bacs')).toBeVisible()
  await expect(box('stripe_cc')).toBeHidden()
  await expect(page.locator('[name="shipping_method[0]"]').first()).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('[CHK-12 compact below 475 px] the table is compact by its own width, and the total stays in view', async ({
    page,
  }) => {
    await expect(page.locator('.payment_methods')).toHaveClass(/stripe-small/)
    const bar = page.locator('details[data-summary] summary')
    for (const name of ['billing_email', 'billing_phone', 'terms']) {
      await field(page, name).scrollIntoViewIfNeeded()
      await expect(bar).toBeInViewport({ ratio: 0.9 })
      await expect(bar).toContainText('$')
    }
    await bar.click()
    await expect(page.locator('.woocommerce-checkout-review-order-table')).toBeVisible()
    await expect(page.locator('[name="shipping_method[0]"]').first()).toBeVisible()
  })

  test('[CHK-12 on a phone] the order opens where the bar with the total is, and closes when a field is chosen', async ({
    page,
  }) => {
    const summary = page.locator('details[data-summary]')
    const screen = page.viewportSize() ?? { width: 0, height: 0 }
    await page.touchscreen.tap(screen.width / 2, screen.height - 20)
    await expect(summary).toHaveAttribute('open')
    await expect(summary.locator('summary')).toBeInViewport({ ratio: 0.9 })
    await expect(page.locator('.woocommerce-checkout-review-order-table .order-total')).toBeInViewport({ ratio: 0.9 })
    await field(page, 'billing_email').focus()
    await expect(summary).not.toHaveAttribute('open')
    await expect(summary.locator('summary')).toBeInViewport({ ratio: 0.9 })
  })
})

test('[CHK-15] saved and new card slide in alternation', async ({ page }) => {
  // The HTML that SavedOrNew renders for a customer with a saved card.
  await premade(page, () => {
    document
      .querySelector('.wc-stripe_cc-new-method-container')
      ?.insertAdjacentHTML(
        'beforebegin',
        '<p><input type="radio" id="stripe_cc_use_saved" class="wc-stripe-payment-type" name="stripe_cc_payment_type_key" value="saved" checked/><label for="stripe_cc_use_saved">Saved</label></p><div class="wc-stripe_cc-saved-methods-container">Visa ending in 4242</div><p><input type="radio" id="stripe_cc_use_new" class="wc-stripe-payment-type" name="stripe_cc_payment_type_key" value="new"/><label for="stripe_cc_use_new">New</label></p>',
      )
  })
  await page.reload()
  const [saved, fresh] = [page.getByText('Visa ending in 4242'), page.locator('.wc-stripe_cc-new-method-container')]
  await expect(saved).toBeVisible()
  await expect(fresh).toBeHidden()
  await page.getByLabel('New', { exact: true }).check()
  expect((await slides(page)).toSorted()).toEqual([
    'wc-stripe_cc-new-method-container 400',
    'wc-stripe_cc-saved-methods-container 400',
  ])
  await expect(fresh).toBeVisible()
  await expect(saved).toBeHidden()
  await page.getByLabel('Saved', { exact: true }).check()
  await expect(saved).toBeVisible()
  await expect(fresh).toBeHidden()
})

test('[CHK-16 with create account] saving a card is offered with an account', async ({ page }) => {
  const option = page.getByLabel('Save this card for next time')
  await expect(option).toBeHidden()
  await page.locator('#createaccount').check()
  await expect(option).toBeVisible()
  await page.locator('#createaccount').uncheck()
  await expect(option).toBeHidden()
})

test('[CHK-04] autofill of several fields causes one request', async ({ page }) => {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('update_order_review')) asked += 1
  })
  // Browser autofill sets all values first and then fires events, without key presses.
  await page.evaluate(() => {
    const given = { address_1: '1 Cup Road', city: 'Calgary', state: 'AB', postcode: 't2p 1j9', phone: '403 555 0100' }
    const fields = Object.entries(given).map(([name, value]) => {
      const one = document.querySelector<HTMLInputElement>(`[name="billing_${name}"]`)
      if (one) one.value = value
      return one
    })
    for (const one of fields) {
      one?.dispatchEvent(new Event('input', { bubbles: true }))
      one?.dispatchEvent(new Event('change', { bubbles: true }))
    }
  })
  await expect(page.locator('.tax-rate')).toContainText('GST')
  await expect(field(page, 'billing_postcode')).toHaveValue('T2P 1J9')
  await expect(placeOrder(page)).toBeEnabled()
  expect(asked).toBe(1)
})

test('[CHK-13 reload, success, messages] responses: reload reloads, messages are shown, success redirects', async ({
  page,
}) => {
  await byTransfer(page)
  await page.route('**/?wc-ajax=checkout', (route) => route.fulfill({ json: { result: 'failure', reload: true } }))
  const reloaded = page.waitForEvent('load')
  await placeOrder(page).click()
  await reloaded
  await page.unroute('**/?wc-ajax=checkout')
  // Typed and selected values are restored after the reload.
  await expect(field(page, 'billing_address_1')).toHaveValue(typedAddress.billing_address_1)
  await page.locator('#terms').check()
  await page.locator('label[for="payment_method_bacs"]').click()

  const messages =
    '<ul class="woocommerce-error" role="alert"><li data-id="billing_city"><strong>Billing Town / City</strong> is odd.</li></ul>'
  await page.route('**/?wc-ajax=checkout', (route) =>
    route.fulfill({ body: `<br />A notice of some plugin{"result":"failure","messages":${JSON.stringify(messages)}}` }),
  )
  await placeOrder(page).click()
  await expect(errors(page)).toHaveText('Town / City is odd.')
  await expect(problemOf(page, 'billing_city')).toHaveText('Town / City is odd.')
  await page.locator('#ship-to-different-address-checkbox').check()
  await fillCheckout(page, secondAddress)
  await placeOrder(page).click()
  await expect(errors(page)).toHaveText('Billing Town / City is odd.')
  await expect(problemOf(page, 'billing_city')).toHaveText('Town / City is odd.')
  await page.unroute('**/?wc-ajax=checkout')
  await placeOrder(page).click()
  await expect(thanks(page)).toBeVisible()
})

test('[CHK-18] the connection fails after the order was placed: pressed again, it is the same order', async ({
  page,
  complaints,
}) => {
  await fillCheckout(page, newCustomerAddress())
  await typeCard(page, cards.good)
  const numbers: unknown[] = []
  let isFirst = true
  await page.route('**/?wc-ajax=checkout', async (route) => {
    const answer = await route.fetch()
    numbers.push(((await answer.json()) as { order_id?: number }).order_id)
    if (!isFirst) return route.fulfill({ response: answer })
    isFirst = false
    await route.abort()
  })
  await placeOrder(page).click()
  await expect(errors(page)).toContainText('it is placed once, however often you do')
  await placeOrder(page).click()
  await expect(thanks(page)).toBeVisible()
  expect(numbers).toHaveLength(2)
  expect(numbers[1]).toBe(numbers[0])
  complaints.length = 0
})

test('[CHK-18] Enter in a field orders once, and the back button leads to the empty cart', async ({ page }) => {
  await byTransfer(page)
  await field(page, 'billing_phone').press('Enter')
  await expect(thanks(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/cart\/$/)
  await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(0)
})

test('[CHK-18] nobody pays a total they have not seen', async ({ page }) => {
  await byTransfer(page)
  // Another tab adds a product. This page only notices with its next request.
  const { origin } = new URL(page.url())
  const before = await placeOrder(page).innerText()
  await fillCart(page.context(), origin)
  await placeOrder(page).click()
  await expect(errors(page)).toContainText('Your total has changed, so nothing was ordered.')
  await expect(placeOrder(page)).not.toHaveText(before)
  await fillCart(page.context(), origin)
  // The change and the click happen in the same task, so the response cannot arrive between them.
  await placeOrder(page).evaluate((button: HTMLButtonElement) => {
    const province = document.querySelector<HTMLSelectElement>('#billing_state')
    if (!province) throw new Error('There is no province to choose')
    province.value = 'AB'
    province.dispatchEvent(new Event('change', { bubbles: true }))
    button.click()
  })
  await expect(errors(page)).toContainText(/Your total is \$[\d.]+ now\./)
  await expect(placeOrder(page)).toBeEnabled()
  await page.request.get('/?currency=USD')
  await placeOrder(page).click()
  await expect(errors(page)).toContainText('The currency of your cart has changed')
  await expect(placeOrder(page)).toContainText('US$')
  await placeOrder(page).click()
  await expect(thanks(page)).toBeVisible()
})

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

test('[CHK-01] sign-in and coupon expand by click and by keyboard, and collapse again', async ({ page }) => {
  const login = page.locator('form.woocommerce-form-login')
  await expect(login).toBeHidden()
  await page.locator('a.showlogin').press('Enter')
  await expect(login).toBeVisible()
  await expect(page.locator('#username')).toBeFocused()
  await expect(page.locator('a.showlogin')).toHaveAttribute('aria-expanded', 'true')
  await page.locator('a.showlogin').click()
  await expect(login).toBeHidden()

  await page.locator('a.showcoupon').click()
  await page.locator('#coupon_code').fill('no-such-code')
  await page.getByRole('button', { name: 'Apply coupon' }).click()
  await expect(page.locator('#coupon-error-notice')).toContainText('does not exist')
  await expect(page.locator('#coupon_code')).toHaveAttribute('aria-invalid', 'true')
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

test.describe('shipping options on a phone', () => {
  test.use(phone)

  test('shipping options come after the address, and selecting one changes the totals', async ({ page }) => {
    const choice = page.locator('[data-delivery]')
    const pickup = choice.getByRole('radio', { name: 'Pick up at our packing room' })
    await expect(choice.getByRole('radio')).toHaveCount(2)
    await expect(pickup).toBeVisible()
    const total = page.locator('[data-total]')
    const before = await total.textContent()
    await pickup.check()
    await expect(page.locator('#order_review input.shipping_method[value^="local_pickup"]')).toBeChecked()
    await expect(total).not.toHaveText(before ?? '')
    await expect(pickup).toBeChecked()
    await expect(choice).toContainText('214 Sterling Road, Unit 9, Toronto')
  })

  test('who picks the order up does not read that it is shipped to the billing address', async ({ page }) => {
    const hint = page.getByText('Your tea goes here too')
    const choice = page.locator('[data-delivery]')
    await expect(hint).toBeVisible()
    await choice.getByRole('radio', { name: 'Pick up at our packing room' }).check()
    await expect(hint).toBeHidden()
    await choice.getByRole('radio', { name: 'Canada Post' }).check()
    await expect(hint).toBeVisible()
  })
})
