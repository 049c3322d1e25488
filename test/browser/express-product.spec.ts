/** Buying a product with a wallet on its page: the button, the sheet, and the resulting payment. */
import type { FrameLocator, Locator, Page } from '@playwright/test'
import { demo, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { fillCart } from './page-kinds.ts'
import { expect, forgetFailedLoads, phone, test } from './shop-test.ts'

type Wallets = { google?: 'ready' | 'none'; mode?: 'popup' | 'overlay' | 'redirect'; device?: 'apple' | 'none' }

const choose = (page: Page, wallets: Wallets) =>
  page.addInitScript((json) => sessionStorage.setItem('sandbox-wallets', json), JSON.stringify(wallets))

const place = (page: Page): Locator => page.locator('.wc-stripe-product-checkout-container')
const button = (page: Page): Locator => page.getByRole('button', { name: 'Buy with Google Pay' })
const sheetIn = (page: Page): FrameLocator => page.frameLocator('dialog iframe')
const payIn = (sheet: FrameLocator | Page): Locator => sheet.getByRole('button', { name: /^Pay \$/ })
const problem = (page: Page): Locator => page.locator('[data-wallet-problem]')
const thanks = (page: Page): Locator => page.getByRole('heading', { name: /^Thank you, / })

const isCall = (url: string, route: string): boolean => url.includes(`path=/wc-stripe/v1/${route}`)
const fieldsOf = (body: string | null): Record<string, string> => Object.fromEntries(new URLSearchParams(body ?? ''))

/** Records the fields of every call to a route. */
function callsTo(page: Page, route: string): Record<string, string>[] {
  const calls: Record<string, string>[] = []
  page.on('request', (request) => {
    if (isCall(request.url(), route)) calls.push(fieldsOf(request.postData()))
  })
  return calls
}

async function openProduct(page: Page, slug: string, wallets: Wallets = { mode: 'overlay' }): Promise<void> {
  await choose(page, wallets)
  await page.goto(`/product/${slug}/`)
  await button(page).scrollIntoViewIfNeeded()
}

/** Opens the sheet and waits until it shows a total with shipping and taxes. */
async function openSheet(page: Page): Promise<FrameLocator> {
  await expect(button(page)).toBeEnabled()
  await button(page).click()
  const sheet = sheetIn(page)
  await expect(sheet.locator('#total-label')).toHaveText('Total')
  return sheet
}

test('[XW-01 every container] [XW-01 container and grandparent shown] [XW-01 grandparent active] [XW-02] [XW-03 button] [XW-04 simple] every container gets a button, also those that come later, beside others, and one whose frame never comes', async ({
  page,
}) => {
  const calculations = callsTo(page, 'cart/cart-calculation')
  await choose(page, { mode: 'overlay' })
  // Simulates a theme that inserts the containers late and twice.
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const found = document.querySelector('.wc-stripe-product-checkout-container')
      Object.assign(window, { container: found })
      found?.remove()
    })
  })
  const script = page.waitForResponse(/express-button/)
  await page.goto(`/product/${demo.simple}/`)
  await page.locator('form.cart').scrollIntoViewIfNeeded()
  await script
  await scriptRun(page, 'express-button')
  await expect(button(page)).toHaveCount(0)
  // The iframe of the third button never loads, so the plain button stays.
  let frames = 0
  await page.route('**/gp/p/button?**', (route) => {
    frames += 1
    return frames === 3 ? undefined : route.continue()
  })
  await page.evaluate(() => {
    const { container } = window as unknown as { container: Element }
    Object.assign(window, { late: container.cloneNode(true) })
    document.querySelector('#buy')?.append(container, container.cloneNode(true))
  })
  await expect(button(page)).toHaveCount(2)
  await page.evaluate(() => {
    const { late } = window as unknown as { late: Element }
    document.querySelector('#buy')?.append(late)
  })
  await expect(button(page)).toHaveCount(3)
  for (const index of [0, 1, 2]) {
    await expect(place(page).nth(index)).toHaveClass(/\bactive\b/)
    await expect(place(page).nth(index).locator('li.payment_method_stripe_googlepay')).toBeVisible()
    await expect(button(page).nth(index)).toBeEnabled()
  }
  const look = await button(page)
    .first()
    .evaluate((element: HTMLElement) => {
      const { backgroundColor, borderRadius } = getComputedStyle(element)
      const isFilled = element.offsetWidth === element.closest('li')?.offsetWidth
      return { backgroundColor, borderRadius, isFilled }
    })
  expect(look).toEqual({ backgroundColor: 'rgb(0, 0, 0)', borderRadius: '4px', isFilled: true })
  expect(calculations).toMatchObject([{ qty: '1', variation_id: '0', payment_method: 'stripe_googlepay' }])
  expect(await findingsOf(page)).toEqual([])
})

