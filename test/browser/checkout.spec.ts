/** The checkout page: its fields, errors, hints, payment methods and shipping options. */

import type { Page } from '@playwright/test'
import { cardFrame } from '../running/shopper.ts'
import { errors, field, openCheckout, placeOrder, problemOf, slides } from './checkout-page.ts'
import { expect, phone, test } from './shop-test.ts'

// The durations of slide animations are tested.
test.use({ reducedMotion: 'no-preference' })

test.beforeEach(({ page, baseURL }) => openCheckout(page, baseURL))

/** Changes the HTML before its scripts run, as if the server had sent it. */
const premade = (page: Page, change: () => void) =>
  page.addInitScript(
    `document.addEventListener('readystatechange', () => { if (document.readyState === 'interactive') (${change})() })`,
  )

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

  test('on a phone the order opens where the bar with the total is, and closes when a field is chosen', async ({
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
