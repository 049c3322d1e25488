/** Browser warnings on pages that otherwise work. The `complaints` fixture of shop-test.ts collects them. */
import type { Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { cardFrame, fillCheckout, payByCard, signIn, typeCard } from '../running/shopper.ts'
import { fillCart } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

test.use({ isFirstVisit: true })

/** Browsers warn about unused preloads a few seconds after the load event. */
const USED_WITHIN_MS = 4500

test('nothing is preloaded that a page at 768 px does not use', async ({ context, baseURL }) => {
  await fillCart(context, baseURL)
  const products = [demo.simple, demo.variable, demo.onePicture, demo.grouped].map((slug) => `/product/${slug}/`)
  const shop = ['/', '/shop/', `/product-category/${demo.category}/`, '/cart/', '/checkout/']
  const texts = ['/blog/', `/blog/${demo.post}/`, `/${demo.page}/`, '/my-account/', '/no-such-page/']
  let page: Page | undefined
  // The pages load one after another, and share one wait at the end.
  for (const path of [...shop, ...products, ...texts]) {
    page = await context.newPage()
    await page.setViewportSize({ width: 768, height: 1024 })
    await page.goto(path, { waitUntil: 'load' })
  }
  await page?.waitForTimeout(USED_WITHIN_MS)
})

test('a mail that is looked at in the back office runs no script, and its frame asks for none', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
  await fillCheckout(page, newCustomerAddress())
  await page.locator('label[for="payment_method_bacs"]').click()
  await page.locator('#place_order').click()
  await page.waitForURL(/order-received/)
  await signIn(page, users.owner)
  await expect(async () => {
    await page.goto('/wp-admin/mails/')
    await page.getByRole('row').getByRole('link').first().click({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  const letter = page.locator('iframe').contentFrame()
  await expect(letter.locator('body')).not.toBeEmpty()
  await page.goto('/wp-admin/mails/kinds/')
  await page.getByRole('row').getByRole('link').first().click()
  await expect(page.locator('iframe').contentFrame().locator('body')).not.toBeEmpty()
  // The browser reports problems of the frame while it renders it.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
})

test.describe('at the checkout', () => {
  test.beforeEach(async ({ page, baseURL }) => {
    await fillCart(page.context(), baseURL)
    await page.goto('/checkout/')
    await fillCheckout(page, newCustomerAddress())
    await cardFrame(page).locator('#number').waitFor()
  })

  test('[PAY-01 new card] a card field that another script has moved is told nothing before it is there again, and pays', async ({
    page,
  }) => {
    await page.evaluate(() => {
      const field = document.getElementById('wc-stripe-card-element')
      field?.parentElement?.prepend(field)
      document.querySelector<HTMLElement>('#place_order')?.click()
    })
    await expect(page.locator('.woocommerce-error')).toHaveText('Your card number is incomplete.')
    await typeCard(page, cards.good)
    await page.locator('#place_order').click()
    await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
  })

  test('[SCA-03] a bank’s page that is closed before it has loaded is cancelled as soon as it has', async ({
    page,
  }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    await page.route('**/v3/three-d-secure/**', async (route) => {
      asked.resolve()
      await held
      await route.continue()
    })
    await payByCard(page, cards.requiresAuthentication)
    await asked.promise
    // On phones the back gesture requests to close the dialog.
    await page.locator('dialog[open]').evaluate((dialog: HTMLDialogElement) => dialog.requestClose())
    release()
    await expect(page.locator('.woocommerce-error')).toContainText('We could not confirm with your bank')
  })
})
