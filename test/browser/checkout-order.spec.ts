/** One purchase creates exactly one order, whatever fails in between. */

import { cards } from '../running/buyer.ts'
import { newCustomerAddress, typedAddress } from '../running/demo-shop.ts'
import { fillCheckout, typeCard } from '../running/shopper.ts'
import { byTransfer, errors, field, openCheckout, placeOrder, problemOf, thanks } from './checkout-page.ts'
import { fillCart } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

// The durations of slide animations are tested.
test.use({ reducedMotion: 'no-preference' })

test.beforeEach(({ page, baseURL }) => openCheckout(page, baseURL))

const secondAddress = Object.fromEntries(
  Object.entries(typedAddress)
    .filter(([name]) => !/_(phone|email)$/.test(name))
    .map(([name, value]) => [name.replace('billing_', 'shipping_'), value]),
)

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
