/** The owner makes keys for programs, uses them, and revokes them. */
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { expect, test } from './shop-test.ts'

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

test('an editor has application passwords, and no API keys', async ({ page }) => {
  await signIn(page, users.editor)
  await page.goto('/wp-admin/settings/keys/')
  await expect(page.getByRole('region', { name: 'Application passwords' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'API keys' })).toHaveCount(0)
})
