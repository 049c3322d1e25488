/** Guests save teas and ask for a sold-out one: the list is kept in the account, and the email is sent once. */
import type { Page, Route } from '@playwright/test'
import pino from 'pino'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { openJobs } from '../../src/platform/jobs/jobs.ts'
import { sendStockAlertsJob } from '../../src/shop/stock-alerts/jobs.ts'
import { newBuyer, requestSender } from '../running/buyer.ts'
import { type CustomShop, startCustomShop } from '../running/custom-shop.ts'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { expect, forgetFailedLoads, phone, test as shopTest } from './shop-test.ts'

const test = shopTest.extend<object, { shop: CustomShop }>({
  shop: [
    async ({}, use) => {
      // Alerts are sent without a delay. Another test covers teas that are in stock only briefly.
      const shop = await startCustomShop({ stockAlertMinutes: 0 })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ shop }, use) => {
    await use(shop.url)
  },
})

const heartOf = (page: Page, index: number) => page.locator('.product [name=save]').nth(index)
const savedNames = (page: Page) => page.locator('main ul > li a[href^="/product/"] span:not([class*=amount])')

test('a guest saves two teas, signs in, shares the list, and somebody else opens it', async ({ page, browser }) => {
  let answers = 0
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && new URL(response.url()).pathname === '/saved-teas/') answers += 1
  })
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
  for (const index of [0, 1]) {
    await heartOf(page, index).focus()
    await page.keyboard.press('Enter')
    await expect(heartOf(page, index)).toHaveAttribute('aria-pressed', 'true')
  }
  expect(await findingsOf(page)).toEqual([])
  await heartOf(page, 1).click()
  await expect(heartOf(page, 1)).toHaveAttribute('aria-pressed', 'false')
  await heartOf(page, 1).click()
  // A heart changes immediately, but a request after an earlier click waits for its response.
  await expect.poll(() => answers).toBe(4)
  await page.goto(`/product/${demo.variable}/`)
  await expect(page.locator('samovar-island').first()).toHaveAttribute('data-awake', '')
  const chip = page.locator('form.variations_form input[type=radio]:not(:disabled)').last()
  await chip.locator('xpath=..').click()
  const size = await chip.locator('xpath=..').locator('strong').textContent()
  await page.getByRole('button', { name: 'Save for later' }).click()
  await expect(page.getByRole('button', { name: 'Save for later' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => answers).toBe(5)

  await page.getByRole('link', { name: 'Saved teas' }).first().click()
  await expect(page.getByRole('button', { name: /^Remove “/ })).toHaveCount(3)
  await expect(page.locator('main')).toContainText(size ?? '')

  await signIn(page, users.customer)
  await page.goto('/my-account/saved/')
  await expect(page.getByRole('button', { name: /^Remove “/ })).toHaveCount(3)
  await page.getByLabel('Name of the list').fill('For the birthday')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const link = await page.getByLabel('Link', { exact: true }).inputValue()
  const name = await savedNames(page).first().textContent()

  const stranger = await (await browser.newContext({ ...phone })).newPage()
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('For the birthday')
  await expect(stranger.locator('.product')).toHaveCount(3)
  await expect(stranger.locator('main')).toContainText(name ?? '')
  expect(await findingsOf(stranger)).toEqual([])
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(page.getByText('The link does not work any more.')).toBeVisible()
  await stranger.reload()
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('This list is not shared')
  await stranger.context().close()

  await page
    .getByRole('link', { name: /^Add to cart/ })
    .first()
    .click()
  await expect(page.locator('#mini-cart .woocommerce-mini-cart-item')).toHaveCount(1)
})

test('a customer sees on a second device what the first has saved, after one page load; guests ask nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/saved-teas/') asked.push(request.method())
  })
  await page.goto('/shop/')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await signIn(page, users.customer)
  await page.goto('/shop/')
  const heart = heartOf(page, 3)
  const before = await heart.getAttribute('aria-pressed')
  const device = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await signIn(device, users.customer)
  await device.goto('/shop/')
  await scriptRun(device, 'cart')
  const answered = device.waitForResponse((response) => response.request().method() === 'POST')
  await heartOf(device, 3).click()
  await answered
  await page.reload()
  await expect(heart).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true')
  expect(asked.length).toBeGreaterThan(0)
  await device.context().close()
})

test('hearts pressed without a network, or while the shop restarts, stay, as does the page, and are saved by the next page', async ({
  page,
  complaints,
}) => {
  let posts = 0
  await page.route('**/saved-teas/', (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    posts += 1
    return posts === 1 ? route.abort('internetdisconnected') : route.fulfill({ status: 503 })
  })
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
  await heartOf(page, 0).click()
  await expect.poll(() => posts).toBe(1)
  await expect(heartOf(page, 0)).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await scriptRun(page, 'cart')
  await expect.poll(() => posts).toBe(2)
  await heartOf(page, 1).click()
  await expect.poll(() => posts).toBe(3)
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(/\/shop\/$/)
  for (const index of [0, 1]) await expect(heartOf(page, index)).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('link', { name: 'Saved teas' }).first().click()
  await expect(page.getByRole('button', { name: /^Remove “/ })).toHaveCount(2)
  forgetFailedLoads(complaints)
})

