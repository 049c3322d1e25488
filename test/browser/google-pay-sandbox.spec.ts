/** The sandbox's Google Pay on a plain page of the shop's origin: the three ways a sheet opens, and its results. */
import type { FrameLocator, Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { findingsOf } from './axe.ts'
import { expect, forgetFailedLoads, test } from './shop-test.ts'

/** A path of the shop with an almost empty response. Pages of the shop's origin may use the sandbox. */
const path = '/healthz'
const base = (): string => process.env.SAMOVAR_TEST_URL ?? ''
const sandboxOrigin = (): string => {
  const url = new URL(base())
  url.port = String(Number(url.port) + 1)
  return url.origin
}

/** Its CSP is like that of the shop's pages: besides the shop, it allows only the sandbox's script and frames. */
const pageHtml = (sandbox: string) => `<!doctype html><html lang="en-CA"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self' ${sandbox}; style-src 'self'; style-src-attr 'unsafe-inline'; frame-src ${sandbox}; form-action 'self'">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Tea</title></head>
<body><main><h1>Tea</h1><div id="button" style="width:300px;height:48px"></div></main>
<script src="${sandbox}/gp/p/js/pay.js"></script></body></html>`

let publishableKey = ''

const requestNow = () => ({
  apiVersion: 2,
  apiVersionMinor: 0,
  emailRequired: true,
  merchantInfo: { merchantName: 'Samovar', softwareInfo: { id: 'samovar' } },
  shippingAddressRequired: true,
  shippingOptionRequired: true,
  allowedPaymentMethods: [
    {
      type: 'CARD',
      parameters: {
        allowedAuthMethods: ['PAN_ONLY'],
        allowedCardNetworks: ['AMEX', 'DISCOVER', 'INTERAC', 'JCB', 'MASTERCARD', 'VISA'],
      },
      tokenizationSpecification: {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: 'stripe', 'stripe:version': '2022-08-01', 'stripe:publishableKey': publishableKey },
      },
    },
  ],
  transactionInfo: {
    currencyCode: 'CAD',
    countryCode: 'CA',
    totalPriceStatus: 'ESTIMATED',
    totalPrice: '12.50',
    displayItems: [{ label: 'Sencha', type: 'LINE_ITEM', price: '12.50' }],
  },
  shippingOptionParameters: { shippingOptions: [{ id: 'default', label: 'Waiting…', description: '' }] },
  callbackIntents: ['SHIPPING_ADDRESS', 'SHIPPING_OPTION', 'PAYMENT_AUTHORIZATION'],
})

type Answers = { log: object[]; answer: Record<string, unknown> }

const setWallets = (page: Page, wallets: object) =>
  page.addInitScript((json) => {
    if (window === top) sessionStorage.setItem('sandbox-wallets', json)
  }, JSON.stringify(wallets))

/** Opens a plain page with the wallet's script. */
async function openPage(page: Page, wallets: object = {}): Promise<void> {
  await setWallets(page, wallets)
  // The wallet creates tokens with the shop's publishable key.
  const product = await page.request.get(`${base()}/product/${demo.another}/`)
  ;[publishableKey] = /pk_test_\w+/.exec(await product.text()) ?? ['']
  await page.goto(base() + path)
  await page.setContent(pageHtml(sandboxOrigin()))
}

/** Adds a button whose client records the callbacks in `log` and answers them with `answer`. */
async function drawButton(page: Page, hasCallbacks = true): Promise<void> {
  const { callbackIntents, ...plain } = requestNow()
  await page.evaluate(
    ([asked, isCalling]) => {
      const own = window as unknown as Answers
      own.log = []
      own.answer = { change: {}, authorize: { transactionState: 'SUCCESS' } }
      const note = (kind: string) => (data: object) => {
        own.log.push({ kind, ...data })
        return Promise.resolve(own.answer[kind])
      }
      const paymentDataCallbacks = {
        onPaymentDataChanged: note('change') as unknown as google.payments.api.PaymentDataChangedHandler,
        onPaymentAuthorized: note('authorize') as unknown as google.payments.api.PaymentAuthorizedHandler,
      }
      const client = new google.payments.api.PaymentsClient(isCalling ? { paymentDataCallbacks } : {})
      const button = client.createButton({
        buttonColor: 'black',
        buttonType: 'buy',
        buttonSizeMode: 'fill',
        buttonRadius: 4,
        buttonLocale: 'en',
        onClick: () => {
          void client.loadPaymentData(asked as unknown as google.payments.api.PaymentDataRequest).then(
            (data) => own.log.push({ kind: 'paid', ...data }),
            (error: object) => own.log.push({ kind: 'ended', ...error }),
          )
        },
      })
      document.querySelector('#button')?.append(button)
    },
    [hasCallbacks ? { ...plain, callbackIntents } : plain, hasCallbacks] as const,
  )
}

