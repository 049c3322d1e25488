/** The owner refunds one piece with restocking, then the rest, and checks the transaction. */
import { declineTable } from '../../sandbox/test-cards.ts'
import { cardToken, newBuyer } from '../running/buyer.ts'
import { demo, users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths } from './axe.ts'
import { expect, forgetFailedLoads, test } from './shop-test.ts'

test('[PAY-13 full, partial] one piece with restocking, too much, then the rest', async ({ page, baseURL }) => {
  const ask = (path: string, init?: RequestInit) => fetch(new URL(path, baseURL), { redirect: 'manual', ...init })
  const [product] = (await (await ask(`/wp-json/wc/store/v1/products?slug=${demo.teaware}`)).json()) as { id: number }[]
  const buyer = newBuyer(ask)
  await buyer.add(product?.id ?? 0, 2)
  const checkout = await buyer.openCheckout()
  const answer = await buyer.checkout(checkout, { stripe_cc_token_key: await cardToken(checkout) })
  const orderId = /order-received\/(\d+)/.exec(answer.redirect ?? '')?.[1]

  await signIn(page, users.owner)
  await page.goto(`/wp-admin/orders/${orderId}/`)
  const panel = page.getByRole('region', { name: 'Refunds' })
  await expect(panel).toContainText('Nothing was refunded.')
  await panel.getByRole('button', { name: 'Refund', exact: true }).press('Enter')
  const pieces = panel.getByLabel(/^Pieces of/)
  await expect(pieces).toBeFocused()
  // With an amount instead of pieces, the form offers no restocking.
  const restock = panel.getByLabel('Put the pieces back into stock')
  await panel.getByLabel('Or an amount of the order as a whole').fill('1')
  await expect(panel.getByRole('button', { name: 'Refund $1.00' })).toBeEnabled()
  await expect(restock).toHaveCount(0)
  await pieces.fill('1')
  await panel.getByLabel('Reason (the customer reads it)').fill('One had a chip')
  await restock.check()
  await expect(panel).toContainText(/\$[\d.]+ goes back to Visa ending in 4242, tax included\./)
  expect(await findingsAtWidths(page)).toEqual([])
  await pieces.fill('3')
  await expect(panel).toContainText('This is more than is left.')
  await expect(panel.getByRole('button', { name: /^Refund \$/ })).toBeDisabled()
  expect(await findingsAtWidths(page)).toEqual([])
  await pieces.fill('1')
  const refund = panel.getByRole('button', { name: /^Refund \$/ })
  await panel.getByLabel('Reason (the customer reads it)').press('Enter')
  const question = page.getByRole('dialog', { name: /^Refund \$[\d.]+\?$/ })
  await expect(question).toContainText('Visa ending in 4242')
  await expect(question).toContainText('1 piece goes back into stock.')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  // The second click of a double-click hits the dialog, but does not confirm it.
  await refund.dblclick()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: /^Refund \$/ }).dblclick()
  await expect(panel.getByRole('status').filter({ hasText: 'was refunded' })).toBeVisible()
  await expect(panel.getByRole('listitem')).toHaveCount(1)
  await expect(panel.getByRole('listitem')).toContainText('One had a chip')
  await expect(page.getByText(/One had a chip, 1 × .*One piece was restocked\./)).toBeVisible()

  await panel.getByRole('button', { name: 'Refund more' }).click()
  await panel.getByRole('button', { name: 'Everything that is left' }).click()
  await refund.click()
  await question.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(page.getByText('Refunded', { exact: true }).first()).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Refund more' })).toHaveCount(0)
  expect(await findingsAtWidths(page)).toEqual([])

  await page.goto('/wp-admin/transactions/')
  const payment = page.getByRole('row').filter({ has: page.locator(`a[href*="/orders/${orderId}/"]`) })
  await expect(payment).toContainText('Visa ending in 4242')
  await expect(page.getByRole('link', { name: 'Differs from the provider' })).toBeVisible()
  await page.getByRole('button', { name: 'Compare with the provider' }).click()
  await expect(page.getByText(/^Compared the newest \d+ payments? at the provider/)).toBeVisible()
  await payment.getByRole('button', { name: /^Refresh from provider/ }).click()
  await expect(page.getByText('Up to date: Received.')).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.getByRole('link', { name: 'Events of the provider' }).click()
  await page
    .getByRole('button', { name: /^Apply .* again$/ })
    .first()
    .click()
  await expect(page.getByText('Applied.', { exact: true })).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.goto('/wp-admin/payouts/')
  await expect(page.getByRole('region', { name: 'Payouts', exact: true })).toContainText('On its way')
  await expect(page.getByRole('region', { name: 'Payments and fees', exact: true })).toContainText('Refund')
  expect(await findingsAtWidths(page)).toEqual([])
})

test('[PAY-13 partial] a refund that the provider has refused is tried again, and says what came of it', async ({
  page,
  baseURL,
  complaints,
}) => {
  const ask = (path: string, init?: RequestInit) => fetch(new URL(path, baseURL), { redirect: 'manual', ...init })
  const [product] = (await (await ask(`/wp-json/wc/store/v1/products?slug=${demo.teaware}`)).json()) as { id: number }[]
  const disputed = declineTable.find(({ name }) => name === 'charge_disputed')?.number ?? ''
  const buyer = newBuyer(ask)
  await buyer.add(product?.id ?? 0, 1)
  const checkout = await buyer.openCheckout()
  const answer = await buyer.checkout(checkout, { stripe_cc_token_key: await cardToken(checkout, disputed) })
  const orderId = /order-received\/(\d+)/.exec(answer.redirect ?? '')?.[1]

  await signIn(page, users.owner)
  await page.goto(`/wp-admin/orders/${orderId}/`)
  const panel = page.getByRole('region', { name: 'Refunds' })
  await panel.getByRole('button', { name: 'Refund', exact: true }).click()
  await panel.getByRole('button', { name: 'Everything that is left' }).click()
  await panel.getByRole('button', { name: /^Refund \$/ }).click()
  await page
    .getByRole('dialog', { name: /^Refund \$[\d.]+\?$/ })
    .getByRole('button', { name: /^Refund \$/ })
    .click()
  const again = panel.getByRole('button', { name: 'Try again' })
  await expect(again).toHaveCount(1)
  expect(await findingsAtWidths(page)).toEqual([])
  await again.click()
  const question = page.getByRole('dialog', { name: /^Refund \$[\d.]+ again\?$/ })
  await expect(question).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  await question.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(question).toBeHidden()
  await expect(panel.getByRole('alert')).toBeVisible()
  // The second attempt also failed, and can be retried.
  await expect(panel.getByRole('listitem')).toHaveCount(2)
  await expect(again).toHaveCount(1)
  expect(await findingsAtWidths(page)).toEqual([])
  // The browser reports both failed requests.
  forgetFailedLoads(complaints)
})
