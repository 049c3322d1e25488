/** Tests share the cache of a browser context and nothing else (reused-contexts.ts). */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test } from './shop-test.ts'

test.describe.configure({ mode: 'serial' })
test.use({ isFirstVisit: false })

let shared: BrowserContext | undefined

async function open(page: Page) {
  await page.goto('/about/')
  return page.evaluate(() => ({
    stored: [localStorage.getItem('tea'), sessionStorage.getItem('tea'), document.cookie.includes('tea=')],
    fromStart: 'atStart' in window,
    isDated: Date.now() < 1e12,
    width: innerWidth,
  }))
}
const untouched = { stored: [null, null, false], fromStart: false, isDated: false, width: 1440 }

test('a test stores, adds and resizes', async ({ page, context }) => {
  shared = context
  await page.addInitScript(() => Object.assign(window, { atStart: true }))
  await page.setViewportSize({ width: 500, height: 500 })
  await context.newPage()
  expect(await open(page)).toMatchObject({ fromStart: true, width: 500 })
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage]) storage.setItem('tea', 'green')
    document.cookie = 'tea=green'
  })
})

test('the next one finds its scripts in the cache, and nothing else; it sets the clock', async ({ page, context }) => {
  expect(context).toBe(shared)
  expect(context.pages()).toEqual([page])
  expect(await open(page)).toEqual(untouched)
  const loaded = () => performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const scripts = (await page.evaluate(loaded)).filter(({ initiatorType }) => initiatorType === 'script')
  expect(scripts.map(({ transferSize }) => transferSize)).toEqual(scripts.map(() => 0))
  await page.clock.setFixedTime(5)
  expect(await open(page)).toMatchObject({ isDated: true })
})

test('after a change that stays, the context is another', async ({ page, context }) => {
  expect(context).not.toBe(shared)
  expect(await open(page)).toEqual(untouched)
})
