/** Skill bars, counters, flip boxes and the expanding grid, on a separate page (shop.md section 9). */
import { type APIRequestContext, type Locator, type Page, request as requests } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { signInByRequest } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { expect, phone, test } from './shop-test.ts'

const spacer = '<p>&nbsp;</p>'.repeat(30)
const long = 'Steep it short and often, and each cup tells another part of the story. '.repeat(4)

const textWith = (pictures: readonly number[]): string =>
  `<p>In numbers</p>${spacer}` +
  '[skill_bars][skill label="Bought at the garden" percent="80"]<p>The rest by letter.</p>[/skill]' +
  `[skill label="Plucked by hand" percent="55"][/skill][/skill_bars]${spacer}` +
  '[counter][count value="12400" after=" kg"]leaf a year[/count][count value="38"]gardens[/count][/counter]' +
  `${spacer}[quick_counter][count value="400" before="$"]given to schools[/count][/quick_counter]${spacer}` +
  '[flip_boxes columns="3"]' +
  `[flip_box title="Green" text="${long}" picture="${pictures[0]}" url="/shop/" label="See green tea"]` +
  '<p>Cooler water.</p>[/flip_box]' +
  '[flip_box title="Black" text="Short."]<p>Boiling water.</p>[/flip_box]' +
  `[flip_box title="Oolong" text="Short as well." url="javascript:alert(1)"]${`<p>${long}</p>`.repeat(6)}[/flip_box]` +
  `[/flip_boxes]${spacer}[expanding_grid columns="4"]` +
  pictures
    .slice(0, 6)
    .map(
      (picture, index) =>
        `[grid_item title="Cup ${index + 1}" picture="${picture}" url="/shop/?cup=${index + 1}"]` +
        `<p>About cup ${index + 1}.</p>[/grid_item]`,
    )
    .join('') +
  `[/expanding_grid]<p>The end.</p>${spacer}`

/** Path of this worker's page, which is removed after its tests. */
let path = ''
let remove: () => Promise<void>

test.beforeAll(async ({}, { workerIndex }) => {
  const request = await requests.newContext({ baseURL: process.env.SAMOVAR_TEST_URL ?? '' })
  const headers = await ownerHeaders(request)
  const media = (await (await request.get('/wp-json/wp/v2/media?media_type=image&per_page=6', { headers })).json()) as {
    id: number
  }[]
  const slug = `figures-${workerIndex}`
  const content = textWith(media.map(({ id }) => id))
  const data = { title: 'Figures', slug, status: 'publish', content }
  const answer = await request.post('/wp-json/wp/v2/pages', { headers, data })
  const page = (await answer.json()) as { id: number }
  path = `/${slug}/`
  remove = async () => {
    await request.delete(`/wp-json/wp/v2/pages/${page.id}?force=true`, { headers })
    await request.dispose()
  }
})
test.afterAll(() => remove())

async function ownerHeaders(request: APIRequestContext): Promise<Record<string, string>> {
  await signInByRequest(request, users.owner)
  const screen = await (await request.get('/wp-admin/')).text()
  return { 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(screen)?.[1] ?? '' }
}

const feature = (page: Page, name: string): Locator => page.locator(`[data-feature="${name}"]`)

/** Scrolls until the element is 100 px below the window, so that its script starts before it is visible. */
const bringNear = (place: Locator): Promise<void> =>
  place.evaluate((element) =>
    scrollBy({ top: element.getBoundingClientRect().top - innerHeight - 100, behavior: 'instant' }),
  )