const log = (page: Page) => page.evaluate(() => (window as unknown as Answers).log)
const answer = (page: Page, kind: 'change' | 'authorize', value: unknown) =>
  page.evaluate(
    ([name, given]) => {
      ;(window as unknown as Answers).answer[name as string] = given
    },
    [kind, value],
  )
const button = (page: Page) => page.getByRole('button', { name: 'Buy with Google Pay' })
const sheetIn = (page: Page) => page.frameLocator('dialog iframe')
const pay = (sheet: FrameLocator | Page) => sheet.getByRole('button', { name: /^Pay \$/ })

const unserved = {
  reason: 'SHIPPING_ADDRESS_UNSERVICEABLE',
  message: 'We do not ship there.',
  intent: 'SHIPPING_ADDRESS',
}
const toVancouver = {
  newTransactionInfo: {
    currencyCode: 'CAD',
    countryCode: 'CA',
    totalPriceStatus: 'FINAL',
    totalPrice: '23.63',
    totalPriceLabel: 'Total',
    displayItems: [
      { label: 'Sencha', price: '12.50' },
      { label: 'Shipping', price: '10.00' },
      { label: 'Tax', price: '1.13' },
    ],
  },
  newShippingOptionParameters: {
    shippingOptions: [
      { id: '0:flat_rate:1', label: 'Post: 10.00 CAD', description: '' },
      { id: '0:local_pickup:3', label: 'Pickup: 0.00 CAD', description: '' },
    ],
    defaultSelectedOptionId: '0:flat_rate:1',
  },
}

