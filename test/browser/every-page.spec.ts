/** What every kind of page owes everybody: readable by all, at every width, without a word of complaint from the browser. */
import type { Page } from '@playwright/test'
import { findingsOf } from './axe.ts'
import { open, pageKinds } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

const widths = [320, 390, 768, 1440, 1920]
const lookedAtByAxe = [390, 1440]

test.use({ reducedMotion: 'reduce' })

for (const kind of pageKinds) {
  test(`[SITE-13 no sideways scrolling] ${kind.name}: no sideways scrolling from 320 to 1920 px, and nothing for axe to find`, async ({
    page,
    baseURL,
  }) => {
    await open(page, kind, baseURL)
    await page.waitForLoadState('networkidle')
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await nextFrame(page)
      const { scroll, client } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        client: document.documentElement.clientWidth,
      }))
      expect.soft(scroll, `width of the page in a window of ${width} px`).toBeLessThanOrEqual(client)
      if (lookedAtByAxe.includes(width)) expect.soft(await findingsOf(page), `axe at ${width} px`).toEqual([])
    }
    expect(await page.locator('[class*="undefined"]').count(), 'class names that are none').toBe(0)
  })
}

const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
