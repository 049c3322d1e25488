/** The product gallery: slider, zoom and full-screen viewer. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { expect, phone, test } from './shop-test.ts'

const path = `/product/${demo.simple}/`
const thumbs = (page: Page) => page.locator('[data-thumbs] a')
const trigger = (page: Page) => page.locator('.woocommerce-product-gallery__trigger')
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Full-screen image gallery' })
const strip = (page: Page) =>
  page.locator('[data-viewport]').evaluate((viewport) => ({
    index: viewport.scrollLeft / viewport.clientWidth,
    height: viewport.getBoundingClientRect().height,
    isSliding: 'sliding' in (viewport as HTMLElement).dataset,
  }))
/** Moves the pointer over the gallery, which loads the slider's script, and waits until the slider works. */
const waitForSlider = (page: Page) =>
  expect(async () => {
    await page.locator('.woocommerce-product-gallery').dispatchEvent('pointerover')
    const second = page.locator('.woocommerce-product-gallery__image').nth(1)
    await expect(second).toHaveAttribute('inert', '', { timeout: 500 })
  }).toPass()

type Moved = { readonly what: string; readonly milliseconds: number }

/** Records every animation of the page: the changed properties and the duration. */
async function noteAnimations(page: Page): Promise<() => Promise<Moved[]>> {
  await page.addInitScript(() => {
    const noted: Moved[] = []
    Object.assign(window, { noted })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
      const [frame] = Array.isArray(frames) ? frames : []
      const milliseconds = typeof options === 'object' ? Number(options.duration) : Number(options)
      noted.push({ what: Object.keys(frame ?? {}).join(), milliseconds })
      return animate.call(this, frames, options)
    }
  })
  return () => page.evaluate(() => (window as unknown as { noted: Moved[] }).noted)
}

// The durations of slide animations are tested.
test.use({ reducedMotion: 'no-preference' })

test('[GAL-01 thumbnails, slides in 500 ms, no arrows, no slideshow, no looping] a thumbnail slides its picture in within 500 ms and becomes active; there are no arrows and no slideshow', async ({
  page,
}) => {
  const moved = await noteAnimations(page)
  await page.goto(path)
  await waitForSlider(page)
  await thumbs(page).nth(2).click()
  await expect.poll(moved).toEqual([{ what: 'transform', milliseconds: 500 }])
  await expect.poll(async () => (await strip(page)).isSliding).toBe(false)
  expect((await strip(page)).index).toBe(2)
  await expect(thumbs(page).nth(2)).toHaveAttribute('aria-current', 'true')
  await expect(page.locator('.flex-active-slide')).toHaveCount(1)
  await expect(page.locator('.woocommerce-product-gallery__image').nth(2)).toHaveClass(/flex-active-slide/)
  await expect(page.locator('.flex-direction-nav, .woocommerce-product-gallery button')).toHaveCount(0)

  // The slider does not advance by itself and does not wrap around.
  await page.waitForTimeout(1200)
  expect((await strip(page)).index).toBe(2)
  await thumbs(page).last().click()
  await expect(thumbs(page).last()).toHaveAttribute('aria-current', 'true')
  await expect.poll(async () => (await strip(page)).isSliding).toBe(false)
  const last = (await thumbs(page).count()) - 1
  await page.locator('[data-viewport]').evaluate((viewport) => viewport.scrollBy({ left: 5000, behavior: 'instant' }))
  expect((await strip(page)).index).toBe(last)
})

