/** The account flows by keyboard alone: the tests never use a pointer and move the focus only with keys. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { demo, typedAddress } from '../running/demo-shop.ts'
import { linkTo, openOutbox } from '../running/outbox.ts'
import { scriptRun } from '../running/script-run.ts'
import { forgetSession } from '../running/shopper.ts'
import { markPaid } from './mark-paid.ts'
import { register } from './register.ts'
import { expect, test } from './shop-test.ts'

test.describe.configure({ timeout: 120_000 })

const newAddress = (name: string) => `${name}.${randomBytes(4).toString('hex')}@shop.test`

/** Presses Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  const isReached = () => target.evaluate((element) => element === document.activeElement)
  for (let step = 0; step < 90 && !(await isReached()); step += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** Replaces the value of a field by typing. */
async function type(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }).first())
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name })

test('[ACC-01 reset password] [ACC-02 details] by keyboard alone: a forgotten password, another email address, a download, a deletion and a return', async ({
  page,
  playwright,
  baseURL,
}) => {
  const owner = await playwright.request.newContext({ baseURL })
  const [email, after] = [newAddress('kay'), newAddress('kay.after')]
  await register(page, owner, email)
  await forgetSession(page)
  const outbox = await openOutbox(owner)
  await page.goto('/wp-login.php')
  await press(page, page.getByRole('link', { name: 'Forgotten your password?' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgotten password')
  await type(page, 'Email address', email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look in your mailbox')
  await page.goto(linkTo(await outbox.newest(email, 'new password'), 'lost-password'))
  await type(page, 'New password', 'lantern river mosaic')
  await type(page, 'Confirm password', 'lantern river mosaic')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Hello')

  await press(page, section(page, 'Account details'))
  await type(page, 'First name', 'Kay')
  await type(page, 'Last name', 'Leaf')
  await type(page, 'Email address', after)
  await type(page, /^Current password/, 'lantern river mosaic')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`We have written to ${after}`)).toBeVisible()
  await page.goto(linkTo(await outbox.newest(after, 'Confirm'), 'confirm-email'))
  await press(page, page.getByRole('button', { name: 'Confirm' }))
  await expect(page.getByText(`Your email address is now ${after}.`)).toBeVisible()

  await press(page, section(page, 'Your data'))
  const download = page.waitForEvent('download')
  await press(page, page.getByRole('button', { name: 'Download JSON' }))
  const data = JSON.parse(await readFile(await (await download).path(), 'utf8')) as Record<string, unknown[]>
  expect(data.account).toMatchObject([{ email: after }])
  await press(page, page.getByRole('link', { name: 'Delete my account' }))
  await press(page, page.getByRole('button', { name: 'Delete my account' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account will be deleted')
  await press(page, page.getByRole('link', { name: 'sign in', exact: true }))
  await type(page, 'Email address', after)
  await type(page, 'Password', 'lantern river mosaic')
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('button', { name: 'Keep my account' }))
  await expect(page.getByText('Your account stays. Nothing was deleted.')).toBeVisible()
})

/** Accepts the terms and orders by bank transfer. */
async function order(page: Page): Promise<void> {
  await tabTo(page, page.locator('[name="payment_method"]:checked'))
  for (let step = 0; step < 6 && !(await page.locator('#payment_method_bacs').isChecked()); step += 1)
    await page.keyboard.press('ArrowDown')
  await press(page, page.locator('#terms'), 'Space')
  await press(page, page.locator('#place_order'))
  await expect(page).toHaveURL(/order-received/)
}

test('[ACC-01 register, ACC-02 orders] by keyboard alone, who registers buys, and buys the same again', async ({
  page,
  playwright,
  baseURL,
}) => {
  const owner = await playwright.request.newContext({ baseURL })
  await register(page, owner, newAddress('tabitha'))
  await page.goto(`/product/${demo.teaware}/`)
  await scriptRun(page, 'cart')
  await press(page, page.locator('form.cart').getByRole('button', { name: 'Add to cart' }))
  await press(page, page.locator('#mini-cart').getByRole('link', { name: 'Checkout' }))
  await page.locator('#place_order').waitFor()
  for (const [name, value] of Object.entries(typedAddress)) {
    if (name === 'billing_email') continue
    await tabTo(page, page.locator(`[name="${name}"]`))
    await page.keyboard.type(name === 'billing_state' ? 'Ontario' : value)
  }
  await order(page)
  await markPaid(owner, page)
  await page.goto('/my-account/')
  await press(page, page.getByRole('link', { name: /^Order again/ }))
  await expect(page.getByText('The cart has been filled with the items from your previous order.')).toBeVisible()
  await press(page, page.getByRole('link', { name: 'Proceed to checkout' }))
  await expect(page.locator('#billing_address_1')).toHaveValue(typedAddress.billing_address_1)
  await order(page)
  await page.goto('/my-account/orders/')
  await expect(page.locator('.woocommerce-orders-table tbody tr')).toHaveCount(2)
})
