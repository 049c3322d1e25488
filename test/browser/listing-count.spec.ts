/** The result count of a listing, announced to screen readers. */
import type { Page } from '@playwright/test'
import { expect, test } from './shop-test.ts'

type Announcement = { readonly at: number; readonly text: string }

/**
 * Records the text of the live region after each change, in ms since the load event. Also records when timers are due,
 * because a slow machine runs them late.
 */
async function recordAnnouncements(page: Page): Promise<() => Promise<Announcement[]>> {
  await page.addInitScript(() => {
    const announcements: Announcement[] = []
    const due: number[] = []
    Object.assign(globalThis, { announcements, due })
    const { setTimeout } = window
    Object.assign(window, {
      setTimeout(callback: () => void, ms = 0) {
        due.push(performance.now() + ms)
        return setTimeout(callback, ms)
      },
    })
    addEventListener('DOMContentLoaded', () => {
      const region = document.querySelector('.woocommerce-result-count')
      if (!region) return
      const { loadEventStart } = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming
      new MutationObserver(() => {
        const loaded =
          loadEventStart ||
          (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming).loadEventStart
        announcements.push({ at: performance.now() - loaded, text: region.textContent ?? '' })
      }).observe(region, { childList: true })
    })
  })
  return () => page.evaluate(() => (globalThis as unknown as { announcements: Announcement[] }).announcements)
}

for (const path of ['/shop/', '/product-category/oolong/', '/shop/?orderby=price', '/shop/page/2/']) {
  test(`[CAT-02 live region, announced again after 2 s] ${path} announces its count again 2 s after it has loaded, and nothing moves`, async ({
    page,
  }) => {
    const announcements = await recordAnnouncements(page)
    await page.goto(path)
    const count = page.locator('.woocommerce-result-count')
    await expect(count).toHaveAttribute('role', 'alert')
    const words = (await count.textContent()) ?? ''
    expect(words).toMatch(/\d/)
    if (path.includes('orderby')) expect(words).toMatch(/Sorted by price/)
    const box = await count.boundingBox()
    await expect.poll(async () => (await announcements()).length, { timeout: 8000 }).toBe(2)
    const [emptied, again] = await announcements()
    expect(emptied?.text).toBe('')
    expect(emptied?.at).toBeGreaterThanOrEqual(1990)
    const dueSinceLoad = await page.evaluate(() => {
      const [{ loadEventStart }] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming]
      return (globalThis as unknown as { due: number[] }).due.map((at) => Math.round(at - loadEventStart))
    })
    expect(dueSinceLoad.filter((at) => at >= 1999 && at <= 2001)).toHaveLength(1)
    expect(again?.text).toBe(words)
    expect(await count.boundingBox()).toEqual(box)
    await page.waitForTimeout(1000)
    expect(await announcements()).toHaveLength(2)
  })
}
