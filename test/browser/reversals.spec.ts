/** A dispute, from the card to the back office, with the sandbox's own events. */
import { cardToken, newBuyer } from '../running/buyer.ts'
import { demo, users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths } from './axe.ts'
import { expect, test } from './shop-test.ts'

const disputedCard = '4000000000000259'

test('a disputed payment: the order is on hold, and the owner sees the deadline for evidence', async ({
  page,
  baseURL,
}) => {
  const ask = (path: string, init?: RequestInit) => fetch(new URL(path, baseURL), { redirect: 'manual', ...init })
  const [product] = (await (await ask(`/wp-json/wc/store/v1/products?slug=${demo.teaware}`)).json()) as { id: number }[]
  const buyer = newBuyer(ask)
  await buyer.add(product?.id ?? 0)
  const checkout = await buyer.openCheckout()
  const answer = await buyer.checkout(checkout, { stripe_cc_token_key: await cardToken(checkout, disputedCard) })
  const orderId = /order-received\/(\d+)/.exec(answer.redirect ?? '')?.[1]

  await signIn(page, users.owner)
  await expect(async () => {
    await page.goto(`/wp-admin/orders/${orderId}/`)
    await expect(page.getByText('Disputed', { exact: true })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  const dispute = page.getByRole('region', { name: 'Dispute' })
  await expect(dispute).toContainText('Your answer is awaited')
  await expect(dispute).toContainText('Answer by')
  await expect(dispute).toContainText(/8 days and 23 hours left/)
  await expect(page.getByText(/^The payment is disputed/)).toBeVisible()
  await dispute.getByRole('button', { name: 'Answer the dispute' }).click()
  await expect(dispute.getByLabel('Customer', { exact: true })).not.toHaveValue('')
  await dispute.getByLabel('What happened, in your words').fill('The parcel was delivered on Monday.')
  expect(await findingsAtWidths(page)).toEqual([])
  await dispute.getByRole('button', { name: 'Save draft' }).click()
  await expect(dispute.getByText('The draft is saved.')).toBeVisible()
  await dispute.getByRole('button', { name: 'Submit to the bank' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It is final')
  expect(await findingsAtWidths(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Submit it' }).click()
  await expect(dispute).toContainText('The bank looks at your answer')
  await expect(dispute.getByRole('button', { name: 'Submit to the bank' })).toHaveCount(0)
  expect(await findingsAtWidths(page)).toEqual([])
})

test('every page of the back office says that payments are simulated', async ({ page }) => {
  await signIn(page, users.owner)
  for (const path of ['orders/', 'coupons/', 'mails/', 'mails/kinds/', 'reviews/', 'settings/', 'settings/payments/']) {
    await page.goto(`/wp-admin/${path}`)
    await expect(page.getByText('Test payments. A sandbox stands in for the payment provider')).toBeVisible()
  }
})
