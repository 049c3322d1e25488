/** Customers keep addresses, download their stored data, and delete their account. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { cookiesOf } from '../../src/cookies.ts'
import { declarationOf } from '../../src/platform/web/cookie-declaration.ts'
import { demo, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn } from '../running/shopper.ts'
import { currencySetting } from '../support/currencies.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, phone } from './shop-test.ts'

async function addAddress(page: Page, label: string, street: string): Promise<void> {
  await page.goto('/my-account/edit-address/')
  await page.getByRole('link', { name: 'Add an address' }).click()
  await page.getByLabel('Name of this address').fill(label)
  await page.getByLabel('First name').fill('Noor')
  await page.getByLabel('Last name').fill('Haddad')
  await page.getByLabel('Street address').fill(street)
  await page.getByLabel('Town / City').fill('Bala')
  await page.getByLabel('Province').selectOption('ON')
  await page.getByLabel('Postal code').fill('P0C 1A0')
  await page.getByLabel('Phone').fill('705 555 0100')
  await page.getByRole('button', { name: 'Save address' }).press('Enter')
  await expect(page.getByText('Address changed successfully.')).toBeVisible()
}

test('[ACC-02 addresses] a customer keeps several addresses, buys with one of them, and downloads everything', async ({
  page,
}) => {
  await signIn(page, users.customer)
  await addAddress(page, 'Cottage', '7 Lake Road')
  await addAddress(page, 'Office', '9 Bay Street')
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('button', { name: /^Use for shipping.*Office/ }).click()
  await expect(page.getByText('Your shipping address', { exact: true })).toBeVisible()

  await page.goto(`/product/${demo.another}/`)
  await scriptRun(page, 'cart')
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item').first()).toBeVisible()
  await page.goto('/checkout/')
  await page.getByLabel('Bill to').selectOption({ label: 'Cottage: 7 Lake Road, Bala' })
  await page.getByLabel('Deliver to').selectOption({ label: 'Office: 9 Bay Street, Bala' })
  await page.getByRole('button', { name: 'Fill in' }).press('Enter')
  await expect(page.locator('#billing_address_1')).toHaveValue('7 Lake Road')
  await expect(page.locator('#shipping_address_1')).toHaveValue('9 Bay Street')
  await expect(page.locator('#ship-to-different-address-checkbox')).toBeChecked()
  expect(await findingsOf(page)).toEqual([])

  await page.goto('/my-account/privacy/')
  expect(await findingsOf(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download JSON' }).click(),
  ])
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as Record<string, unknown[]>
  expect(data.account).toMatchObject([{ email: users.customer.email }])
  const labels = data.addresses?.map((address) => (address as { label: string }).label)
  expect(labels).toEqual(expect.arrayContaining(['Cottage', 'Office']))
  expect(data.orders?.length).toBeGreaterThan(0)
})

test('[CHK-11] the stored shipping address is in its fields, and one typed in this tab stays in its place', async ({
  page,
}) => {
  await signIn(page, users.customer)
  await addAddress(page, 'Studio', '3 Mill Street')
  await page.getByRole('button', { name: /^Use for shipping.*Studio/ }).click()
  await expect(page.getByText('Your shipping address', { exact: true })).toBeVisible()
  await page.goto(`/product/${demo.another}/`)
  await scriptRun(page, 'cart')
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item').first()).toBeVisible()

  const [box, street, name] = ['ship-to-different-address-checkbox', 'shipping_address_1', 'shipping_first_name'].map(
    (id) => page.locator(`#${id}`),
  ) as [Locator, Locator, Locator]
  await page.goto('/checkout/')
  await scriptRun(page, 'checkout.client')
  await expect(street).toHaveValue('3 Mill Street')
  await expect(box).not.toBeChecked()
  const updated = page.waitForResponse(/update_order_review/)
  await box.check()
  await street.fill('1 Gift Lane')
  await name.fill('Bo')
  await name.blur()
  await updated
  await page.reload()
  await scriptRun(page, 'checkout.client')
  await expect(box).toBeChecked()
  await expect(street).toHaveValue('1 Gift Lane')
  await expect(name).toHaveValue('Bo')
  await expect(page.locator('#shipping_state')).toHaveValue('ON')
})

test('every cookie that a walk through the shop leaves is on the list of the privacy page', async ({
  page,
  baseURL,
}) => {
  const names = new Set<string>()
  const collect = async () => {
    for (const { name } of await page.context().cookies(baseURL)) names.add(name)
  }
  await page.goto('/')
  await page.locator('.woocommerce-store-notice__dismiss-link').click()
  await page.goto('/shop/')
  await page.locator('.ajax_add_to_cart').first().click()
  await expect(page.locator('.added_to_cart, dialog[open]').first()).toBeVisible()
  await collect()
  for (const path of ['/cart/', '/checkout/', '/blog/', '/contact/', '/my-account/lost-password/', '/saved-teas/']) {
    await page.goto(path)
    await collect()
  }
  await page.goto('/shop/?currency=EUR')
  await collect()
  await signIn(page, users.customer)
  await collect()
  for (const path of ['/my-account/', '/my-account/edit-address/', '/my-account/orders/']) {
    await page.goto(path)
    await collect()
  }
  const declared = cookiesOf({
    orderAttribution: true,
    currencies: [currencySetting('EUR', '0.62')],
    fraudDetection: { beaconKey: 'samovar' },
  })
  expect([...names].filter((name) => !declarationOf(declared, name))).toEqual([])
  expect(names.size).toBeGreaterThan(6)
  await page.goto('/privacy-policy/')
  for (const { name, purpose } of declared) await expect(page.locator('main')).toContainText(`${name} ${purpose}`)
})

test.describe('on a phone, without script', () => {
  test.use({ ...phone, javaScriptEnabled: false })
  test('[ACC-02 addresses] a customer brings back an address, downloads everything, and brings back an account that was to be deleted', async ({
    page,
  }) => {
    await signIn(page, users.customer)
    await addAddress(page, 'Cabin', '1 Pine Trail')
    await page.getByRole('button', { name: 'Delete Cabin' }).click()
    await expect(page.getByText('“Cabin” was deleted.')).toBeVisible()
    await page.getByRole('button', { name: /^Undo.*Cabin/ }).click()
    await expect(page.getByText('The address is back.')).toBeVisible()

    await page.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Your data' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download tables (CSV)' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.zip$/)
    await page.getByRole('link', { name: 'Delete my account' }).click()
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await expect(page.getByRole('heading', { name: 'Your account will be deleted' })).toBeVisible()
    await page.getByRole('link', { name: 'sign in', exact: true }).click()
    await page.getByLabel('Email address').fill(users.customer.email)
    await page.getByLabel('Password', { exact: true }).fill(users.customer.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await expect(page.getByText('Your account stays. Nothing was deleted.')).toBeVisible()
  })
})
