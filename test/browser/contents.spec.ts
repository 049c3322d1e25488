/** The table of contents of a text: show, hide, remember the choice, and scroll to a heading (BLOG-03). */
import type { Page } from '@playwright/test'
import { demo, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { expect, forgetFailedLoads, phone, test } from './shop-test.ts'

const path = `/blog/${demo.post}/`
const box = (page: Page) => page.locator('#toc_container')
const title = (page: Page) => page.locator('.toc_title')
const list = (page: Page) => page.locator('.toc_list')
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top))

/** Opens the post and waits for the script, which loads on the first interaction. */
async function open(page: Page): Promise<void> {
  await page.goto(path)
  // This script registers the listeners for the first interaction.
  await scriptRun(page, 'content-page')
  await page.mouse.move(20, 20)
  await page.mouse.move(40, 40)
  await scriptRun(page, 'contents')
}

const cookieOf = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === 'tocplus_hidetoc')

test('[BLOG-03 toggle] the contents are hidden and shown by mouse, Enter and Space', async ({ page }) => {
  await open(page)
  const toggles = [() => title(page).click(), () => page.keyboard.press('Enter'), () => page.keyboard.press('Space')]
  for (const toggle of toggles) {
    await expect(list(page)).toBeVisible()
    await expect(title(page)).toHaveText(/^Contents \[hide.*\]$/)
    await toggle()
    await expect(list(page)).toBeHidden()
    await expect(box(page)).toHaveClass(/\bcontracted\b/)
    await expect(page.locator('.toc_toggle')).toHaveText('[show]', { useInnerText: true })
    await expect(title(page)).toBeFocused()
    if (toggle === toggles[0]) expect(await findingsOf(page)).toEqual([])
    await toggle()
    await expect(box(page)).not.toHaveClass(/\bcontracted\b/)
    await expect(page.locator('.toc_toggle')).toHaveText('[hide]', { useInnerText: true })
  }
  expect(await findingsOf(page)).toEqual([])
})