test('[GAL-01] below 720 px the thumbnails beside a picture are as high as it is, and all of them are reached', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(path)
  await waitForSlider(page)
  const heights = () =>
    page.evaluate(() =>
      ['.woocommerce-product-gallery', '[data-viewport]', '[data-thumbs]'].map((part) =>
        Math.round(document.querySelector(part)?.getBoundingClientRect().height ?? 0),
      ),
    )
  const [gallery, picture = 0, column = 0] = await heights()
  expect(gallery).toBe(picture)
  expect(column).toBeLessThanOrEqual(picture + 10)
  const last = thumbs(page).last()
  const isBelow = () =>
    last.evaluate(
      (thumb) => thumb.closest('ol')!.getBoundingClientRect().bottom - thumb.getBoundingClientRect().bottom < 0,
    )
  expect(await isBelow()).toBe(true)
  // The last thumbnail scrolls into view when it gets the focus and when its picture is shown.
  await last.focus()
  expect(await isBelow()).toBe(false)
  await thumbs(page).first().click()
  await expect.poll(isBelow).toBe(true)
  await expect.poll(async () => (await strip(page)).isSliding).toBe(false)
  for (const thumb of (await thumbs(page).all()).slice(1)) {
    await page
      .locator('[data-viewport]')
      .evaluate((viewport) => viewport.scrollBy({ left: viewport.clientWidth, behavior: 'instant' }))
    await expect(thumb).toHaveAttribute('aria-current', 'true')
  }
  expect(await isBelow()).toBe(false)
})

test('on a phone the browser is told how wide a picture will be, with thumbnails beside it and without', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  for (const slug of [demo.simple, demo.onePicture]) {
    await page.goto(`/product/${slug}/`)
    const [told, shown] = await page.locator('.wp-post-image').evaluate((image: HTMLImageElement) => {
      const probe = document.createElement('div')
      probe.style.width = image.sizes.split(', ').at(-1) ?? ''
      document.body.append(probe)
      return [probe, image].map((element) => Math.round(element.getBoundingClientRect().width))
    })
    expect([slug, told]).toEqual([slug, shown])
  }
})

test('[GAL-01 smooth height] the height follows as smoothly when pictures differ in height', async ({ page }) => {
  const moved = await noteAnimations(page)
  await page.goto(path)
  await waitForSlider(page)
  await page
    .locator('.woocommerce-product-gallery__image')
    .nth(1)
    .evaluate((picture: HTMLElement) => picture.style.setProperty('--ratio', '1200 / 900'))
  const before = (await strip(page)).height
  await thumbs(page).nth(1).click()
  await expect.poll(moved).toEqual([
    { what: 'height', milliseconds: 500 },
    { what: 'transform', milliseconds: 500 },
  ])
  await expect.poll(async () => (await strip(page)).isSliding).toBe(false)
  const after = (await strip(page)).height
  expect(Math.round((after / before) * 100)).toBe(60)
})

test('[GAL-01] the keyboard reaches every picture, and only the visible one', async ({ page }) => {
  await page.goto(path)
  await waitForSlider(page)
  await thumbs(page).nth(3).focus()
  await page.keyboard.press('Enter')
  await expect(thumbs(page).nth(3)).toHaveAttribute('aria-current', 'true')
  await expect(page.locator('.woocommerce-product-gallery__image:not([inert]) a')).toHaveCount(1)
  await thumbs(page).first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await strip(page)).index).toBe(0)
})

test('[GAL-01] with reduced motion the picture changes at once', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  const moved = await noteAnimations(page)
  await page.goto(path)
  await waitForSlider(page)
  await thumbs(page).nth(2).click()
  await expect.poll(async () => (await strip(page)).index).toBe(2)
  expect(await moved()).toEqual([])
  await context.close()
})

test('[GAL-03 hover] the large picture covers the small one on hover, and follows the pointer', async ({ page }) => {
  await page.goto(path)
  await waitForSlider(page)
  const large = page.locator('.zoomImg')
  const box = await page.locator('[data-viewport]').boundingBox()
  if (!box) throw new Error('No gallery')
  await page.mouse.move(box.x + 20, box.y + 20)
  await expect(large).toHaveCSS('opacity', '1')
  expect(Number(await large.getAttribute('width'))).toBeGreaterThan(box.width)
  const first = await large.getAttribute('style')
  await page.mouse.move(box.x + box.width - 20, box.y + box.height - 20)
  await expect.poll(() => large.getAttribute('style')).not.toBe(first)
  await page.mouse.move(5, 5)
  await expect(large).toHaveCount(0)
})

