/** The sandbox's Payment Request on a plain page: its sheet, by keyboard and for screen readers, and its events. */

import type { Page } from '@playwright/test'
import type { PaymentRequest, PaymentRequestOptions, Stripe } from '@stripe/stripe-js'
import { demo } from '../running/demo-shop.ts'
import { findingsOf } from './axe.ts'
import { expect, phone, test } from './shop-test.ts'

declare global {
  interface Window {
    stripe: Stripe
    request: PaymentRequest
    /** Events with their data, and the page's answers to each event. */
    heard: [event: string, about: unknown][]
    answers: Record<string, unknown[]>
  }
}

const total = { label: 'Total', amount: 4218, pending: true }
const post = { id: '0:flat_rate:1', label: 'Post', detail: '', amount: 900 }
const courier = { id: '0:flat_rate:2', label: 'Courier', detail: 'Tomorrow', amount: 1900 }
const shipped = {
  status: 'success',
  total: { label: 'Total', amount: 5118, pending: false },
  displayItems: [{ label: 'Sencha', amount: 4218 }, post],
  shippingOptions: [post, courier],
}

/** Opens a page of the shop's origin that has only the provider's script and a button for the sheet. */
async function openPlainPage(page: Page, device: 'apple' | 'browser' | 'none'): Promise<void> {
  await page.addInitScript((chosen) => {
    sessionStorage.setItem('sandbox-wallets', JSON.stringify({ device: chosen }))
  }, device)
  const html = await (await page.request.get(`/product/${demo.another}/`)).text()
  // This response has no scripts of the shop, and no CSP that forbids others.
  await page.goto('/healthz')
  await page.evaluate(() => {
    document.documentElement.lang = 'en-CA'
    document.title = 'Plain page'
    document.body.innerHTML = '<main><h1>Plain page</h1><button id="buy">Buy</button><div id="wallet"></div></main>'
  })
  await page.addScriptTag({ url: sandboxOf(page.url()) })
  await page.evaluate(
    (publishableKey) => {
      window.stripe = (window as unknown as { Stripe(key: string): Stripe }).Stripe(publishableKey)
    },
    /pk_test_\w+/.exec(html)?.[0] ?? '',
  )
}

/** URL of the sandbox's script. The sandbox listens on the port after the shop's. */
function sandboxOf(shopUrl: string): string {
  const url = new URL('/v3/', shopUrl)
  url.port = String(Number(url.port) + 1)
  return url.href
}

/** Creates the request and opens its sheet by a click. Each event takes its next answer from `answers`, or none. */
async function openSheet(page: Page, options: Partial<PaymentRequestOptions>, answers: Record<string, unknown[]>) {
  await page.evaluate(
    async ({ options, answers }) => {
      const { stripe } = window
      window.heard = []
      window.answers = answers
      const request = stripe.paymentRequest(options as PaymentRequestOptions)
      await request.canMakePayment()
      const note = (event: string, about?: unknown) => {
        window.heard.push([event, about])
        return window.answers[event]?.shift()
      }
      request.on('shippingaddresschange', ({ shippingAddress, updateWith }) => {
        const answer = note('shippingaddresschange', shippingAddress)
        if (answer) updateWith(answer)
      })
      request.on('shippingoptionchange', ({ shippingOption, updateWith }) => {
        const answer = note('shippingoptionchange', shippingOption)
        if (answer) updateWith(answer)
      })
      request.on('paymentmethod', ({ complete, ...payment }) => {
        const answer = note('paymentmethod', payment)
        if (answer) complete(answer as 'success')
      })
      request.on('cancel', () => void note('cancel'))
      window.request = request
      const button = document.querySelector<HTMLElement>('#buy')
      if (button) button.onclick = () => request.show()
    },
    { options: { country: 'CA', currency: 'cad', total, ...options }, answers },
  )
  await page.locator('#buy').click()
}

const heard = (page: Page, event: string) =>
  page.evaluate((name) => window.heard.filter(([each]) => each === name).map(([, about]) => about), event)

