/** Layout of the checkout and related pages, mostly at 1440 px. */
import type { Locator, Page } from '@playwright/test'
import { newCustomerAddress } from '../running/demo-shop.ts'
import { fillCheckout } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'
import { fillCart } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

test.beforeEach(async ({ page, baseURL }) => {
  await page.addInitScript(
    (json) => sessionStorage.setItem('sandbox-wallets', json),
    JSON.stringify({ google: 'ready', mode: 'overlay' }),
  )
  await fillCart(page.context(), baseURL)
  await page.goto('/checkout/')
})

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not shown`)
  const [left, top] = [Math.round(box.x), Math.round(box.y)]
  return { left, top, right: Math.round(box.x + box.width), height: Math.round(box.height) }
}

const part = (page: Page, selector: string) => page.locator(selector).filter({ visible: true })

test('[CHK-04] the order stands beside the form, beginning where the form does, and nothing above reaches over it', async ({
  page,
  baseURL,
}) => {
  const or = part(page, '.banner-divider')
  await expect(page.locator('.wc-stripe-banner-checkout[data-state="ready"]')).toBeVisible()
  const [form, order] = [await boxOf(part(page, '#customer_details')), await boxOf(part(page, 'details[data-summary]'))]
  expect(order.top).toBe(form.top)
  expect(order.left).toBeGreaterThan(form.right)
  const line = await boxOf(or)
  expect([line.left, line.right]).toEqual([form.left, form.right])

  await page.goto(await unpaidOrder(baseURL ?? ''))
  const summary = await boxOf(part(page, '#order_review > details'))
  expect(summary.top).toBe((await boxOf(part(page, '#order_review .woocommerce-customer-details'))).top)
})

test('[CHK-06 shipping method] ways of shipping are a list with the radio button before each, and what costs nothing says so', async ({
  page,
}) => {
  for (const path of ['/checkout/', '/cart/']) {
    await page.goto(path)
    const methods = part(page, '.woocommerce-shipping-methods li')
    await expect(methods).toHaveText([/: \$9\.95$/, 'Pick up at our packing room: Free'])
    const radios = await Promise.all((await methods.getByRole('radio').all()).map(boxOf))
    const labels = await Promise.all((await methods.locator('label').all()).map(boxOf))
    expect(new Set(radios.map(({ left }) => left)).size, path).toBe(1)
    expect(new Set(labels.map(({ left }) => left)).size, path).toBe(1)
    expect(labels[0]?.left).toBeGreaterThan(radios[0]?.right ?? Number.NaN)
    await expect(methods.locator('label').first()).toHaveCSS('text-align', /^(left|start)$/)
  }
})

test('[BNPL-03 failure] what Afterpay will do, and what it did, keep to their columns', async ({ page }) => {
  await fillCheckout(page, newCustomerAddress())
  await page.getByRole('radio', { name: 'Afterpay' }).check()
  const [list, notice] = [part(page, '.wc_payment_methods'), part(page, '.wc-stripe-offsite-notice')]
  for (const width of [320, 390, 768, 960, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const [outer, inner] = [await boxOf(list), await boxOf(notice)]
    expect(inner.left, `at ${width} px`).toBeGreaterThan(outer.left)
    expect(inner.right, `at ${width} px`).toBeLessThan(outer.right)
  }
  await page.locator('#place_order').click()
  await page.waitForURL(/\/v3\/pay-later\//)
  await page.getByRole('button', { name: 'Decline' }).click()
  const decline = await boxOf(page.getByRole('region', { name: 'What just happened' }))
  const [form, order] = [await boxOf(part(page, '#customer_details')), await boxOf(part(page, 'details[data-summary]'))]
  expect([decline.left, decline.right]).toEqual([form.left, order.right])
})

test('[CHK-06] the facts of a received order are two rows of three, and an address of usual length is one line', async ({
  page,
}) => {
  const address = newCustomerAddress()
  await fillCheckout(page, address)
  await page.locator('label[for="payment_method_bacs"]').click()
  await page.locator('#place_order').click()
  await page.waitForURL(/order-received/)
  const facts = part(page, '.woocommerce-order-overview > li')
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const boxes = await Promise.all((await facts.all()).map(boxOf))
    const rows = [...new Set(boxes.map(({ top }) => top))].map((top) => boxes.filter((box) => box.top === top).length)
    expect(rows, `at ${width} px`).toEqual([3, 3])
    const [email, status] = [address.billing_email, 'Status'].map((text) =>
      boxOf(facts.filter({ hasText: text }).locator('strong')),
    )
    expect((await email)?.height, `at ${width} px`).toBe((await status)?.height)
  }
})
