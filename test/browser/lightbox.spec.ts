/** The lightbox, on a page with links of every kind (storefront-scripts.md §9). */
import type { Page } from '@playwright/test'
import { scriptRun } from '../running/script-run.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads, phone } from './shop-test.ts'

test.describe.configure({ mode: 'serial' })

const path = '/shown-larger/'
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Lightbox' })
const counter = (page: Page) => page.locator('.currentTextHolder')
const description = (page: Page) => page.locator('.pp_description')

/** A text with a set of three pictures, a single picture, a missing picture, videos, and a part of the page. */
async function textOf(page: Page): Promise<string> {
  const media = await asOwner<{ source_url: string }[]>(
    page,
    'get',
    '/wp-json/wp/v2/media?media_type=image&per_page=3&orderby=id&order=asc',
  )
  const files = media.map(({ source_url }) => new URL(source_url).pathname)
  const set = files.map(
    (file, index) =>
      `<a href="${file}" rel="prettyPhoto[set]" title="Picture ${index + 1}"><img src="${file}" alt="Alt ${index + 1}" width="100" height="80"></a>`,
  )
  return `<p>${set.join(' ')}</p>
<p><a id="alone" href="${files[0]}" rel="prettyPhoto" title="Alone">One</a>
<a id="missing" href="/wp-content/uploads/2026/11/missing.webp" rel="prettyPhoto">Missing</a>
<a id="film" href="https://www.youtube-nocookie.com/embed/abc123" rel="prettyPhoto" title="A film">Film</a>
<a id="clip" href="/wp-content/uploads/2026/11/clip.mp4?width=320&amp;height=50%" rel="prettyPhoto">Clip</a>
<a id="inline" href="#thé-terms" rel="prettyPhoto" title="Terms">Terms</a>
<a id="elsewhere" href="/shop/" rel="prettyPhoto">Elsewhere</a></p>
<div id="thé-terms"><h2>Terms of the house</h2><p>Tea first.</p></div>`
}

/** Waits for the script, because until it has run a link opens the picture file itself. */
async function openPage(page: Page): Promise<void> {
  await page.goto(path)
  await scriptRun(page, 'content-page')
}

async function open(page: Page, link: string): Promise<void> {
  await openPage(page)
  await page.locator(`.entry-content ${link}`).click()
  await expect(dialog(page)).toBeVisible()
}
const ofSet = (number: number) => `a[rel="prettyPhoto[set]"] >> nth=${number - 1}`
const box = async (page: Page) =>
  (await page.locator('.pp_content').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

test('[PORT-02 images, overlay, thumbnails] [PORT-03 counter, next and previous, arrow keys] [PORT-04 next wraps, previous stays] a set of pictures', async ({
  page,
}) => {
  await page.goto('/about/')
  const data = { title: 'Shown larger', slug: 'shown-larger', content: await textOf(page), status: 'publish' }
  await asOwner(page, 'post', '/wp-json/wp/v2/pages', data)
  await open(page, ofSet(1))
  await expect(counter(page)).toHaveText('1/3')
  await expect(description(page)).toHaveText('Picture 1')
  await expect(page.locator('.ppt')).toHaveText('Alt 1')
  await expect(page.locator('#fullResImage')).toHaveAttribute('alt', 'Alt 1')
  await expect(page.locator('#fullResImage')).toHaveJSProperty('complete', true)
  await expect(page.locator('.pp_overlay')).toHaveCSS('opacity', '0.8')
  const thumbnails = page.locator('.pp_gallery button')
  await expect(thumbnails).toHaveCount(3)
  expect(await thumbnails.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))).toEqual([
    50, 50, 50,
  ])
  expect(await findingsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Previous' }).click({ force: true })
  await expect(counter(page)).toHaveText('1/3')
  await page.keyboard.press('ArrowLeft')
  await expect(counter(page)).toHaveText('1/3')
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(counter(page)).toHaveText('2/3')
  await page.keyboard.press('ArrowRight')
  await expect(counter(page)).toHaveText('3/3')
  await expect(description(page)).toHaveText('Picture 3')
  await page.keyboard.press('ArrowRight')
  await expect(counter(page)).toHaveText('1/3')
  await thumbnails.nth(2).click()
  await expect(counter(page)).toHaveText('3/3')
  await expect(thumbnails.nth(2)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(counter(page)).toHaveText('2/3')
})

test('[PORT-05 overlay, Escape, close button] it is modal until its button closes it, and the focus returns', async ({
  page,
}) => {
  await openPage(page)
  const link = page.locator(`.entry-content ${ofSet(2)}`)
  await link.focus()
  await link.press('Enter')
  const close = page.getByRole('button', { name: 'Close' })
  await expect(close).toBeFocused()
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await page.mouse.click(1400, 880)
  await expect(dialog(page)).toBeVisible()
  // A click removes the focus from the button, but the keys still work.
  await page.locator('#fullResImage').click({ position: { x: 200, y: 100 } })
  await page.keyboard.press('ArrowRight')
  await expect(counter(page)).toHaveText('3/3')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeVisible()
  // Tab never moves the focus to the page behind the dialog.
  const inside: boolean[] = []
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab')
    inside.push(
      await page.evaluate(
        () =>
          document.activeElement === document.body ||
          document.querySelector('dialog[open]')?.contains(document.activeElement) === true,
      ),
    )
  }
  expect(inside).not.toContain(false)
  await close.click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(link).toBeFocused()
})