test('[GAL-03 only larger images] a picture that is no wider than the gallery does not zoom', async ({ page }) => {
  await page.goto(path)
  await waitForSlider(page)
  await page.locator('.wp-post-image').evaluate((image: HTMLElement) => {
    image.dataset.large_image_width = '400'
  })
  await page.locator('.wp-post-image').hover()
  await page.waitForTimeout(400)
  await expect(page.locator('.zoomImg')).toHaveCount(0)
})

test('[GAL-04 trigger label, no share button, stays open on scroll, no history] the viewer: opened by its trigger, operated by keys, closed by Escape, with the focus trapped and returned', async ({
  page,
}) => {
  await page.goto(path)
  await waitForSlider(page)
  await expect(trigger(page)).toHaveAccessibleName('View full-screen image gallery')
  const entries = await page.evaluate(() => history.length)
  await trigger(page).focus()
  await page.keyboard.press('Space')
  await expect(viewer(page)).toBeVisible()
  await expect(viewer(page)).toHaveAttribute('id', 'photoswipe-fullscreen-dialog')
  await expect(viewer(page).getByText('1 / 4')).toBeVisible()
  await expect(viewer(page).getByRole('button', { name: /share/i })).toHaveCount(0)
  expect(await page.evaluate(() => history.length)).toBe(entries)

  await page.keyboard.press('ArrowRight')
  await expect(viewer(page).getByText('2 / 4')).toBeVisible()
  await expect(viewer(page).locator('.pswp__caption')).not.toBeEmpty()
  await page.mouse.wheel(0, 900)
  await page.waitForTimeout(300)
  await expect(viewer(page)).toBeVisible()

  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab')
    expect(await viewer(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(viewer(page)).toHaveCount(0)
  await expect(trigger(page)).toBeFocused()
  expect(await page.evaluate(() => history.length)).toBe(entries)
})

test('[GAL-04 no animation] it opens and closes without animation, on the current picture', async ({ page }) => {
  await page.clock.install()
  await page.goto(path)
  await waitForSlider(page)
  await thumbs(page).nth(2).click()
  await expect(thumbs(page).nth(2)).toHaveAttribute('aria-current', 'true')
  await expect.poll(async () => (await strip(page)).isSliding).toBe(false)
  await trigger(page).click()
  await expect(viewer(page).getByText('3 / 4')).toBeVisible()
  const moving = await viewer(page).evaluate((dialog) =>
    dialog
      .getAnimations({ subtree: true })
      .map((animation) => animation.effect?.getTiming())
      // The loading spinner is an endless animation.
      .filter((timing) => Number(timing?.duration) > 0 && timing?.iterations !== Infinity),
  )
  expect(moving).toEqual([])
  // The page's clock is paused, so that a slow machine has no effect.
  await page.clock.pauseAt(Date.now() + 60_000)
  await viewer(page).getByRole('button', { name: 'Close' }).click()
  await page.clock.runFor(200)
  await expect(viewer(page)).toHaveCount(0)
})

test('[GAL-04] nothing of the viewer is fetched before it is opened, and it has no axe violations', async ({
  page,
}) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto(path)
  await waitForSlider(page)
  await page.waitForLoadState('networkidle')
  expect(fetched.filter((name) => /viewer|zoom/.test(name))).toEqual([])
  await trigger(page).click()
  await expect(viewer(page)).toBeVisible()
  await expect(viewer(page).locator('img.pswp__img').first()).toBeVisible()
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
})

test('[GAL-05 message, link] a picture that does not load is reported, with a link to it', async ({ page }) => {
  await page.goto(path)
  await waitForSlider(page)
  const address = '/wp-content/uploads/there-is-no-such.webp'
  await page.locator('.wp-post-image').evaluate((image: HTMLElement, large) => {
    image.dataset.large_image = large
  }, address)
  await trigger(page).click()
  const message = viewer(page).locator('.pswp__error-msg')
  await expect(message).toHaveText('The image could not be loaded.')
  await expect(message.getByRole('link', { name: 'The image' })).toHaveAttribute('href', address)
})

test('captions are shown as text, whatever they contain', async ({ page }) => {
  await page.goto(path)
  await waitForSlider(page)
  await page.locator('.wp-post-image').evaluate((image: HTMLElement) => {
    image.dataset.caption = '<img src=x onerror="alert(1)"> & co.'
  })
  await trigger(page).click()
  await expect(viewer(page).locator('.pswp__caption__center')).toHaveText('<img src=x onerror="alert(1)"> & co.')
  await expect(viewer(page).locator('.pswp__caption img')).toHaveCount(0)
})

test.describe('on a first visit', () => {
  test.use({ isFirstVisit: true })

  test('nothing shifts during hydration', async ({ page }) => {
    await page.addInitScript(() => {
      const seen = window as unknown as { shifts: number }
      seen.shifts = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shifts += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await waitForSlider(page)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBeLessThan(0.01)
  })
})

test.describe('by touch', () => {
  test.use(phone)

  test('[GAL-01] a swipe slides to the next picture and its thumbnail follows', async ({ page }) => {
    await page.goto(path)
    await waitForSlider(page)
    const touch = await page.context().newCDPSession(page)
    await touch.send('Input.synthesizeScrollGesture', { x: 300, y: 300, xDistance: -260, speed: 1500 })
    await expect(thumbs(page).nth(1)).toHaveAttribute('aria-current', 'true')
    await expect.poll(async () => (await strip(page)).index).toBe(1)
  })

  test('[GAL-03 touch] a tap zooms where it hits, another one ends it', async ({ page }) => {
    await page.goto(path)
    await waitForSlider(page)
    const picture = page.locator('.woocommerce-product-gallery__image').first()
    await picture.tap({ position: { x: 60, y: 80 } })
    await expect(picture).toHaveClass(/is-zoomed/)
    await expect(viewer(page)).toHaveCount(0)
    await picture.tap({ position: { x: 60, y: 80 } })
    await expect(page.locator('.zoomImg')).toHaveCount(0)
  })

  test('[GAL-04 trigger label] the trigger opens the viewer', async ({ page }) => {
    await page.goto(path)
    await waitForSlider(page)
    await trigger(page).tap()
    await expect(viewer(page).getByText('1 / 4')).toBeVisible()
    await viewer(page).getByRole('button', { name: 'Close' }).tap()
    await expect(viewer(page)).toHaveCount(0)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('thumbnails link to the pictures and pictures to the large ones', async ({ page }) => {
    await page.goto(path)
    const third = await thumbs(page).nth(2).getAttribute('href')
    await thumbs(page).nth(2).click()
    await expect(page.locator(third ?? '')).toBeInViewport({ ratio: 0.3 })
    for (const link of [trigger(page), page.locator('.woocommerce-product-gallery__image a').nth(2)]) {
      const answer = await page.request.get((await link.getAttribute('href')) ?? '')
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp'])
    }
  })
})

test('[GAL-02] with one picture there is no slider: no thumbnails, but still the viewer', async ({ page }) => {
  await page.goto(`/product/${demo.onePicture}/`)
  await page.locator('.woocommerce-product-gallery').dispatchEvent('pointerover')
  await expect(page.locator('.woocommerce-product-gallery__image')).toHaveCount(1)
  await expect(page.locator('[data-viewport], [data-thumbs], .woocommerce-product-gallery [inert]')).toHaveCount(0)
  const room = page.locator('.woocommerce-product-gallery__wrapper')
  expect(await room.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
  await trigger(page).click()
  await expect(viewer(page)).toBeVisible()
})

test('a product shown twice on a page has one view transition name', async ({ page }) => {
  for (const slug of [demo.simple, demo.partlySoldOut, demo.onSale]) {
    await page.goto(`/product/${slug}/`)
    const names = await page
      .locator('[style*="view-transition-name"]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).style.viewTransitionName))
    expect(names.length).toBeGreaterThan(3)
    expect(new Set(names).size).toBe(names.length)
  }
})
