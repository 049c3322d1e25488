/** Declined cards, authentication, and form errors. */
import type { Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { demo, newCustomerAddress } from '../running/demo-shop.ts'
import { fillCheckout, payByCard, typeCard } from '../running/shopper.ts'
import { expect, forgetFailedLoads, test } from './shop-test.ts'

test.beforeEach(async ({ page }) => {
  await page.goto(`/product/${demo.another}/`)
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(1)
  await page.goto('/checkout/')
})

const errors = (page: Page) => page.locator('.woocommerce-error')
const ADVICE = 'Nothing was charged. Try another card or call your bank.'
const bank = (page: Page) => page.frameLocator('dialog[open] iframe')

async function expectCartKept(page: Page): Promise<void> {
  await page.goto('/cart/')
  await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(1)
}

test('[CHK-10] errors are listed at the top, which scrolls into view and gets the focus', async ({ page }) => {
  await page.locator('#place_order').click()
  const list = errors(page)
  await expect(list.locator('li')).toHaveCount(9)
  await expect(list).toContainText('First name is a required field.')
  await expect(list).not.toContainText('Billing')
  await expect(list).toBeInViewport()
  await expect(list).toBeFocused()
  await expect(page.locator('#billing_first_name')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('#billing_first_name_description')).toHaveText(/is a required field/)
})

test('[CHK-10] the list does not take the focus from a shopper who has started to correct an error', async ({
  page,
}) => {
  await page.locator('#place_order').click()
  await expect(errors(page)).toBeVisible()
  const name = page.locator('#billing_first_name')
  await name.focus()
  await name.pressSequentially('Ada of Halifax', { delay: 100 })
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('Ada of Halifax')
})

test('[CHK-11] input is kept in this tab', async ({ page }) => {
  await page.locator('#billing_first_name').fill('Ada')
  await page.locator('#billing_city').fill('Toronto')
  await page.locator('#billing_city').blur()
  const kept = () => page.evaluate(() => sessionStorage.getItem('wc_stripe_checkout_fields'))
  await expect
    .poll(async () => JSON.parse((await kept()) ?? '{}') as object)
    .toMatchObject({ billing_first_name: 'Ada', billing_city: 'Toronto' })
  await page.reload()
  await expect(page.locator('#billing_first_name')).toHaveValue('Ada')
})

test('[CHK-11] input kept for one address is not mixed into another', async ({ page }) => {
  await page.locator('#billing_address_1').fill('1 Kettle Lane')
  const saved = page.waitForResponse(/update_order_review/)
  await page.locator('#billing_state').selectOption('ON')
  await saved
  await page.evaluate(() => {
    const fields = { billing_first_name: 'Ada', billing_address_1: '9 Old Street', billing_address_2: 'Unit 2' }
    sessionStorage.setItem('wc_stripe_checkout_fields', JSON.stringify(fields))
  })
  await page.reload()
  await expect(page.locator('#billing_address_1')).toHaveValue('1 Kettle Lane')
  await expect(page.locator('#place_order')).toBeEnabled()
  await expect(page.locator('#billing_address_2')).toHaveValue('')
})

test('[CHK-04 province] another province changes the tax at once', async ({ page }) => {
  await page.goto(`/product/${demo.teaware}/`)
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(2)
  await page.goto('/checkout/')
  await page.locator('#billing_state').selectOption('ON')
  await expect(page.locator('.tax-rate')).toContainText('HST')
  await page.locator('#billing_state').selectOption('AB')
  await expect(page.locator('.tax-rate')).toContainText('GST')
  await expect(page.locator('.tax-rate')).not.toContainText('HST')
})

test('[ERR-03] a declined card shows the standard message, and another one pays', async ({ page }) => {
  await fillCheckout(page, newCustomerAddress())
  await payByCard(page, cards.insufficientFunds)
  await expect(errors(page)).toHaveText('The card has insufficient funds to complete the purchase.')
  await expect(page.locator('#stripe-cc-failure')).toBeFocused()
  await expect(page.locator('#stripe-cc-failure')).toContainText(ADVICE)
  await expect(page.locator('#place_order')).toBeEnabled()

  await typeCard(page, cards.good)
  await page.locator('#place_order').click()
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
})

test('[ERR-03] a card that is declined without a reason', async ({ page }) => {
  await fillCheckout(page, newCustomerAddress())
  await payByCard(page, cards.declined)
  await expect(errors(page)).toHaveText('The card has been declined for an unknown reason.')
  await expect(page.locator('#stripe-cc-failure')).toContainText(ADVICE)
  await expectCartKept(page)
})

test('[PAY-01 new card] [PAY-10 confirms payments] the bank requires authentication, the shopper confirms, the order is paid', async ({
  page,
}) => {
  await fillCheckout(page, newCustomerAddress())
  await payByCard(page, cards.requiresAuthentication)
  await expect(bank(page).getByRole('button', { name: 'Complete authentication' })).toBeVisible()
  for (const width of [390, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const middle = await page.locator('dialog[open]').evaluate((dialog) => {
      const { left, right, top, bottom } = dialog.getBoundingClientRect()
      return [left + right, top + bottom].map((twice) => Math.round(twice / 2))
    })
    expect(middle).toEqual([width / 2, 400])
  }
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
})

test('[SCA-03 told, cart kept, tried again] the authentication fails: the shopper is told, the cart is kept, and another card pays', async ({
  page,
}) => {
  await fillCheckout(page, newCustomerAddress())
  await payByCard(page, cards.requiresAuthentication)
  await bank(page).getByRole('button', { name: 'Fail authentication' }).click()
  await expect(errors(page)).toBeVisible()
  await expect(errors(page)).toHaveText(
    'We could not confirm with your bank that it is you. Try again or use a different payment method.',
  )
  await expect(page.locator('#stripe-cc-failure')).toContainText(ADVICE)
  await typeCard(page, cards.good)
  await page.locator('#place_order').click()
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
})

test('[SCA-03] the shopper cancels the authentication: the page says so and the cart is kept', async ({ page }) => {
  await fillCheckout(page, newCustomerAddress())
  await payByCard(page, cards.requiresAuthentication)
  await bank(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(errors(page)).toHaveText(
    'We could not confirm with your bank that it is you. Try again or use a different payment method.',
  )
  await expectCartKept(page)
})

test('[SCA-03] the question of the bank can be left when its script does not come, and an answer counts all the same', async ({
  page,
  complaints,
}) => {
  await page.route('**/three-d-secure.js', (route) => route.abort())
  await fillCheckout(page, newCustomerAddress())
  await payByCard(page, cards.requiresAuthentication)
  await expect(bank(page).getByRole('button', { name: 'Cancel' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).dblclick()
  await expect(errors(page)).toHaveText(
    'The payment must be confirmed with your bank. Try again and complete the confirmation.',
  )
  await page.locator('#place_order').click()
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(bank(page).getByText('You can go back to the shop.')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
  forgetFailedLoads(complaints)
})

test('[CHK-18] pressed twice, the button orders once', async ({ page }) => {
  await fillCheckout(page, newCustomerAddress())
  await typeCard(page, cards.good)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('wc-ajax=checkout')) sent += 1
  })
  await page.locator('#place_order').dblclick()
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
  expect(sent).toBe(1)
})

test('[CHK-17] an invalid response shows the general message, and the form can be sent again', async ({ page }) => {
  await fillCheckout(page, newCustomerAddress())
  await page.route('**/?wc-ajax=checkout', (route) => route.fulfill({ json: { result: 'failure' } }))
  await payByCard(page, cards.good)
  await expect(errors(page)).toContainText('There was an error processing your order.')
  await page.unroute('**/?wc-ajax=checkout')
  await page.locator('#place_order').click()
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
})

test('[PAY-10] the card number goes to the provider and nowhere else', async ({ page, baseURL }) => {
  await fillCheckout(page, newCustomerAddress())
  const toShop: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(`${baseURL}/`)) toShop.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  await payByCard(page, cards.good)
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
  expect(toShop.some((text) => text.includes('wc-ajax=checkout'))).toBe(true)
  expect(toShop.filter((text) => text.replaceAll(/[\s+]/g, '').includes(cards.good))).toEqual([])
})