test('Apple’s sheet by keyboard: an address, an option, a card, and every answer of the shop', async ({ page }) => {
  await openPlainPage(page, 'apple')
  const sheet = page.frameLocator('iframe[title="Apple Pay"]')
  const problem = sheet.getByRole('alert')
  await openSheet(
    page,
    { requestShipping: true, requestPayerName: true, requestPayerEmail: true },
    {
      shippingaddresschange: [null, { status: 'invalid_shipping_address' }, shipped],
      shippingoptionchange: [
        { ...shipped, shippingOptions: [courier, post], total: { ...total, amount: 6118, pending: false } },
      ],
      paymentmethod: ['fail', 'invalid_payer_email', 'invalid_shipping_address', 'success'],
    },
  )
  // The sheet immediately asks about its first address. Until the page answers, the total is unknown.
  await expect(sheet.getByText('Asking the shop…')).toBeVisible()
  await expect(sheet.locator('.total')).toHaveText('TotalPending')
  await expect(sheet.getByRole('button', { name: 'Pay', exact: true })).toBeVisible()
  expect(await heard(page, 'shippingaddresschange')).toEqual([
    ...[{ addressLine: [], city: 'Toronto', country: 'CA', phone: '', postalCode: 'M5H', recipient: '', region: 'ON' }],
  ])
  expect(await findingsOf(page)).toEqual([])
  expect(await page.evaluate(() => [window.request.isShowing(), document.activeElement?.tagName])).toEqual([
    true,
    'IFRAME',
  ])
  await expect(sheet.getByLabel('Card')).toBeFocused()

  await sheet.getByLabel('Ship to').selectOption({ label: 'Ada Tremblay, 350 Fifth Avenue, New York, NY, US' })
  await expect(problem).toHaveText('This shop does not send to this address. Choose another one.')
  await sheet.getByLabel('Ship to').selectOption({ index: 1 })
  await expect(sheet.locator('.total')).toHaveText('Total$51.18')
  await expect(problem).toBeHidden()
  await sheet.getByLabel('Delivery').selectOption(courier.id)
  await expect(sheet.getByRole('button', { name: 'Pay $61.18' })).toBeVisible()
  expect(await heard(page, 'shippingoptionchange')).toEqual([courier])

  await sheet.getByLabel('Card').selectOption({ label: 'Interac •••• 1933' })
  const pay = sheet.getByRole('button', { name: 'Pay $61.18' })
  await pay.focus()
  await page.keyboard.press('Enter')
  await expect(problem).toHaveText('Payment not completed. Try another card.')
  await pay.press('Enter')
  await expect(problem).toHaveText('The shop cannot use this email address.')
  await expect(sheet.getByLabel('Email')).toBeFocused()
  await sheet.getByLabel('Email').fill('ada@shop.test')
  await page.keyboard.press('Enter')
  await expect(problem).toHaveText('The shop cannot send to this address.')
  await expect(sheet.getByLabel('Ship to')).toBeFocused()
  await pay.press('Enter')
  await expect(sheet.getByText('Done')).toBeVisible()
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(page.locator('#buy')).toBeFocused()

  const payments = await heard(page, 'paymentmethod')
  expect(payments).toHaveLength(4)
  expect(payments[3]).toMatchObject({
    payerName: 'Ada Tremblay',
    payerEmail: 'ada@shop.test',
    walletName: 'applePay',
    shippingOption: courier,
    shippingAddress: { addressLine: ['800 Robson Street'], postalCode: 'V6Z 3B7', recipient: 'Ada Tremblay' },
    paymentMethod: {
      billing_details: { email: 'ada@shop.test', address: { line1: '12 Queen Street West', postal_code: 'M5H 2N2' } },
      card: { brand: 'interac', last4: '1933', wallet: { type: 'apple_pay' } },
    },
  })
  expect([await heard(page, 'cancel'), await page.evaluate(() => window.request.isShowing())]).toEqual([[], false])
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the browser’s sheet: asks for an address, is cancelled with Escape, ends with a failure, and waits 30 seconds', async ({
    page,
  }) => {
    await openPlainPage(page, 'browser')
    await page.clock.install()
    const sheet = page.frameLocator('iframe[title="Pay with this browser"]')
    const problem = sheet.getByRole('alert')
    await openSheet(page, { requestShipping: true }, { shippingaddresschange: [shipped], paymentmethod: ['fail'] })
    await sheet.getByRole('button', { name: 'Pay' }).click()
    await expect(problem).toHaveText('Choose an address.')
    await expect(sheet.getByLabel('Ship to')).toBeFocused()
    expect(await findingsOf(page)).toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog')).toHaveCount(0)
    expect(await page.evaluate(() => window.heard)).toEqual([['cancel', undefined]])

    await page.locator('#buy').click()
    await sheet.getByLabel('Ship to').selectOption({ index: 3 })
    await sheet.getByRole('button', { name: 'Pay $51.18' }).click()
    await expect(problem).toHaveText('The payment did not go through.')
    const [payment] = await heard(page, 'paymentmethod')
    expect(payment).toMatchObject({
      walletName: 'browserCard',
      shippingAddress: { region: 'Québec' },
      paymentMethod: { card: { wallet: null } },
    })
    expect(payment).not.toHaveProperty('payerEmail')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('dialog')).toHaveCount(0)

    await page.locator('#buy').click()
    await sheet.getByLabel('Ship to').selectOption({ index: 1 })
    await expect(sheet.getByText('Asking the shop…')).toBeVisible()
    await page.clock.fastForward(30_000)
    await expect(problem).toHaveText('The shop did not answer in time. Please close this and try again.')
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect(page.locator('dialog')).toHaveCount(0)
    expect(await heard(page, 'cancel')).toHaveLength(3)
  })
})

