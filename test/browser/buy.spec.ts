/** The main path: a shopper finds a tea and buys it, and the owner sees the order. */
import type { Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { fillCheckout, payByCard, signIn } from '../running/shopper.ts'
import { expect, phone, test } from './shop-test.ts'

for (const [device, use] of [
  ['a desktop', {}],
  ['a phone', phone],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use(use)

    test('[CHK-18 order-received page] [PLAT-01] [ATC-10] [MINI-04] from the listing to the order-received page, and the owner sees the order', async ({
      page,
      browser,
    }) => {
      await page.goto('/shop/')
      await expect(page.locator('html')).toHaveAttribute('lang', 'en-CA')
      await openProductFromListing(page, demo.simple)
      await expect(page).toHaveURL(new RegExp(`/product/${demo.simple}/`))
      await expect(page.locator('.summary .price')).toContainText('$24.50')

      await scriptRun(page, 'cart')
      await page.getByLabel('Quantity').first().fill('2')
      await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
      const drawer = page.locator('#mini-cart')
      await expect(drawer).toBeVisible()
      await expect(drawer.locator('.woocommerce-mini-cart-item')).toContainText('Jasmine Dragon Pearls')
      await expect(page).toHaveURL(new RegExp(`/product/${demo.simple}/`))

      await drawer.getByRole('link', { name: 'View cart' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Cart' })).toBeVisible()
      await expect(page.locator('.cart-subtotal')).toContainText('$49.00')
      await expect(page.locator('.order-total')).toContainText('$58.95')

      await page.getByRole('link', { name: 'Proceed to checkout' }).click()
      await fillCheckout(page, newCustomerAddress())
      await expect(page.locator('#place_order')).toHaveText('Place order · $58.95')
      await payByCard(page, cards.good)

      await expect(page.getByRole('heading', { level: 1, name: 'Thank you, Ada.' })).toBeVisible()
      await expect(page.locator('.woocommerce-order-overview__total')).toContainText('$58.95')
      const number = await page.locator('.woocommerce-order-overview__order strong').innerText()
      await page.goto('/cart/')
      await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(0)

      await expectOwnerSees(await (await browser.newContext()).newPage(), number)
    })
  })
}

/** Pages through the listing until it shows the product, and opens it. */
async function openProductFromListing(page: Page, slug: string): Promise<void> {
  for (;;) {
    const card = page.locator(`.woocommerce-loop-product__link[href="/product/${slug}/"]`)
    if ((await card.count()) > 0) return card.click()
    const next = page.locator('.woocommerce-pagination .next')
    const address = (await next.getAttribute('href')) ?? ''
    await next.click()
    await expect(page).toHaveURL(address)
  }
}

async function expectOwnerSees(page: Page, number: string): Promise<void> {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/orders/')
  await page
    .getByRole('link', { name: new RegExp(`${number}`) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(number)
  await expect(page.locator('main')).toContainText('Jasmine Dragon Pearls')
  await expect(page.locator('main')).toContainText('Processing')
  await expect(page.locator('main')).toContainText('$58.95')
  await page.context().close()
}

test('[ATC-10] [ATC-12] a variable tea: the size decides price and stock, and goes into the cart', async ({ page }) => {
  await page.goto(`/product/${demo.variable}/`)
  const price = page.locator('.summary .price').first()
  // The first size is selected, and only its price is shown.
  await expect(price).toContainText('$8.95')
  await expect(price).not.toContainText('$35.50')

  await page.getByRole('radio', { name: /100 g/ }).check({ force: true })
  await expect(price).toContainText('$15.95')
  await expect(price).not.toContainText('$35.50')
  await expect(page.locator('select[name="attribute_pa_size"]')).toHaveValue('100-g')

  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  const line = page.locator('#mini-cart .woocommerce-mini-cart-item')
  await expect(line).toContainText('Cederberg Rooibos')
  await expect(line).toContainText('100 g')
  await expect(line).toContainText('$15.95')
})

test('[ATC-10] a quantity typed before hydration goes into the cart', async ({ page }) => {
  let release = () => {}
  let isHeld = false
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/assets/simple-purchase-*.js', async (route) => {
    isHeld = true
    await held
    await route.continue()
  })
  await page.goto(`/product/${demo.another}/`)
  await page.getByLabel('Quantity').first().fill('3')
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect.poll(() => isHeld).toBe(true)
  release()
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toContainText('3 ×')
})

test('[ATC-12] a variable tea without a selected size asks for one; a sold-out size cannot be bought', async ({
  page,
}) => {
  await page.goto(`/product/${demo.partlySoldOut}/`)
  await expect(page.locator('samovar-island[data-island="variation"]')).toHaveAttribute('data-awake', '')
  await page.locator('.reset_variations').click()
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('form.cart [role=alert]').first()).toContainText('Choose a size.')
  await page.getByRole('radio', { name: /^25 g/ }).check({ force: true })
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('form.cart [role=alert]').first()).toContainText('this product is unavailable')
  await expect(page.locator('.single_variation')).toContainText('Sold out')
  await expect(page.locator('#mini-cart')).toBeHidden()
})

test('[CAT-03] a sold-out product says so and offers similar ones', async ({ page }) => {
  await page.goto(`/product/${demo.soldOut}/`)
  await expect(page.locator('.stock.out-of-stock')).toBeVisible()
  await expect(page.locator('.single_add_to_cart_button')).toHaveCount(0)
})