test('[XW-02] a wallet whose script did not come is tried again for a container that comes later', async ({
  page,
  complaints,
}) => {
  await page.route('**/assets/adapter-*.js*', (route) => route.abort())
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(request.url()))
  await choose(page, { mode: 'overlay', device: 'none' })
  await page.goto(`/product/${demo.simple}/`)
  await page.locator('form.cart').scrollIntoViewIfNeeded()
  // Each of the two wallets immediately retries its import at another URL.
  await expect.poll(() => failed.filter((url) => /adapter.*\.js\?/.test(url)).length).toBe(2)
  await expect(place(page)).toBeHidden()
  await page.unrouteAll()
  await place(page).evaluate((first) => first.after(first.cloneNode(true)))
  await expect(button(page)).toHaveCount(1)
  await expect(place(page).nth(1)).toHaveClass(/\bactive\b/)
  await expect(button(page)).toBeEnabled()
  forgetFailedLoads(complaints)
})

const userAgentOf = (page: Page): Promise<string> => page.evaluate(() => navigator.userAgent)

type Params = {
  readonly user_id: string
  readonly rest_nonce: string
  readonly confirmParams: {
    readonly mandate_data: {
      readonly customer_acceptance: { readonly type: string; readonly online: Readonly<Record<string, string>> }
    }
  }
}
/** The current Google Pay settings, as scripts of the payment plugin read them. */
const googleParams = (page: Page): Promise<Params> =>
  page.evaluate(
    () => (window as unknown as { wc_stripe_googlepay_product_params: Params }).wc_stripe_googlepay_product_params,
  )

test('[XW-14 settings] [PAY-11 logged in] a page that is kept for everybody has its customer’s settings, and those of a guest once its shopper has signed out in another tab; it still sells by its sheet', async ({
  page,
}) => {
  await signIn(page, users.customer)
  const calculation = page.waitForRequest((request) => isCall(request.url(), 'cart/cart-calculation'))
  const document = page.waitForResponse((response) => response.url().endsWith(`/product/${demo.simple}/`))
  await openProduct(page, demo.simple)
  const printed = /wc_stripe_googlepay_product_params=.*?"rest_nonce":"(\w+)".*?"user_id":"(\d+)"/.exec(
    await (await document).text(),
  )
  const [, guestNonce = '', printedUser] = printed ?? []
  expect(printedUser).toBe('0')
  const nonce = (await calculation).headers()['x-wp-nonce'] ?? ''
  expect(nonce).toMatch(/^[0-9a-f]{10}$/)
  expect(nonce).not.toBe(guestNonce)
  const online = { ip_address: expect.stringMatching(/^(127\.0\.0\.1|::1)$/), user_agent: await userAgentOf(page) }
  const own = await googleParams(page)
  expect(Number(own.user_id)).toBeGreaterThan(0)
  expect(own).toMatchObject({
    rest_nonce: nonce,
    confirmParams: { mandate_data: { customer_acceptance: { type: 'online', online } } },
  })
  const first = await openSheet(page)
  await first.getByRole('button', { name: 'Close Google Pay' }).click()
  const other = await page.context().newPage()
  await other.goto('/my-account/')
  await other.getByRole('navigation', { name: 'Your account' }).getByRole('link', { name: 'Sign out' }).click()
  await expect(other.getByRole('button', { name: 'Sign in' }).first()).toBeVisible()
  const sheet = await openSheet(page)
  await expect.poll(() => googleParams(page)).toMatchObject({ user_id: '0', rest_nonce: guestNonce })
  await payIn(sheet).click()
  await expect(thanks(page)).toBeVisible()
})