test('hearts pressed just before the page is left are saved, in whatever order the answers come', async ({ page }) => {
  const isPost = (route: Route) => route.request().method() === 'POST'
  await page.goto('/shop/')
  await scriptRun(page, 'cart')
  // Requests get no response while the page is open.
  await page.route('**/saved-teas/', (route) => (isPost(route) ? undefined : route.continue()))
  for (const index of [0, 1, 2]) await heartOf(page, index).click()
  await heartOf(page, 1).click()
  await expect(heartOf(page, 0)).toHaveAttribute('aria-pressed', 'true')
  await expect(heartOf(page, 1)).toHaveAttribute('aria-pressed', 'false')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/saved-teas/')
  await expect(page.getByRole('button', { name: /^Remove “/ })).toHaveCount(2)

  await page.goto('/shop/')
  await scriptRun(page, 'cart')
  await page.route('**/saved-teas/', (route) => (isPost(route) ? undefined : route.continue()))
  await heartOf(page, 3).click()
  await heartOf(page, 0).click()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // The next page with hearts shows the unconfirmed clicks, and sends them again.
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await page.goto('/shop/?orderby=menu_order')
  await expect(heartOf(page, 3)).toHaveAttribute('aria-pressed', 'true')
  await answered
  await expect.poll(() => page.evaluate(() => document.cookie)).toMatch(/samovar_pressed=(;|$)/)
  await page.goto('/saved-teas/')
  await expect(page.getByRole('button', { name: /^Remove “/ })).toHaveCount(2)
})

test.describe('on a phone, without script', () => {
  test.use({ ...phone, javaScriptEnabled: false })
  test('a guest saves teas from cards and removes one', async ({ page }) => {
    await page.goto('/shop/')
    for (const index of [0, 1]) {
      await heartOf(page, index).click()
      await expect(page.getByText('is saved.')).toBeVisible()
    }
    await page.getByRole('link', { name: 'View saved teas' }).click()
    await page
      .getByRole('button', { name: /^Remove “/ })
      .first()
      .click()
    await expect(page.getByText('It is no longer among your saved teas.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^Remove “/ })).toHaveCount(1)
  })
})

/** Opens the newest email with this subject in the outbox. Returns path and query of its link with this name. */
async function linkInMail(owner: Page, subject: RegExp, name: string): Promise<string> {
  await expect(async () => {
    await owner.goto('/wp-admin/mails/')
    await owner.getByRole('link', { name: subject }).first().click({ timeout: 2000 })
  }).toPass({ timeout: 30_000 })
  const letter = owner.locator('iframe').contentFrame()
  const href = await letter.getByRole('link', { name }).getAttribute('href')
  const { pathname, search } = new URL(href ?? '')
  return pathname + search
}

test('a guest asks for a tea that is sold out, says yes, is told once, and stops', async ({ page, browser, shop }) => {
  const html = await (await page.request.get(`/product/${demo.nearlySoldOut}/`)).text()
  const id = Number(/postid-(\d+)/.exec(html)?.[1])
  const buyer = newBuyer(requestSender(shop.url))
  await buyer.add(id, 2)
  const { redirect = '' } = await buyer.checkout(await buyer.openCheckout(), {
    ...newCustomerAddress(),
    payment_method: 'bacs',
  })
  const order = /order-received\/(\d+)/.exec(redirect)?.[1] ?? ''
  expect(order, redirect).not.toBe('')
  // Cached pages learn of a sale by a PostgreSQL notification, which may arrive after the buyer's response.
  const productPage = async () => (await page.request.get(`/product/${demo.nearlySoldOut}/`)).text()
  await expect.poll(productPage).toContain('Tell me when it is back')

  await page.goto(`/product/${demo.nearlySoldOut}/`)
  await expect(page.getByRole('heading', { name: 'Tell me when it is back' })).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await page.getByLabel('Email address', { exact: true }).fill('waiting@shop.test')
  await page.getByRole('button', { name: 'Tell me' }).click()
  await expect(page.getByText('Please look in your mailbox')).toBeVisible()

  const owner = await (await browser.newContext({ baseURL: shop.url })).newPage()
  await signIn(owner, users.owner)
  await page.goto(await linkInMail(owner, /^Shall we tell you/, 'Yes, tell me'))
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Yes, tell me' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We will tell you')
  await owner.goto('/wp-admin/stock-alerts/')
  await expect(owner.locator('tbody tr')).toHaveCount(1)
  expect(await findingsOf(owner)).toEqual([])

  await owner.goto(`/wp-admin/orders/${order}/`)
  await owner.getByRole('combobox', { name: 'Status' }).selectOption('cancelled')
  await owner.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(owner.getByRole('combobox', { name: 'Status' })).toHaveCount(0)
  await runStockAlerts(shop)
  const stop = await linkInMail(owner, /is back$/, 'Stop these emails')
  await runStockAlerts(shop)
  await owner.goto('/wp-admin/mails/')
  await expect(owner.getByRole('link', { name: /is back$/ })).toHaveCount(1)
  await page.goto(stop)
  await page.getByRole('button', { name: 'Stop these emails' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We stopped these emails')
  await page.goto(`/product/${demo.nearlySoldOut}/`)
  await expect(page.locator('form.cart').getByRole('button', { name: 'Add to cart' })).toBeVisible()
  await owner.context().close()
})

/** Runs the job that the shop itself runs every minute. */
async function runStockAlerts({ dataDir }: CustomShop): Promise<void> {
  const database = await openEmbedded(dataDir)
  const jobs = await openJobs(database.url, pino({ level: 'silent' }), [])
  await jobs.enqueueNow(sendStockAlertsJob, {})
  await jobs.stop()
  await database.stop()
}