test('[PORT-02 video, inline, default size] videos, frames and a part of the page are 500 by 344, or as the address says', async ({
  page,
  complaints,
}) => {
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Film</title><p>Film' }),
  )
  await open(page, '#film')
  const film = page.frameLocator('.pp_content iframe')
  await expect(film.getByText('Film')).toBeVisible()
  const { width, height } = await box(page)
  expect([width, height]).toEqual([500, 344])
  await expect(counter(page)).toBeHidden()
  await page.getByRole('button', { name: 'Close' }).click()

  await page.locator('#inline').click()
  await expect(dialog(page).getByRole('heading', { name: 'Terms of the house' })).toBeVisible()
  const inline = await box(page)
  expect([inline.width, inline.height]).toEqual([500, 344])
  await expect(page.locator('#thé-terms')).toHaveCount(1)
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()

  await page.locator('#clip').click()
  await expect(page.locator('.pp_content video')).toHaveAttribute('src', /clip\.mp4/)
  const clip = await box(page)
  expect([clip.width, clip.height]).toEqual([320, 450])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.locator('#elsewhere').click()
  await expect(page).toHaveURL('/shop/')
  forgetFailedLoads(complaints)
})

test('[PORT-06 alert, closes] a picture that cannot be loaded says so, and the lightbox closes', async ({
  page,
  complaints,
}) => {
  const alerts: string[] = []
  page.on('dialog', (alert) => {
    alerts.push(alert.message())
    void alert.accept()
  })
  await openPage(page)
  await page.locator('#missing').click()
  await expect.poll(() => alerts).toEqual(['Image cannot be loaded. Make sure the path is correct and image exist.'])
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.locator('#missing')).toBeFocused()
  forgetFailedLoads(complaints)
})

test('[PORT-03 expand] a picture larger than its room is shown in full size, and back', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 600 })
  await open(page, '#alone')
  const expand = page.locator('.pp_expand')
  const image = page.locator('#fullResImage')
  await expect(expand).toBeVisible()
  const natural = await image.evaluate((element: HTMLImageElement) => element.naturalWidth)
  const width = () => image.evaluate((element) => Math.round(element.getBoundingClientRect().width))
  expect(await width()).toBeLessThan(natural)
  await expand.click()
  await expect(page.locator('.pp_contract')).toBeVisible()
  await expect.poll(width).toBe(natural)
  expect(await findingsOf(page)).toEqual([])
  await expand.click()
  await expect.poll(width).toBeLessThan(natural)
})

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' })
  test('[PORT-03 slideshow] it turns every 5000 ms while it plays, and wraps', async ({ page }) => {
    await page.clock.install()
    await open(page, ofSet(2))
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.getByRole('button', { name: 'Play' }).click()
    await page.clock.runFor(4_999)
    await expect(counter(page)).toHaveText('2/3')
    await page.clock.runFor(1)
    await expect(counter(page)).toHaveText('3/3')
    await page.clock.runFor(5_000)
    await expect(counter(page)).toHaveText('1/3')
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(20_000)
    await expect(counter(page)).toHaveText('1/3')
    await page.getByRole('button', { name: 'Play' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await page.clock.runFor(20_000)
    await expect(dialog(page)).toHaveCount(0)
  })
})

test('with less motion it cannot play', async ({ page }) => {
  await open(page, ofSet(1))
  await expect(page.getByRole('button', { name: 'Next' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play' })).toBeHidden()
})

test.describe('on a phone', () => {
  test.use(phone)
  test('[PORT-03 next and previous] a finger turns over, and all of it is in the window', async ({ page }) => {
    await open(page, ofSet(1))
    await expect(page.locator('#fullResImage')).toBeVisible()
    const swipe = (from: number, to: number) =>
      page.locator('.pp_content').evaluate(
        (element, [start, end]) => {
          const touch = (clientX: number) => new Touch({ identifier: 1, target: element, clientX, clientY: 300 })
          element.dispatchEvent(new TouchEvent('touchstart', { touches: [touch(start ?? 0)], bubbles: true }))
          element.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(end ?? 0)], bubbles: true }))
        },
        [from, to],
      )
    await swipe(300, 100)
    await expect(counter(page)).toHaveText('2/3')
    await swipe(100, 300)
    await expect(counter(page)).toHaveText('1/3')
    for (const part of ['.pp_content', '.pp_close', '.pp_gallery', '.pp_description']) {
      const place = await page.locator(part).boundingBox()
      expect(place?.x ?? -1, part).toBeGreaterThanOrEqual(0)
      expect((place?.x ?? 0) + (place?.width ?? 0), part).toBeLessThanOrEqual(390)
      expect((place?.y ?? 0) + (place?.height ?? 0), part).toBeLessThanOrEqual(844)
    }
    expect(await findingsOf(page)).toEqual([])
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('[PORT-02 images] links lead to the pictures themselves', async ({ page, complaints }) => {
    await page.goto(path)
    await page.locator(`.entry-content ${ofSet(1)}`).click()
    await expect(page).toHaveURL(/\/wp-content\/uploads\//)
    // Chromium shows a picture file with inline styles, which the CSP of uploads forbids.
    complaints.length = 0
  })
})
