/** What every kind of page owes everybody: readable by all, at every width, without a word of complaint from the browser. */
import AxeBuilder from '@axe-core/playwright'
import { open, pageKinds } from './page-kinds.ts'
import { expect, phone, test } from './shop-test.ts'

for (const [device, use] of [
  ['390 px', phone],
  ['1440 px', { viewport: { width: 1440, height: 900 } }],
] as const) {
  test.describe(`at ${device}`, () => {
    test.use({ ...use, reducedMotion: 'reduce' })
    for (const kind of pageKinds) {
      test(`${kind.name}: nothing in the way of a screen reader or a keyboard (axe)`, async ({ page, baseURL }) => {
        await open(page, kind, baseURL)
        await page.waitForLoadState('networkidle')
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze()
        expect(
          violations.map(({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map((node) => node.html).join('\n  ')}`),
        ).toEqual([])
      })
    }
  })
}

const widths = [320, 390, 768, 1440, 1920]

for (const kind of pageKinds) {
  test(`[SITE-13] ${kind.name}: no sideways scrolling from 320 to 1920 px`, async ({ page, baseURL }) => {
    await open(page, kind, baseURL)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      const { scroll, client } = await page.evaluate(() => ({
        scroll: document.documentElement.scrollWidth,
        client: document.documentElement.clientWidth,
      }))
      expect(scroll, `${width} px`).toBeLessThanOrEqual(client)
    }
  })
}
