/** Customers change their stored data: with script, without script, and on a phone. */
import { users } from '../running/demo-shop.ts'
import { signInByForm } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { password, register } from './register.ts'
import { expect, phone } from './shop-test.ts'

test('[ACC-02 orders, addresses, payment methods] a customer finds an order, and changes an address', async ({
  page,
}) => {
  await signInByForm(page, users.customer)
  const section = page.getByRole('navigation', { name: 'Your account' })
  await section.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('searchbox', { name: 'Order number or product' }).fill('1003')
  await page.getByRole('button', { name: 'Search', exact: true }).last().click()
  await expect(page.locator('.woocommerce-orders-table tbody tr')).toHaveCount(1)
  await page.getByRole('link', { name: 'View Order #1003' }).click()
  await expect(page.getByRole('list', { name: 'Progress of this order' })).toContainText('Shipped')
  expect(await findingsOf(page)).toEqual([])

  await section.getByRole('link', { name: 'Payment methods' }).click()
  await expect(page.getByText('No saved methods found.')).toBeVisible()

  await section.getByRole('link', { name: 'Addresses' }).click()
  await page.getByRole('link', { name: 'Edit shipping address' }).click()
  await page.getByLabel('Town / City').fill('')
  await page.getByRole('button', { name: 'Save address' }).click()
  await page.getByRole('link', { name: /Town \/ City is a required field/ }).click()
  await expect(page.getByLabel('Town / City')).toBeFocused()
  await page.getByLabel('Town / City').fill('Ottawa')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('Address changed successfully.')).toBeVisible()
  await expect(page.locator('.woocommerce-Addresses')).toContainText('Ottawa')
})

test('[ACC-02 details] a customer changes their password, and signs in with it', async ({
  page,
  playwright,
  baseURL,
}) => {
  const owner = await playwright.request.newContext({ baseURL })
  const email = 'petra.details@shop.test'
  await register(page, owner, email)
  const section = page.getByRole('navigation', { name: 'Your account' })
  await section.getByRole('link', { name: 'Account details' }).click()
  await page.getByLabel('First name').fill('Petra')
  await page.getByLabel('Last name').fill('Leaf')
  await page.getByLabel(/^Current password/).fill(password)
  await page.getByLabel(/^New password/).fill('second-flush-2026')
  await page.getByLabel('Confirm new password').fill('second-flush')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toContainText('The new passwords are not the same.')
  await page.getByLabel(/^Current password/).fill(password)
  await page.getByLabel(/^New password/).fill('second-flush-2026')
  await page.getByLabel('Confirm new password').fill('second-flush-2026')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Account details changed successfully.')).toBeVisible()

  await section.getByRole('link', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await signInByForm(page, { email, password: 'second-flush-2026' })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')
})

test.describe('on a phone, without script', () => {
  test.use({ ...phone, javaScriptEnabled: false })
  test('[ACC-01 register, reset password] a guest asks for an account and for a new password', async ({ page }) => {
    await page.goto('/my-account/orders/')
    await page.locator('#reg_email').fill('new.person@shop.test')
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Look in your mailbox')).toBeVisible()
    await page.goto('/my-account/')
    await page.getByRole('link', { name: 'Forgotten your password?' }).click()
    await page.getByLabel('Email address').fill(users.customer.email)
    await page.getByRole('button', { name: 'Reset password' }).click()
    await expect(page.getByRole('heading', { name: 'Look in your mailbox' })).toBeVisible()
    await expect(page).toHaveURL(/reset-link-sent=true/)
  })
})