test('a request that is wrong is refused, without a wallet there is none, and the button can be stopped', async ({
  page,
}) => {
  await openPlainPage(page, 'none')
  const refusals = await page.evaluate(() => {
    const good = { country: 'CA', currency: 'cad', total: { label: 'Total', amount: 100 } }
    const option = { id: '1', label: 'Post', detail: '', amount: 900 }
    return [
      { country: 'Canada' },
      { currency: 'CAD' },
      { total: { label: '', amount: 100 } },
      { total: { label: 'Total', amount: 10.5 } },
      { total: { label: 'Total', amount: -1 } },
      { displayItems: [{ label: 'Tea', amount: '1' }] },
      { shippingOptions: [option, option] },
    ].map((wrong) => {
      try {
        window.stripe.paymentRequest({ ...good, ...wrong } as PaymentRequestOptions)
        return 'accepted'
      } catch (error) {
        return (error as Error).message.replace(/^Invalid value for paymentRequest\(\): | should.*/g, '')
      }
    })
  })
  expect(refusals).toEqual([
    ...['country', 'currency', 'total.label', 'total.amount', 'total.amount', 'displayItems.amount', 'shippingOptions'],
  ])
  const nobody = await page.evaluate(() =>
    window.stripe.paymentRequest({ country: 'CA', currency: 'cad', total: { label: 'T', amount: 1 } }).canMakePayment(),
  )
  expect(nobody).toBeNull()

  await openPlainPage(page, 'browser')
  const wallets = await page.evaluate(() => {
    const options = { country: 'CA', currency: 'cad', total: { label: 'T', amount: 1 } }
    const disabled = [[], ['googlePay'], ['browserCard']] as const
    return Promise.all(
      disabled.map((disableWallets) =>
        window.stripe.paymentRequest({ ...options, disableWallets: [...disableWallets] }).canMakePayment(),
      ),
    )
  })
  expect(wallets).toEqual([
    { applePay: false, browserCard: true, googlePay: true, link: false },
    { applePay: false, browserCard: true, googlePay: false, link: false },
    null,
  ])

  await openPlainPage(page, 'apple')
  const outside = await page.evaluate(async () => {
    const request = window.stripe.paymentRequest({ country: 'CA', currency: 'cad', total: { label: 'T', amount: 1 } })
    const can = await request.canMakePayment()
    const elements = window.stripe.elements() as unknown as {
      create(
        type: string,
        options: object,
      ): {
        on(event: string, handler: (event: { preventDefault(): void }) => void): void
        mount(selector: string): void
      }
    }
    const style = { paymentRequestButton: { type: 'buy', theme: 'dark', height: '48px' } }
    const button = elements.create('paymentRequestButton', { paymentRequest: request, style })
    window.heard = []
    window.request = request
    button.on('ready', () => window.heard.push(['ready', null]))
    button.on('click', (event) => {
      window.heard.push(['click', null])
      if (window.heard.filter(([name]) => name === 'click').length === 1) event.preventDefault()
      else request.update({ total: { label: 'Total', amount: 4218 } })
    })
    button.mount('#wallet')
    try {
      request.show()
      return [can, 'shown']
    } catch (error) {
      return [can, (error as Error).message]
    }
  })
  expect(outside).toEqual([
    { applePay: true, browserCard: false, googlePay: false, link: false },
    'show() must be called in the handler of a click, with nothing awaited before it.',
  ])
  const button = page.getByRole('button', { name: 'Buy with Apple Pay' })
  await button.click()
  expect(await page.evaluate(() => [window.request.isShowing(), ...window.heard.map(([name]) => name)])).toEqual([
    ...[false, 'ready', 'click'],
  ])
  await button.click()
  await expect(page.frameLocator('iframe[title="Apple Pay"]').getByRole('button', { name: 'Pay $42.18' })).toBeVisible()
  await page.evaluate(() => window.request.abort())
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(button).toBeFocused()
})

