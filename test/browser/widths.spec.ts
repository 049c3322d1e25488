/** Every kind of page at every width, and the widths at which pages change (docs/decisions/breakpoints.md). */
import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { open, pageKinds } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

const NARROWEST = 320
const WIDEST = 1920
const STEP = 16
/** Just below and just at each breakpoint, besides the steps. */
const breakpoints = [480, 600, 720, 760, 900, 960, 1023, 1025, 1200]
const widths = [
  ...new Set([
    ...Array.from({ length: (WIDEST - NARROWEST) / STEP + 1 }, (_, index) => NARROWEST + index * STEP),
    ...breakpoints.flatMap((width) => [width - 1, width]),
  ]),
].toSorted((a, b) => a - b)

test.use({ reducedMotion: 'reduce' })

/**
 * Gives the window another width; the browser's own protocol does it several times faster than the test runner, and a
 * coarse picture of the page is drawn sooner: the layout goes by CSS pixels all the same.
 */
async function widthSetter(page: Page): Promise<(width: number) => Promise<void>> {
  const browser = await page.context().newCDPSession(page)
  return async (width) => {
    await browser.send('Emulation.setDeviceMetricsOverride', {
      width,
      height: 500,
      deviceScaleFactor: 0.25,
      mobile: false,
    })
  }
}

const measure = (page: Page) =>
  page.evaluate(() => ({
    window: innerWidth,
    beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
  }))

async function measureSettled(page: Page) {
  await page.waitForTimeout(300)
  return measure(page)
}

for (const kind of pageKinds) {
  test(`[SITE-13 no sideways scrolling] ${kind.name}: from 320 to 1920 px in steps of 16`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(90_000)
    await open(page, kind, baseURL)
    await page.waitForLoadState('networkidle')
    const setWidth = await widthSetter(page)
    const wide: string[] = []
    for (const width of widths) {
      await setWidth(width)
      // Asking for it makes the browser lay the page out at once.
      const first = await measure(page)
      expect(first.window).toBe(width)
      // What a script lays out follows the window a frame later.
      const { beyond } = first.beyond > 0 ? await measureSettled(page) : first
      if (beyond > 0) wide.push(`${beyond} px at ${width} px`)
    }
    expect(wide).toEqual([])
  })
}

test('[SITE-13 breakpoints] each of 480, 960, 1023, 1025 and 1200 px changes what it is for', async ({ page }) => {
  const at = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
  }
  const isVisible = async (selector: string, width: number) => {
    await at(width)
    return page.locator(selector).first().isVisible()
  }
  await page.goto('/shop/')
  const account = '.site-header a[href="/my-account/"], #masthead a[href="/my-account/"]'
  expect([await isVisible(account, 479), await isVisible(account, 480)]).toEqual([false, true])
  const filters = '#filters [data-group]'
  expect([await isVisible(filters, 959), await isVisible(filters, 960)]).toEqual([false, true])
  const menu = '#masthead [data-has-children]'
  expect([await isVisible(menu, 1023), await isVisible(menu, 1024)]).toEqual([false, true])

  await page.goto(`/product/${demo.simple}/`)
  const gap = async (width: number) => {
    await at(width)
    const [picture, words] = await Promise.all(
      ['.woocommerce-product-gallery', '.summary'].map((part) => page.locator(part).first().boundingBox()),
    )
    return (words?.x ?? 0) - (picture?.x ?? 0) - (picture?.width ?? 0)
  }
  expect(await gap(1024)).toBeCloseTo(32, 0)
  expect(await gap(1025)).toBeGreaterThan(48)

  await page.goto(`/blog/${demo.post}/`)
  const contents = async (width: number) => {
    await at(width)
    const [box, text] = await Promise.all(
      ['aside', '.entry-content'].map((part) => page.locator(`main ${part}`).first().boundingBox()),
    )
    return (box?.x ?? 0) > (text?.x ?? 0) + (text?.width ?? 0)
  }
  expect([await contents(1199), await contents(1200)]).toEqual([false, true])
})
