/** Features on every page: staff bar, a shop that is not open yet, picture below the header, content protection. */
import type { Browser, Page } from '@playwright/test'
import { demo, users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

const post = `/blog/${demo.post}/`
const banner = (page: Page) => page.locator('#coming-soon-footer-banner')
const bar = (page: Page) => page.getByRole('navigation', { name: 'Staff' })

/** Changes the appearance settings as the owner, in a separate browser context. */
async function change(browser: Browser, baseURL: string | undefined, settings: object): Promise<void> {
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  await signIn(page, users.owner)
  const nonce = await page.request.post('/wp-admin/admin-ajax.php', { form: { action: 'rest-nonce' } })
  const answer = await page.request.post('/wp-json/samovar/v1/appearance', {
    data: settings,
    headers: { 'X-WP-Nonce': await nonce.text() },
  })
  expect(answer.status()).toBe(200)
  await context.close()
}

test('[SITE-12 layout, scroll offsets] staff have a bar above every page, which moves nothing when it comes and covers nothing', async ({
  page,
  request,
  context,
  browser,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const topOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Math.round(element.getBoundingClientRect().top))
  await signIn(page, users.editor)
  // The first visit caches the fonts: on a slow machine they come after the first paint, and move the header by themselves.
  await page.goto(post)
  await page.evaluate(() => document.fonts.ready)
  await page.reload()
  await expect(bar(page)).toBeVisible()
  await expect(page.locator('html.admin-bar > body.admin-bar')).toHaveCount(1)
  expect(await bar(page).evaluate((element) => element.clientHeight)).toBe(32)
  expect([
    await topOf('.woocommerce-store-notice'),
    await page.evaluate(() => getComputedStyle(document.documentElement).scrollPaddingTop),
  ]).toEqual([32, `${76 + 32 + 16}px`])
  expect(
    await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0)),
  ).toBeLessThan(0.001)
  const id = /postid-(\d+)/.exec((await page.locator('body').getAttribute('class')) ?? '')?.[1]
  await expect(bar(page).getByRole('link', { name: 'Edit this post' })).toHaveAttribute(
    'href',
    `/wp-admin/posts/${id}/`,
  )
  await expect(bar(page).getByRole('link', { name: 'Orders' })).toHaveCount(0)
  await page.goto(`${post}#respond`)
  await expect(bar(page)).toBeVisible()
  await expect.poll(() => topOf('#masthead')).toBe(32)
  expect(await topOf('#respond')).toBeGreaterThanOrEqual(32 + 76)
  expect(await findingsAtWidths(page, [320, 390, 1440])).toEqual([])
  await page.setViewportSize({ width: 390, height: 700 })
  expect(await bar(page).evaluate((element) => element.clientHeight)).toBe(46)
  await page.setViewportSize({ width: 1440, height: 500 })

  await page.goto(`/product/${demo.another}/`)
  const value = await page.locator('form.cart [name="add-to-cart"]').getAttribute('value')
  await page.goto(`/product/${demo.another}/?add-to-cart=${value}`)
  const notice = page.locator('[role=alert]:focus, [role=alert] :focus, [data-notice]:focus')
  await expect(notice).toContainText('added to your cart')
  expect(await notice.evaluate((element) => Math.round(element.getBoundingClientRect().top))).toBe(100 + 32)

  // The server sends the same HTML to staff and to guests, because pages are cached.
  const asStaff = await page.request.get(post)
  expect(await asStaff.text()).toBe(await (await request.get(post)).text())
  const guest = await browser.newPage()
  await guest.goto(new URL(post, page.url()).href)
  await expect(guest.locator('.admin-bar, #wpadminbar')).toHaveCount(0)
  await guest.close()

  await bar(page).getByRole('link', { name: 'Sign out' }).click()
  await page.waitForURL(/loggedout/)
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('samovar_staff')
  await page.goto(post)
  await expect(page.locator('.admin-bar')).toHaveCount(0)
})

test('[SITE-02 dismissed] [SITE-02 hides whatever the outcome] a shop that is not open says so to its staff until they dismiss it', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  await change(browser, baseURL, { coming_soon: true })
  await expect.poll(async () => (await page.request.get('/shop/')).text()).toContain('Something good is steeping')
  await page.goto('/shop/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something good is steeping')
  expect(await findingsAtWidths(page, [320, 1440])).toEqual([])

  await signIn(page, users.editor)
  await page.goto('/shop/')
  await expect(banner(page)).toBeVisible()
  expect(await findingsAtWidths(page, [390, 1440])).toEqual([])
  const dismiss = banner(page).getByRole('button', { name: 'Dismiss this banner' })
  for (const outcome of ['aborted', 'refused'] as const) {
    await page.route('**/wp-json/wp/v2/users/me', (route) =>
      outcome === 'aborted' ? route.abort() : route.fulfill({ status: 500, json: {} }),
    )
    await dismiss.click()
    await expect(banner(page)).toBeHidden()
    await page.unrouteAll()
    await page.reload()
    await expect(banner(page)).toBeVisible()
  }
  forgetFailedLoads(complaints)
  const sent = page.waitForRequest('**/wp-json/wp/v2/users/me')
  const answered = page.waitForResponse('**/wp-json/wp/v2/users/me')
  const nonce = await dismiss.getAttribute('data-rest-nonce')
  await dismiss.press('Enter')
  expect((await sent).postDataJSON()).toEqual({ 'woocommerce_meta[coming_soon_banner_dismissed]': 'yes' })
  expect((await sent).headers()['x-wp-nonce']).toBe(nonce)
  expect((await answered).status()).toBe(200)
  await expect(banner(page)).toBeHidden()
  await page.reload()
  await expect(bar(page)).toBeVisible()
  await expect(banner(page)).toHaveCount(0)

  await change(browser, baseURL, { coming_soon: false })
  const guest = await browser.newContext({ baseURL: baseURL ?? '' })
  await expect.poll(async () => (await guest.request.get('/shop/')).text()).toContain('class="products')
  await guest.close()
})

