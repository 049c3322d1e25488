/** The totals of the checkout are those of the latest choice, whatever is on its way. */

import { field, openCheckout, placeOrder } from './checkout-page.ts'
import { expect, test } from './shop-test.ts'

// The durations of slide animations are tested.
test.use({ reducedMotion: 'no-preference' })

test.beforeEach(({ page, baseURL }) => openCheckout(page, baseURL))

test('[CHK-04] [CHK-12 overlay] totals are dimmed and the button waits until they are current; the latest request counts', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  let asked = 0
  await page.route('**/?wc-ajax=update_order_review', async (route) => {
    asked += 1
    if (asked === 1) await held
    await route.continue().catch(() => undefined)
  })
  await field(page, 'billing_state').selectOption('NS')
  const overlay = page.locator('#order_review .blockOverlay')
  await expect(overlay).toBeVisible()
  await expect(overlay).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(overlay).toHaveCSS('opacity', '0.6')
  await expect(placeOrder(page)).toHaveAttribute('aria-disabled', 'true')
  await expect.poll(() => asked).toBe(1)
  await field(page, 'billing_state').selectOption('AB')
  await expect(page.locator('.tax-rate')).toContainText('GST')
  await expect(overlay).toHaveCount(0)
  await expect(placeOrder(page)).toBeEnabled()
  const total = await page.locator('.order-total .amount').innerText()
  await expect(page.locator('[data-total-announcement]')).toHaveText(`Your total is ${total}.`)
  await expect(placeOrder(page)).toContainText(total)
  release()
  await page.waitForTimeout(300)
  await expect(page.locator('.order-total .amount')).toHaveText(total)
})

test('[CHK-04] an answer that arrives while a newer choice waits does not undo the choice', async ({ page }) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const asked: (string | null)[] = []
  let answers = 0
  await page.route('**/?wc-ajax=update_order_review', async (route) => {
    asked.push(new URLSearchParams(route.request().postData() ?? '').get('shipping_method[0]'))
    const response = await route.fetch()
    if (asked.length === 1) await held
    await route.fulfill({ response })
    answers += 1
  })
  await field(page, 'billing_state').selectOption('AB')
  await page.clock.runFor(10)
  await expect.poll(() => asked.length).toBe(1)
  const chosen = await page.evaluate(() => {
    const others = document.querySelectorAll<HTMLInputElement>('[name="shipping_method[0]"]:not(:checked)')
    const [other] = others
    other?.click()
    return other?.value ?? ''
  })
  const answered = page.waitForResponse('**/?wc-ajax=update_order_review')
  release()
  await (await answered).finished()
  await page.evaluate(async () => void (await fetch('/healthz')))
  await page.clock.runFor(10)
  await expect.poll(() => asked.length).toBe(2)
  expect(asked[1]).toBe(chosen)
  await expect.poll(() => answers).toBe(2)
  // Alberta has no pickup, so only the response to the new choice can have this single shipping method.
  await expect(page.locator('[name="shipping_method[0]"]')).toHaveCount(1)
  await expect(page.locator('[name="shipping_method[0]"]')).toHaveValue('flat_rate:1')
  await expect(page.locator('.tax-rate')).toContainText('GST')
})

test('[CHK-04] a choice that is taken back while its request runs does not count', async ({ page }) => {
  await field(page, 'billing_state').selectOption('ON')
  await expect(placeOrder(page)).toBeEnabled()
  const total = page.locator('.order-total .amount')
  const before = await total.innerText()
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  const asked: (string | null)[] = []
  await page.route('**/?wc-ajax=update_order_review', async (route) => {
    asked.push(new URLSearchParams(route.request().postData() ?? '').get('state'))
    if (asked.length === 1) await held
    await route.continue().catch(() => undefined)
  })
  await field(page, 'billing_state').selectOption('AB')
  await expect.poll(() => asked).toEqual(['AB'])
  await field(page, 'billing_state').selectOption('ON')
  release()
  await expect.poll(() => asked).toEqual(['AB', 'ON'])
  await expect(placeOrder(page)).toBeEnabled()
  await expect(total).toHaveText(before)
  await expect(page.locator('.tax-rate')).toContainText('HST')
})

test('[CHK-04] without a connection the page says so, keeps the button disabled, and continues when it is back', async ({
  page,
  complaints,
}) => {
  await page.route('**/?wc-ajax=update_order_review', (route) => route.abort())
  await field(page, 'billing_state').selectOption('AB')
  await expect(page.locator('[data-totals-trouble]')).toContainText('We’ll keep trying.')
  await expect(placeOrder(page)).toBeDisabled()
  await page.unroute('**/?wc-ajax=update_order_review')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.locator('.tax-rate')).toContainText('GST')
  await expect(page.locator('[data-totals-trouble]')).toBeEmpty()
  await expect(placeOrder(page)).toBeEnabled()
  complaints.length = 0
})

test('[CHK-04] autofill of several fields causes one request', async ({ page }) => {
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('update_order_review')) asked += 1
  })
  // Browser autofill sets all values first and then fires events, without key presses.
  await page.evaluate(() => {
    const given = { address_1: '1 Cup Road', city: 'Calgary', state: 'AB', postcode: 't2p 1j9', phone: '403 555 0100' }
    const fields = Object.entries(given).map(([name, value]) => {
      const one = document.querySelector<HTMLInputElement>(`[name="billing_${name}"]`)
      if (one) one.value = value
      return one
    })
    for (const one of fields) {
      one?.dispatchEvent(new Event('input', { bubbles: true }))
      one?.dispatchEvent(new Event('change', { bubbles: true }))
    }
  })
  await expect(page.locator('.tax-rate')).toContainText('GST')
  await expect(field(page, 'billing_postcode')).toHaveValue('T2P 1J9')
  await expect(placeOrder(page)).toBeEnabled()
  expect(asked).toBe(1)
})