test('[BLOG-03 cookie for 30 days] what is hidden stays so for 30 days, from the first paint on, until it is shown', async ({
  page,
  complaints,
}) => {
  await open(page)
  expect(await cookieOf(page)).toBeUndefined()
  await title(page).click()
  await expect.poll(() => cookieOf(page)).toMatchObject({ value: '1', path: '/' })
  const { expires = 0 } = (await cookieOf(page)) ?? {}
  expect(Math.abs(expires - Date.now() / 1000 - 30 * 24 * 60 * 60)).toBeLessThan(60)

  // On another post with only the inline script of the head, the contents are hidden as well.
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/blog/how-oolong-is-made/', { waitUntil: 'commit' })
  await expect(title(page)).toBeVisible()
  await expect(list(page)).toBeHidden()
  await page.unroute('**/*.js')
  forgetFailedLoads(complaints)
  // With all scripts, the page does not shift, and the cookie still expires after the original 30 days.
  await page.addInitScript(() => {
    const moves: number[] = []
    Object.assign(window, { moves })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries()) moves.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await open(page)
  await expect(box(page)).not.toHaveAttribute('open')
  await expect(page.locator('html')).not.toHaveClass(/toc-hidden/)
  expect(
    await page.evaluate(() => (window as unknown as { moves: number[] }).moves.reduce((a, b) => a + b, 0)),
  ).toBeLessThan(0.02)
  expect((await cookieOf(page))?.expires).toBe(expires)

  await title(page).click()
  await expect(list(page)).toBeVisible()
  await expect.poll(() => cookieOf(page)).toBeUndefined()
})

test('a link jumps with reduced motion, the next Tab goes on from there, and Back returns', async ({ page }) => {
  await open(page)
  const link = list(page).getByRole('link', { name: 'How hot is hot enough' })
  await link.focus()
  const before = await page.evaluate(() => scrollY)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${path}#how-hot-is-hot-enough`)
  await expect.poll(() => topOf(page, '#how-hot-is-hot-enough')).toBe(92)
  await expect(page.locator('#how-hot-is-hot-enough')).toBeFocused()
  await expect(link).toHaveAttribute('aria-current', 'location')
  await expect(page.locator('.toc_list [aria-current]')).toHaveCount(1)
  expect(await findingsOf(page)).toEqual([])
  await page.goBack()
  await expect(page).toHaveURL(path)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})

test.describe('in time', () => {
  test.use({ reducedMotion: 'no-preference' })

  /** Clicks the link of a heading. Returns the heading's distance from the top of the window at these times (ms). */
  async function follow(page: Page, times: readonly number[]): Promise<number[]> {
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.evaluate(() => document.querySelector<HTMLElement>('.toc_list a[href="#in-the-mountains"]')?.click())
    // Scrolling starts two frames after the click.
    await page.clock.runFor(32)
    const places: number[] = []
    let now = 0
    for (const time of times) {
      await page.clock.runFor(time - now)
      now = time
      places.push(await topOf(page, '#in-the-mountains'))
    }
    return places
  }

  test('[BLOG-03 smooth scroll] the page scrolls for 400 ms to the heading, which gets the focus', async ({ page }) => {
    await page.clock.install()
    await open(page)
    const before = await topOf(page, '#in-the-mountains')
    const [quarter, half, nearly, end, after] = (await follow(page, [100, 200, 336, 432, 600])) as [
      number,
      number,
      number,
      number,
      number,
    ]
    expect(quarter).toBeLessThan(before)
    expect(half).toBeLessThan(quarter)
    expect(nearly).toBeLessThan(half)
    expect(nearly).toBeGreaterThan(92)
    expect([end, after]).toEqual([92, 92])
    await expect(page.locator('#in-the-mountains')).toBeFocused()
    await expect(page).toHaveURL(`${path}#in-the-mountains`)
  })

  test('[BLOG-03 offset with the admin bar] the heading stops 30 px lower', async ({ page }) => {
    await signIn(page, users.owner)
    await page.clock.install()
    await open(page)
    await expect(page.locator('body')).toHaveClass(/admin-bar/)
    expect(await follow(page, [500])).toEqual([122])
  })
})

test('links elsewhere, to nothing, and broken ones are left to the browser; a link within the text is followed', async ({
  page,
}) => {
  await open(page)
  await page.locator('.entry-content').evaluate((content) => {
    content.insertAdjacentHTML(
      'beforeend',
      '<p><a id="x-text" href="#hardness">x</a><a id="x-bad" href="#%E0%A4%A">x</a><a id="x-none" href="#none&quot;]">x</a><a id="x-name" href="#named">x</a></p><a name="named">x</a>',
    )
  })
  const click = (id: string) => page.locator(`#${id}`).evaluate((link: HTMLElement) => link.click())
  await click('x-text')
  await expect.poll(() => topOf(page, '#hardness')).toBe(92)
  for (const id of ['x-bad', 'x-none']) await click(id)
  await click('x-name')
  await expect(page).toHaveURL(/#named$/)
  await expect(page.locator('a[name=named]')).toBeFocused()
})

test.describe('on a phone', () => {
  test.use(phone)
  test('[BLOG-03 toggle] a tap hides and shows the contents, before any script as well', async ({ page }) => {
    // The script never loads.
    await page.route(/\/contents-/, () => {})
    await page.goto(path)
    await title(page).tap()
    await expect(list(page)).toBeHidden()
    expect((await title(page).boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44)
    await title(page).tap()
    await expect(list(page)).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('[BLOG-03 toggle] the contents fold, and their links lead to the headings', async ({ page }) => {
    await page.goto(path)
    await title(page).click()
    await expect(list(page)).toBeHidden()
    await title(page).click()
    await list(page).getByRole('link', { name: 'In the mountains' }).click()
    await expect(page.locator('#in-the-mountains')).toBeInViewport()
  })
})
