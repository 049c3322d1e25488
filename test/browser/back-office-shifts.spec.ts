/** Nothing that a person may be about to press moves while the rest of a screen of the back office loads. */
import type { Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { expect, test } from './shop-test.ts'

/** Time between the responses that one screen waits for. */
const STEP_MS = 250
const MAX_SHIFT = 0.005

/** Collects the layout shifts of every page that is opened from now on, with the elements that moved. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: { value: number; moved: (string | undefined)[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as unknown as { value: number; sources: { node: Node | null }[] }
        shifts.push({ value, moved: sources.map(({ node }) => node?.textContent?.slice(0, 40)) })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shiftsOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<{ value: number; moved: string[] }[]>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done((window as never as { shifts: never }).shifts)))
      }),
  )

for (const width of [1_440, 390])
  test(`what stands below something else waits for it, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn(page, users.owner)
    await recordShifts(page)
    let open = 0
    await page.route('**/wp-json/**', async (route) => {
      open += 1
      await new Promise((done) => setTimeout(done, open * STEP_MS))
      await route.continue()
    })
    page.on('requestfinished', (request) => {
      if (request.url().includes('/wp-json/')) open -= 1
    })
    for (const [path, last] of [
      ['/wp-admin/settings/privacy/', page.getByRole('button', { name: 'Save changes' })],
      ['/wp-admin/settings/taxes/rules/', page.getByRole('button', { name: 'Import' })],
      ['/wp-admin/settings/shipping/', page.getByRole('button', { name: 'Try it' })],
      ['/wp-admin/products/csv/', page.getByText('Export CSV')],
    ] as const) {
      await page.goto(path)
      await expect(last).toBeVisible()
      await expect.poll(() => open).toBe(0)
      const shifts = await shiftsOf(page)
      expect(
        shifts.filter(({ value }) => value > MAX_SHIFT),
        path,
      ).toEqual([])
    }
  })
