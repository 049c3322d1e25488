/** A dispute, from the card payment to the back office, with events of the sandbox. */
import { cardToken, newBuyer } from '../running/buyer.ts'
import { demo, users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths } from './axe.ts'
import { expect, forgetFailedLoads, test } from './shop-test.ts'

const disputedCard = '4000000000000259'

test('a disputed payment: the order is on hold, and the owner sees the deadline for evidence', async ({
  page,
  baseURL,
  complaints,
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
  await page.goto('/wp-admin/')
  const toDo = page.getByRole('region', { name: 'To do' }).getByRole('listitem')
  const disputed = toDo.filter({ has: page.locator(`a[href="/wp-admin/orders/${orderId}/"]`) })
  await expect(disputed).toContainText(/Answer the dispute: .*\$[\d.]+.*8 days and 23 hours left/)
  expect(await findingsAtWidths(page)).toEqual([])
  await page.goto('/wp-admin/orders/')
  await page
    .getByRole('navigation', { name: 'Orders by status' })
    .getByRole('link', { name: /^Disputed/ })
    .click()
  await expect(page).toHaveURL(/status=disputed/)
  const row = page.getByRole('row').filter({ has: page.locator(`a[href="/wp-admin/orders/${orderId}/"]`) })
  await expect(row.getByText('Disputed', { exact: true })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Completed' })).toHaveCount(0)
  expect(await findingsAtWidths(page)).toEqual([])
  await row.getByRole('link').first().click()
  const dispute = page.getByRole('region', { name: 'Dispute' })
  await expect(dispute).toContainText('Waiting for your answer')
  await expect(dispute).toContainText('Answer by')
  await expect(dispute).toContainText(/8 days and 23 hours left/)
  await expect(page.getByText(/^The payment is disputed/)).toBeVisible()
  await dispute.getByRole('button', { name: 'Answer the dispute' }).click()
  await expect(dispute.getByLabel('Customer', { exact: true })).not.toHaveValue('')
  await dispute.getByLabel('What happened, in your words').fill('The parcel was delivered on Monday.')
  await expect(dispute.getByRole('form')).toContainText(/Submit it by .*8 days and 23 hours left/)
  const width = await dispute.getByRole('form').evaluate((form) => form.getBoundingClientRect().width)
  expect(width).toBeGreaterThan(900)
  const proof = dispute.getByLabel('Proof of delivery', { exact: true })
  await proof.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html></html>') })
  await expect(dispute.getByRole('alert')).toContainText('Documents are PDF, JPEG or PNG files.')
  forgetFailedLoads(complaints)
  const pdf = { mimeType: 'application/pdf', buffer: Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(200_000)]) }
  await proof.setInputFiles({ name: 'delivery.pdf', ...pdf })
  await expect(dispute.getByRole('button', { name: 'Remove Proof of delivery: delivery.pdf' })).toBeVisible()
  await expect(dispute).toContainText('0.2 MB of 4.5 MB used.')
  await dispute.getByLabel('Anything else', { exact: true }).setInputFiles({ name: 'other.pdf', ...pdf })
  await dispute.getByRole('button', { name: 'Remove Anything else: other.pdf' }).click()
  await expect(dispute).toContainText('0.2 MB of 4.5 MB used.')
  // The uploads have not removed the typed text.
  await expect(dispute.getByLabel('What happened, in your words')).toHaveValue('The parcel was delivered on Monday.')
  expect(await findingsAtWidths(page)).toEqual([])
  await dispute.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep writing' }).click()
  await dispute.getByRole('button', { name: 'Save draft' }).click()
  await expect(dispute.getByText('The draft is saved.')).toBeVisible()
  await dispute.getByRole('button', { name: 'Submit to the bank' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('It is final: the bank gets it now, with 1 document')
  expect(await findingsAtWidths(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Submit it' }).click()
  await expect(dispute).toContainText('The bank is reviewing your answer')
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