test('[SITE-07 at the top, scrolled, transparent header] the picture begins below the header and its bars, and at the top of the page once that is scrolled', async ({
  page,
  browser,
  baseURL,
}) => {
  const [picture = ''] =
    /\/wp-content\/uploads\/[^" ]+-1200w\.webp/.exec(await (await page.request.get(post)).text()) ?? []
  await change(browser, baseURL, { header_background: picture, transparent_header: 'home' })
  await expect.poll(async () => (await page.request.get('/shop/')).text()).toContain('header-background')
  const background = page.locator('.header-background')
  const offset = () => background.evaluate((element) => getComputedStyle(element).backgroundPositionY)
  await page.goto('/shop/')
  await expect.poll(offset).toBe('76px')
  expect(await findingsAtWidths(page, [390, 1440])).toEqual([])
  await page.mouse.wheel(0, 300)
  await expect.poll(offset).toBe('0px')
  await page.evaluate(() => scrollTo(0, 0))
  await expect.poll(offset).toBe('76px')
  await page.setViewportSize({ width: 390, height: 800 })
  await expect.poll(offset).toBe('60px')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/')
  await expect.poll(offset).toBe('0px')
  expect(await findingsOf(page)).toEqual([])

  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const strip = Object.assign(document.createElement('div'), { style: 'height: 40px' })
      strip.dataset.topBar = ''
      document.body.prepend(strip)
    })
  })
  await signIn(page, users.editor)
  await page.goto('/shop/')
  await expect.poll(offset).toBe(`${76 + 32 + 40}px`)
  await change(browser, baseURL, { header_background: '', transparent_header: 'none' })
  await expect.poll(async () => (await page.request.get('/shop/')).text()).not.toContain('header-background')
})

test('[SITE-09 blocked, text inputs, switch] context menus and dragging are for text fields only, until an editor allows them', async ({
  page,
  browser,
  baseURL,
}) => {
  const guest = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  /** Element types by whether their context menu and dragging are blocked (`mixed`: only one of the two is). */
  const blockedIn = () =>
    guest.evaluate(() => {
      const types = ['text', 'search', 'email', 'tel', 'url', 'password', 'number']
      const made = [...types, 'checkbox', 'radio', 'range', 'submit'].map((type) =>
        Object.assign(document.createElement('input'), { type }),
      )
      const others = ['textarea', 'select', 'button', 'img', 'a', 'p', 'svg'].map((name) =>
        document.createElement(name),
      )
      const box = document.createElement('div')
      box.append(...made, ...others)
      document.body.append(box)
      const result: Record<string, string[]> = { true: [], mixed: [], false: [] }
      for (const element of [...made, ...others, document.body]) {
        const [menu, drag] = ['contextmenu', 'dragstart'].map((name) => {
          const event = new Event(name, { bubbles: true, cancelable: true })
          element.dispatchEvent(event)
          return event.defaultPrevented
        })
        const name = element instanceof HTMLInputElement ? element.type : element.localName
        result[menu === drag ? String(menu) : 'mixed']?.push(name)
      }
      box.remove()
      return result
    })
  await guest.goto(post)
  expect(await blockedIn()).toEqual({
    true: ['checkbox', 'radio', 'range', 'submit', 'select', 'button', 'img', 'a', 'p', 'svg', 'body'],
    mixed: [],
    false: ['text', 'search', 'email', 'tel', 'url', 'password', 'number', 'textarea'],
  })
  // A real right-click behaves the same as the dispatched events above.
  await guest.evaluate(() =>
    addEventListener('contextmenu', (event) => Object.assign(window, { isBlocked: event.defaultPrevented })),
  )
  const isBlocked = () => guest.evaluate(() => (window as unknown as { isBlocked?: boolean }).isBlocked)
  await guest.getByRole('heading', { level: 1 }).click({ button: 'right' })
  expect(await isBlocked()).toBe(true)
  await guest.getByLabel('Your comment').click({ button: 'right' })
  expect(await isBlocked()).toBe(false)

  await signIn(page, users.editor)
  await page.goto('/wp-admin/')
  await page.getByRole('link', { name: 'Header and notices' }).click()
  await page.getByLabel(/No context menu and no dragging/).uncheck()
  await page.getByLabel(/A button back to the top/).uncheck()
  await page.getByLabel('After the name of the shop, at the bottom').fill('Open since <b>1998</b>.')
  expect(await findingsAtWidths(page, [320, 1440])).toEqual([])
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. The shop now shows it.')).toBeVisible()
  await expect.poll(async () => (await guest.request.get(post)).text()).toContain('Open since &lt;b&gt;1998&lt;/b&gt;.')
  await guest.goto(post)
  expect((await blockedIn()).true).toEqual([])
  await expect(guest.locator('#back-to-top')).toHaveCount(0)
  await guest.context().close()
})
