/** Screens of the back office whose item does not exist, or cannot be read. */
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { expect, forgetFailedLoads, test } from './shop-test.ts'

const missing = [
  ['orders', 'Back to Orders'],
  ['products', 'Back to Products'],
  ['posts', 'Back to Posts'],
  ['mails', 'Back to Mail'],
] as const

test('an item that does not exist leads back to its list', async ({ page, complaints }) => {
  await signIn(page, users.owner)
  for (const [path, label] of missing) {
    await page.goto(`/wp-admin/${path}/99999999/`)
    const problem = page.getByRole('alert')
    await expect(problem, path).toContainText('There is nothing here')
    await expect(problem.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expect(problem.getByRole('link', { name: label })).toHaveAttribute('href', `/wp-admin/${path}/`)
    if (path === 'orders') expect(await findingsOf(page)).toEqual([])
    forgetFailedLoads(complaints)
  }
  await page.getByRole('alert').getByRole('link').press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeFocused()
})

test('a part of a screen that does not exist is tried again, as it has no list', async ({ page, complaints }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/orders/?s=1002')
  await page.route('**/wc/v3/orders/*/notes**', (route) => route.fulfill({ status: 404, json: {} }))
  await page.getByRole('link', { name: /#1002/ }).click()
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/wc/v3/orders/*/notes**')
  forgetFailedLoads(complaints)
  await again.click()
  await expect(again).toHaveCount(0)
})

test('an item that could not be read is tried again', async ({ page, complaints }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/orders/?s=1002')
  await page.route('**/wc/v3/orders/*', (route) => route.fulfill({ status: 503, json: {} }))
  await page.getByRole('link', { name: /#1002/ }).click()
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/wc/v3/orders/*')
  forgetFailedLoads(complaints)
  await again.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Order #1002' })).toBeVisible()
  await expect(again).toHaveCount(0)
})