test('[XW-04 variable with variation] [XW-05 disabled meanwhile] [XW-05 enabled afterwards] [XW-05 stops out of stock] [XW-05 stops without variation] [XW-15 reset] [XW-15 found] [PAY-08] the button follows the choice, one calculation at a time', async ({
  page,
  complaints,
}) => {
  const calculations = callsTo(page, 'cart/cart-calculation')
  await openProduct(page, demo.partlySoldOut)
  await expect(button(page)).toBeEnabled()
  expect(calculations).toHaveLength(1)
  expect(Number(calculations[0]?.variation_id)).toBeGreaterThan(0)

  let running = 0
  let atOnce = 0
  let release = (): void => {}
  await page.route(/cart-calculation/, async (route) => {
    running += 1
    atOnce = Math.max(atOnce, running)
    await new Promise<void>((resolve) => {
      release = resolve
    })
    running -= 1
    await route.continue()
  })
  const size = (text: RegExp): Locator => page.locator('form.variations_form label').filter({ hasText: text }).first()
  await page.getByRole('button', { name: 'One more of' }).click()
  await expect(button(page)).toBeDisabled()
  await expect.poll(() => running).toBe(1)
  await page.getByRole('button', { name: 'One more of' }).click()
  await page.getByRole('button', { name: 'One more of' }).click()
  release()
  await expect.poll(() => calculations.map(({ qty }) => qty)).toEqual(['1', '2', '4'])
  await expect(button(page)).toBeDisabled()
  // The test sees the request before the route handler holds it.
  await expect.poll(() => running).toBe(1)
  release()
  await expect(button(page)).toBeEnabled()
  expect(atOnce).toBe(1)
  await page.unrouteAll()

  await size(/Sold out/).click()
  await expect(button(page)).toBeDisabled()
  expect(calculations).toHaveLength(3)
  // The button is enabled after a failed request as well.
  await page.route(/cart-calculation/, (route) => route.abort())
  await size(/100 g/).click()
  await expect(button(page)).toBeEnabled()
  const data = JSON.parse(
    (await page.locator('.woocommerce_stripe_googlepay_gateway_data').getAttribute('data-gateway')) ?? '{}',
  ) as { needs_shipping: boolean; product: { price_cents: number; variation: { display_price_cents: number } } }
  expect(data).toMatchObject({ needs_shipping: true, product: { variation: { is_virtual: false } } })
  expect(data.product.price_cents).toBe(data.product.variation.display_price_cents)

  const { length } = calculations
  await page.locator('.reset_variations').click()
  await expect(button(page)).toBeDisabled()
  expect(calculations).toHaveLength(length)
  forgetFailedLoads(complaints)
})

test('[XW-04 variable without variation] without a choice the button waits', async ({ page }) => {
  const calculations = callsTo(page, 'cart/cart-calculation')
  await openProduct(page, demo.manyChoices)
  await expect(button(page)).toBeVisible()
  await expect(button(page)).toBeDisabled()
  expect(calculations).toEqual([])
})

for (const [kind, options] of [
  ['with a mouse', {}],
  ['with a finger', phone],
] as const)
  test.describe(kind, () => {
    test.use(options)

    test('[XW-06 invalid_amount] [ATC-11] whoever types a quantity of 0 is told so by the button, and the form corrects it afterwards', async ({
      page,
      hasTouch,
    }) => {
      await openProduct(page, demo.simple)
      await expect(button(page)).toBeEnabled()
      const quantity = page.locator('form.cart input.qty')
      await quantity.fill('0')
      await (hasTouch ? button(page).tap() : button(page).click())
      await expect(problem(page)).toHaveText('Please update you product quantity before using Google Pay')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(quantity).toHaveValue('1')
      expect(await findingsOf(page)).toEqual([])
      await openSheet(page)
      await expect(problem(page)).toBeEmpty()
    })
  })

