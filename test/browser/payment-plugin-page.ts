/**
 * Our pages without our own scripts, and with those of payment-plugin-scripts.ts and payment-plugin-wallets.ts instead.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { newCustomerAddress } from '../running/demo-shop.ts'
import { cardFrame, fillCheckout } from '../running/shopper.ts'
import { checkoutScript } from './payment-plugin-scripts.ts'

const jQuery = readFileSync(fileURLToPath(import.meta.resolve('jquery/dist/jquery.min.js')), 'utf8')

/** Answers requests for our own scripts with empty files. */
export const withoutOwnScripts = ({ page }: { page: Page }): Promise<unknown> =>
  page.route(/\/assets\/.*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))

/** Adds jQuery, the provider's scripts, and then the given scripts. */
export async function addScripts(page: Page, ...scripts: string[]): Promise<void> {
  await page.evaluate(jQuery)
  const url = await page.locator('[data-provider-script]').first().getAttribute('data-provider-script')
  await page.addScriptTag({ url: url ?? '' })
  await page.addScriptTag({ url: new URL('/gp/p/js/pay.js', url ?? '').href })
  for (const script of scripts) await page.evaluate(script)
}

export async function openCheckout(page: Page, script: string, query = ''): Promise<void> {
  await page.goto(`/checkout/${query}`)
  await addScripts(page, checkoutScript, script)
  await fillCheckout(page, newCustomerAddress())
  await page.evaluate(() => (window as unknown as { updateCheckout(): Promise<void> }).updateCheckout())
  await page.locator('#terms').check()
}

/** `hasPostalCode`: whether the provider's form has a postal code field, because the shop does not pass the code. */
export async function typeCard(page: Page, number: string, hasPostalCode = true): Promise<void> {
  const card = cardFrame(page)
  await card.locator('#number').fill(number)
  await card.locator('#expiry').fill('1234')
  await card.locator('#cvc').fill('123')
  if (hasPostalCode) await card.locator('#postal').fill('M5V 2T6')
}

export const placeOrder = (page: Page) => page.locator('#place_order')
export const errors = (page: Page) => page.locator('.woocommerce-error')
export const thanks = (page: Page) => page.getByRole('heading', { name: /^Thank you, / })
export const bank = (page: Page) => page.frameLocator('iframe[title="Confirm your payment with your bank"]')
/** The Google Pay sheet over the page. */
export const sheet = (page: Page) => page.frameLocator('dialog[open] iframe')
export const pay = (page: Page) =>
  sheet(page)
    .getByRole('button', { name: /^Pay \$/ })
    .click()

/** Sets the wallets that the browser has (sandbox/README.md). */
export const withWallets = (page: Page, wallets: object): Promise<unknown> =>
  page.addInitScript((json) => sessionStorage.setItem('sandbox-wallets', json), JSON.stringify(wallets))
