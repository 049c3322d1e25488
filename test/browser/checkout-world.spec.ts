/** A shop that sells worldwide: address fields depend on the country, and an account is created at checkout. */
import type { Page } from '@playwright/test'
import { type CustomShop, startCustomShop, worldwide } from '../running/custom-shop.ts'
import { expectRevealed, forget, record } from './notice-moves.ts'
import { fillCart } from './page-kinds.ts'
import { expect, test as shopTest } from './shop-test.ts'

const test = shopTest.extend<object, { ownShop: CustomShop }>({
  ownShop: [
    async ({}, use) => {
      const shop = await startCustomShop(worldwide, {
        shipsForCents: 0,
        coupons: [
          { code: 'gift', discountType: 'percent', amount: 10_000 },
          { code: 'spring', discountType: 'percent', amount: 1000 },
          { code: 'gone', discountType: 'percent', amount: 1000, expiresAt: new Date(0) },
        ],
      })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ ownShop }, use) => {
    await use(ownShop.url)
  },
})
test.describe.configure({ mode: 'serial' })

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)
/** Labels of the visible billing address fields in order; optional fields have their note in brackets. */
const labels = (page: Page) =>
  page.locator('.woocommerce-billing-fields fieldset').nth(1).locator('.form-row:visible label').allInnerTexts()

const england = {
  billing_email: 'ada@shop.test',
  billing_first_name: 'Ada',
  billing_last_name: 'Leaf',
  billing_address_1: '1 Kettle Lane',
  billing_city: 'London',
  billing_postcode: 'SW1A 1AA',
  billing_phone: '020 7946 0958',
}

test('[CHK-04 country] [CHK-05 required fields, labels] a country changes the fields, and the totals follow', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  await field(page, 'billing_state').selectOption('ON')
  await expect(page.locator('.tax-rate')).toContainText('HST')
  await field(page, 'billing_country').selectOption('GB')
  await expect(page.locator('.tax-rate')).toHaveCount(0)
  expect(await labels(page)).toEqual([
    ...['First name', 'Last name', 'Company name (optional)', 'Country / Region', 'Street address'],
    ...['Apartment, suite, unit, etc. (optional)', 'Town / City', 'County (optional)', 'Postcode', 'Phone'],
  ])
  await expect(field(page, 'billing_state')).toHaveJSProperty('tagName', 'INPUT')
  await expect(field(page, 'billing_state')).toHaveValue('')

  await field(page, 'billing_country').selectOption('JP')
  expect((await labels(page)).slice(0, 10)).toEqual([
    ...['Last name', 'First name', 'Company name (optional)', 'Country / Region', 'Postcode', 'Prefecture'],
    ...['Town / City', 'Street address', 'Apartment, suite, unit, etc. (optional)', 'Phone'],
  ])
  await field(page, 'billing_postcode').fill('１０００００１')
  await field(page, 'billing_postcode').blur()
  await expect(field(page, 'billing_postcode')).toHaveValue('100-0001')
  await expect(field(page, 'billing_state').locator('option')).toHaveCount(48)

  await field(page, 'billing_country').selectOption('HK')
  await expect(page.locator('#billing_postcode_field')).toBeHidden()
  await expect(page.locator('#billing_state_field label')).toHaveText('Region')
  // The field being edited is not moved in the DOM, so it keeps the focus.
  await field(page, 'billing_country').focus()
  await field(page, 'billing_country').selectOption('FR')
  await expect(page.locator('#billing_state_field')).toBeHidden()
  await expect(field(page, 'billing_country')).toBeFocused()

  await page.reload()
  await expect(field(page, 'billing_country')).toHaveValue('FR')
  await expect(page.locator('#billing_state_field')).toBeHidden()
})

test('[ACC-04] [CHK-06] an account with a chosen password, created while buying from London', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  await field(page, 'billing_country').selectOption('GB')
  for (const [name, value] of Object.entries(england)) await field(page, name).fill(value)
  await expect(page.locator('#account_password')).toBeHidden()
  await page.locator('#createaccount').check()
  await page.locator('#account_password').fill('short')
  await page.locator('#terms').check()
  await page.locator('label[for="payment_method_bacs"]').click()
  await page.locator('#place_order').click()
  const errors = page.locator('.woocommerce-error')
  await expect(errors).toContainText('Create account password needs 10 to 128 characters.')
  expect(await page.evaluate(() => sessionStorage.getItem('wc_stripe_checkout_fields'))).not.toContain('short')
  await page.locator('#account_password').fill('two-leaves-and-a-bud')
  await page.locator('#place_order').click()
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()

  await page.goto('/my-account/')
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Ada Leaf.' })).toBeVisible()
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  await expect(field(page, 'billing_postcode')).toHaveValue('SW1A 1AA')
  await expect(field(page, 'billing_phone')).toHaveValue('+44 20 7946 0958')
  await expect(page.locator('#createaccount')).toHaveCount(0)
  await expect(page.locator('a.showlogin')).toHaveCount(0)
})

test('[ACC-04] an email that has an account gets a link to sign in, and no input is lost', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  await field(page, 'billing_country').selectOption('GB')
  for (const [name, value] of Object.entries(england)) await field(page, name).fill(value)
  await field(page, 'order_comments').fill('Ring twice')
  await page.locator('#createaccount').check()
  await page.locator('#account_password').fill('another-password')
  await page.locator('#terms').check()
  await page.locator('label[for="payment_method_bacs"]').click()
  await page.locator('#place_order').click()
  await page.locator('.woocommerce-error a.showlogin').click()
  await page.locator('#username').fill(england.billing_email)
  await page.locator('#password').fill('two-leaves-and-a-bud')
  await page.locator('form.woocommerce-form-login').getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/checkout\/$/)
  await expect(page.locator('.cart_item')).not.toHaveCount(0)
  await expect(field(page, 'order_comments')).toHaveValue('Ring twice')
  await expect(field(page, 'billing_address_1')).toHaveValue('1 Kettle Lane')
  await page.locator('#terms').check()
  await page.locator('label[for="payment_method_bacs"]').click()
  await page.locator('#place_order').click()
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
})