/** Scrolls to the element and waits until intersection observers have been called. */
const bringIntoView = (place: Locator): Promise<void> =>
  place.evaluate(
    (element) =>
      new Promise<void>((done) => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' })
        new IntersectionObserver((entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) done()
        }).observe(element)
      }),
  )

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' })

  test('[SHOW-03] a bar fills from nothing to its percentage in 6 s, once it is seen', async ({ page }) => {
    await page.goto(path)
    const bars = feature(page, 'skill_bars')
    const fill = bars.getByRole('meter', { name: 'Bought at the garden' }).locator('div')
    await expect(bars.locator('[data-percent="80"]')).toContainText('80%')
    const ratio = () =>
      fill.evaluate((element) => element.getBoundingClientRect().width / (element.parentElement?.offsetWidth ?? 0))
    expect(await ratio()).toBeCloseTo(0.8, 2)
    await bringNear(bars)
    await expect.poll(ratio).toBe(0)
    const states = () => fill.evaluate((element) => element.getAnimations().map(({ playState }) => playState))
    expect(await states()).toEqual(['paused'])
    await bringIntoView(bars)
    await expect.poll(states).toEqual(['running'])
    const at = (time: number) =>
      fill.evaluate((element, ms) => {
        const [filling] = element.getAnimations()
        filling?.pause()
        if (filling) filling.currentTime = ms
        return element.getBoundingClientRect().width / (element.parentElement?.offsetWidth ?? 0)
      }, time)
    expect(await at(0)).toBe(0)
    expect(await at(3000)).toBeCloseTo(0.4, 2)
    const late = await at(5800)
    expect(late).toBeGreaterThan(0.7)
    expect(late).toBeLessThan(0.8)
    expect(await at(6000)).toBeCloseTo(0.8, 2)
  })

  test('[SHOW-04 2000 ms, 400 ms] one counter steps every 100 ms for 2000 ms, another every 10 ms for 400 ms', async ({
    page,
  }) => {
    await page.clock.install()
    await page.goto(path)
    const shown = (name: string) =>
      feature(page, name)
        .locator('[data-value]')
        .first()
        .evaluate((number) => (number.parentElement?.lastElementChild?.textContent ?? '').replaceAll(' ', ' '))
    const slow = feature(page, 'counter')
    await expect(slow.locator('p').first()).toHaveText('12,400 kg')
    await bringNear(slow)
    await expect.poll(() => shown('counter')).toBe('0 kg')
    const { height } = (await slow.boundingBox()) ?? { height: 0 }
    await page.clock.pauseAt(Date.now() + 60_000)
    expect(await shown('counter')).toBe('0 kg')
    await bringIntoView(slow.locator('p').first())
    await page.clock.runFor(99)
    expect(await shown('counter')).toBe('0 kg')
    await page.clock.runFor(1)
    expect(await shown('counter')).toBe('620 kg')
    await page.clock.runFor(99)
    expect(await shown('counter')).toBe('620 kg')
    await page.clock.runFor(801)
    expect(await shown('counter')).toBe('6,200 kg')
    // Screen readers get the final number, and the running number does not change the layout.
    await expect(slow.locator('[data-value]:not([aria-hidden])').first()).toHaveText('12,400 kg')
    expect((await slow.boundingBox())?.height).toBe(height)
    await page.clock.runFor(900)
    expect(await shown('counter')).toBe('11,780 kg')
    await page.clock.runFor(100)
    expect(await shown('counter')).toBe('12,400 kg')
    await expect(slow.locator('[aria-hidden]')).toHaveCount(0)

    const quick = feature(page, 'quick_counter')
    await bringNear(quick)
    await expect.poll(() => shown('quick_counter')).toBe('$0')
    await bringIntoView(quick.locator('p').first())
    await page.clock.runFor(10)
    expect(await shown('quick_counter')).toBe('$10')
    await page.clock.runFor(190)
    expect(await shown('quick_counter')).toBe('$200')
    await page.clock.runFor(190)
    expect(await shown('quick_counter')).toBe('$390')
    await page.clock.runFor(10)
    expect(await shown('quick_counter')).toBe('$400')
    await expect(quick.locator('[aria-hidden]')).toHaveCount(0)
  })

  test('[SHOW-06 opens below its row] it slides open and shut in 250 ms', async ({ page }) => {
    await page.goto(path)
    const { link, panel } = await openGrid(page)
    /** Clicks and reads the animations in the same task, because they are short. */
    const pressed = () =>
      link(1).evaluate((element: HTMLElement) => {
        element.click()
        const motions = element.closest('ul')?.querySelector(':scope > [data-panel]')?.getAnimations() ?? []
        return motions.map(({ effect }) => effect?.getTiming().duration)
      })
    expect(await pressed()).toEqual([250])
    await expect.poll(() => panel.evaluate((element) => element.getAnimations().length)).toBe(0)
    expect(await panel.evaluate((element) => element.clientHeight)).toBeGreaterThan(100)
    expect(await pressed()).toEqual([250])
    await expect(panel).toHaveCount(0)
  })
})

/** Scrolls to the grid and waits until its script has started. */
async function openGrid(page: Page) {
  const grid = feature(page, 'expanding_grid')
  const link = (number: number): Locator => grid.getByRole('link', { name: `Cup ${number}`, exact: true })
  await bringIntoView(grid)
  await expect(link(1)).toHaveAttribute('aria-expanded', 'false')
  return { grid, link, panel: grid.locator(':scope > [data-panel]') }
}

