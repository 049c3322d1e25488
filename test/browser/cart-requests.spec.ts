/** Order of the cart script's requests and announcements: one test for each constant of the specification. */
import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { expect, test } from './shop-test.ts'

type Sent = { readonly call: string; readonly what: string; readonly underWay: number }

/** Records every add and removal, and how many requests are then pending (including itself). Responses are delayed. */
async function noteRequests(page: Page): Promise<Sent[]> {
  const sent: Sent[] = []
  let underWay = 0
  await page.route(/wc-ajax=(add_to_cart|remove_from_cart)/, async (route) => {
    const fields = new URLSearchParams(route.request().postData() ?? '')
    const call = new URL(route.request().url()).searchParams.get('wc-ajax') ?? ''
    underWay += 1
    sent.push({ call, what: fields.get('product_id') ?? fields.get('cart_item_key') ?? '', underWay })
    const answer = await route.fetch()
    await new Promise((done) => setTimeout(done, 150))
    underWay -= 1
    await route.fulfill({ response: answer })
  })
  return sent
}

async function openListing(page: Page): Promise<void> {
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
}

test('[ATC-09 adds in order, removals in order, one at a time] different products, pressed at once', async ({
  page,
}) => {
  const sent = await noteRequests(page)
  await openListing(page)
  const ids = await page.locator('.products .ajax_add_to_cart').evaluateAll((buttons) => {
    const some = buttons.slice(0, 4) as HTMLElement[]
    for (const button of some) button.click()
    return some.map((button) => button.dataset.product_id ?? '')
  })
  await expect(page.locator('a.cart-contents .count')).toHaveText('4')
  expect(sent.map(({ call, what }) => [call, what])).toEqual(ids.map((id) => ['add_to_cart', id]))

  sent.length = 0
  const keys = await page.locator('#mini-cart a.remove_from_cart_button').evaluateAll((links) => {
    const some = (links as HTMLElement[]).slice(0, 3)
    for (const link of some) link.click()
    return some.map((link) => link.dataset.cart_item_key ?? '')
  })
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(1)
  expect(sent.map(({ call, what }) => [call, what])).toEqual(keys.map((key) => ['remove_from_cart', key]))
  expect(Math.max(...sent.map(({ underWay }) => underWay))).toBe(1)
})

test('[ATC-06 not on the cart page] a card on the cart page adds without showing another link to the cart', async ({
  page,
}) => {
  await page.goto(`/product/${demo.simple}/`)
  await page.locator('.single_add_to_cart_button').click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await page.goto('/cart/')
  await scriptRun(page, 'cart-page')
  const button = page.locator('.cross-sells .ajax_add_to_cart').first()
  await button.click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('2')
  await expect(page.locator('.added_to_cart')).toHaveCount(0)
  await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(2)
})

test('[ATC-08 configured no] after adding the shopper stays on the page', async ({ page }) => {
  await openListing(page)
  const setting = () =>
    page.evaluate(() => (window as unknown as { wc_add_to_cart_params: Record<string, string> }).wc_add_to_cart_params)
  expect((await setting()).cart_redirect_after_add).toBe('no')
  await page.locator('.products .ajax_add_to_cart').first().click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  expect(new URL(page.url()).pathname).toBe('/shop/')
})

test("[ATC-05] the button's message is announced one second after the cart has changed, not before", async ({
  page,
}) => {
  await page.clock.install()
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
  const region = page.locator('.widget_shopping_cart_live_region')
  const button = page.locator('.products .ajax_add_to_cart').first()
  const message = (await button.getAttribute('data-success_message')) ?? ''
  expect(message).not.toBe('')
  await page.clock.pauseAt(Date.now() + 60_000)
  await button.click()
  await expect(page.locator('#mini-cart[open]')).toBeVisible()
  await page.clock.runFor(950)
  await expect(region).not.toHaveText(message)
  await page.clock.runFor(100)
  await expect(region).toHaveText(message)
})
