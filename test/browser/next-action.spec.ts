/** Pages opened with a `#response=…` hash in the URL: real hashes for every payment method, and forged ones. */
import type { BrowserContext, Page } from '@playwright/test'
import { solveProof } from '../../src/people/abuse/solve-challenge.client.ts'
import { type Buyer, cards, cardToken, newBuyer, requestSender } from '../running/buyer.ts'
import { demo, newCustomerAddress } from '../running/demo-shop.ts'
import { fillCheckout, typeCard } from '../running/shopper.ts'
import { unpaidOrder } from '../running/unpaid-order.ts'
import { expect, test } from './shop-test.ts'

const NOT_CONFIRMED = 'We could not confirm with your bank that it is you. Try again or use a different payment method.'
const errors = (page: Page) => page.locator('.woocommerce-error')
const bank = (page: Page) => page.frameLocator('dialog[open] iframe')
const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you, Ada.' })
const hashOf = (data: unknown) =>
  `#response=${encodeURIComponent(Buffer.from(JSON.stringify(data)).toString('base64'))}`

/** These methods redirect to the provider's page instead of confirming on this page. */
const payLater = ['stripe_affirm', 'stripe_afterpay', 'stripe_klarna']

/** Payment methods on this page: those with a token field, and the others. */
const methodsOf = (page: Page) =>
  page.locator('[name=payment_method]').evaluateAll((inputs) => {
    const ids = inputs.map((input) => (input as HTMLInputElement).value)
    const [tokens, others] = [true, false].map((has) =>
      ids.filter((id) => (document.getElementById(`${id}_token_key`) !== null) === has),
    )
    return { tokens: tokens ?? [], others: others ?? [] }
  })

/** Opens the path through a blank page, because changing only the hash would not load the page again. */
async function openAt(page: Page, path: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(path)
  await expect(page).not.toHaveURL(/#/)
}

async function expectUsable(page: Page): Promise<void> {
  await expect(page.locator('form.processing, .blockOverlay')).toHaveCount(0)
  await expect(page.locator('#place_order')).toBeEnabled()
  await expect(page.locator('#place_order')).not.toContainText('…')
}

/** Forged hashes: the page reports at most that the order does not exist, and stays usable. */
async function refusesMadeUp(page: Page, path: string, more: readonly object[] = []): Promise<void> {
  await page.goto(path)
  const { tokens, others } = await methodsOf(page)
  expect(others).toContain('bacs')
  const refused = tokens.map((gateway_id) => ({
    client_secret: 'pi_1_secret_x',
    gateway_id,
    order_id: 1,
    order_key: 'x',
  }))
  for (const madeUp of [...refused, ...more]) {
    await openAt(page, path + hashOf(madeUp))
    await expect(errors(page)).toHaveText('This order could not be found.')
    await expectUsable(page)
  }
  for (const gateway_id of ['bacs', 'stripe_none', null]) {
    await openAt(page, path + hashOf({ client_secret: 'pi_1_secret_x', gateway_id }))
    await expect(errors(page)).toHaveCount(0)
    await expectUsable(page)
  }
}

/**
 * A hash for each method that confirms on this page opens the bank's dialog. After Cancel the page is usable. The last
 * payment is completed.
 */
async function confirmsTrue(page: Page, path: string, placed: (method: string) => Promise<string>): Promise<void> {
  await page.goto(path)
  const { tokens } = await methodsOf(page)
  expect(tokens).toEqual(expect.arrayContaining(['stripe_cc', 'stripe_googlepay', 'stripe_applepay']))
  for (const method of tokens.filter((id) => !payLater.includes(id))) {
    await openAt(page, path + (await placed(method)))
    await bank(page).getByRole('button', { name: 'Cancel' }).click()
    await expect(errors(page)).toHaveText(NOT_CONFIRMED)
    await expectUsable(page)
  }
  await openAt(page, path + (await placed('stripe_cc')))
  await bank(page).getByRole('button', { name: 'Complete authentication' }).click()
  await expect(thanks(page)).toBeVisible()
}

async function proofOf(buyer: Buyer): Promise<string> {
  const response = await buyer.send('/wp-json/samovar/v1/challenge')
  return solveProof(((await response.json()) as { challenge: object }).challenge)
}

/** Creates a shopper with a tea in the cart, and gives the browser context the shopper's cookies. */
async function shopperOf(context: BrowserContext, url = ''): Promise<Buyer> {
  const buyer = newBuyer(requestSender(url))
  const html = await (await buyer.send(`/product/${demo.another}/`)).text()
  const tag = /<button[^>]*name="add-to-cart"[^>]*>/.exec(html)?.[0] ?? ''
  await buyer.add(Number(/value="(\d+)"/.exec(tag)?.[1]))
  await context.addCookies([...buyer.cookies].map(([name, value]) => ({ name, value, url })))
  return buyer
}

test('[SCA-01 checkout, removed from the URL] the checkout is opened with a hash in its address, by every method', async ({
  page,
  context,
  baseURL,
}) => {
  const buyer = await shopperOf(context, baseURL)
  const address = newCustomerAddress()
  await confirmsTrue(page, '/checkout/', async (payment_method) => {
    const checkout = await buyer.openCheckout()
    const token = await cardToken(checkout, cards.requiresAuthentication)
    const paying = { payment_method, [`${payment_method}_token_key`]: token, proof: await proofOf(buyer) }
    return (await buyer.checkout(checkout, { ...address, ...paying })).redirect ?? ''
  })
})

test('[SCA-01 checkout, removed from the URL] made-up hashes in the address of the checkout block nothing: it still orders', async ({
  page,
  context,
  baseURL,
}) => {
  await shopperOf(context, baseURL)
  const others = ['x', 1, { a: 1 }, 'seti_1_secret_x'].map((client_secret) => ({
    client_secret,
    gateway_id: 'stripe_cc',
  }))
  await refusesMadeUp(page, '/checkout/', others)
  await fillCheckout(page, newCustomerAddress())
  await typeCard(page, cards.good)
  await page.locator('#place_order').click()
  await expect(thanks(page)).toBeVisible()
})

/** Pays an existing order through the same call as its page. Returns the `#response=…` hash. */
async function payOrder(path: string, url: string | undefined, payment_method: string): Promise<string> {
  const buyer = newBuyer(requestSender(url ?? ''))
  const html = await (await buyer.send(path)).text()
  const [, providerUrl = ''] = /data-provider-script="([^"]+)"/.exec(html) ?? []
  const [, publishableKey = ''] = /data-provider-key="([^"]+)"/.exec(html) ?? []
  const provider = { providerUrl: new URL(providerUrl).origin, publishableKey, checkoutNonce: '', reviewNonce: '' }
  const [, nonceTag = ''] = /(<input[^>]*name="woocommerce-pay-nonce"[^>]*>)/.exec(html) ?? []
  const [, order_id = '', order_key = ''] = /order-pay\/(\d+)\/.*key=(\w+)/.exec(path) ?? []
  const response = await buyer.post('/?wc-ajax=wc_stripe_frontend_request&path=/wc-stripe/v1/order-pay', {
    order_id,
    order_key,
    payment_method,
    terms: '1',
    'terms-field': '1',
    proof: await proofOf(buyer),
    'woocommerce-pay-nonce': /value="([^"]+)"/.exec(nonceTag)?.[1] ?? '',
    [`${payment_method}_token_key`]: await cardToken(provider, cards.requiresAuthentication),
    ...(path.includes('change_payment_method')
      ? { page_id: 'change_payment_method', change_payment_method: order_id }
      : {}),
  })
  const answer = (await response.json()) as object
  expect(answer).toMatchObject({ needs_confirmation: true, data: { gateway_id: payment_method } })
  return hashOf((answer as { data: object }).data)
}

