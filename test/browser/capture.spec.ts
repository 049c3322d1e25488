/** Cards are authorized at the checkout; the owner captures one payment and voids another. */
import { cardToken, newBuyer, requestSender } from '../running/buyer.ts'
import { demo, users } from '../running/demo-shop.ts'
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

  const products = await request.get(`/wp-json/wc/store/v1/products?slug=${demo.simple}`)
  const [product] = (await products.json()) as { id: number }[]
  const buy = async () => {
    const buyer = newBuyer(requestSender(ownShop.url))
    await buyer.add(product?.id ?? 0)
    const checkout = await buyer.openCheckout()
    const fields = { payment_method: 'stripe_cc', stripe_cc_token_key: await cardToken(checkout) }
    const { redirect = '' } = await buyer.checkout(checkout, fields)
    return Number(/order-received\/(\d+)/.exec(redirect)?.[1])
  }
  const first = await buy()
  await page.goto('/wp-admin/')
  const toDo = page.getByRole('region', { name: 'To do' }).getByRole('listitem')
  await expect(toDo).toContainText(/Capture the authorized payment, or void it\$[\d.]+6 days and 23 hours left/)
  await page.goto('/wp-admin/orders/?status=capture')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByText('Capture: 6 days and 23 hours left')).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.goto(`/wp-admin/orders/${first}/`)
  const panel = page.getByRole('region', { name: 'Authorized payment' })
  await expect(panel).toContainText('is reserved on the customer’s card')
  expect(await findingsAtWidths(page)).toEqual([])
  await panel.getByRole('button', { name: /^Capture \$/ }).dblclick()
  const question = page.getByRole('dialog', { name: /^Capture \$[\d.]+\?$/ })
  await expect(question).toContainText('is charged to the customer’s card')
  expect(await findingsAtWidths(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(panel).toBeVisible()
  // A change of status also captures the payment, and also asks for confirmation.
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Processing')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(question).toBeVisible()
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: /^Capture \$/ }).click()
  await question.getByRole('button', { name: /^Capture \$/ }).dblclick()
  await expect(page.getByText('Received', { exact: true })).toBeVisible()
  await expect(panel).toHaveCount(0)
  await page.goto('/wp-admin/')
  await expect(page.getByText('Nothing is waiting: no disputes to answer')).toBeVisible()

  await page.goto(`/wp-admin/orders/${await buy()}/`)
  await panel.getByRole('button', { name: 'Void' }).click()
  const voids = page.getByRole('dialog', { name: /^Void the payment of \$[\d.]+\?$/ })
  await voids.getByRole('button', { name: 'Void and cancel the order' }).click()
  await expect(panel).toHaveCount(0)
  await expect(page.getByText('The payment was voided.', { exact: false })).toBeVisible()

  // Other tests share this shop, so the setting is restored.
  await page.goto('/wp-admin/settings/payments/')
  await capture.check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. The checkout now offers it.')).toBeVisible()

  await page.goto('/wp-admin/appearance/')
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
