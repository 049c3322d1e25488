/** Pictures and videos in texts load lazily, and pictures load at their rendered width (shop.md section 9). */
import type { Page } from '@playwright/test'
import { withLazyMedia } from '../../src/site/content/lazy-media.ts'
import { demo } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { expect, phone, test } from './shop-test.ts'

test.use({ isFirstVisit: true })

const path = `/blog/${demo.post}/`
const inText = '.entry-content img'

/** Records all requests for uploaded media from now on. */
function fetched(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/wp-content/uploads/')) addresses.push(request.url())
  })
  return addresses
}

for (const [name, device] of [
  ['on a desk', { viewport: { width: 1440, height: 900 } }],
  ['on a phone with fine pixels', { ...phone, deviceScaleFactor: 2.625 }],
] as const) {
  test.describe(name, () => {
    test.use(device)
    test(`[SITE-10 lazy, precision 5, width x 0] ${name} a picture is fetched near the window, as {width}x0 in steps of 5`, async ({
      page,
    }) => {
      const addresses = fetched(page)
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const own = (await page.locator(inText).getAttribute('src'))?.split('?')[0] ?? ''
      expect(own).toMatch(/^(http|\/)/)
      const file = own.split('/').at(-1) ?? ''
      expect(addresses.filter((address) => address.includes(file))).toEqual([])
      await page.locator(inText).scrollIntoViewIfNeeded()
      await expect
        .poll(() => page.locator(inText).evaluate((image) => (image as HTMLImageElement).naturalWidth))
        .toBeGreaterThan(0)
      const width = await page
        .locator(inText)
        .evaluate((image) => image.getBoundingClientRect().width * devicePixelRatio)
      const asked = addresses.filter((address) => address.includes(file))
      expect(asked.map((address) => new URL(address).search)).toEqual([`?size=${Math.ceil(width / 5) * 5}x0`])
    })
  })
}

test.describe('a text with videos and a picture of auto width', () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  const uploads = '/wp-content/uploads/2026/11'
  const text = withLazyMedia(
    `<p><img src="${uploads}/auto.webp" style="width:auto" alt="Auto"></p><div style="height:3000px"></div>` +
      `<video id="plain" src="${uploads}/plain.webm" controls style="display:block;width:400px;height:300px"></video>` +
      `<div style="height:3000px"></div>` +
      `<iframe id="film" title="A film" src="/about/?part=2" data-autoplay style="display:block;width:400px;height:300px"></iframe>` +
      `<div style="height:3000px"></div>` +
      `<video id="moving" src="${uploads}/moving.webm" autoplay style="display:block;width:400px;height:300px"></video>` +
      `<div style="height:3000px"></div>`,
  )

  /** Opens the shop's own page with its scripts, but with another text in the HTML. */
  async function open(page: Page): Promise<void> {
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const body = html.replace(
        /(<div class="entry-content[^>]*>)[\s\S]*?(<\/div><\/div><(?:footer|\/article))/,
        `$1${text}$2`,
      )
      expect(body).toContain('id="film"')
      await route.fulfill({ response, body })
    })
    await page.route('**/*.webm*', (route) => route.fulfill({ contentType: 'video/webm', body: '' }))
    await page.route('**/auto.webp', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      }),
    )
    await page.goto(path)
    await scriptRun(page, 'lazy-videos')
  }

  /** Scrolls until the element's top is this many px below the window's lower edge. Returns its `src`. */
  const scrollToBelow = (page: Page, id: string, pixels: number) =>
    page.locator(`#${id}`).evaluate(async (element, below) => {
      scrollBy({ top: element.getBoundingClientRect().top - innerHeight - below, behavior: 'instant' })
      await new Promise((done) => setTimeout(done, 400))
      return element.getAttribute('src')
    }, pixels)

  test('[SITE-10 video margin and threshold] a video is fetched when a tenth of it is within 200 px below the window', async ({
    page,
  }) => {
    await open(page)
    // A tenth of the video's 300 px is 30 px, so it loads when its top is 170 px below the window.
    expect(await scrollToBelow(page, 'plain', 210)).toBeNull()
    expect(await scrollToBelow(page, 'plain', 180)).toBeNull()
    await scrollToBelow(page, 'plain', 160)
    await expect(page.locator('#plain')).toHaveAttribute('src', `${uploads}/plain.webm`)
    expect(await page.locator('#film').getAttribute('src')).toBeNull()
  })

  test('[SITE-10 autoplay parameters] autoplay videos get autoplay=1 and playsinline=1, others neither', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await open(page)
    await scrollToBelow(page, 'film', 100)
    await expect(page.locator('#film')).toHaveAttribute('src', /\/about\/\?part=2&autoplay=1&playsinline=1$/)
    await scrollToBelow(page, 'moving', 100)
    await expect(page.locator('#moving')).toHaveAttribute('src', /moving\.webm\?autoplay=1&playsinline=1$/)
    const playing = await page.locator('#moving').evaluate((video) => {
      const { muted, playsInline, autoplay } = video as HTMLVideoElement
      return { muted, playsInline, autoplay }
    })
    expect(playing).toEqual({ muted: true, playsInline: true, autoplay: true })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await open(page)
    await scrollToBelow(page, 'film', 100)
    await expect(page.locator('#film')).toHaveAttribute('src', '/about/?part=2')
  })

  test('[SITE-10 auto widths skipped] a picture of auto width is fetched unchanged', async ({ page }) => {
    const addresses = fetched(page)
    await open(page)
    expect(
      addresses.filter((address) => address.includes('auto.webp')).map((address) => new URL(address).search),
    ).toEqual([''])
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('[SITE-10 lazy] pictures and videos are in the HTML all the same', async ({ page }) => {
      await page.goto(path)
      await page.locator(inText).scrollIntoViewIfNeeded()
      await expect(page.locator(inText)).toBeVisible()
      expect(await page.locator(inText).getAttribute('loading')).toBe('lazy')
    })
  })
})
