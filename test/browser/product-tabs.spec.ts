/** Description, additional information and reviews: tabs with script, sections without. */
import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { expect, phone, test } from './shop-test.ts'

const path = `/product/${demo.simple}/`
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name })
const description = /Description/
const information = /Additional information/
const reviews = /Reviews/
const isReady = (page: Page) => expect(page.locator('.wc-tabs-wrapper')).toHaveAttribute('data-ready')

test('[TAB-01 description first, additional information, reviews] description, additional information, reviews; only the panel of the active tab is shown', async ({
  page,
}) => {
  await page.goto(path)
  await isReady(page)
  const names = await page.getByRole('tab').allTextContents()
  expect(names[0]).toMatch(description)
  expect(names[1]).toMatch(information)
  expect(names[2]).toMatch(reviews)
  await expect(tab(page, description)).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('#tab-description')).toBeVisible()
  await expect(page.locator('#tab-reviews')).toBeHidden()
  await tab(page, information).click()
  await expect(page.locator('#tab-additional_information')).toBeVisible()
  await expect(page.locator('#tab-description')).toBeHidden()
  await expect(page.locator('li.active')).toHaveCount(1)
})

test('[TAB-01 additional information] a product without additional information omits the tab, and the others keep their order', async ({
  page,
}) => {
  await page.goto(`/product/${demo.external}/`)
  await isReady(page)
  await expect(page.getByRole('tab')).toHaveText([description, reviews])
  await expect(page.locator('#tab-additional_information')).toHaveCount(0)
})

for (const address of ['#reviews', '#tab-reviews', '#comment-1', '#li-comment-1', '?cpage=1']) {
  test(`[TAB-02] reviews are open on load by ${address}`, async ({ page }) => {
    await page.goto(path + address)
    await expect(tab(page, reviews)).toHaveAttribute('aria-selected', 'true')
    await expect(page.locator('#tab-reviews')).toBeVisible()
  })
}

test('[TAB-02] reviews that a link leads to are shown before the script has come', async ({ page }) => {
  const { promise: sent, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/*.js', (route) => sent.then(() => route.continue()))
  for (const address of ['#reviews', '#tab-reviews', '#comment-1', '#li-comment-1', '?cpage=1']) {
    await page.goto('about:blank')
    await page.goto(path + address, { waitUntil: 'commit' })
    await expect(page.locator('#tab-reviews')).toBeVisible()
    await expect(page.locator('#tab-description')).toBeHidden()
  }
  await page.goto('about:blank')
  await page.goto(`${path}#description`, { waitUntil: 'commit' })
  await expect(page.locator('#tab-description')).toBeVisible()
  await expect(page.locator('#tab-reviews')).toBeHidden()
  send()
  await isReady(page)
})

test('[TAB-03 additional information by hash, otherwise the first] additional information opens by its own hash, anything else opens the first', async ({
  page,
}) => {
  await page.goto(`${path}#tab-additional_information`)
  await expect(tab(page, information)).toHaveAttribute('aria-selected', 'true')
  for (const other of ['#related', '#%E0%A4%A', '#"]']) {
    await page.goto('about:blank')
    await page.goto(path + other)
    await isReady(page)
    await expect(tab(page, description)).toHaveAttribute('aria-selected', 'true')
  }
})

test('[TAB-02] back and forward between such URLs open them', async ({ page }) => {
  await page.goto(path)
  await isReady(page)
  await page.evaluate(() => {
    location.hash = '#tab-additional_information'
  })
  await expect(tab(page, information)).toHaveAttribute('aria-selected', 'true')
  await page.evaluate(() => {
    location.hash = '#reviews'
  })
  await expect(tab(page, reviews)).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(tab(page, information)).toHaveAttribute('aria-selected', 'true')
})

test('[TAB-04] the review link opens the reviews and scrolls there', async ({ page }) => {
  await page.goto(path)
  await isReady(page)
  await page.locator('.woocommerce-review-link').click()
  await expect(tab(page, reviews)).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('#reviews')).toBeInViewport()
})

test('[TAB-05 arrows, Home and End, horizontal] left and right, Home and End move between tabs in a row; up and down do not', async ({
  page,
}) => {
  await page.goto(path)
  await isReady(page)
  await expect(page.getByRole('tablist')).toHaveAttribute('aria-orientation', 'horizontal')
  await tab(page, description).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, information)).toBeFocused()
  await expect(tab(page, information)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(tab(page, information)).toBeFocused()
  await page.keyboard.press('End')
  await expect(tab(page, reviews)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, description)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(tab(page, reviews)).toBeFocused()
  await page.keyboard.press('Home')
  await expect(tab(page, description)).toBeFocused()
  await expect(page.getByRole('tab', { selected: false }).first()).toHaveAttribute('tabindex', '-1')
})

test('[TAB-05 vertical] tabs that a theme stacks vertically use up and down instead', async ({ page }) => {
  await page.goto(path)
  await isReady(page)
  await page.getByRole('tablist').evaluate((list) => {
    list.style.flexDirection = 'column'
  })
  await expect(page.getByRole('tablist')).toHaveAttribute('aria-orientation', 'vertical')
  await tab(page, description).focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab(page, description)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(tab(page, information)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(tab(page, description)).toBeFocused()
})

test.describe('on a phone', () => {
  test.use(phone)
  test('[TAB-01] all three fit, and each opens by a tap', async ({ page }) => {
    await page.goto(path)
    await isReady(page)
    for (const name of [information, reviews, description]) {
      await tab(page, name).tap()
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    }
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('[TAB-01] all sections are readable, one below the other, each with its title', async ({ page }) => {
    await page.goto(path)
    for (const id of ['description', 'additional_information', 'reviews']) {
      await expect(page.locator(`#tab-${id}`)).toBeVisible()
      await expect(page.locator(`#tab-${id} h2`).first()).toBeVisible()
    }
    await page.locator('.woocommerce-review-link').click()
    await expect(page.locator('#reviews')).toBeInViewport()
  })
})

test('[TAB-03 additional information by hash] on a small phone the active tab is scrolled into its strip, and the page does not scroll', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const isSeen = (name: RegExp) =>
    tab(page, name).evaluate((own) => {
      const [box, strip] = [own, own.closest('[role=tablist]') as Element].map((one) => one.getBoundingClientRect())
      return box && strip ? box.left >= strip.left - 1 && box.right <= strip.right + 1 : false
    })
  await page.goto(path)
  await isReady(page)
  // With a larger font the three tabs do not fit.
  const enlarge = () =>
    page.evaluate(() => {
      for (const own of document.querySelectorAll<HTMLElement>('[role=tab]')) own.style.fontSize = '1.4rem'
    })
  await enlarge()
  const list = page.getByRole('tablist')
  expect(await list.evaluate((own) => own.scrollWidth > own.clientWidth)).toBe(true)
  await tab(page, description).focus()
  const before = await page.evaluate(() => scrollY)
  for (const [key, name] of [
    ['End', reviews],
    ['ArrowLeft', information],
    ['Home', description],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => isSeen(name)).toBe(true)
  }
  expect(await page.evaluate(() => scrollY)).toBe(before)
  await page.evaluate(() => {
    location.hash = '#reviews'
  })
  await expect(tab(page, reviews)).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => isSeen(reviews)).toBe(true)
})
