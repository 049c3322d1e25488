/** Each kind of card error once, in one checkout form, with a sandbox that declines as the test says. */
import type { Page } from '@playwright/test'
import { sandboxKeys } from '../../sandbox/keys.ts'
import { loadOrCreateSecret } from '../../src/platform/database/secret.ts'
import { defaultSettings } from '../../src/settings.ts'
import { type PaymentErrorCode, paymentMessages } from '../../src/shop/gateways/payment-errors.ts'
import { noFraudRules } from '../../src/shop/risk/settings.ts'
import { cards } from '../running/buyer.ts'
import { type CustomShop, startCustomShop } from '../running/custom-shop.ts'
import { demo, newCustomerAddress } from '../running/demo-shop.ts'
import { cardFrame, fillCheckout, typeCard } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'
import { findingsOf } from './axe.ts'
import { expect, test } from './shop-test.ts'

const ADVICE = 'Nothing was charged. Try another card or call your bank.'
const NOTHING = 'Nothing was charged.'

let shop: CustomShop
let page: Page
test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  const many = Object.fromEntries(Object.keys(defaultSettings.orderLimits).map((name) => [name, 100_000]))
  shop = await startCustomShop({ orderLimits: { ...defaultSettings.orderLimits, ...many }, fraudRules: noFraudRules })
  page = await (await browser.newContext()).newPage()
  await page.goto(`${shop.url}/product/${demo.another}/`)
  await page.locator('form.cart').getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(1)
  await page.goto(`${shop.url}/checkout/`)
  await fillCheckout(page, newCustomerAddress())
  await typeCard(page, cards.good)
})
test.afterAll(async () => {
  await page?.context().close()
  await shop?.stop()
})

const list = () => page.locator('.woocommerce-NoticeGroup-checkout .woocommerce-error')
const atCard = () => page.locator('#stripe-cc-failure')
const button = () => page.locator('#place_order')

type Refusal = { on: 'card' | 'charge'; code: string; declineCode?: string; message?: string }

async function control(setting: Record<string, unknown>): Promise<void> {
  const { secretKey } = sandboxKeys(await loadOrCreateSecret(shop.dataDir, 'shop'))
  const answer = await fetch(`${shop.sandboxUrl}/sandbox/control`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${secretKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(setting),
  })
  expect(answer.status).toBe(200)
}

/** Presses the button and waits for the text: the previous error may stay visible until the response arrives. */
async function expectError(refusal: Refusal, text: string): Promise<void> {
  await control({ decline: { message: 'Raw words of the provider.', ...refusal } })
  await button().click()
  await expect.soft(list().locator('li')).toHaveText([text])
  await expect(button()).not.toHaveAttribute('aria-busy', 'true')
}

/** Errors that the card field detects itself, before any request. */
const typed: readonly [PaymentErrorCode, number: string, expiry: string, cvc: string][] = [
  ['incomplete_number', '4242', '1234', '123'],
  ['invalid_number', '4242424242424241', '1234', '123'],
  ['incomplete_expiry', cards.good, '12', '123'],
  ['invalid_expiry_month', cards.good, '13', '123'],
  ['invalid_expiry_year_past', cards.good, '0120', '123'],
  ['invalid_expiry_year', cards.good, '1299', '123'],
  ['incomplete_cvc', cards.good, '1234', '1'],
]

/** Errors that the provider returns when the card is submitted, before any charge. */
const onSubmission: readonly PaymentErrorCode[] = [
  ...(['incorrect_number', 'invalid_cvc', 'incomplete_zip', 'incorrect_zip', 'test_mode_live_card'] as const),
  ...(['invalid_number', 'card_declined'] as const),
]

test('[ERR-01] [ERR-03] errors of the card field are shown with the standard messages, at the card and in the list', async () => {
  for (const [code, number, expiry, cvc] of typed) {
    const card = cardFrame(page)
    await card.locator('#number').fill(number)
    await card.locator('#expiry').fill(expiry)
    await card.locator('#cvc').fill(cvc)
    // Typing removes the previous message, and the button moves up.
    await expect(atCard()).toBeEmpty()
    await button().click()
    await expect(list(), code).toHaveText(paymentMessages[code])
    await expect(atCard(), code).toHaveText(`${paymentMessages[code]} ${NOTHING}`)
    await expect(atCard()).toBeInViewport()
  }
  const number = cardFrame(page).locator('#number')
  await number.fill('4242424242424241')
  await number.blur()
  await expect(page.locator('#stripe-cc-error')).toHaveText(paymentMessages.invalid_number)
  await expect(atCard()).toBeEmpty()
  await typeCard(page, cards.good)
  await expect(page.locator('#stripe-cc-error')).toBeEmpty()
})

test('[ERR-01] a card field that was left empty is named at the card until it is filled, and has the focus', async () => {
  const card = cardFrame(page)
  for (const [name, code] of [
    ['cvc', 'incomplete_cvc'],
    ['number', 'incomplete_number'],
  ] as const) {
    await card.locator(`#${name}`).fill('')
    await button().click()
    await expect(atCard()).toHaveText(`${paymentMessages[code]} ${NOTHING}`)
    // By then notices have taken the focus.
    await page.waitForTimeout(800)
    await expect(card.locator(`#${name}`)).toBeFocused()
    await page.locator('[name=billing_email]').focus()
    await expect(card.locator(`#${name}`)).toHaveAttribute('aria-invalid', 'true')
    await expect(atCard()).toHaveText(`${paymentMessages[code]} ${NOTHING}`)
    await typeCard(page, cards.good)
    await expect(atCard()).toBeEmpty()
  }
})

