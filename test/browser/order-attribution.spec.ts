/** From a campaign link to the chart in the back office, and from the order's email to a verified review. */
import { randomBytes } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { demo, newCustomerAddress, users } from '../running/demo-shop.ts'
import { fillCheckout, payByCard, signIn } from '../running/shopper.ts'
import { findingsAtWidths } from './axe.ts'
import { fillCart } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

async function asOwner(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await signIn(page, users.owner)
  return page
}

/** Buys a tea and a pot by card. Returns the order number. */
async function buy(page: Page): Promise<string> {
  await fillCart(page.context(), new URL(page.url()).origin)
  await page.goto('/checkout/')
  await fillCheckout(page, newCustomerAddress())
  await payByCard(page, cards.good)
  await page.waitForURL(/order-received/)
  return /order-received\/(\d+)/.exec(page.url())?.[1] ?? ''
}

test('[ATTR-03 kept, shown, charted] [ATTR-04 product_page_view] an order stores its attribution, a look at a tea is counted; the back office shows both', async ({
  page,
  browser,
  baseURL,
}) => {
  const source = `letter-${randomBytes(3).toString('hex')}`
  const origin = `Source: L${source.slice(1)}`
  const reported = page.waitForResponse((response) => /platform_tracks/.test(response.request().postData() ?? ''))
  await page.goto(`/product/${demo.simple}/?utm_source=${source}&utm_medium=email&utm_campaign=first-flush`)
  expect((await reported).status()).toBe(200)
  const event = (await reported).request().postData() ?? ''
  expect(new URL((await reported).url()).pathname).toBe('/wp-admin/admin-ajax.php')
  for (const part of ['product_page_view', '"theme_type":"short_code"', '"record_event_data":'])
    expect(event).toContain(part)
  const tea = await page.getByRole('heading', { level: 1 }).innerText()
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('sbjs_session')
  const order = await buy(page)

  const office = await asOwner(browser, baseURL)
  await office.goto(`/wp-admin/orders/${order}/`)
  await expect(office.getByRole('heading', { name: 'Visit' })).toBeVisible()
  await expect(office.locator('main')).toContainText(origin)
  await expect(office.locator('main')).toContainText('first-flush')

  await office.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Reports' }).click()
  await office.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Sources' }).click()
  await expect(office.getByRole('heading', { level: 1, name: 'Sources' })).toBeFocused()
  const origins = office.getByRole('table', { name: 'Sources' })
  const row = origins.locator('tbody tr', { hasText: origin })
  await expect(row).toContainText(/1/)
  await expect(row).toContainText('$')
  const views = office.getByRole('table', { name: 'Most viewed products' })
  await expect(views.getByRole('row', { name: tea })).toContainText(/[1-9]/)
  // The widths of the bars are proportional to the figures in the table.
  const drawn = await origins.locator('tbody tr').evaluateAll((rows) =>
    rows.map((one) => ({
      orders: parseInt(one.querySelector('td')?.textContent?.replace('Orders', '') ?? ''),
      width: one.querySelector('th span')?.getBoundingClientRect().width ?? 0,
    })),
  )
  const longest = drawn.find(({ orders }) => orders === Math.max(...drawn.map((bar) => bar.orders))) ?? {
    orders: 1,
    width: 1,
  }
  expect(longest.width).toBeGreaterThan(50)
  for (const bar of drawn) expect(bar.width / longest.width).toBeCloseTo(bar.orders / longest.orders, 1)

  await office.getByRole('combobox', { name: 'Time' }).selectOption('Last 7 days')
  await expect(office).toHaveURL(/range=7-days/)
  await expect(row).toBeVisible()
  expect(await findingsAtWidths(office)).toEqual([])
  await office.context().close()
})

test.describe('the email about a completed order', () => {
  /** Completes an order as the owner. Returns the review link in its email. */
  async function reviewLinkFromEmail(browser: Browser, baseURL: string | undefined, order: string): Promise<string> {
    const office = await asOwner(browser, baseURL)
    await office.goto(`/wp-admin/orders/${order}/`)
    const link = await office.evaluate(async (id) => {
      const nonce =
        [...(document.getElementById('admin')?.attributes ?? [])].find(({ name }) => /rest-?nonce/.test(name))?.value ??
        ''
      const headers = { 'x-wp-nonce': nonce, 'content-type': 'application/json' }
      const ask = async (path: string, init: RequestInit = {}) => (await fetch(path, { ...init, headers })).json()
      await ask(`/wp-json/wc/v3/orders/${id}`, { method: 'PUT', body: JSON.stringify({ status: 'completed' }) })
      type Mail = { readonly id: number; readonly order_id: number; readonly template: string }
      const isAbout = (one: Mail) => one.order_id === Number(id) && one.template === 'order-sent'
      let mail: Mail | undefined
      for (let tries = 0; !mail && tries < 50; tries += 1) {
        mail = ((await ask('/wp-json/samovar/v1/mails?per_page=50')) as Mail[]).find(isAbout)
        if (!mail) await new Promise((done) => setTimeout(done, 200))
      }
      const { text } = await ask(`/wp-json/samovar/v1/mails/${mail?.id}`)
      return /\/review-purchase\/\S+/.exec(String(text))?.[0] ?? ''
    }, order)
    await office.context().close()
    return link
  }

  for (const script of [true, false]) {
    test(`[REV-02 comment form] its link opens the form as the buyer ${script ? 'with' : 'without'} script`, async ({
      page,
      browser,
      baseURL,
    }) => {
      await page.goto('/')
      const link = await reviewLinkFromEmail(browser, baseURL, await buy(page))
      expect(link).toMatch(/^\/review-purchase\/\d+\/\?key=/)
      const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), javaScriptEnabled: script })
      const reader = await context.newPage()
      await reader.setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.115.${script ? 1 : 2}` })
      await reader.goto(link)
      await expect(reader.locator('#respond')).toBeInViewport()
      await expect(reader.locator('#respond')).toContainText('verified owner')
      await expect(reader.getByLabel('Your name')).toHaveValue('Ada')
      await expect(reader.getByLabel('Your email address')).toHaveCount(0)
      if (script) await reader.getByRole('radio', { name: '5 of 5 stars' }).click()
      else await reader.getByLabel('Your rating').selectOption('5')
      const text = `Bought and liked, ${script ? 'with' : 'without'} script ${Date.now()}.`
      await reader.getByLabel('Your review').fill(text)
      await reader.locator('#submit').click()
      const mine = reader.locator('.comment_container', { hasText: text })
      await expect(mine).toContainText('verified owner')
      await expect(mine).toContainText('waits for approval')
      await context.close()
    })
  }
})
