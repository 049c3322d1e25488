/** The contents of a text: hidden and shown, remembered, and links that scroll. */
import type { Page } from '@playwright/test'
import { findingsOf } from './axe.ts'
import { expect, phone, test } from './shop-test.ts'

const path = '/blog/water-before-leaf/'
const box = (page: Page) => page.locator('#toc_container')
const list = (page: Page) => page.locator('#toc_container .toc_list')
const cookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'tocplus_hidetoc')

/** The script is loaded after the first interaction. */
async function open(page: Page): Promise<void> {
  const script = page.waitForResponse(/assets\/contents/)
  await page.goto(path)
  await page.mouse.move(20, 20)
  await page.mouse.move(40, 40)
  await (await script).finished()
  await page.evaluate(() => document.fonts.ready)
}

for (const [name, device] of [
  ['on a desk', {}],
  ['on a phone', phone],
] as const)
  test.describe(name, () => {
    test.use(device)
    test(`[BLOG-03 toggle, cookie for 30 days] ${name} the contents are hidden and shown, and stay hidden on the next page`, async ({
      page,
    }) => {
      await open(page)
      const toggle = box(page).locator('summary')
      await expect(list(page)).toBeVisible()
      await toggle.click()
      await expect(list(page)).toBeHidden()
      await expect(box(page)).toHaveClass(/contracted/)
      await expect.poll(async () => (await cookie(page))?.value).toBe('1')
      const { expires = 0, path: cookiePath } = (await cookie(page)) ?? {}
      expect(cookiePath).toBe('/')
      expect(Math.abs(expires - Date.now() / 1000 - 30 * 24 * 60 * 60)).toBeLessThan(60)
      expect(await findingsOf(page)).toEqual([])

      // Hidden from the first paint: no frame of the next page shows the list.
      await page.addInitScript(() => {
        const seen: boolean[] = []
        Object.assign(window, { seen })
        const look = () => {
          const shown = document.querySelector('#toc_container .toc_list')
          if (shown) seen.push(shown.checkVisibility())
          requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      })
      await page.reload()
      await expect(box(page)).toHaveClass(/contracted/)
      await expect(box(page)).toHaveJSProperty('open', false)
      expect(await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen.includes(true))).toBe(false)
      await toggle.press('Enter')
      await expect(list(page)).toBeVisible()
      await expect.poll(() => cookie(page)).toBeUndefined()
      await toggle.press('Space')
      await expect(list(page)).toBeHidden()
    })
  })

/** Of the first heading, from the top of the window, in px. */
const topOf = (page: Page, index: number) =>
  page
    .locator('.entry-content :is(h2, h3)')
    .nth(index)
    .evaluate((heading) => heading.getBoundingClientRect().top)

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference', viewport: { width: 1280, height: 500 } })
  test('[BLOG-03 smooth scroll] a link scrolls to its heading in 400 ms, focuses it and marks it', async ({ page }) => {
    await page.clock.install()
    await open(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    const link = list(page).getByRole('link').nth(1)
    await link.click()
    const hash = new URL(page.url()).hash
    expect(hash).toBe(await link.getAttribute('href'))
    const places = [await page.evaluate(() => scrollY)]
    // Two frames pass before it begins.
    await page.clock.runFor(32 + 200)
    places.push(await page.evaluate(() => scrollY))
    const underWay = await topOf(page, 1)
    await page.clock.runFor(168)
    const before = await topOf(page, 1)
    await page.clock.runFor(64)
    const there = await topOf(page, 1)
    expect(places[1]).toBeGreaterThan(places[0] as number)
    expect(underWay).toBeGreaterThan(before)
    expect(before).toBeGreaterThanOrEqual(there)
    const padding = await page.evaluate(() =>
      Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop),
    )
    expect(Math.abs(there - padding)).toBeLessThanOrEqual(1)
    await expect(page.locator('.entry-content :is(h2, h3)').nth(1)).toBeFocused()
    await expect(link).toHaveAttribute('aria-current', 'location')
    await expect(list(page).locator('[aria-current]')).toHaveCount(1)
  })
})

test('with less motion a link is there at once, and back returns', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await open(page)
  await list(page).getByRole('link').nth(1).click()
  expect(await topOf(page, 1)).toBeLessThan(200)
  await page.goBack()
  await expect(page).toHaveURL(path)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('[BLOG-03 toggle] the contents are there, fold and lead to their headings', async ({ page }) => {
    await page.goto(path)
    await expect(list(page)).toBeVisible()
    await list(page).getByRole('link').first().click()
    await expect(page).toHaveURL(/#/)
    await box(page).locator('summary').click()
    await expect(list(page)).toBeHidden()
  })
})