test('[XW-08 overlay] the sheet over the page follows the callbacks, and keeps open for another card', async ({
  page,
}) => {
  await openPage(page, { mode: 'overlay' })
  await drawButton(page)
  await button(page).focus()
  await page.keyboard.press('Enter')
  const sheet = sheetIn(page)
  await expect(sheet.getByRole('heading', { name: 'Pay Samovar' })).toBeFocused()
  await expect(pay(sheet)).toHaveText('Pay $12.50')
  expect(await log(page)).toMatchObject([
    { kind: 'change', callbackTrigger: 'INITIALIZE', shippingAddress: { postalCode: 'M5H' } },
  ])
  expect(await findingsOf(page)).toEqual([])

  await answer(page, 'change', { error: unserved })
  await sheet.getByRole('radio', { name: /Reykjavík/ }).check()
  await expect(sheet.locator('#problem')).toHaveText('We do not ship there.')
  expect(await findingsOf(page)).toEqual([])
  await pay(sheet).click()

  await answer(page, 'change', toVancouver)
  // Arrow keys select an address, and the selected one keeps the focus after the response.
  await sheet.getByRole('radio', { name: /Toronto ON M5H/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(pay(sheet)).toHaveText('Pay $23.63')
  await expect(sheet.getByRole('radio', { name: /Vancouver/ })).toBeFocused()
  await expect(sheet.locator('#problem')).toBeEmpty()
  await answer(page, 'change', {
    newShippingOptionParameters: {
      ...toVancouver.newShippingOptionParameters,
      defaultSelectedOptionId: '0:local_pickup:3',
    },
  })
  await sheet.getByRole('radio', { name: /Pickup/ }).check()
  await expect.poll(() => log(page)).toHaveLength(4)
  expect((await log(page)).at(-1)).toMatchObject({
    callbackTrigger: 'SHIPPING_OPTION',
    shippingOptionData: { id: '0:local_pickup:3' },
  })

  const declined = {
    reason: 'PAYMENT_DATA_INVALID',
    message: 'Your card was declined.',
    intent: 'PAYMENT_AUTHORIZATION',
  }
  await answer(page, 'authorize', { transactionState: 'ERROR', error: declined })
  await sheet.getByRole('radio', { name: /0341/ }).check()
  await pay(sheet).click()
  await expect(sheet.locator('#problem')).toHaveText('Your card was declined.')
  await answer(page, 'authorize', { transactionState: 'SUCCESS' })
  await sheet.getByRole('radio', { name: /Mastercard/ }).check()
  await expect(sheet.locator('#problem')).toBeEmpty()
  await pay(sheet).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(button(page)).toBeFocused()
  const last = async () => (await log(page)).at(-1)
  await expect.poll(last).toMatchObject({
    kind: 'paid',
    email: 'ada.martin@example.test',
    shippingAddress: { address1: '800 Robson Street', postalCode: 'V6Z 3B7' },
    shippingOptionData: { id: '0:local_pickup:3' },
    paymentMethodData: { info: { cardNetwork: 'MASTERCARD', cardDetails: '4444' } },
  })
})

const errorReasons = [
  'OTHER_ERROR',
  'SHIPPING_ADDRESS_INVALID',
  'SHIPPING_ADDRESS_UNSERVICEABLE',
  'SHIPPING_OPTION_INVALID',
  'OFFER_INVALID',
  'PAYMENT_DATA_INVALID',
]

test('[XW-12] every error reason is told in the sheet, which stays open', async ({ page }) => {
  await openPage(page, { mode: 'overlay' })
  await drawButton(page)
  await button(page).click()
  const sheet = sheetIn(page)
  const problem = sheet.locator('#problem')
  await expect(pay(sheet)).toHaveText('Pay $12.50')
  for (const reason of errorReasons) {
    const errorOf = (intent: string) => ({ reason, message: `${intent}: ${reason}`, intent })
    await answer(page, 'change', { error: errorOf('SHIPPING_ADDRESS') })
    await sheet.getByRole('radio', { name: /Vancouver/ }).check()
    await expect(problem).toHaveText(`SHIPPING_ADDRESS: ${reason}`)
    await answer(page, 'change', {})
    await sheet.getByRole('radio', { name: /Toronto ON M5H/ }).check()
    await expect(problem).toBeEmpty()
    await answer(page, 'authorize', { transactionState: 'ERROR', error: errorOf('PAYMENT_AUTHORIZATION') })
    await pay(sheet).click()
    await expect(problem).toHaveText(`PAYMENT_AUTHORIZATION: ${reason}`)
  }
})

test('[XW-08 popup] [WAL-03 no backend call] [XW-09 error with statusCode] [XW-09 unknown status] [XW-09 CANCELED] a window of its own', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const own = window as unknown as { opened: unknown[]; open: typeof window.open }
    own.opened = []
    const open = own.open.bind(window)
    own.open = (url, name, features) => {
      own.opened.push([new URL(String(url)).pathname, name, features])
      return open(url, name, features)
    }
  })
  await openPage(page)
  const toShop: string[] = []
  page.on('request', (sent) => {
    if (sent.url().startsWith(base())) toShop.push(sent.url())
  })
  await drawButton(page)

  const press = async () => {
    const [popup] = await Promise.all([page.waitForEvent('popup'), button(page).click()])
    await expect(popup.getByRole('heading', { name: 'Pay Samovar' })).toBeVisible()
    return popup
  }
  const ended = async (count: number) => {
    await expect.poll(async () => (await log(page)).filter((entry) => !('callbackTrigger' in entry)).length).toBe(count)
    return (await log(page)).at(-1)
  }
  const popup = await press()
  expect(await page.evaluate(() => (window as unknown as { opened: unknown[] }).opened)).toEqual([
    ['/gp/p/loading', 'google-pay-sheet', 'popup,width=600,height=600'],
    ['/gp/p/sheet', 'google-pay-sheet', 'popup,width=600,height=550'],
  ])
  expect(await findingsOf(popup)).toEqual([])
  await popup.setViewportSize({ width: 320, height: 640 })
  expect(await findingsOf(popup)).toEqual([])
  expect(await popup.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  // The window closes before the key is released, so `keyboard.down` may fail.
  await Promise.all([popup.waitForEvent('close'), popup.keyboard.down('Escape').catch(() => {})])
  expect(await ended(1)).toMatchObject({ kind: 'ended', statusCode: 'CANCELED' })

  const statuses = { INTERNAL_ERROR: 'INTERNAL_ERROR', SOMETHING_ELSE: 'CANCELED' }
  for (const [index, [status, statusCode]] of Object.entries(statuses).entries()) {
    const sheet = await press()
    await sheet.getByText('For tests: end with a status').click()
    await sheet.getByRole('button', { name: status }).click()
    expect(await ended(index + 2)).toMatchObject({ kind: 'ended', statusCode })
  }
  const closed = await press()
  await closed.close()
  expect(await ended(4)).toMatchObject({ kind: 'ended', statusCode: 'CANCELED' })

  const paying = await press()
  await pay(paying).click()
  expect(await ended(6)).toMatchObject({ kind: 'paid' })
  expect(toShop).toEqual([])
})

