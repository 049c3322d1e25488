/** A shop without SHOP_URL works at localhost and at 127.0.0.1: both sell, and no link leads from one to the other. */
import { expect } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { newCustomerAddress, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { fillCheckout, payByCard, signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { addAuthenticator, test } from './named-shop-test.ts'

// All addresses in 127.0.0.0/8 are loopback, so 127.0.0.2 stands in for the machine's address in a local network.
test.use({ listensOn: '0.0.0.0' })

for (const host of ['localhost', '127.0.0.1'] as const) {
  test.describe(`at ${host}`, () => {
    test.use({
      baseURL: async ({ namedShop }, use) => {
        await use(`http://${host}:${namedShop.port}`)
      },
    })

    test('[PAY-01 new card, pay later] a bank refuses and leads back to the cart, another confirms', async ({
      page,
      baseURL,
    }) => {
      const stays = () => expect(new URL(page.url()).origin).toBe(baseURL)
      // Until its script has run, the button is a link and opens no dialog.
      await page.goto('/product-category/teaware/')
      await scriptRun(page, 'cart')
      await page.locator('.products .add_to_cart_button.ajax_add_to_cart').first().click()
      await page.locator('dialog#mini-cart[open]').press('Escape')
      await page.locator('a.added_to_cart').first().click()
      await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(1)
      stays()
      await page.goto('/checkout/')
      await fillCheckout(page, newCustomerAddress())
      await page.getByRole('radio', { name: 'Afterpay' }).check()
      await page.locator('#place_order').click()
      await page.waitForURL(/\/v3\/pay-later\//)
      await page.getByRole('button', { name: 'Decline' }).click()
      await expect(page.getByText('Afterpay did not approve the payment')).toBeVisible()
      stays()
      await page.locator('#terms').check()
      await page.locator('#payment_method_stripe_cc').check({ force: true })
      await payByCard(page, cards.requiresAuthentication)
      const bank = page.frameLocator('dialog[open] iframe')
      await bank.getByRole('button', { name: 'Complete authentication' }).click()
      await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible()
      stays()
      await page.goto('/cart/')
      await expect(page.locator('.cart-empty')).toBeVisible()
    })
  })
}

test('[ACC-01 log in] passkeys are offered at the address that the start names, and elsewhere the account says where', async ({
  browser,
  namedShop,
}) => {
  const named = `http://localhost:${namedShop.port}`
  expect(namedShop.output()).toContain(`Samovar is open at ${named}\n`)
  for (const host of ['localhost', '127.0.0.1', '127.0.0.2']) {
    const isNamed = host === 'localhost'
    const context = await browser.newContext({ baseURL: `http://${host}:${namedShop.port}` })
    const page = await context.newPage()
    await addAuthenticator(page)
    for (const path of ['/my-account/', '/wp-login.php']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible({ visible: isNamed })
    }
    await signIn(page, users.customer)
    await page.goto('/my-account/sign-ins/', { waitUntil: 'networkidle' })
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeVisible({ visible: isNamed })
    const sentence = page.getByText('Passkeys belong to the name of this shop.')
    await expect(sentence).toBeVisible({ visible: !isNamed })
    if (!isNamed) {
      await expect(sentence).toContainText(`They work only at ${named}.`)
      expect(await findingsOf(page)).toEqual([])
      await page.getByRole('link', { name: named }).click()
      await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    }
    await context.close()
  }
})