for (const [kind, slug, typed, added, press] of [
  ['simple', demo.simple, '0', '1', 'click'],
  ['by the enter key', demo.simple, '0', '1', 'Enter'],
  ['variable', demo.partlySoldOut, '0', '1', 'click'],
  ['nearly sold out', demo.nearlySoldOut, '9', '2', 'click'],
] as const)
  test(`[ATC-10 quantity] [ATC-11] Add to cart counts although ${typed} was typed before, and adds ${added} (${kind})`, async ({
    page,
  }) => {
    await openProduct(page, slug)
    await expect(button(page)).toBeEnabled()
    await scriptRun(page, 'cart')
    const sent: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.url().includes('wc-ajax=add_to_cart')) sent.push(fieldsOf(request.postData()).quantity)
    })
    const quantity = page.locator('form.cart input.qty')
    await quantity.fill(typed)
    if (press === 'click') await page.locator('.single_add_to_cart_button').click()
    else await quantity.press(press)
    await expect(page.locator('a.cart-contents .count')).toHaveText(added)
    await expect(quantity).toHaveValue(added)
    expect(sent).toEqual([added])
    await expect(page.locator('.quantity [role=status]')).toHaveText(typed > added ? 'Only 2 left.' : '')
  })

test('[XW-03 total label] [XW-06 not added with shipping] [XW-07 address change] [XW-07 option change] [XW-08 overlay] [XW-09 success] [XW-17] a tea is bought in the sheet, and the cart stays as it was', async ({
  page,
  baseURL,
}) => {
  await fillCart(page.context(), baseURL)
  const [added, changes, paid] = [
    callsTo(page, 'cart/add-to-cart'),
    callsTo(page, 'googlepay/shipping-data'),
    callsTo(page, 'checkout'),
  ]
  await openProduct(page, demo.another)
  const cartText = await page.locator('a.cart-contents').textContent()
  const sheet = await openSheet(page)
  const first = await payIn(sheet).textContent()
  await sheet.getByRole('radio', { name: /Reykjavík/ }).check()
  await expect(sheet.locator('#problem')).not.toBeEmpty()
  await sheet.getByRole('radio', { name: /Vancouver/ }).check()
  await expect(sheet.locator('#problem')).toBeEmpty()
  await sheet.getByRole('radio', { name: /Toronto ON M5H/ }).check()
  await sheet.getByRole('radio', { name: /Pick up/ }).check()
  await expect
    .poll(() => changes.at(-1))
    .toMatchObject({ shipping_method: expect.stringMatching(/^0:local_pickup/) as unknown })
  await expect(payIn(sheet)).toBeEnabled()
  await expect(payIn(sheet)).not.toHaveText(first ?? '')
  expect(changes.length).toBeGreaterThanOrEqual(4)
  for (const fields of changes) expect(fields).toMatchObject({ qty: '1', variation_id: '0', page_id: 'product' })

  // The sheet reports a declined card and stays open for another one.
  await sheet.getByRole('radio', { name: /0341/ }).check()
  await payIn(sheet).click()
  await expect(sheet.locator('#problem')).toContainText('declined')
  await sheet.getByRole('radio', { name: /Mastercard/ }).check()
  const total = ((await payIn(sheet).textContent()) ?? '').replace('Pay ', '')
  await payIn(sheet).click()
  await expect(thanks(page)).toBeVisible()
  await expect(page.locator('.woocommerce-order-overview__total')).toContainText(total)
  expect(added).toEqual([])
  expect(paid.at(-1)).toMatchObject({ billing_first_name: 'Ada', wc_order_attribution_source_type: 'typein' })
  expect(paid.at(-1)).toHaveProperty('expected_total_cents', total.replace(/\D/g, ''))
  await page.goto('/cart/')
  await expect(page.locator('.woocommerce-cart-form__cart-item')).toHaveCount(2)
  await expect(page.locator('a.cart-contents')).toHaveText(cartText ?? '')
})