async function expectPaidByCard(page: Page): Promise<void> {
  await page.locator('label[for="payment_method_stripe_cc"]').click()
  await page.locator('#terms').check()
  await typeCard(page, cards.good)
  await page.locator('#place_order').click()
  await expect(thanks(page)).toBeVisible()
}

test('[SCA-01 order_pay, removed from the URL] a payment link is opened with a hash in its address: true ones by every method, and made-up ones', async ({
  page,
  baseURL,
}) => {
  const path = await unpaidOrder(baseURL ?? '')
  await confirmsTrue(page, path, (method) => payOrder(path, baseURL, method))
  const other = await unpaidOrder(baseURL ?? '')
  await refusesMadeUp(page, other)
  await expectPaidByCard(page)
})

/** Creates an order that waits for a bank transfer. Returns the path for changing its payment method. */
async function awaitingTransfer(context: BrowserContext, url: string | undefined): Promise<string> {
  const buyer = await shopperOf(context, url)
  const checkout = await buyer.openCheckout()
  const { redirect = '' } = await buyer.checkout(checkout, { ...newCustomerAddress(), payment_method: 'bacs' })
  const [, id = '', key = ''] = /order-received\/(\d+)\/\?key=(\w+)/.exec(redirect) ?? []
  return `/checkout/order-pay/${id}/?change_payment_method=${id}&key=${key}`
}

test('[SCA-01 change_payment_method, removed from the URL] another way to pay is opened with a hash in its address: true ones by every method, and made-up ones', async ({
  page,
  context,
  baseURL,
}) => {
  const path = await awaitingTransfer(context, baseURL)
  await confirmsTrue(page, path, (method) => payOrder(path, baseURL, method))
  await refusesMadeUp(page, await awaitingTransfer(context, baseURL))
  await expectPaidByCard(page)
})
