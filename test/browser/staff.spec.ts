/**
 * The owner invites a shop manager, who accepts on a phone and sees only permitted screens. The log shows every action.
 */
import type { Browser, Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads, phone } from './shop-test.ts'

const manager = { email: 'mira@samovar.test', name: 'Mira Manager', password: 'marble-kettle-harbour-42' }

/** Returns the link in the newest email to this address, read from the outbox as the owner. */
async function linkTo(page: Page, email: string): Promise<string> {
  await page.goto(`/wp-admin/mails/?s=${email}`)
  await page.locator('tbody a').first().click()
  await page.getByRole('button', { name: 'Plain text' }).click()
  const text = (await page.locator('pre').textContent()) ?? ''
  return /https?:\S+\/my-account\/\S+/.exec(text)?.[0] ?? ''
}

async function onPhone(browser: Browser, baseURL: string | undefined, work: (page: Page) => Promise<void>) {
  const context = await browser.newContext({ ...phone, ...(baseURL === undefined ? {} : { baseURL }) })
  await work(await context.newPage())
  await context.close()
}

test('[ACC-03 shop manager] the owner invites a shop manager, who accepts on a phone and sees what they may', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  test.setTimeout(90_000)
  await signIn(page, users.owner)
  await page.goto('/wp-admin/users/')
  await expect(page.getByRole('link', { name: /^Administrators 1/ })).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.getByRole('link', { name: 'Invite a person' }).click()
  await page.getByLabel(/^Email address/).fill(users.editor.email)
  await page.getByLabel('Role').selectOption('Shop manager')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('This person works here already.').first()).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  forgetFailedLoads(complaints)
  await page.getByLabel(/^Email address/).fill(manager.email)
  await page.keyboard.press('Control+s')
  const invited = page.getByRole('region', { name: 'Pending invitations' })
  await expect(invited).toContainText(manager.email)
  expect(await findingsAtWidths(page)).toEqual([])
  await page.setViewportSize({ width: 1280, height: 900 })
  const link = await linkTo(page, manager.email)

  await onPhone(browser, baseURL, async (mobile) => {
    await mobile.goto(link)
    await expect(mobile).toHaveURL(/\/my-account\/invitation\/$/)
    await mobile.getByLabel('Your name').fill(manager.name)
    await mobile.getByLabel('New password', { exact: true }).fill('password1234')
    await mobile.getByRole('button', { name: 'Accept and sign in' }).click()
    await expect(mobile.getByRole('alert').first()).toBeVisible()
    expect(await findingsOf(mobile)).toEqual([])
    await mobile.getByLabel('New password', { exact: true }).fill(manager.password)
    await mobile.getByRole('button', { name: 'Accept and sign in' }).click()
    await expect(mobile.getByRole('heading', { name: `Hello, ${manager.name}` })).toBeVisible()
    await mobile.getByRole('button', { name: 'Menu' }).click()
    const menu = mobile.getByRole('navigation', { name: 'Back office' })
    for (const name of ['Orders', 'Customers', 'Coupons', 'Posts', 'Mail', 'Settings'])
      await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
    for (const name of ['People', 'Log']) await expect(menu.getByRole('link', { name, exact: true })).toHaveCount(0)
    await menu.getByRole('link', { name: 'Coupons' }).click()
    await expect(mobile.getByRole('heading', { name: 'Coupons' })).toBeVisible()
    expect(await findingsOf(mobile)).toEqual([])
    await mobile.goto('/wp-admin/users/')
    await expect(mobile.getByRole('heading', { name: 'This part is not for this account' })).toBeVisible()
    await mobile.goto('/wp-admin/settings/')
    await expect(mobile.getByRole('link', { name: 'Payments' })).toHaveCount(0)
    await mobile.goto(link)
    await expect(mobile.getByRole('heading', { name: 'This invitation has ended' })).toBeVisible()
    expect(await findingsOf(mobile)).toEqual([])
  })

  await page.goto('/wp-admin/users/')
  await expect(page.getByRole('link', { name: /^Shop managers 1/ })).toBeVisible()
  await page.getByRole('link', { name: /^Shop managers/ }).click()
  await page.getByRole('link', { name: manager.name }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: manager.name })).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.getByLabel('Role').selectOption('Editor')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Disable the account' }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Disable it' }).click()
  await expect(page.getByText('Disabled', { exact: true })).toBeVisible()

  await page.getByRole('link', { name: `What ${manager.name} changed` }).click()
  await expect(page.getByRole('row', { name: /Accepted an invitation/ })).toContainText('Shop manager')
  await expect(page.getByRole('row', { name: /Signed in/ })).toBeVisible()
  await page.goto('/wp-admin/log/?kind=people')
  await expect(page.getByRole('row', { name: /Changed the role/ })).toContainText('Shop manager → Editor')
  await expect(page.getByRole('row', { name: /Disabled the account/ })).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
})

test('[ACC-03 administrator] the only administrator keeps their role, and is told why', async ({
  page,
  complaints,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/users/?status=administrator')
  await page.locator('tbody a').first().click()
  await page.getByLabel('Role').selectOption('Editor')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('This is the only administrator.').first()).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  forgetFailedLoads(complaints)
})