/** Position and size of the element in the page, independent of scrolling. */
const boxOf = (place: Locator) =>
  place.evaluate((element) => {
    const { top, width, height } = element.getBoundingClientRect()
    return { y: top + scrollY, width, height }
  })

test('[SHOW-10] with reduced motion bars are full, numbers final, boxes turned and previews open at once', async ({
  page,
}) => {
  await page.goto(path)
  for (const name of ['skill_bars', 'counter', 'quick_counter']) await bringIntoView(feature(page, name))
  const { link, panel } = await openGrid(page)
  await feature(page, 'flip_boxes').getByRole('button').first().press('Enter')
  await link(1).evaluate((element: HTMLElement) => element.click())
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  expect(await panel.evaluate((element) => element.clientHeight)).toBeGreaterThan(100)
  await expect(page.locator('[data-value]')).toHaveText(['12,400 kg', '38', '$400'])
})

test.describe('flip boxes', () => {
  test('[SHOW-05] a box has a front and a back as high as the tallest front', async ({ page }) => {
    await page.goto(path)
    const boxes = feature(page, 'flip_boxes').locator(':scope > li')
    const heights = () =>
      boxes.evaluateAll((all) =>
        all.map((box) => {
          const [front, back] = [box.firstElementChild, box.lastElementChild] as [HTMLElement, HTMLElement]
          const needed = [...front.children].reduce((sum, child) => sum + (child as HTMLElement).offsetHeight, 0)
          return { needed, back: back.offsetHeight }
        }),
      )
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      const all = await heights()
      const tallest = Math.max(...all.map(({ needed }) => needed))
      expect([width, ...all.map(({ back }) => back)]).toEqual([width, tallest, tallest, tallest])
    }
    // A link with a `javascript:` URL is omitted.
    await expect(boxes.nth(2).getByRole('link')).toHaveCount(0)
  })

  test('[SHOW-05] a pointer, its button and the focus turn a box over', async ({ page }) => {
    await page.goto(path)
    const boxes = feature(page, 'flip_boxes').locator(':scope > li')
    await bringIntoView(feature(page, 'flip_boxes'))
    await expect(feature(page, 'flip_boxes')).toHaveAttribute('data-started')
    const turned = () => boxes.evaluateAll((all) => all.map((box) => box.hasAttribute('data-turned')))
    await boxes.nth(1).hover()
    await expect.poll(turned).toEqual([false, true, false])
    expect(await boxes.nth(1).evaluate((box) => getComputedStyle(box.lastElementChild as Element).transform)).toBe(
      'none',
    )
    await page.keyboard.press('Escape')
    expect(await turned()).toEqual([false, false, false])
    await page.mouse.move(2, 400)
    const button = boxes.nth(0).getByRole('button', { name: 'Turn over: Green' })
    await button.focus()
    expect(await turned()).toEqual([false, false, false])
    await page.keyboard.press('Enter')
    expect(await turned()).toEqual([true, false, false])
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    expect(await findingsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    expect(await turned()).toEqual([false, false, false])
    await page.keyboard.press('Tab')
    await expect(boxes.nth(0).getByRole('link', { name: /^See green tea/ })).toBeFocused()
    expect(await turned()).toEqual([true, false, false])
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
    expect(await turned()).toEqual([false, false, false])
    // The back of the third box is longer than its front, so it can be scrolled by keyboard.
    await boxes.nth(2).getByRole('button').press('Enter')
    await page.keyboard.press('Tab')
    await expect(boxes.nth(2).getByRole('group', { name: 'Back of Oolong' })).toBeFocused()
    expect(await findingsOf(page)).toEqual([])
    await page.keyboard.press('Tab')
    expect(await turned()).toEqual([false, false, false])
  })

  test.describe('on a phone', () => {
    test.use(phone)
    test('[SHOW-05] a tap turns a box over, another turns it back', async ({ page }) => {
      await page.goto(path)
      const box = feature(page, 'flip_boxes').locator(':scope > li').nth(1)
      await bringIntoView(box)
      await expect(feature(page, 'flip_boxes')).toHaveAttribute('data-started')
      await box.getByText('Black', { exact: true }).tap()
      await expect(box).toHaveAttribute('data-turned')
      await box.getByText('Boiling water.').tap()
      await expect(box).not.toHaveAttribute('data-turned')
      await box.getByRole('button').tap()
      await expect(box).toHaveAttribute('data-turned')
    })
  })
})