test('[CHK-04] a coupon is applied and removed without leaving the page, and the new total is announced', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  const total = page.locator('.order-total .amount')
  const before = await total.innerText()
  await page.locator('a.showcoupon').click()
  const apply = page.getByRole('button', { name: 'Apply coupon' })
  await page.locator('#coupon_code').fill('gone')
  await apply.click()
  await expect(page.locator('#coupon-error-notice')).toContainText('has expired')
  await page.locator('#coupon_code').fill('SPRING')
  await expect(page.locator('#coupon-error-notice')).toBeEmpty()
  await page.keyboard.press('Enter')
  await expect(page.locator('.cart-discount')).toContainText('Coupon: spring')
  await expect(page.locator('.woocommerce-message')).toHaveText('Coupon code applied successfully.')
  await expect(total).not.toHaveText(before)
  await expect(page.locator('#place_order')).toContainText(await total.innerText())
  await expect(page.locator('form.checkout_coupon')).toBeHidden()
  await page.getByRole('link', { name: 'Remove coupon spring' }).click()
  await expect(page.locator('.cart-discount')).toHaveCount(0)
  await expect(total).toHaveText(before)
})

test('a wallet buys a cart that was free when its page was opened, and is in the list of ways to pay', async ({
  page,
  baseURL,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('sandbox-wallets', '{"google":"ready","mode":"overlay"}'))
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  await page.locator('a.showcoupon').click()
  await page.locator('#coupon_code').fill('gift')
  await page.keyboard.press('Enter')
  await expect(page.locator('[data-nothing-to-pay]')).toBeVisible()
  await page.reload()
  const row = page.locator('[data-express]')
  await expect(row).toBeHidden()
  await expect(row.getByRole('button', { includeHidden: true })).not.toHaveCount(0)
  await page.getByRole('link', { name: 'Remove coupon gift' }).click()
  // The answer brings the list and scrolls to its notice; wallets open when the list is near.
  await expect(async () => {
    await page.locator('.wc_payment_methods').scrollIntoViewIfNeeded({ timeout: 1000 })
    await expect(page.locator('label[for="payment_method_stripe_googlepay"]')).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 20_000 })
  const button = row.getByRole('button', { name: /Google Pay/ })
  await expect(button).toBeEnabled()
  await button.click()
  const sheet = page.frameLocator('dialog[open] iframe')
  await sheet.getByLabel(/Vancouver/).check()
  await expect(sheet.locator('#rows')).toContainText('Tax')
  await expect(sheet.locator('#problem')).toBeEmpty()
  await sheet.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByRole('heading', { name: /^Thank you, / })).toBeVisible()
})

test.describe('in a low window', () => {
  test.use({ viewport: { width: 1200, height: 420 }, reducedMotion: 'no-preference' })

  test('[SITE-14 scrolls, focus] the page scrolls to the word that a coupon counts, and that it is gone', async ({
    page,
    baseURL,
  }) => {
    await record(page)
    await fillCart(page.context(), baseURL)
    await page.goto('/checkout/')
    await page.locator('a.showcoupon').click()
    await page.locator('#coupon_code').fill('spring')
    await forget(page)
    await page.locator('#coupon_code').press('Enter')
    await expectRevealed(page, /applied successfully/)
    await page.getByRole('link', { name: 'Remove coupon spring' }).focus()
    await forget(page)
    await page.keyboard.press('Enter')
    await expectRevealed(page, /has been removed/)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('[CHK-04] a coupon is applied and removed by forms and links', async ({ page, baseURL }) => {
    await fillCart(page.context(), baseURL)
    await page.goto('/checkout/')
    await page.getByRole('link', { name: 'Enter its code' }).click()
    await page.locator('#coupon_code').fill('spring')
    await page.getByRole('button', { name: 'Apply coupon' }).click()
    await expect(page.locator('.woocommerce-message')).toHaveText('Coupon code applied successfully.')
    await page.getByRole('link', { name: 'Remove coupon spring' }).click()
    await expect(page.locator('.woocommerce-message')).toHaveText('Coupon has been removed.')
    await expect(page.locator('.cart-discount')).toHaveCount(0)
  })

  test('[CHK-05] [CHK-06] [CHK-18] after a change of country Update totals works, and a bank transfer order is accepted', async ({
    page,
    baseURL,
  }) => {
    await fillCart(page.context(), baseURL)
    await page.goto('/checkout/')
    await field(page, 'billing_country').selectOption('GB')
    for (const [name, value] of Object.entries(england)) await field(page, name).fill(value)
    await page.locator('label[for="payment_method_bacs"]').click()
    await expect(page.locator('.payment_box.payment_method_bacs')).toBeVisible()
    await page.locator('#terms').check()
    await page.getByRole('button', { name: 'Update totals' }).click()
    await expect(page.locator('#billing_state_field label')).toContainText('County')
    await expect(page.locator('#terms')).toBeChecked()
    await expect(page.locator('#payment_method_bacs')).toBeChecked()
    await page.locator('#ship-to-different-address-checkbox').check()
    await expect(field(page, 'shipping_city')).toBeVisible()
    await page.locator('#ship-to-different-address-checkbox').uncheck()
    await page.locator('#place_order').click()
    await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
  })
})