test('the buttons of wallets among the provider’s Elements: the shop says what the sheet asks for, and gets its card', async ({
  page,
}) => {
  await openPlainPage(page, 'apple')
  await page.evaluate(() => {
    const { stripe } = window
    window.heard = []
    const elements = stripe.elements({
      mode: 'payment',
      amount: 4218,
      currency: 'cad',
      paymentMethodCreation: 'manual',
    })
    const wallet = elements.create('expressCheckout')
    const post = { id: '0:flat_rate:1', displayName: 'Post', amount: 900 }
    const courier = { id: '0:flat_rate:2', displayName: 'Courier', amount: 1900 }
    wallet.on('ready', ({ availablePaymentMethods }) => window.heard.push(['ready', availablePaymentMethods]))
    wallet.on('click', ({ expressPaymentType, resolve }) => {
      window.heard.push(['click', expressPaymentType])
      const lineItems = [{ name: 'Sencha', amount: 4218 }]
      resolve({ emailRequired: true, shippingAddressRequired: true, lineItems, shippingRates: [post, courier] })
    })
    wallet.on('shippingaddresschange', ({ address, resolve }) => {
      window.heard.push(['shippingaddresschange', address])
      void elements.update({ amount: 5118 })
      resolve({ shippingRates: [post, courier] })
    })
    wallet.on('shippingratechange', ({ shippingRate, resolve }) => {
      window.heard.push(['shippingratechange', shippingRate])
      void elements.update({ amount: 4218 + shippingRate.amount })
      resolve()
    })
    wallet.on('confirm', async ({ billingDetails, shippingAddress, shippingRate }) => {
      const unsubmitted = await stripe.createPaymentMethod({ elements }).catch((error: Error) => error.name)
      await elements.submit()
      const { paymentMethod } = await stripe.createPaymentMethod({ elements })
      const details = { email: billingDetails?.email, street: shippingAddress?.address.line1, rate: shippingRate?.id }
      window.heard.push(['confirm', { ...details, unsubmitted, id: paymentMethod?.id, type: paymentMethod?.type }])
    })
    wallet.mount('#wallet')
  })
  await expect.poll(() => heard(page, 'ready')).toEqual([{ applePay: true }])
  await page.getByRole('button', { name: 'Pay with Apple Pay' }).click()
  const sheet = page.frameLocator('iframe[title="Apple Pay"]')
  await expect(sheet.getByRole('button', { name: 'Pay $51.18' })).toBeVisible()
  expect(await heard(page, 'click')).toEqual(['apple_pay'])
  expect(await heard(page, 'shippingaddresschange')).toEqual([
    { city: 'Toronto', country: 'CA', postal_code: 'M5H', state: 'ON' },
  ])
  await sheet.getByLabel('Delivery').selectOption('0:flat_rate:2')
  await expect(sheet.getByRole('button', { name: 'Pay $61.18' })).toBeVisible()
  await sheet.getByLabel('Email').fill('ada@shop.test')
  await sheet.getByRole('button', { name: 'Pay $61.18' }).click()
  await expect
    .poll(() => heard(page, 'confirm'))
    .toEqual([
      {
        email: 'ada@shop.test',
        street: expect.any(String),
        rate: '0:flat_rate:2',
        type: 'card',
        unsubmitted: 'IntegrationError',
        id: expect.stringMatching(/^pm_/),
      },
    ])
  await expect(page.locator('dialog')).toHaveCount(0)
})
