/** URLs that lead to reviews: their target is in view, not just expanded somewhere below. */
import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { expect, phone, test } from './shop-test.ts'

const path = `/product/${demo.another}/`

/** Distance from the top of the window to the element with this id, in px. */
const topOf = (page: Page, id: string) =>
  page.evaluate((name) => document.getElementById(name)?.getBoundingClientRect().top ?? Number.NaN, id)

/** Opens the URL as from an email or another site: in a new page, without a scroll position. */
async function arrivesAt(page: Page, address: string, id: string): Promise<void> {
  await page.goto('about:blank')
  await page.goto(path + address)
  await expect(page.locator('.wc-tabs-wrapper')).toHaveAttribute('data-ready')
  await expect(page.locator('#tab-reviews')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect.poll(() => topOf(page, id)).toBeLessThan(300)
  expect(await topOf(page, id)).toBeGreaterThanOrEqual(0)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200)
}

const idOfReview = async (page: Page): Promise<string> => {
  await page.goto(path)
  return (await page.locator('.commentlist .comment_container').first().getAttribute('id')) ?? ''
}

for (const [name, device] of [
  ['on a desk', {}],
  ['on a phone', phone],
] as const) {
  test.describe(name, () => {
    test.use(device)
    test(`[TAB-02 hash comment-, hash reviews, hash tab-reviews] ${name} the window shows the target of the URL`, async ({
      page,
    }) => {
      const comment = await idOfReview(page)
      expect(comment).toMatch(/^comment-\d+$/)
      await arrivesAt(page, '#reviews', 'reviews')
      await arrivesAt(page, '#tab-reviews', 'tab-reviews')
      await arrivesAt(page, `#${comment}`, comment)
      await arrivesAt(page, '#comment-99999', 'tab-reviews')
    })

    test(`[TAB-02 comment-page-, cpage] ${name} pages of reviews open at their reviews`, async ({ page }) => {
      await arrivesAt(page, '?cpage=1#comments', 'comments')
      await page.goto(`${path}?cpage=1`)
      await expect(page.locator('#tab-reviews')).toBeVisible()
      await page.goto(`${path}comment-page-1/`)
      await expect(page.locator('#tab-reviews')).toBeVisible()
    })
  })
}
