/** The owner creates API keys and application passwords, uses them, and revokes them. */
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})

test('[ACC-03] the owner makes an API key and an application password, which work until they are revoked', async ({
  page,
  request,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/settings/keys/')
  const keys = page.getByRole('region', { name: 'API keys' })
  await expect(keys.getByText('No program has a key yet.')).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await keys.getByLabel('What the key is for').fill('Accounting')
  await keys.getByLabel('Permissions').selectOption('Read')
  await keys.getByRole('button', { name: 'Create' }).click()
  const made = keys.getByRole('group', { name: '“Accounting” was created' })
  await expect(made).toBeFocused()
  const [key, secret] = [
    await made.getByLabel('Consumer key').inputValue(),
    await made.getByLabel('Consumer secret').inputValue(),
  ]
  expect(await findingsAtWidths(page)).toEqual([])
  const readWithKey = async () =>
    (await request.get('/wp-json/wc/v3/coupons', { headers: basic(key, secret) })).status()
  expect(await readWithKey()).toBe(200)

  const passwords = page.getByRole('region', { name: 'Application passwords' })
  await passwords.getByLabel('Name of the app').fill('Phone')
  await page.keyboard.press('Enter')
  const password = await passwords.getByLabel('Password', { exact: true }).inputValue()
  const readWithPassword = async () =>
    (await request.get('/wp-json/wc/v3/orders', { headers: basic(users.owner.email, password) })).status()
  expect(await readWithPassword()).toBe(200)

  await page.reload()
  await expect(keys.getByText('Accounting', { exact: true })).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)
  for (const [region, read] of [
    [keys, readWithKey],
    [passwords, readWithPassword],
  ] as const) {
    await region.getByRole('button', { name: 'Revoke', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke now' }).click()
    await expect(region.getByRole('listitem')).toHaveCount(0)
    expect(await read()).toBe(401)
  }
})

test('[ACC-03] keys and passwords are renamed, and more than fifty keys are loaded when asked for', async ({
  ownShop,
  page,
  complaints,
}) => {
  await signIn(page, users.owner)
  const loaded = page.waitForRequest(/samovar\/v1\/keys\?/)
  await page.goto('/wp-admin/settings/keys/')
  const headers = { 'x-wp-nonce': (await loaded).headers()['x-wp-nonce'] ?? '' }
  const create = (description: string) =>
    page.request.post(`${ownShop.url}/wp-json/samovar/v1/keys`, { headers, data: { description } })
  await Promise.all(Array.from({ length: 52 }, () => create('Program')))
  await create('Newest')
  await page.reload()
  const keys = page.getByRole('region', { name: 'API keys' })
  await expect(keys.getByRole('listitem')).toHaveCount(50)
  await keys.getByRole('button', { name: 'Show more' }).click()
  await expect(keys.getByRole('listitem')).toHaveCount(53)
  await expect(keys.getByRole('button', { name: 'Show more' })).toHaveCount(0)

  const first = keys.getByRole('listitem').first()
  await first.getByRole('button', { name: 'Rename “Newest”' }).press('Enter')
  const name = first.getByLabel('What the key is for')
  await expect(name).toBeFocused()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(first.getByRole('button', { name: 'Rename “Newest”' })).toBeFocused()
  await page.keyboard.press('Enter')
  await name.fill('Bookkeeping')
  await page.keyboard.press('Enter')
  await expect(first.getByRole('button', { name: 'Rename “Bookkeeping”' })).toBeFocused()

  const passwords = page.getByRole('region', { name: 'Application passwords' })
  for (const app of ['Phone', 'Tablet']) {
    const field = passwords.getByLabel('Name of the app').last()
    await field.fill(app)
    // Presses Enter in the field, because the focus may still be returning to the button of the key above.
    await field.press('Enter')
    await passwords.getByRole('button', { name: 'I have copied it' }).click()
  }
  await passwords.getByRole('button', { name: 'Rename “Tablet”' }).click()
  await expect(passwords.locator('input:focus')).toHaveValue('Tablet')
  await page.keyboard.type('Phone')
  await passwords.getByRole('button', { name: 'Save' }).click()
  await expect(passwords.getByRole('alert')).toHaveText('Each application name should be unique.')
  forgetFailedLoads(complaints)
  await page.reload()
  await expect(keys.getByText('Bookkeeping', { exact: true })).toBeVisible()
  await expect(passwords.getByText('Tablet', { exact: true })).toBeVisible()
})

test('an editor has application passwords, and no API keys', async ({ page }) => {
  await signIn(page, users.editor)
  await page.goto('/wp-admin/settings/keys/')
  await expect(page.getByRole('region', { name: 'Application passwords' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'API keys' })).toHaveCount(0)
})