test('[XW-08 redirect] [XW-08 hash change] [WAL-03 callback data returns to the provider] a page of its own brings its result back', async ({
  page,
}) => {
  await openPage(page, { mode: 'redirect' })
  await drawButton(page)
  const payThere = async () => {
    await button(page).click()
    await expect(page.getByRole('heading', { name: 'Pay Samovar' })).toBeFocused()
    expect(page.url()).toContain(`${sandboxOrigin()}/gp/p/sheet`)
    expect(await findingsOf(page)).toEqual([])
    await page.getByRole('radio', { name: /Mastercard/ }).check()
    await pay(page).click()
    await page.waitForURL(/#gpay=/)
    expect(page.url()).toMatch(new RegExp(`^${base()}${path}#gpay=[\\w-]+$`))
  }
  await payThere()
  const [opened] = await Promise.all([
    page.waitForRequest(`${sandboxOrigin()}/gp/p/results/open`),
    page.setContent(pageHtml(sandboxOrigin())),
  ])
  expect(opened.postData()).toContain('sealed')
  await drawButton(page)
  await expect.poll(() => log(page)).toMatchObject([{ kind: 'authorize', email: 'ada.martin@example.test' }])
  expect(page.url()).toBe(base() + path)

  await payThere()
  const hash = new URL(page.url()).hash
  await page.evaluate(() => history.replaceState(null, '', location.pathname))
  await page.setContent(pageHtml(sandboxOrigin()))
  await drawButton(page, false)
  await Promise.all([
    page.waitForResponse(`${sandboxOrigin()}/gp/p/results/open`),
    page.evaluate((value) => {
      location.hash = value
    }, hash),
  ])
  await expect(page.locator('iframe[src*="/gp/p/result"]')).toHaveCount(0)
  await button(page).click()
  await expect.poll(() => log(page)).toMatchObject([{ kind: 'paid', email: 'ada.martin@example.test' }])

  // The same result URL again, as it could be sent to another visitor: it is used only once.
  await page.evaluate((value) => {
    location.hash = value
  }, hash)
  await expect.poll(() => page.url()).toBe(base() + path)
  await expect(page.locator('iframe[src*="/gp/p/result"]')).toHaveCount(0)
  expect(await log(page)).toHaveLength(1)
})

test('[XW-11 button load] [XW-18 frame fails] the plain button stays, and the problem is told', async ({
  page,
  complaints,
}) => {
  const warnings: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text())
  })
  await page.clock.install()
  await page.route('**/gp/p/button?**', () => {})
  await openPage(page)
  // The clock is paused, so a slow machine has no effect.
  await page.clock.pauseAt(Date.now() + 60_000)
  await drawButton(page)
  await page.clock.runFor(4900)
  expect(warnings).toEqual([])
  await page.clock.runFor(200)
  await expect.poll(() => warnings).toEqual(["Google Pay: the button's frame timed out."])
  await expect(button(page)).toHaveText('Buy with G Pay')

  await page.unroute('**/gp/p/button?**')
  await page.route('**/gp/p/button?**', (route) => route.abort())
  await openPage(page)
  await drawButton(page)
  await expect
    .poll(async () => {
      await page.clock.runFor(500)
      return warnings.at(-1)
    })
    .toBe("Google Pay: the button's frame failed to load.")
  forgetFailedLoads(complaints)
})

test('[ERR-04] a browser without the wallet gets no button and no word of it', async ({ page }) => {
  await setWallets(page, { google: 'unsupported' })
  const logged = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith('Google Pay is not supported in this browser.'),
  })
  await page.goto(`/product/${demo.another}/`)
  await page.locator('form.cart').scrollIntoViewIfNeeded()
  expect((await logged).type()).toBe('info')
  await expect(page.locator('.wc-stripe-product-checkout-container')).toBeHidden()
  await expect(page.locator('[data-wallet-problem]')).toBeEmpty()
})
