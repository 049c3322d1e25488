/** A purchase without script, up to the card payment, which needs the provider's card field. */
import { demo } from '../running/demo-shop.ts'
import { fillCart } from './page-kinds.ts'
import { expect, phone, test } from './shop-test.ts'

test.use({ javaScriptEnabled: false })

for (const [device, use] of [
  ['a desktop', {}],
  ['a phone', phone],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use(use)

    test('[ATC-02] [MINI-05] [CHK-09] from the listing to the card step, with every error shown in place', async ({
      page,
    }) => {
      await page.goto('/shop/')
      await page.locator('.products .add_to_cart_button').first().click()
      await expect(page.locator('.woocommerce-message')).toContainText('has been added to your cart')

      await page.goto(`/product/${demo.teaware}/`)
      await page.getByLabel('Quantity').first().fill('2')
      await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
      await expect(page.locator('.woocommerce-message')).toContainText('2 × “Fairness Pitcher”')

      await page.goto('/cart/')
      const pitcher = page.locator('.woocommerce-cart-form__cart-item', { hasText: 'Fairness Pitcher' })
      await pitcher.locator('input.qty').fill('1')
      await page.getByRole('button', { name: 'Update cart' }).click()
      await expect(page.locator('.woocommerce-message')).toContainText('Cart updated.')
      await expect(pitcher.locator('input.qty')).toHaveValue('1')

      await page.getByRole('link', { name: 'Proceed to checkout' }).click()
      await page.locator('#place_order').click()
      const errors = page.locator('.woocommerce-error')
      await expect(errors).toContainText('First name is a required field.')
      await expect(errors).not.toContainText('Billing')
      await expect(errors).toContainText('terms and conditions')

      await page.locator('#billing_first_name').fill('Ada')
      await page.locator('#billing_last_name').fill('Leaf')
      await page.locator('#billing_address_1').fill('1 Kettle Lane')
      await page.locator('#billing_city').fill('Toronto')
      await page.locator('#billing_state').selectOption('ON')
      await page.locator('#billing_postcode').fill('12345')
      await page.locator('#billing_phone').fill('416 555 0100')
      await page.locator('#billing_email').fill('ada@shop.test')
      await page.locator('#terms').check()
      await page.locator('#place_order').click()
      await expect(errors).toContainText(/postal code/i)
      await expect(page.locator('#billing_first_name')).toHaveValue('Ada')
      await expect(page.locator('#billing_state')).toHaveValue('ON')

      await page.locator('#billing_postcode').fill('M5V 2T6')
      await page.locator('#terms').check()
      await page.getByRole('button', { name: 'Update totals' }).click()
      await expect(page.locator('.tax-rate')).toContainText('HST')
      await expect(page.locator('#billing_city')).toHaveValue('Toronto')

      await page.locator('#terms').check()
      await page.locator('#place_order').click()
      await expect(errors).toContainText('Paying by card needs JavaScript')
      await expect(page.locator('#billing_address_1')).toHaveValue('1 Kettle Lane')
      await page.goto('/cart/')
      await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(2)
    })
  })
}

test('[ATC-10] a variable tea without script: the select decides, and a missing selection is reported', async ({
  page,
}) => {
  await page.goto(`/product/${demo.variable}/`)
  await expect(page.locator('select[name="attribute_pa_size"]')).not.toHaveValue('')
  await page.locator('select[name="attribute_pa_size"]').selectOption('')
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('.woocommerce-error')).toContainText('Choose a size for')
  await page.locator('select[name="attribute_pa_size"]').selectOption('250-g')
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('.woocommerce-message')).toContainText('has been added to your cart')
  await page.goto('/cart/')
  await expect(page.locator('.woocommerce-cart-form__cart-item')).toContainText('250 g')
})

test('[CAT-01 button without script] the sort form has a button where script is off', async ({ page }) => {
  await page.goto('/shop/')
  await page.locator('select[name="orderby"]').first().selectOption('price')
  await page.locator('.woocommerce-ordering button').first().click()
  await expect(page).toHaveURL(/orderby=price/)
})

test('[MINI-03 without script] a line’s remove link works without script', async ({ page }) => {
  await page.goto('/shop/')
  await page.locator('.products .add_to_cart_button').first().click()
  await page.goto('/cart/')
  await page.locator('.woocommerce-cart-form__cart-item a.remove').click()
  await expect(page.locator('.woocommerce-message')).toContainText('removed')
})

test('[MINI-05] Enter in the field of a coupon applies it', async ({ page, baseURL }) => {
  await fillCart(page.context(), baseURL)
  await page.goto('/cart/')
  await page.getByText('Have a coupon?').click()
  await page.locator('#coupon_code').fill('WELCOME10')
  await page.locator('#coupon_code').press('Enter')
  await expect(page.locator('.woocommerce-message')).toContainText('Coupon code applied successfully.')
  await expect(page.locator('.cart-discount')).toContainText('welcome10')
  await page.locator('input.qty').first().fill('2')
  await page.locator('input.qty').first().press('Enter')
  await expect(page.locator('.woocommerce-message')).toContainText('Cart updated.')
})
