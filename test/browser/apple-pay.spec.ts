/** Apple Pay on a product page: a purchase in one sheet, and the error message after a declined payment. */
import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { findingsOf } from './axe.ts'
import { expect, test } from './shop-test.ts'

type Amount = { readonly amount: number; readonly pending?: boolean }
declare global {
  interface Window {
    /** Totals that the page has passed to its payment requests, in order. */
    totals: Amount[]
  }
}

/** Makes Apple Pay available, and records the totals that the page passes to the provider's payment requests. */
async function withApplePay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    sessionStorage.setItem('sandbox-wallets', JSON.stringify({ device: 'apple' }))
    window.totals = []
    type Request = {
      on(name: string, handler: (event: object) => void): Request
      update(changes: { total: Amount }): void
    }
    type Provider = { paymentRequest(options: { total: Amount }): Request }
    let provider: ((key: string) => Provider) | undefined
    Object.defineProperty(window, 'Stripe', {
      configurable: true,
      get: () => provider,
      set(original: (key: string) => Provider) {
        provider = (key) => {
          const made = original(key)
          return {
            ...made,
            paymentRequest(options) {
              window.totals.push(options.total)
              const request = made.paymentRequest(options)
              const update = request.update.bind(request)
              request.update = (changes) => {
                window.totals.push(changes.total)
                update(changes)
              }
              return request
            },
          }
        }
      },
    })
  })
}

const sheetOf = (page: Page) => page.frameLocator('iframe[title="Apple Pay"]')
const buttonOf = (page: Page) => page.getByRole('button', { name: 'Buy with Apple Pay' })

test('[XW-16] [PAY-21 cents] [PAY-21 pending until shown] [PAY-01 phone-maker wallet] [PAY-10 payment method from a wallet token] tea is bought from its page with Apple Pay; a decline is told', async ({
  page,
}) => {
  await withApplePay(page)
  const calculation = page.waitForResponse(/cart-calculation/)
  await page.goto(`/product/${demo.another}/`)
  await buttonOf(page).scrollIntoViewIfNeeded()
  await expect(buttonOf(page)).toBeEnabled()
  expect(await page.evaluate(() => window.totals.every(({ pending }) => pending === true))).toBe(true)
  expect(await findingsOf(page)).toEqual([])

  await buttonOf(page).click()
  const sheet = sheetOf(page)
  await expect(sheet.getByLabel('Name')).toHaveValue('Ada Tremblay')
  await expect(sheet.getByLabel('Email')).toBeVisible()
  const { data } = (await (await calculation).json()) as { data: { stripe_applepay: { total: string } } }
  const amount = Number(data.stripe_applepay.total.replace('.', ''))
  expect(await page.evaluate(() => window.totals.at(-1))).toEqual({ label: 'Total', amount, pending: true })
  const pay = sheet.getByRole('button', { name: /^Pay \$/ })
  await expect(pay).toBeVisible()

  await sheet.getByLabel('Ship to').selectOption({ label: 'Ada Tremblay, 350 Fifth Avenue, New York, NY, US' })
  await expect(sheet.getByRole('alert')).toHaveText('This shop does not send to this address. Choose another one.')
  await sheet.getByLabel('Ship to').selectOption({ index: 1 })
  await expect(pay).toBeVisible()
  await sheet.getByLabel('Card').selectOption({ label: 'Visa •••• 0002 (is declined)' })
  await pay.click()
  await expect(sheet.getByRole('alert')).toHaveText('Payment not completed. Try another card.')
  await sheet.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('[data-wallet-problem]')).toContainText('declined')

  await buttonOf(page).click()
  await sheet.getByLabel('Card').selectOption({ label: 'Interac •••• 1933' })
  const total = /\$[\d.]+/.exec((await pay.textContent()) ?? '')?.[0] ?? 'no total'
  await pay.click()
  await page.waitForURL('**/order-received/**')
  await expect(page.locator('.woocommerce-order-overview__total, .order-total').first()).toContainText(total)
})
