/**
 * Scripts of the Stripe plugin on product pages without our own scripts, in a shop with the browser's wallet and a
 * product that needs no shipping.
 */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demo, users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { test } from './own-shop-test.ts'
import { addScripts, pay, sheet, thanks, withoutOwnScripts, withWallets } from './payment-plugin-page.ts'
import { messageScript, variationScript } from './payment-plugin-scripts.ts'
import { googlePayScript, requestScript } from './payment-plugin-wallets.ts'
import { expect } from './shop-test.ts'

test.beforeAll(async ({ browser, ownShop }) => {
  const owner = await browser.newPage({ baseURL: ownShop.url })
  await signIn(owner, users.owner)
  await owner.goto('/wp-admin/settings/payments/')
  for (const name of ['Browser wallet', 'Affirm', 'Afterpay', 'Klarna'])
    await owner.getByRole('group', { name }).getByRole('checkbox').first().check()
  const save = owner.getByRole('button', { name: 'Save changes' })
  // Another file may already have enabled them in this shop.
  if (await save.isEnabled()) {
    await save.click()
    await expect(owner.getByText('Saved. The checkout now offers it.')).toBeVisible()
  }
  await owner.close()
})

test.beforeEach(withoutOwnScripts)

test('the plugin’s scripts buy a size of a tea with the browser’s own wallet', async ({ page }) => {
  await withWallets(page, { google: 'none', device: 'browser' })
  await page.goto(`/product/${demo.manyChoices}/`)
  await addScripts(page, variationScript, requestScript('payment_request'))
  const button = page.locator('#wc-stripe-payment-request-container').getByRole('button')
  await button.click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)

  const variations = JSON.parse((await page.locator('form.cart').getAttribute('data-product_variations')) ?? '[]')
  const { attributes } = variations.find(({ is_in_stock }: { is_in_stock: boolean }) => is_in_stock)
  // The sheet takes its amounts from this response, and no longer updates them when it is open.
  const calculated = page.waitForResponse(/cart\/cart-calculation/)
  // Chips cover the select fields, so they are changed with `force`.
  for (const [name, value] of Object.entries<string>(attributes))
    await page.locator(`[name="${name}"]`).selectOption(value, { force: true })
  await (await calculated).finished()
  await button.click()
  await sheet(page).getByLabel('Ship to').selectOption({ index: 1 })
  const total = /\$[\d.]+/.exec(
    (await sheet(page)
      .getByRole('button', { name: /^Pay \$/ })
      .textContent()) ?? '',
  )?.[0]
  await pay(page)
  await expect(thanks(page)).toBeVisible()
  await expect(page.locator('.woocommerce-order-overview__total')).toContainText(total ?? 'no total')
  await expect(page.locator('main')).toContainText('Morning Mug')
})

test('the plugin’s scripts buy with Google Pay what is not shipped', async ({ page, ownShop }) => {
  const file = join(ownShop.dataDir, 'course.csv')
  await writeFile(file, 'Type,SKU,Name,Published,Regular price\n"simple, virtual",course,Course by video,1,25\n')
  await promisify(execFile)(process.execPath, ['dist/server/shop.js', 'import', 'products', file], {
    env: { ...process.env, DATA_DIR: ownShop.dataDir },
  })
  await withWallets(page, { google: 'ready', mode: 'overlay' })
  await page.goto('/product/course-by-video/')
  await addScripts(page, googlePayScript('product'))
  const added = page.waitForResponse(/path=\/wc-stripe\/v1\/cart\/add-to-cart/)
  await page.locator('form.cart li.payment_method_stripe_googlepay').getByRole('button').click()
  expect(await (await added).json()).toMatchObject({ data: { total: '28.25' } })
  await pay(page)
  await expect(thanks(page)).toBeVisible()
  await expect(page.locator('main')).toContainText('Course by video')
})

test('messages of paying later are left to the page where the provider has none', async ({ page }) => {
  await page.goto(`/product/${demo.teaware}/`)
  const text = await page.locator('#wc-stripe-afterpay-product-msg').textContent()
  expect(text).toMatch(/\S/)
  await addScripts(page, messageScript)
  expect(await page.evaluate(() => (window as unknown as { shown: Promise<string[]> }).shown)).toEqual([
    ...['affirmMessage', 'afterpayClearpayMessage', 'paymentMethodMessaging'],
  ])
  await expect(page.locator('#wc-stripe-afterpay-product-msg')).toHaveText(text ?? '')
})
