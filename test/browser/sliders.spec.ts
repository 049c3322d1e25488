/** Sliders in texts and on the home page: sizes, durations, and behaviour without script or motion. */
import type { Locator, Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { signInByRequest } from '../running/shopper.ts'
import { findingsAtWidths } from './axe.ts'
import { expect, phone, test } from './shop-test.ts'

const desk = { viewport: { width: 1440, height: 900 } } as const
/** Each worker creates its own page, and removes it while other workers may still use theirs. */
let path = ''

const testimonial = (number: number) =>
  `[testimonial name="Ada ${number}" about="Tea taster"]<p>Letter ${number} &amp; more.</p>[/testimonial]`
const slide = (number: number) =>
  `[vertical_slide title="Slide ${number}"]<p>${`Words of slide ${number}. `.repeat(number * 4)}</p>[/vertical_slide]`
const textOf = (pictures: readonly number[]) => `
<h2>Testimonials</h2>
[testimonials title="Letters"]${[1, 2, 3, 4, 5, 6].map(testimonial).join('')}[/testimonials]
[testimonials title="Moving letters" autoplay="yes"]${[1, 2, 3, 4].map(testimonial).join('')}[/testimonials]
<h2>Pictures</h2>
[gallery_carousel title='Tea "pictures" &lt;img src=x onerror=alert(1)&gt;' pictures="${[...pictures, 999_999].join()}"]
<h2>Slides</h2>
[vertical_slider title="Steps"]${[1, 2, 3].map(slide).join('')}[/vertical_slider]
<p>The end.</p>`

let removePage = async (): Promise<void> => undefined
test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext({ baseURL: process.env.SAMOVAR_TEST_URL })
  await signInByRequest(request, users.owner)
  const office = await (await request.get('/wp-admin/')).text()
  const headers = { 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(office)?.[1] ?? '' }
  const media = (await (await request.get('/wp-json/wp/v2/media?media_type=image&per_page=6', { headers })).json()) as {
    id: number
  }[]
  const data = {
    title: 'Sliders',
    slug: 'sliders-of-a-test',
    status: 'publish',
    content: textOf(media.map(({ id }) => id)),
  }
  const created = await request.post('/wp-json/wp/v2/pages', { headers, data })
  expect(created.status()).toBe(201)
  const { id, link } = (await created.json()) as { id: number; link: string }
  path = new URL(link).pathname
  removePage = async () => {
    await request.delete(`/wp-json/wp/v2/pages/${id}?force=true`, { headers })
    await request.dispose()
  }
})
test.afterAll(() => removePage())

const feature = (page: Page, label: string): Locator =>
  page.locator('[data-feature]').filter({ has: page.getByRole('group', { name: label, exact: true }) })
const letters = (page: Page) => feature(page, 'Letters')
const gallery = (page: Page) => page.locator('[data-feature="gallery_carousel"]')
const steps = (page: Page) => page.locator('[data-feature="vertical_slider"]')

/** Opens the page and waits until the slider's script has started. */
async function open(page: Page, slider: (page: Page) => Locator, ready: string): Promise<Locator> {
  await page.goto(path)
  const element = slider(page)
  await element.scrollIntoViewIfNeeded()
  await element.locator(ready).first().waitFor()
  return element
}
const openLetters = (page: Page) => open(page, letters, '[data-dots] button')
const openGallery = (page: Page) => open(page, gallery, '[aria-disabled="true"]')

type Place = { readonly left: number; readonly width: number; readonly isWhole: boolean }

/** Positions of the items relative to the slider's viewport. */
const placesOf = (slider: Locator): Promise<Place[]> =>
  slider.locator('[data-viewport]').evaluate((viewport) => {
    const frame = viewport.getBoundingClientRect()
    return [...viewport.querySelectorAll('li')].map((item) => {
      const { left, right, width } = item.getBoundingClientRect()
      const isWhole = left > frame.left - 1 && right < frame.right + 1
      return { left: Math.round(left - frame.left), width: Math.round(width * 10) / 10, isWhole }
    })
  })
