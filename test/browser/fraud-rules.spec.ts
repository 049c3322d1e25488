/** The owner tests a fraud rule on past orders, enables it, and reviews the order that it holds. */
import { cardToken, newBuyer, requestSender } from '../running/buyer.ts'
import { demo, users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

test('[PAY-15 velocity] a rule is tried, switched on, holds an order, and says why', async ({
  ownShop,
  page,
  request,
}) => {
  const products = await request.get(`/wp-json/wc/store/v1/products?slug=${demo.simple}`)
  const [product] = (await products.json()) as { id: number }[]
  const buy = async () => {
    const buyer = newBuyer(requestSender(ownShop.url))
    await buyer.add(product?.id ?? 0)
    const checkout = await buyer.openCheckout()
    const fields = { payment_method: 'stripe_cc', stripe_cc_token_key: await cardToken(checkout) }
    const { redirect = '' } = await buyer.checkout(checkout, {
      ...fields,
      billing_email: `fraud-${Date.now()}@shop.test`,
    })
    return Number(/order-received\/(\d+)/.exec(redirect)?.[1])
  }
  await buy()
  await signIn(page, users.owner)
  await page.goto('/wp-admin/settings/fraud/')
  await page.getByLabel('A customer’s first order is above the amount').selectOption('review')
  await page.getByLabel('Amount in dollars').fill('1')
  await page.getByRole('button', { name: 'Try the rules' }).click()
  await expect(page.getByText(/would have been blocked, 0 authenticated by the bank, and [1-9]\d* held/)).toBeVisible()
  await expect(page.getByRole('list', { name: 'Orders to which a rule applies' })).toContainText(
    'The first order of this customer is above your limit.',
  )
  expect(await findingsAtWidths(page)).toEqual([])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. The next payment is checked by these rules.')).toBeVisible()

  await page.goto(`/wp-admin/orders/${await buy()}/`)
  const panel = page.getByRole('region', { name: 'Fraud rules' })
  await expect(panel).toContainText('Review')
  await expect(panel).toContainText('The first order of this customer is above your limit.')
  await expect(page.getByText(/Held for review\. The first order/)).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])

  await page.goto('/wp-admin/settings/fraud/')
  await page.getByLabel('A customer’s first order is above the amount').selectOption('off')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. The next payment is checked by these rules.')).toBeVisible()
  expect(await buy()).toBeGreaterThan(0)
})