test('[ERR-01] a press of the button counts although the card field’s message moves the page meanwhile', async () => {
  await typeCard(page, '4242')
  await button().click()
  await expect(list()).toHaveText(paymentMessages.incomplete_number)
  // Pressing the button blurs the invalid field, so its message appears during the press.
  await typeCard(page, cards.good)
  await cardFrame(page).locator('#cvc').fill('1')
  await expect(atCard()).toBeEmpty()
  // Waits until the page has finished scrolling to the previous error, which would also move the button.
  await expect
    .poll(() => page.evaluate(() => new Promise((done) => setTimeout((y) => done(scrollY === y), 400, scrollY))))
    .toBe(true)
  // The pointer is at the button's upper edge, so one more line of text above moves the button away from the pointer.
  await button().hover({ position: { x: 60, y: 3 } })
  await page.mouse.down()
  await page.waitForTimeout(500)
  await page.mouse.up()
  await expect(list()).toHaveText(paymentMessages.incomplete_cvc)
  await typeCard(page, cards.good)
})

test('[ERR-01] [ERR-03] a number that the provider rejects is shown with the standard message', async () => {
  for (const code of onSubmission) {
    await expectError({ on: 'card', code: 'card_declined', declineCode: code }, paymentMessages[code])
  }
})

test('[ERR-01] [ERR-03] a code of a charge, and the reason of an issuer with and without a message of its own', async () => {
  await expectError({ on: 'charge', code: 'expired_card' }, paymentMessages.expired_card)
  const declined = { on: 'charge', code: 'card_declined' } as const
  await expectError({ ...declined, declineCode: 'do_not_honor' }, paymentMessages.do_not_honor)
  await expectError({ ...declined, declineCode: 'lost_card' }, 'The card has been declined.')
})

test('[ERR-01] an unknown code shows the raw message', async () => {
  const moon = { code: 'moon_in_the_way', message: 'The moon is in the <b>way</b>.' }
  for (const on of ['card', 'charge'] as const) await expectError({ on, ...moon }, moon.message)
})

test('[ERR-02] errors without a code get their message by what their text mentions', async () => {
  const phone = 'Missing required param: billing_details[phone].'
  await expectError({ on: 'charge', code: 'something', message: phone }, paymentMessages.phone_required)
  const beta = 'Your account needs server_side_confirmation_beta=v1 to do this.'
  await expectError({ on: 'card', code: 'something', message: beta }, paymentMessages.server_side_confirmation_beta)
})

test('[ERR-03] [CHK-10] a declined card is also shown at the card, with what to do: in view, focused, announced', async () => {
  await expectError(
    { on: 'charge', code: 'card_declined', declineCode: 'insufficient_funds' },
    paymentMessages.insufficient_funds,
  )
  await expect(atCard()).toHaveText(`${paymentMessages.insufficient_funds} ${ADVICE}`)
  await expect(atCard()).toBeFocused()
  await expect(atCard()).toBeInViewport({ ratio: 1 })
  await expect(atCard()).toHaveAttribute('role', 'status')
  await page.keyboard.press('Shift+Tab')
  // The error list at the top links to the message at the card field.
  await list().getByRole('link').click()
  await expect(atCard()).toBeFocused()
  await cardFrame(page).locator('#cvc').fill('12')
  await expect(atCard()).toBeEmpty()
  await cardFrame(page).locator('#cvc').fill('123')
})

test('the sandbox’s own page sets how charges are refused', async ({ browser }) => {
  const { secretKey: password } = sandboxKeys(await loadOrCreateSecret(shop.dataDir, 'shop'))
  const context = await browser.newContext({ httpCredentials: { username: 'tester', password } })
  const tester = await context.newPage()
  await tester.goto(`${shop.sandboxUrl}/sandbox`)
  await tester.getByLabel('Every charge is refused with').selectOption('incorrect_pin')
  await tester.getByLabel('Only these types are dropped').fill('charge.succeeded')
  await tester.getByRole('button', { name: 'Set', exact: true }).click()
  await expect(tester.getByLabel('Every charge is refused with')).toHaveValue('incorrect_pin')
  await expect(tester.getByLabel('Only these types are dropped')).toHaveValue('charge.succeeded')
  expect(await findingsOf(tester)).toEqual([])
  await button().click()
  await expect(list()).toHaveText(paymentMessages.incorrect_pin)
  await context.close()
  await control({})
})

test('[PAY-17 confirmation without data] an order whose payment the provider is slow to answer leads to its page, which knows it as paid later', async () => {
  await page.goto(shop.url + (await unpaidOrder(shop.url)))
  await page.locator('#terms').check()
  await typeCard(page, cards.good)
  const CALL = /wc-stripe\/v1\/order-pay/
  let answer: unknown
  await page.route(CALL, async (route) => {
    // The shop sends two requests and waits at most 25 seconds for both.
    await control({ latencyMs: 13_000 })
    const response = await route.fetch({ timeout: 60_000 })
    answer = await response.json()
    await control({})
    await route.fulfill({ response })
  })
  await button().click()
  await page.waitForURL(/order-received/)
  const redirect = expect.stringContaining('/order-received/') as unknown
  expect(answer).toEqual({ success: true, needs_confirmation: true, redirect })
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible({ timeout: 30_000 })
})