const lefts = async (slider: Locator) => (await placesOf(slider)).map(({ left }) => left)
const wholeOnes = async (slider: Locator) =>
  (await placesOf(slider)).flatMap(({ isWhole }, index) => (isWhole ? [index] : []))

/** Pauses the slider's animations. Returns their durations and the first item's left edge at these times (ms). */
async function atTimes(slider: Locator, times: readonly number[]) {
  return slider.evaluate((element, all) => {
    const animations = element.getAnimations({ subtree: true })
    for (const animation of animations) animation.pause()
    const item = element.querySelector('li')
    const places = all.map((time) => {
      for (const animation of animations) animation.currentTime = time
      return Math.round(item?.getBoundingClientRect().left ?? 0)
    })
    const durations = animations.map(({ effect }) => effect?.getTiming().duration)
    for (const animation of animations) animation.finish()
    return { durations, places }
  }, times)
}

test.describe('with motion', () => {
  test.use({ ...desk, reducedMotion: 'no-preference' })

  test('[SHOW-01 widths, moves 1, 2000 ms, no controls] three testimonials of 360 px are 28 px apart, and slide one place in 2000 ms', async ({
    page,
  }) => {
    const slider = await openLetters(page)
    const places = await placesOf(slider)
    expect(places.map(({ width }) => width)).toEqual([360, 360, 360, 360, 360, 360])
    expect(places.map(({ left }) => left)).toEqual([0, 388, 776, 1164, 1552, 1940])
    expect(await wholeOnes(slider)).toEqual([0, 1, 2])
    // There is one dot for each position, and no other button.
    const names = await slider.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel))
    expect(names).toEqual(['1 of 4', '2 of 4', '3 of 4', '4 of 4'])

    await slider.getByRole('button', { name: '2 of 4' }).click()
    const { durations, places: moving } = await atTimes(slider, [0, 1000, 1990, 2000])
    expect(durations).toEqual([2000])
    const [start = 0, half = 0, nearly = 0, end = 0] = moving
    expect([half - start, end - start]).toEqual([-194, -388])
    expect(nearly).toBeGreaterThanOrEqual(end)
    expect(await wholeOnes(slider)).toEqual([1, 2, 3])
    await expect(slider.locator('[aria-current="true"]')).toHaveAccessibleName('2 of 4')

    // Arrow keys also move it, but not beyond the end.
    await slider.getByRole('group', { name: 'Letters', exact: true }).focus()
    for (const expected of [
      [2, 3, 4],
      [3, 4, 5],
      [3, 4, 5],
    ]) {
      await page.keyboard.press('ArrowRight')
      await atTimes(slider, [2000])
      expect(await wholeOnes(slider)).toEqual(expected)
    }
    await page.keyboard.press('ArrowLeft')
    await atTimes(slider, [2000])
    expect(await wholeOnes(slider)).toEqual([2, 3, 4])
  })

  test('[SHOW-01] interrupted while it slides, it goes on from where it is; by itself it moves only where it is asked to, until it is paused', async ({
    page,
  }) => {
    await page.clock.install()
    const slider = await openLetters(page)
    await slider.getByRole('button', { name: '4 of 4' }).click()
    const before = await slider.evaluate((element) => {
      for (const animation of element.getAnimations({ subtree: true })) {
        animation.pause()
        animation.currentTime = 1000
      }
      const left = element.querySelector('li')?.getBoundingClientRect().left
      element.querySelectorAll<HTMLElement>('[data-dots] button')[0]?.click()
      for (const animation of element.getAnimations({ subtree: true })) animation.currentTime = 0
      return [left, element.querySelector('li')?.getBoundingClientRect().left].map((x) => Math.round(x ?? 0))
    })
    expect(before[1]).toBe(before[0])
    await atTimes(slider, [2000])
    expect(await wholeOnes(slider)).toEqual([0, 1, 2])

    const moving = feature(page, 'Moving letters')
    await page.mouse.move(0, 0)
    await expect(moving.getByRole('button', { name: 'Pause' })).toBeVisible()
    await page.clock.runFor(8000)
    await expect(moving.locator('[aria-current="true"]')).toHaveAccessibleName('2 of 2')
    await page.clock.runFor(8000)
    await expect(moving.locator('[aria-current="true"]')).toHaveAccessibleName('1 of 2')
    await moving.getByRole('button', { name: 'Pause' }).click()
    await expect(moving.getByRole('button', { name: 'Play' })).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.runFor(20_000)
    await expect(moving.locator('[aria-current="true"]')).toHaveAccessibleName('1 of 2')
    await expect(slider.locator('[aria-current="true"]')).toHaveAccessibleName('1 of 4')
  })

  test('[SHOW-02 widths, margin, no pager] two to four pictures of 275 px are 20 px apart, with buttons and without a pager', async ({
    page,
  }) => {
    const slider = await openGallery(page)
    for (const [width, count] of [
      [1440, 4],
      [1000, 3],
      [768, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(() => wholeOnes(slider)).toEqual([0, 1, 2, 3].slice(0, count))
      const places = await placesOf(slider)
      expect(places.map((place) => place.width)).toEqual(Array(6).fill(275))
      expect(places.map(({ left }) => left)).toEqual([0, 295, 590, 885, 1180, 1475])
    }
    // A narrow window shows two smaller pictures instead of one.
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(() => wholeOnes(slider)).toEqual([0, 1])
    const [first, second] = await placesOf(slider)
    expect([first?.width, second?.left]).toEqual([165, 185])
    await page.setViewportSize(desk.viewport)

    const names = await slider.getByRole('button').evaluateAll((all) => all.map((one) => one.ariaLabel))
    expect(names).toEqual(['Previous picture', 'Next picture'])
    await expect(slider.getByRole('button', { name: 'Previous picture' })).toHaveAttribute('aria-disabled', 'true')
    const next = slider.getByRole('button', { name: 'Next picture' })
    for (const expected of [
      [1, 2, 3, 4],
      [2, 3, 4, 5],
      [2, 3, 4, 5],
    ]) {
      await next.click({ force: true })
      await atTimes(slider, [500])
      expect(await wholeOnes(slider)).toEqual(expected)
    }
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    // All pictures form one lightbox set, and HTML in the title is shown as text.
    const sets = await slider.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('rel')))
    expect([sets.length, new Set(sets).size, sets[0]]).toEqual([6, 1, expect.stringMatching(/^prettyPhoto\[[\w-]+\]$/)])
    await expect(slider.locator('[data-viewport]')).toHaveAccessibleName('Tea "pictures" <img src=x onerror=alert(1)>')
  })

  test('[SHOW-08] the vertical slider starts at index 1 with a padding of 15 px and slides in 300 ms', async ({
    page,
  }) => {
    const slider = await open(page, steps, '[data-position]')
    const items = slider.locator('[data-list] > li')
    const shown = () =>
      items.evaluateAll((all) =>
        all.flatMap((item, at) => (getComputedStyle(item).visibility === 'visible' ? [at] : [])),
      )
    expect(await shown()).toEqual([1])
    expect(await items.evaluateAll((all) => all.map((item) => getComputedStyle(item).padding))).toEqual(
      Array(3).fill('15px'),
    )
    const height = (await slider.boundingBox())?.height
    const next = slider.getByRole('button', { name: 'Next slide' })
    await expect(slider).toHaveAttribute('data-started')
    // The animation is paused in the same task, because on a slow machine it could end before the next check.
    const during = await next.evaluate((button: HTMLElement) => {
      const element = button.closest('[data-feature]') as Element
      button.click()
      const animations = element.getAnimations({ subtree: true })
      for (const animation of animations) {
        animation.pause()
        animation.currentTime = 150
      }
      const list = element.querySelector('[data-list]')?.getBoundingClientRect()
      const tops = [...element.querySelectorAll('li')].map(
        (item) => item.getBoundingClientRect().top - (list?.top ?? 0),
      )
      const durations = animations.map(({ effect }) => effect?.getTiming().duration)
      return { durations, before: tops[1] ?? 0, after: tops[2] ?? 0 }
    })
    await expect(slider.locator('[data-position]')).toHaveText('3 / 3')
    expect(during.durations).toEqual([300, 300])
    expect([during.before < 0, during.after > 0]).toEqual([true, true])
    expect(await shown()).toEqual([1, 2])
    await slider.evaluate((element) => {
      for (const animation of element.getAnimations({ subtree: true })) animation.finish()
    })
    expect(await shown()).toEqual([2])
    // The first slide follows the last one, and the height stays the same.
    await next.press('Enter')
    await expect(slider.locator('[data-position]')).toHaveText('1 / 3')
    await slider.getByRole('button', { name: 'Previous slide' }).click()
    await expect(slider.locator('[data-position]')).toHaveText('3 / 3')
    expect((await slider.boundingBox())?.height).toBe(height)
  })
})

