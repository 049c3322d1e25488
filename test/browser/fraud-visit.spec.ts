/** The data that pages give to the scripts of a fraud-detection service: user and session. */
import type { Page } from '@playwright/test'
import { demo, users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { expect, test } from './shop-test.ts'

type Sift = { readonly beacon_key: string; readonly user_id: string; readonly session_id: string }
type Config = { readonly fraudServices?: { readonly sift?: Sift } }

/** The service's current settings, under the variable name of a product page or of the checkout. */
const siftOn = (page: Page): Promise<Sift | undefined> =>
  page.evaluate(() => {
    const own = window as unknown as { wcpayConfig?: Config; wcpay_upe_config?: Config }
    return (own.wcpayConfig ?? own.wcpay_upe_config)?.fraudServices?.sift
  })

/** Opens a product page and waits for the session id. */
async function visitOn(page: Page, slug: string): Promise<string> {
  await page.goto(`/product/${slug}/`)
  await expect.poll(async () => (await siftOn(page))?.session_id).toMatch(/^[0-9a-f]{32}$/)
  return (await siftOn(page))?.session_id ?? ''
}

test('[PAY-16 visit for fraud detection] a visit has one number, with and without wallets on the page, before there is a cart and at the checkout', async ({
  page,
  browser,
  baseURL,
}) => {
  const visit = await visitOn(page, demo.soldOut)
  await expect(page.locator('[data-wallet-problem]')).toHaveCount(0)
  expect(await siftOn(page)).toEqual({ beacon_key: 'samovar', user_id: '', session_id: visit })
  const wallets: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('express-button')) wallets.push(request.url())
  })
  // In this low window the wallets are far below the visible part, so their script does not load.
  await page.setViewportSize({ width: 390, height: 320 })
  expect(await visitOn(page, demo.simple)).toBe(visit)
  expect(wallets).toEqual([])
  await page.setViewportSize({ width: 1440, height: 900 })
  const button = page.waitForResponse(/cart-calculation/)
  await page.goto(`/product/${demo.simple}/`)
  await page.locator('form.cart').scrollIntoViewIfNeeded()
  await button
  await expect.poll(async () => (await siftOn(page))?.session_id).toBe(visit)
  await page.locator('.single_add_to_cart_button').click()
  await expect(page.locator('a.cart-contents .count')).toHaveText('1')
  await page.goto('/checkout/')
  await expect.poll(() => siftOn(page)).toEqual({ beacon_key: 'samovar', user_id: '', session_id: visit })
  expect(await visitOn(page, demo.another)).toBe(visit)

  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  expect(await visitOn(await other.newPage(), demo.soldOut)).not.toBe(visit)
  await other.close()
  await signIn(page, users.customer)
  await visitOn(page, demo.soldOut)
  await expect.poll(async () => Number((await siftOn(page))?.user_id)).toBeGreaterThan(0)
})
