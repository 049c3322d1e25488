/** Which payer data wallet sheets request, on each kind of page (shop.md §5, "Wallet field requests"). */
import type { FrameLocator, Page } from '@playwright/test'
import { demo, newCustomerAddress } from '../running/demo-shop.ts'
import { fillCheckout } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'
import { fillCart } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

/** Sets the wallets that the browser has (sandbox/README.md). */
const withWallets = (page: Page, wallets: object) =>
  page.addInitScript((json) => sessionStorage.setItem('sandbox-wallets', json), JSON.stringify(wallets))
const google = { google: 'ready', mode: 'overlay' }
const apple = { google: 'none', device: 'apple' }

/** The payer line of the Google Pay sheet: the buyer's name, followed by the data that the page will receive. */
const nobodyAsked = 'Ada Martin'
const everythingAsked = 'Ada Martin, ada.martin@example.test, 12 Queen Street West, +1 416-555-0134'

const sheetIn = (page: Page): FrameLocator => page.frameLocator('dialog[open] iframe')

async function listed(page: Page, id: string) {
  await page.locator('#terms').check()
  await page.locator('#place_order').scrollIntoViewIfNeeded()
  await page.locator(`label[for="payment_method_${id}"]`).click()
  const button = page.locator(`[data-wallet-button="${id}"] button`)
  await expect(button).toBeEnabled()
  return button
}

/** Reads the payer line of the Google Pay sheet, and closes the sheet. */
async function payerLine(page: Page): Promise<string> {
  const sheet = sheetIn(page)
  await expect(sheet.locator('#payer')).not.toBeEmpty()
  const text = (await sheet.locator('#payer').textContent()) ?? ''
  await sheet.getByRole('button', { name: 'Close Google Pay' }).click()
  await expect(page.locator('dialog[open]')).toHaveCount(0)
  return text
}

async function expectAppleAsks(page: Page, asks: { readonly phone: boolean }): Promise<void> {
  const sheet = sheetIn(page)
  await expect(sheet.getByLabel('Name')).toBeVisible()
  await expect(sheet.getByLabel('Email')).toBeVisible()
  await expect(sheet.getByLabel('Telephone')).toBeVisible({ visible: asks.phone })
}

test('[PAY-20 elsewhere] on the page of a product and in the cart everything that the shop requires is asked for', async ({
  page,
  baseURL,
}) => {
  await withWallets(page, google)
  await page.goto(`/product/${demo.simple}/`)
  await page.getByRole('button', { name: 'Buy with Google Pay' }).click()
  expect(await payerLine(page)).toBe(everythingAsked)
  await fillCart(page.context(), baseURL)
  await page.goto('/cart/')
  const inCart = page.locator('.wc-stripe-cart-checkout-container').getByRole('button', { name: /Google Pay/ })
  await expect(inCart).toBeEnabled()
  // A quantity that is only typed is saved first, also where a tap on a button leaves the field focused.
  await page.locator('input.qty').first().fill('3')
  await inCart.evaluate((button: HTMLElement) => button.click())
  await expect(page.locator('input[name$="[was]"]').first()).toHaveValue('3')
  await expect(page.locator('dialog[open], .cart_totals.processing')).toHaveCount(0)
  await inCart.click()
  expect(await payerLine(page)).toBe(everythingAsked)
})

test('[PAY-20 checkout] what the form holds is not asked for again, in the list of payment methods and above the form', async ({
  page,
  baseURL,
}) => {
  await withWallets(page, google)
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  const inList = await listed(page, 'stripe_googlepay')
  const above = page.getByRole('group', { name: 'Express checkout' }).getByRole('button', { name: /Google Pay/ })
  await expect(above).toBeEnabled()
  const expectLine = async (line: string): Promise<void> => {
    for (const button of [inList, above]) {
      await expect(button).toBeEnabled()
      await button.click()
      expect(await payerLine(page)).toBe(line)
    }
  }
  await expectLine(everythingAsked)
  await fillCheckout(page, newCustomerAddress())
  await expectLine(nobodyAsked)
  await page.locator('#billing_email').fill('')
  await expectLine('Ada Martin, ada.martin@example.test')
  await fillCheckout(page, { ...newCustomerAddress(), billing_last_name: '' })
  await expectLine('Ada Martin, 12 Queen Street West')
  await fillCheckout(page, { ...newCustomerAddress(), billing_phone: '' })
  await expectLine(everythingAsked.replace(' ada.martin@example.test,', ''))
})

test('[PAY-20 order_pay] of the payer of an order nothing is asked', async ({ page, baseURL }) => {
  await withWallets(page, google)
  await page.goto(await unpaidOrder(baseURL ?? ''))
  await (await listed(page, 'stripe_googlepay')).click()
  expect(await payerLine(page)).toBe(nobodyAsked)
})

test('[PAY-20 phone-maker wallet] Apple asks for name and email on every page, also for an order and in a form that is filled in', async ({
  page,
  baseURL,
}) => {
  await withWallets(page, apple)
  await page.goto(`/product/${demo.simple}/`)
  await page.getByRole('button', { name: 'Buy with Apple Pay' }).click()
  await expectAppleAsks(page, { phone: true })
  await page.goto(await unpaidOrder(baseURL ?? ''))
  await (await listed(page, 'stripe_applepay')).click()
  await expectAppleAsks(page, { phone: false })
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  await fillCheckout(page, newCustomerAddress())
  await (await listed(page, 'stripe_applepay')).click()
  await expectAppleAsks(page, { phone: false })
})
