/** Cards are authorized at the checkout; the owner captures one payment and voids another. */
import { cardToken, newBuyer, requestSender } from '../running/buyer.ts'
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

test('the owner authorizes cards, captures a payment, voids another, and edits the footer', async ({
  ownShop,
  page,
  request,
  complaints,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/settings/payments/')
  const capture = page.getByLabel(/^Charge cards at once/)
  await capture.uncheck()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. The checkout now offers it.')).toBeVisible()

  const products = await request.get('/wp-json/wc/store/v1/products?type=simple&stock_status=instock&per_page=1')
  const [product] = (await products.json()) as { id: number }[]
  const buy = async () => {
    const buyer = newBuyer(requestSender(ownShop.url))
    await buyer.add(product?.id ?? 0)
    const checkout = await buyer.openCheckout()
    const fields = { payment_method: 'stripe_cc', stripe_cc_token_key: await cardToken(checkout) }
    const { redirect = '' } = await buyer.checkout(checkout, fields)
    return Number(/order-received\/(\d+)/.exec(redirect)?.[1])
  }
  await page.goto(`/wp-admin/orders/${await buy()}/`)
  const panel = page.getByRole('region', { name: 'Authorized payment' })
  await expect(panel).toContainText('is reserved on the customer’s card')
  expect(await findingsAtWidths(page)).toEqual([])
  await panel.getByRole('button', { name: /^Capture \$/ }).click()
  await expect(page.getByText('Received', { exact: true })).toBeVisible()
  await expect(panel).toHaveCount(0)

  await page.goto(`/wp-admin/orders/${await buy()}/`)
  await panel.getByRole('button', { name: 'Void' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Void and cancel the order' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByText('The payment was voided.', { exact: false })).toBeVisible()

  await page.goto('/wp-admin/settings/')
  await page.getByRole('button', { name: 'Add a highlight' }).click()
  await page.getByLabel('Highlight (required)').last().fill('Tasting on Fridays')
  await page.getByLabel('Link (required)').last().fill('javascript:x')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/is a path such as/).first()).toBeVisible()
  forgetFailedLoads(complaints)
  await page.getByLabel('Link (required)').last().fill('/contact/')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. The shop now shows it.')).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.goto('/cart/')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /Tasting on Fridays/ })).toBeVisible()
})