test('[XW-08 popup] [XW-09 CANCELED] [XW-09 error with statusCode] [XW-09 unknown status] [XW-13] a closed window needs no word, a failed one is told', async ({
  page,
}) => {
  await openProduct(page, demo.another, { mode: 'popup' })
  await expect(button(page)).toBeEnabled()
  const openWindow = async (): Promise<Page> => {
    const opened = page.waitForEvent('popup')
    // The wallet only polls whether its previous window was closed, so a click may have no effect yet.
    await expect(async () => {
      await button(page).click()
      expect(page.context().pages().length).toBeGreaterThan(1)
    }).toPass()
    const popup = await opened
    await expect(payIn(popup)).toBeEnabled()
    return popup
  }
  const first = await openWindow()
  // A second click while the window is open does nothing.
  await button(page).dispatchEvent('click')
  expect(page.context().pages()).toHaveLength(2)
  await first.close()
  await expect(problem(page)).toBeEmpty()

  const end = async (status: string): Promise<void> => {
    const popup = await openWindow()
    const closed = popup.waitForEvent('close')
    await popup.locator(`#testing [data-status="${status}"]`).evaluate((element: HTMLElement) => element.click())
    await closed
  }
  await end('INTERNAL_ERROR')
  await expect(problem(page)).toHaveText(
    'There was a problem processing the payment. Please check your email inbox and refresh the page to try again.',
  )
  expect(await findingsOf(page)).toEqual([])
  await end('SOMETHING_ELSE')
  await expect(problem(page)).toBeEmpty()
  const last = await openWindow()
  await expect(problem(page)).toBeEmpty()
  await payIn(last).click()
  await expect(thanks(page)).toBeVisible()
})

test('[XW-08 redirect] [XW-08 hash change] [WAL-03] after a full redirect a problem is told, and another total is charged only if the buyer agrees', async ({
  page,
}) => {
  await openProduct(page, demo.teaware, { mode: 'redirect' })
  await expect(button(page)).toBeEnabled()
  await button(page).click()
  await page.waitForURL(/\/gp\/p\/sheet/)
  await page.getByText('For tests: end with a status').click()
  await page.getByRole('button', { name: 'INTERNAL_ERROR' }).click()
  await expect(problem(page)).toContainText('There was a problem processing the payment.')
  await expect(problem(page)).toBeInViewport()

  await page.getByRole('button', { name: 'One more of' }).click()
  await expect(page.locator('form.cart input.qty')).toHaveValue('2')
  await expect(button(page)).toBeEnabled()
  const paid = callsTo(page, 'checkout')
  await button(page).click()
  await page.waitForURL(/\/gp\/p\/sheet/)
  await page.getByRole('radio', { name: /Vancouver/ }).check()
  await payIn(page).click()
  await page.waitForURL(/\/product\//)
  const dialog = page.getByRole('dialog', { name: /^Your total is now \$/ })
  await expect(dialog).toBeVisible()
  expect(new URL(page.url()).hash).toBe('')
  expect(await findingsOf(page)).toEqual([])
  expect(paid).toEqual([])
  await dialog.getByRole('button', { name: /^Pay \$/ }).click()
  await expect(thanks(page)).toBeVisible()
  expect(paid).toMatchObject([{ qty: '2', page_id: 'product' }])
})

test('[XW-16] Apple Pay stands there too, and nothing remains where no wallet can pay', async ({ page }) => {
  await choose(page, { google: 'none', device: 'apple' })
  await page.goto(`/product/${demo.another}/`)
  const apple = page.getByRole('button', { name: 'Buy with Apple Pay' })
  await apple.scrollIntoViewIfNeeded()
  await expect(apple).toBeEnabled()
  await expect(button(page)).toHaveCount(0)

  await choose(page, { google: 'none', device: 'none' })
  await page.goto(`/product/${demo.another}/`)
  await page.locator('form.cart').scrollIntoViewIfNeeded()
  await expect(place(page)).toBeHidden()
  expect(await place(page).boundingBox()).toBeNull()
})