test.describe('the expanding grid', () => {
  test('[SHOW-06 opens below its row, Close, same link closes] a link opens its preview below its row', async ({
    page,
  }) => {
    await page.goto(path)
    const { link, panel, grid } = await openGrid(page)
    const before = await boxOf(link(5))
    await link(2).click()
    await expect(link(2)).toHaveAttribute('aria-expanded', 'true')
    const preview = grid.getByRole('group', { name: 'Cup 2' })
    await expect(preview).toBeFocused()
    await expect(preview.getByText('About cup 2.')).toBeVisible()
    const [row, place, next] = [await boxOf(link(2)), await boxOf(panel), await boxOf(link(5))]
    expect(place.y).toBeGreaterThanOrEqual(row.y + row.height)
    expect(next.y).toBeGreaterThanOrEqual(place.y + place.height)
    expect(next.y - before.y).toBeCloseTo(place.height, 0)
    expect(place.width).toBe((await boxOf(grid)).width)
    expect(await findingsAtWidths(page)).toEqual([])
    await preview.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toHaveCount(0)
    await expect(link(2)).toBeFocused()
    await expect(link(2)).toHaveAttribute('aria-expanded', 'false')

    await link(3).press('Enter')
    await expect(grid.getByRole('group', { name: 'Cup 3' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(grid.getByRole('link', { name: /^Read more.*Cup 3/ })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(link(3)).toBeFocused()
    await expect(panel).toHaveCount(0)
    await link(3).click()
    await expect(panel).toHaveCount(1)
    await link(3).click()
    await expect(panel).toHaveCount(0)
    await expect(page.getByText('About cup 3.')).toBeHidden()
  })

  test('[SHOW-06 another switches] another link switches the preview, and moves it to another row', async ({
    page,
  }) => {
    await page.goto(path)
    const { link, panel, grid } = await openGrid(page)
    await link(1).click()
    const place = await boxOf(panel)
    await link(4).click()
    expect((await boxOf(panel)).y - (await boxOf(link(4))).y).toBeCloseTo(place.y - (await boxOf(link(1))).y, 0)
    await expect(grid.getByRole('group', { name: 'Cup 4' })).toBeVisible()
    await expect(page.getByText('About cup 1.')).toBeHidden()
    await expect(link(1)).toHaveAttribute('aria-expanded', 'false')
    await link(5).evaluate((element) =>
      scrollBy({ top: element.getBoundingClientRect().top - 250, behavior: 'instant' }),
    )
    const top = (await link(5).boundingBox())?.y ?? 0
    await link(5).evaluate((element: HTMLElement) => element.click())
    // The panel above was removed, and the clicked link is still at the same position.
    expect((await link(5).boundingBox())?.y).toBeCloseTo(top, 0)
    expect((await boxOf(panel)).y).toBeGreaterThan((await boxOf(link(6))).y)
    // The panel follows the row of its item: two columns at 390 px, four at 1440 px.
    await link(2).click()
    for (const [width, last] of [
      [390, 2],
      [1440, 4],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await expect
        .poll(() => panel.evaluate((element) => element.previousElementSibling?.querySelector('a')?.innerText.trim()))
        .toBe(`Cup ${last}`)
      await expect(grid.getByRole('group', { name: 'Cup 2' })).toBeFocused()
    }
  })

  test('[SHOW-06 height rechecked] a preview that grows has room after a second', async ({ page }) => {
    await page.clock.install()
    await page.goto(path)
    const { link, panel, grid } = await openGrid(page)
    await page.clock.pauseAt(Date.now() + 60_000)
    await link(1).click()
    const preview = grid.getByRole('group', { name: 'Cup 1' })
    const { height } = await boxOf(panel)
    expect(height).toBeCloseTo((await boxOf(preview)).height, 0)
    await page.getByText('About cup 1.').evaluate((text) => (text.style.height = '700px'))
    expect((await boxOf(panel)).height).toBe(height)
    await page.clock.runFor(1000)
    expect((await boxOf(panel)).height).toBeGreaterThan(700)
    expect((await boxOf(panel)).height).toBeCloseTo((await boxOf(preview)).height, 0)
    expect((await boxOf(link(5))).y).toBeGreaterThan((await boxOf(preview)).y + 700)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('[SHOW-05] [SHOW-06 opens below its row] everything is there to read, and links go to their pages', async ({
    page,
  }) => {
    await page.goto(path)
    for (const text of ['80%', '12,400 kg', '$400', 'Boiling water.', 'About cup 6.'])
      await expect(page.getByText(text).first()).toBeVisible()
    const cup = feature(page, 'expanding_grid').getByRole('link', { name: 'Cup 6', exact: true })
    await expect(cup).toHaveAttribute('href', '/shop/?cup=6')
    await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
  })
})
