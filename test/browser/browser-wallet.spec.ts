/** Wallets in a separate shop: the owner enables the browser wallet, and a product needs no shipping. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { fillCheckout, signIn } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { fillCart } from './page-kinds.ts'
import { expect } from './shop-test.ts'

test('[PAY-01 browser payment request] [CHK-16 not beside link payment] switched on in the back office, it pays for a tea on its page; with Link the checkout offers to save no card', async ({
  page,
  browser,
  ownShop,
}) => {
  const setLink = async (isOffered: boolean) => {
    const owner = await browser.newPage({ baseURL: ownShop.url })
    await signIn(owner, users.owner)
    await owner.goto('/wp-admin/settings/payments/')
    await owner.getByRole('group', { name: 'Browser wallet' }).getByRole('checkbox').first().check()
    await owner.getByRole('checkbox', { name: /^Offer Link/ }).setChecked(isOffered)
    if (isOffered) expect(await findingsAtWidths(owner, [390, 1440])).toEqual([])
    await owner.getByRole('button', { name: 'Save changes' }).click()
    await expect(owner.getByText('Saved. The checkout now offers it.')).toBeVisible()
    await owner.close()
  }
  await setLink(true)

  await page.addInitScript(() =>
    sessionStorage.setItem('sandbox-wallets', JSON.stringify({ device: 'browser', google: 'none' })),
  )
  await page.goto(`/product/${demo.another}/`)
  const button = page.getByRole('button', { name: 'Buy with this browser' })
  await button.scrollIntoViewIfNeeded()
  await expect(button).toBeEnabled()
  await button.click()
  const sheet = page.frameLocator('iframe[title="Pay with this browser"]')
  await sheet.getByLabel('Ship to').selectOption({ index: 1 })
  const pay = sheet.getByRole('button', { name: /^Pay \$/ })
  await expect(pay).toBeEnabled()
  expect(await findingsOf(page)).toEqual([])
  const total = /\$[\d.]+/.exec((await pay.textContent()) ?? '')?.[0] ?? 'no total'
  await pay.click()
  await page.waitForURL('**/order-received/**')
  await expect(page.locator('.woocommerce-order-overview__total, .order-total').first()).toContainText(total)
  await expect(page.locator('main')).toContainText('Browser wallet')

  await fillCart(page.context(), ownShop.url)
  await page.goto('/checkout/')
  await page.locator('label[for="payment_method_stripe_cc"]').click()
  await expect(page.locator('#wc-stripe-card-element iframe')).toBeVisible()
  await page.locator('#createaccount').check()
  await expect(page.getByLabel('Save this card for next time')).toBeHidden()
  // Other test files save cards in this shop, so Link is disabled again.
  await setLink(false)
})

test('[PAY-05 email] [PAY-05 phone] in the list of a form that is filled in: the provider has what the sheet does not tell', async ({
  page,
  browser,
  ownShop,
}) => {
  const owner = await browser.newPage({ baseURL: ownShop.url })
  await signIn(owner, users.owner)
  await owner.goto('/wp-admin/settings/payments/')
  const isOn = owner.getByRole('group', { name: 'Browser wallet' }).getByRole('checkbox').first()
  if (!(await isOn.isChecked())) {
    await isOn.check()
    await owner.getByRole('button', { name: 'Save changes' }).click()
    await expect(owner.getByText('Saved. The checkout now offers it.')).toBeVisible()
  }
  await owner.close()

  await page.addInitScript(() =>
    sessionStorage.setItem('sandbox-wallets', JSON.stringify({ device: 'browser', google: 'none' })),
  )
  await fillCart(page.context(), ownShop.url)
  await page.goto('/checkout/')
  const address = newCustomerAddress()
  await fillCheckout(page, address)
  await page.locator('label[for="payment_method_stripe_payment_request"]').click()
  const inList = page.locator('[data-wallet-button="stripe_payment_request"] button')
  await expect(inList).toBeEnabled()
  await inList.click()
  const made = page.waitForRequest('**/v1/payment_methods')
  await page
    .frameLocator('iframe[title="Pay with this browser"]')
    .getByRole('button', { name: /^Pay \$/ })
    .click()
  const billing = new URLSearchParams((await made).postData() ?? '')
  for (const part of ['email', 'phone'] as const)
    expect(billing.get(`billing_details[${part}]`)).toBe(address[`billing_${part}`])
  await page.waitForURL('**/order-received/**')
})

test('[XW-06 added without shipping] a tasting that needs no shipping is put into the express cart, and paid without an address', async ({
  page,
  ownShop,
}) => {
  const file = join(ownShop.dataDir, 'tasting.csv')
  await writeFile(file, 'Type,SKU,Name,Published,Regular price\n"simple, virtual",tasting,Tasting by video,1,25\n')
  await promisify(execFile)(process.execPath, ['dist/server/shop.js', 'import', 'products', file], {
    env: { ...process.env, DATA_DIR: ownShop.dataDir },
  })

  await page.addInitScript(() => sessionStorage.setItem('sandbox-wallets', JSON.stringify({ mode: 'overlay' })))
  await page.goto('/product/tasting-by-video/')
  const button = page.getByRole('button', { name: 'Buy with Google Pay' })
  await button.scrollIntoViewIfNeeded()
  await expect(button).toBeEnabled()
  const added = page.waitForRequest((request) => request.url().includes('path=/wc-stripe/v1/cart/add-to-cart'))
  await button.click()
  expect(new URLSearchParams((await added).postData() ?? '').get('qty')).toBe('1')
  const sheet = page.frameLocator('dialog iframe')
  const pay = sheet.getByRole('button', { name: /^Pay \$/ })
  await expect(pay).toBeEnabled()
  await expect(sheet.getByRole('group', { name: 'Ship to' })).toBeHidden()
  const total = /\$[\d.]+/.exec((await pay.textContent()) ?? '')?.[0] ?? 'no total'
  await pay.click()
  await page.waitForURL('**/order-received/**')
  await expect(page.locator('.woocommerce-order-overview__total, .order-total').first()).toContainText(total)
})
