/** The owner creates a webhook, tests it, and reads its delivery log. */
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

test('an owner makes a webhook, tries it, reads what came of it, and removes it', async ({ page, complaints }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/settings/webhooks/')
  await expect(page.getByText('A webhook notifies another program')).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'New webhook' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'New webhook' })).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Warehouse')
  await page.getByLabel('When', { exact: true }).selectOption('order.updated')
  await page.getByLabel('Address').fill('ftp://nowhere')
  await page.getByRole('button', { name: 'Generate a secret' }).click()
  await expect(page.getByLabel('Secret', { exact: true })).toHaveValue(/^[\w-]{32}$/)
  await page.getByRole('button', { name: 'Create the webhook' }).click()
  await expect(page.getByText('must be a valid URL').first()).toBeVisible()
  forgetFailedLoads(complaints)
  await page.getByLabel('Address').fill('http://127.0.0.1:9/inside')
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Create the webhook' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Warehouse' })).toBeVisible()
  await expect(page.getByLabel('New secret')).toHaveValue('')

  // The shop sends the first delivery itself, in a job that runs every ten seconds.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Given up').first()).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 40_000 })
  await page.getByText('Given up').first().click()
  await expect(page.getByText('inside a private network')).toBeVisible()
  await expect(page.getByText(/^webhook_id=\d+$/)).toBeVisible()
  await page.getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('It is on its way.')).toBeVisible()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findingsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    if (process.env.SHOT_DIR)
      await page.screenshot({ path: `${process.env.SHOT_DIR}/webhook-${width}.png`, fullPage: true })
  }

  await page.getByLabel('State', { exact: true }).selectOption('paused')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. It applies from the next event on.')).toBeVisible()
  await page.goto('/wp-admin/settings/webhooks/?status=paused')
  await expect(page.getByRole('link', { name: /^Warehouse/ })).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('link', { name: /^Warehouse/ }).click()
  await page.getByRole('button', { name: 'Delete this webhook' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText(/No webhooks (yet|here)/)).toBeVisible()
})