test.describe('with less motion', () => {
  test.use(desk)
  test('[SHOW-10] sliders are at their end at once, nothing moves by itself, and axe finds nothing', async ({
    page,
  }) => {
    await page.clock.install()
    const slider = await openLetters(page)
    const animations = () =>
      page.evaluate(() => document.getAnimations().filter((one) => one.playState === 'running').length)
    await slider.getByRole('button', { name: '3 of 4' }).click()
    expect([await animations(), await wholeOnes(slider)]).toEqual([0, [2, 3, 4]])
    const moving = feature(page, 'Moving letters')
    await expect(moving.locator('[aria-current="true"]')).toHaveAccessibleName('1 of 2')
    await expect(moving.getByRole('button', { name: 'Pause' })).toBeHidden()
    await page.clock.runFor(20_000)
    await expect(moving.locator('[aria-current="true"]')).toHaveAccessibleName('1 of 2')
    await steps(page).scrollIntoViewIfNeeded()
    await expect(async () => {
      await steps(page).getByRole('button', { name: 'Next slide' }).click()
      await expect(steps(page).locator('[data-position]')).toHaveText('3 / 3', { timeout: 500 })
    }).toPass()
    expect(await animations()).toBe(0)
    expect(await findingsAtWidths(page, [320, 768, 1440])).toEqual([])
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  test('[SHOW-01] testimonials come one by one, and the dots follow a finger', async ({ page }) => {
    const slider = await openLetters(page)
    expect(await wholeOnes(slider)).toEqual([0])
    await expect(slider.locator('[data-dots] button')).toHaveCount(6)
    // The list styles of texts do not apply.
    await expect(slider.locator('li').first()).toHaveCSS('padding', '0px')
    await slider
      .locator('[data-viewport]')
      .evaluate((viewport) => viewport.scrollTo({ left: viewport.clientWidth + 28 }))
    await expect(slider.locator('[aria-current="true"]')).toHaveAccessibleName('2 of 6')
    expect(await lefts(slider)).toContain(0)
    const box = await slider.getByRole('button', { name: '1 of 6' }).boundingBox()
    expect([(box?.width ?? 0) >= 24, (box?.height ?? 0) >= 44]).toEqual([true, true])
  })
})

test.describe('without script', () => {
  test.use({ ...desk, javaScriptEnabled: false })
  test('[SHOW-01] [SHOW-08] everything is there to be read and scrolled to, and no control is', async ({ page }) => {
    await page.goto(path)
    for (const words of ['Letter 6 & more.', 'Words of slide 1.', 'Words of slide 3.'])
      await expect(page.locator('.entry-content').getByText(words).first()).toBeVisible()
    await expect(page.locator('.entry-content').getByRole('button')).toHaveCount(0)
    const viewport = letters(page).locator('[data-viewport]')
    expect(await viewport.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true)
    await page.goto('/')
    await expect(page.locator('[data-feature="home_slider"] h2').first()).toBeVisible()
    await expect(page.locator('[data-feature="home_slider"]').getByRole('button')).toHaveCount(0)
  })
})

test.describe('the home page', () => {
  const home = (page: Page) => page.locator('[data-feature="home_slider"]')
  const progress = (page: Page) => page.getByRole('progressbar', { name: 'Loading pictures' })
  const position = (page: Page) => home(page).locator('[data-position]')

  test.describe('with motion', () => {
    test.use({ ...desk, reducedMotion: 'no-preference' })
    test('[SITE-05] says how many percent of its pictures are there, and then moves until it is paused', async ({
      page,
    }) => {
      await page.clock.install()
      const asked: string[] = []
      const release: (() => void)[] = []
      await page.route('**/wp-content/uploads/**', async (route) => {
        // Smaller versions of the same pictures below the slider are not held.
        const name = /\/(home-hero|slide-spring|slide-evening)[^/]*\.webp$/.exec(route.request().url())?.[1]
        if (!name || /-\d+w\./.test(route.request().url())) return route.continue()
        asked.push(name)
        await new Promise<void>((done) => release.push(done))
        await route.continue()
      })
      await page.goto('/', { waitUntil: 'commit' })
      await expect(progress(page)).toHaveText('0 %')
      // The other pictures are requested after the first one, which visitors see.
      expect(asked).toEqual(['home-hero'])
      release[0]?.()
      await expect(progress(page)).toHaveText('33 %')
      await expect(progress(page)).toHaveAttribute('aria-valuenow', '33')
      await expect.poll(() => release.length).toBe(3)
      await expect(home(page).getByRole('button', { name: 'Pause' })).toBeHidden()
      release[1]?.()
      await expect(progress(page)).toHaveText('67 %')
      release[2]?.()
      await expect(progress(page)).toBeHidden()

      await expect(home(page).getByRole('button', { name: 'Pause' })).toBeVisible()
      await expect(position(page)).toHaveText('1 / 3')
      await page.clock.runFor(7000)
      await expect(position(page)).toHaveText('2 / 3')
      await home(page).getByRole('button', { name: 'Pause' }).click()
      await page.mouse.move(0, 0)
      await page.clock.runFor(30_000)
      await expect(position(page)).toHaveText('2 / 3')
    })
  })

  test('[SITE-05] goes on after a picture that cannot be loaded, moves on by its buttons, and shifts nothing', async ({
    page,
    complaints,
  }) => {
    await page.setViewportSize(desk.viewport)
    await page.route('**/*slide-spring*', (route) => route.abort())
    await page.goto('/')
    await expect(home(page).locator('[data-move]').first()).toBeVisible()
    await expect(progress(page)).toBeHidden()
    await expect(home(page).getByRole('heading', { level: 1 })).toHaveCount(1)
    const next = home(page).getByRole('button', { name: 'Next slide' })
    for (const place of ['2 / 3', '3 / 3', '1 / 3']) {
      await next.click()
      await expect(position(page)).toHaveText(place)
    }
    await home(page).getByRole('button', { name: 'Previous slide' }).click()
    await expect(position(page)).toHaveText('3 / 3')
    await expect(home(page).getByRole('heading', { name: 'Dark evenings, dark teas' })).toBeInViewport()
    const shifted = await page.evaluate(
      () =>
        new Promise<number>((done) => {
          new PerformanceObserver((list) =>
            done(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
          ).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => done(0), 500)
        }),
    )
    expect(shifted).toBeLessThanOrEqual(0.02)
    expect(await findingsAtWidths(page, [320, 390, 1440])).toEqual([])
    complaints.splice(0)
  })
})
