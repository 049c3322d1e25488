/** Every kind of page: no axe violations, no horizontal scrolling at any width, no console errors. */
import type { CDPSession, Page } from '@playwright/test'
import { isLongRun } from '../running/long-run.ts'
import { findingsOf } from './axe.ts'
import { open, type PageKind, pageKinds } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

const NARROWEST = 320
const WIDEST = 1920
const STEP = 16
/** Breakpoints (docs/decisions/breakpoints.md). In addition to the steps, each is tested, and also 1 px below it. */
const breakpoints = [480, 600, 720, 760, 900, 960, 1023, 1025, 1200]
const every = [
  ...Array.from({ length: (WIDEST - NARROWEST) / STEP + 1 }, (_, index) => NARROWEST + index * STEP),
  ...breakpoints.flatMap((width) => [width - 1, width]),
]
/** Widths of phones, tablets and desktops, and widths at which a layout has the least space. */
const typical = [320, 390, 479, 600, 720, 768, 832, 900, 960, 1024, 1200, 1920]
const widths = [...new Set(isLongRun ? every : typical)].toSorted((a, b) => a - b)
const axeWidths = isLongRun ? [390, 1440] : [390]

for (const kind of pageKinds) checkPage(kind)

function checkPage(kind: PageKind): void {
  test(`[SITE-13 no sideways scrolling] ${kind.name}: no axe violations, and no sideways scrolling from 320 to 1920 px`, async ({
    page,
    baseURL,
  }) => {
    await open(page, kind, baseURL)
    await page.waitForLoadState('networkidle')
    for (const width of axeWidths) {
      await page.setViewportSize({ width, height: 900 })
      await nextFrame(page)
      expect.soft(await findingsOf(page), `axe at ${width} px`).toEqual([])
    }
    expect.soft(await page.locator('[class*="undefined"]').count(), 'class names that are none').toBe(0)
    expect(await tooWide(page)).toEqual([])
  })
}

const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Returns each window width at which the page overflows, with the overflow in px. */
async function tooWide(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  // A CDP session executes its commands in order, so they are sent without waiting for each other.
  const measured = await Promise.all(widths.map((width) => resizeAndMeasure(browser, width)))
  expect(measured.map(({ window }) => window)).toEqual(widths)
  const wide: string[] = []
  for (const { window: width, beyond: first } of measured) {
    if (first === 0) continue
    // Layout by script may need another frame, so measure again.
    await resizeAndMeasure(browser, width)
    await page.waitForTimeout(300)
    const { beyond } = await measure(browser)
    if (beyond > 0) wide.push(`${beyond} px at ${width} px`)
  }
  return wide
}

type Measure = { readonly window: number; readonly beyond: number }

/**
 * Resizes the window through the DevTools protocol, several times faster than Playwright does, and measures it. A lower
 * device scale factor renders faster and does not change the layout in CSS pixels.
 */
function resizeAndMeasure(browser: CDPSession, width: number): Promise<Measure> {
  void browser.send('Emulation.setDeviceMetricsOverride', {
    width,
    height: 500,
    deviceScaleFactor: 0.25,
    mobile: false,
  })
  return measure(browser)
}

/** Measures the window width and the overflow in px. Reading them forces a layout. */
async function measure(browser: CDPSession): Promise<Measure> {
  const { result } = await browser.send('Runtime.evaluate', {
    expression:
      '({ window: innerWidth, beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth })',
    returnByValue: true,
  })
  return result.value as Measure
}
