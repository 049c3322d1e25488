/** An order whose first payment was declined, and its payment link. */
import type { Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { cardFrame, payByCard, typeCard } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'
import { findingsOf } from './axe.ts'
import { expect, forgetFailedLoads, phone, test } from './shop-test.ts'

const errors = (page: Page) => page.locator('.woocommerce-error')
const bank = (page: Page) => page.frameLocator('dialog[open] iframe')
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you, Ada.' })
const CALL = /wc_stripe_frontend_request/

test.describe('with script', () => {
  let path: string
  test.beforeEach(async ({ page, baseURL }) => {
    path = await unpaidOrder(baseURL ?? '')
    await page.goto(path)
  })

  test('[OPAY-01 pays an existing order] [PAY-17 not success] [ERR-03] a declined card shows the standard message, and another one pays', async ({
    page,
  }) => {
    await page.locator('#terms').check()
    await payByCard(page, cards.insufficientFunds)
    await expect(errors(page)).toHaveText('The card has insufficient funds to complete the purchase.')
    const atCard = page.locator('#stripe-cc-failure')
    await expect(atCard).toContainText('Nothing was charged. Try another card or call your bank.')
    await expect(atCard).toBeFocused()
    await expect(atCard).toBeInViewport()
    expect(await findingsOf(page)).toEqual([])

    await typeCard(page, cards.good)
    await page.locator('#place_order').dblclick()
    await expect(thanks(page)).toBeVisible()

    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'This order is already paid.' })).toBeVisible()
    await page.getByRole('link', { name: 'See your order' }).click()
    await expect(thanks(page)).toBeVisible()
  })

  test('[OPAY-01 wrong key refused] a link with another key shows nothing of the order and accepts no payment', async ({
    page,
  }) => {
    const answer = await page.goto(path.replace(/key=.*/, 'key=wc_order_another'))
    expect(answer?.ok()).toBe(false)
    await expect(page.getByRole('heading', { name: 'This payment link does not work.' })).toBeVisible()
    await expect(page.locator('#place_order, #terms, iframe')).toHaveCount(0)
    await expect(page.locator('main')).not.toContainText('Ada')
  })

  test('a page that is checking the payment continues by itself once the result is known', async ({ page }) => {
    const [, id = '', key = ''] = /order-pay\/(\d+)\/.*key=(\w+)/.exec(path) ?? []
    const received = `/checkout/order-received/${id}/?key=${key}`
    // While the order is unpaid, the test marks its page as if the bank had not answered yet.
    await page.route(`**${received}`, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const isWaiting = html.includes('We are waiting for your payment.')
      await route.fulfill({ response, body: isWaiting ? html.replace('<h1', '<h1 data-payment-checking=""') : html })
    })
    await page.goto(received)
    await expect(page.locator('[data-payment-checking]')).toBeVisible()
    await page.waitForResponse((response) => response.url().endsWith(received))
    await expect(page.locator('[data-payment-checking]')).toBeVisible()

    const other = await page.context().newPage()
    await other.goto(path)
    await other.locator('#terms').check()
    await payByCard(other, cards.good)
    await expect(thanks(other)).toBeVisible()
    await other.close()
    await expect(thanks(page)).toBeVisible({ timeout: 15_000 })
  })

  test('[PAY-17 confirmation with data] [SCA-03 told, tried again] authentication: a refusal is shown and the form stays, a confirmation pays', async ({
    page,
  }) => {
    await page.locator('#terms').check()
    await payByCard(page, cards.requiresAuthentication)
    await bank(page).getByRole('button', { name: 'Fail authentication' }).click()
    await expect(errors(page)).toHaveText(
      'We could not confirm with your bank that it is you. Try again or use a different payment method.',
    )
    await typeCard(page, cards.requiresAuthentication)
    await page.locator('#place_order').click()
    await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
    await expect(thanks(page)).toBeVisible()
    expect(new URL(page.url()).hash).toBe('')
  })

  test('a hash that comes while the page is open asks for authentication, and is removed', async ({ page }) => {
    let data = {}
    await page.route(CALL, async (route) => {
      const response = await route.fetch()
      data = ((await response.json()) as { data: object }).data
      await route.fulfill({ json: { success: false, message: 'Stopped here.' } })
    })
    await page.locator('#terms').check()
    await payByCard(page, cards.requiresAuthentication)
    await expect(errors(page)).toContainText('Stopped here.')
    await page.unroute(CALL)

    await page.evaluate(() => {
      location.hash = '#response=rubbish'
    })
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    await page.evaluate(
      (hash) => {
        location.hash = hash
      },
      `#response=${encodeURIComponent(btoa(JSON.stringify(data)))}`,
    )
    await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
    await expect(thanks(page)).toBeVisible()
  })

  test('each response of the call is handled: a redirect, a message, and neither', async ({ page }) => {
    await page.locator('#terms').check()
    const answers = [
      { code: 'order-pay-error', message: '<ul class="woocommerce-error"><li>Not today.</li></ul>' },
      { success: false },
      { success: true, needs_confirmation: true, redirect: '/about/' },
    ]
    await page.route(CALL, (route) => route.fulfill({ json: answers.shift() }))
    await payByCard(page, cards.good)
    await expect(errors(page)).toHaveText('Not today.')
    await page.locator('#place_order').click()
    await expect(errors(page)).toContainText('There was an error processing your order.')
    await page.locator('#place_order').click()
    await page.waitForURL(/\/about\//)
  })

  test('[PAY-17 no confirmation] success without a confirmation marks the token as received and submits, wherever it would redirect', async ({
    page,
  }) => {
    await page.locator('#terms').check()
    await page.route(CALL, async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as { success: boolean; needs_confirmation: boolean }
      expect(answer).toEqual({ success: true, needs_confirmation: false })
      await route.fulfill({ json: { ...answer, redirect: '/about/' } })
    })
    const posted = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/order-pay/'),
    )
    await payByCard(page, cards.good)
    const fields = new URLSearchParams((await posted).postData() ?? '')
    expect(fields.get('stripe_cc_token_key')).toMatch(/^pm_/)
    await expect(thanks(page)).toBeVisible()
  })

  test('[OPAY-01 pays an existing order] [CHK-08] by keyboard alone, terms forgotten first', async ({ page }) => {
    const reach = async (isReached: () => Promise<boolean>) => {
      for (let step = 0; step < 40 && !(await isReached()); step += 1) await page.keyboard.press('Tab')
      expect(await isReached()).toBe(true)
    }
    const at = (selector: string) => () =>
      page.locator(selector).evaluate((element) => element === document.activeElement)
    const atCard = (part: string) => () =>
      cardFrame(page)
        .locator(part)
        .evaluate((element) => element === document.activeElement)
    await cardFrame(page).locator('#number').waitFor()
    await reach(at('#place_order'))
    await page.keyboard.press('Enter')
    await expect(errors(page)).toBeFocused()
    await expect(errors(page)).toContainText('Please read and accept the terms')
    await reach(at('.woocommerce-error a'))
    await page.keyboard.press('Enter')
    await expect(page.locator('#terms')).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.locator('#terms')).not.toHaveAttribute('aria-invalid')
    await page.locator('#payment_method_stripe_cc').focus()
    for (const [part, digits] of Object.entries({ '#number': cards.good, '#expiry': '1234', '#cvc': '123' })) {
      await reach(atCard(part))
      await page.keyboard.type(digits)
    }
    await reach(at('#place_order'))
    await page.keyboard.press('Enter')
    await expect(thanks(page)).toBeVisible()
  })

  test('[OPAY-01] the connection fails: the same card is sent again, and charged once', async ({
    page,
    complaints,
  }) => {
    await page.locator('#terms').check()
    await page.route(CALL, async (route) => {
      await route.fetch()
      await route.abort()
    })
    await payByCard(page, cards.good)
    await expect(errors(page)).toContainText('The connection was lost')
    forgetFailedLoads(complaints)
    await page.unroute(CALL)
    await page.locator('#place_order').click()
    await expect(thanks(page)).toBeVisible()
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('[OPAY-01] the order comes first, nothing overflows the window, and a bank transfer is accepted', async ({
    page,
    baseURL,
  }) => {
    await page.goto(await unpaidOrder(baseURL ?? ''))
    const top = async (selector: string) => (await page.locator(selector).boundingBox())?.y ?? 0
    expect(await top('table.shop_table')).toBeLessThan(await top('#payment'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    await page.locator('label[for="payment_method_bacs"]').tap()
    await page.locator('#terms').tap()
    await page.locator('#place_order').tap()
    await expect(page.getByRole('heading', { name: 'How to pay' })).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('[OPAY-01] [CHK-08] a card needs JavaScript and the page says so; a bank transfer works', async ({
    page,
    baseURL,
  }) => {
    await page.goto(await unpaidOrder(baseURL ?? ''))
    await expect(page.locator('.payment_box noscript p')).toBeVisible()
    await page.locator('#terms').check()
    await page.locator('#place_order').click()
    await expect(errors(page)).toContainText('Paying by card needs JavaScript')
    await expect(page.locator('#terms')).toBeChecked()
    await page.locator('#payment_method_bacs').check()
    await page.locator('#terms').uncheck()
    await page.locator('#place_order').click()
    await expect(errors(page)).toContainText('Please read and accept the terms')
    await expect(page.locator('#payment_method_bacs')).toBeChecked()
    await page.locator('#terms').check()
    await page.locator('#place_order').click()
    await expect(page.getByRole('heading', { name: 'How to pay' })).toBeVisible()
  })
})
