import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { expect, test } from './shop-test.ts'

const firstButton = '.products .ajax_add_to_cart >> nth=0'

/** Before the cart's script is there, a button is a link that does the same; these tests are about the script. */
async function openShelf(page: Page): Promise<void> {
  await page.goto('/shop/')
  await page.waitForLoadState('networkidle')
}

test('[ATC-03] [ATC-04] [ATC-06] the button of a card loads, is done, and shows the way to the cart', async ({
  page,
}) => {
  await openShelf(page)
  const button = page.locator(firstButton)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/?wc-ajax=add_to_cart', async (route) => {
    await held
    await route.continue()
  })
  await button.click()
  await expect(button).toHaveClass(/\bloading\b/)
  release()
  await expect(button).toHaveClass(/\badded\b/)
  await expect(button).not.toHaveClass(/\bloading\b/)
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await expect(page.locator('.products a.added_to_cart')).toHaveAttribute('href', /\/cart\/$/)
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(1)
})

test('[ATC-05] what was added is announced after a second', async ({ page }) => {
  await openShelf(page)
  await page.locator(firstButton).click()
  await expect(page.locator('.widget_shopping_cart_live_region')).toHaveText(/has been added to your cart/)
})

test('[ATC-07] an answer with an error leads to the product’s own page', async ({ page }) => {
  await openShelf(page)
  await page.route('**/?wc-ajax=add_to_cart', (route) =>
    route.fulfill({ json: { error: true, product_url: `/product/${demo.soldOut}/` } }),
  )
  await page.locator(firstButton).click()
  await expect(page).toHaveURL(new RegExp(`/product/${demo.soldOut}/`))
})

test('[ATC-09] adds are sent one at a time, in order, and none is lost', async ({ page }) => {
  await openShelf(page)
  let underWay = 0
  let most = 0
  page.on('request', (request) => {
    if (request.url().includes('wc-ajax=add_to_cart')) most = Math.max(most, ++underWay)
  })
  page.on('requestfinished', (request) => {
    if (request.url().includes('wc-ajax=add_to_cart')) underWay -= 1
  })
  const button = page.locator(firstButton)
  await button.evaluate((element: HTMLElement) => {
    for (let count = 0; count < 6; count += 1) element.click()
  })
  await expect(page.locator('a.cart-contents .count')).toHaveText('6')
  expect(most).toBe(1)
})

test('[ATC-11] a quantity below the least is raised to it', async ({ page }) => {
  await page.goto(`/product/${demo.simple}/`)
  const quantity = page.getByLabel('Quantity').first()
  await quantity.fill('-3')
  await quantity.blur()
  await expect(quantity).toHaveValue('1')
})

test('[MINI-01] [MINI-02] a line is dimmed while it is taken out, and then gone', async ({ page }) => {
  await openShelf(page)
  await page.locator(firstButton).click()
  const line = page.locator('#mini-cart .woocommerce-mini-cart-item')
  await expect(line).toHaveCount(1)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/?wc-ajax=remove_from_cart', async (route) => {
    await held
    await route.continue()
  })
  await line.locator('.remove_from_cart_button').click()
  await expect(line).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(line).toHaveCount(0)
  await expect(page.locator('#mini-cart')).toContainText('No products in the cart.')
})

test('[MINI-03] a removal that fails follows the link, which does the job', async ({ page }) => {
  await openShelf(page)
  await page.locator(firstButton).click()
  await page.route('**/?wc-ajax=remove_from_cart', (route) => route.fulfill({ json: { success: false } }))
  await page.locator('#mini-cart .remove_from_cart_button').click()
  await expect(page).toHaveURL(/\/cart\//)
  await expect(page.locator('.woocommerce-message')).toContainText('removed')
  await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(0)
})

test('[MINI-06] the cart is the same in every tab and survives a reload', async ({ page, context }) => {
  await openShelf(page)
  const other = await context.newPage()
  await other.goto('/shop/')
  await page.locator(firstButton).click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await expect(other.locator('a.cart-contents .count')).toHaveText('1')
  await page.reload()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
})
