/** Lists of posts: sidebar, rows of three, and compact titles. In a separate shop, because the tests add posts. */
import type { APIRequestContext, Page, Route } from '@playwright/test'
import { demo, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signInByRequest } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

const lists = [
  ['/blog/', 'Journal'],
  [`/category/${demo.postCategory}/`, 'Brewing'],
  [`/tag/${demo.postTag}/`, 'oolong'],
  [`/author/${demo.author}/`, 'Noor Haddad'],
] as const

const wide = { width: 1440, height: 900 }
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Journal' })
const cards = (page: Page) => page.locator('.post-row article')
const titles = (page: Page) => page.locator('.post-row .entry-title')

async function editorHeaders(request: APIRequestContext) {
  await signInByRequest(request, users.editor)
  const office = await (await request.get('/wp-admin/')).text()
  return { 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(office)?.[1] ?? '' }
}

async function writePosts(request: APIRequestContext): Promise<void> {
  const headers = await editorHeaders(request)
  const [category] = await (await request.get(`/wp-json/wp/v2/categories?slug=${demo.postCategory}`)).json()
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    const answer = await request.post('/wp-json/wp/v2/posts', {
      headers,
      data: {
        title: `Note ${name}`,
        excerpt:
          name === 'Two' ? 'A longer excerpt than the others have, which takes a second line or more.' : 'Short.',
        content: '<p>Steep it again, oriole.</p>',
        status: 'publish',
        categories: [category.id],
      },
    })
    expect(answer.status()).toBe(201)
  }
}

test.beforeAll(async ({ ownShop, playwright }) => {
  const request = await playwright.request.newContext({ baseURL: ownShop.url })
  const found = await (await request.get('/wp-json/wp/v2/posts?search=oriole')).json()
  if (found.length === 0) await writePosts(request)
  await request.dispose()
})

test.describe('at 1440 px', () => {
  test.use({ viewport: wide })

  test('[BLOG-01 sidebar] every list has search, categories, recent posts and archives beside it', async ({ page }) => {
    const check = async (title: string) => {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
      for (const name of ['Categories', 'Recent posts', 'Archives'])
        await expect(sidebar(page).getByRole('region', { name })).toBeVisible()
      const [beside, row] = await Promise.all([sidebar(page).boundingBox(), cards(page).first().boundingBox()])
      expect((beside?.x ?? 0) > (row?.x ?? 0) + (row?.width ?? 0)).toBe(true)
      expect(Math.abs((beside?.y ?? 0) - (row?.y ?? 999))).toBeLessThan(2)
    }
    for (const [path, title] of lists) {
      await page.goto(path)
      await check(title)
    }
    const month = sidebar(page).getByRole('region', { name: 'Archives' }).getByRole('link').first()
    const name = (await month.textContent())?.replace(/\s+\d+ posts?$/, '') ?? ''
    await month.click()
    await check(name)
    const categories = sidebar(page).getByRole('region', { name: 'Categories' })
    await expect(categories.getByRole('link', { name: 'Brewing' })).toHaveText(/^Brewing\s+\d+\sposts$/)
    await sidebar(page).getByRole('searchbox').focus()
    await page.keyboard.type('steep ORIOLE')
    await page.keyboard.press('Tab')
    await expect(sidebar(page).getByRole('button', { name: 'Search' })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/blog/?s=steep+ORIOLE')
    await check('Search for “steep ORIOLE”')
    await expect(titles(page)).toHaveText(['Note Four', 'Note Three', 'Note Two', 'Note One'])
    await expect(sidebar(page).getByRole('searchbox')).toHaveValue('steep ORIOLE')
  })

  test('[BLOG-01 rows of 3] nine posts stand in three rows of three, and narrower in two columns or one', async ({
    page,
  }) => {
    await page.goto('/blog/')
    await expect(cards(page)).toHaveCount(9)
    const tops = async (selector: string) =>
      page.locator(selector).evaluateAll((all) =>
        all.map((element) => {
          const { left, top } = element.getBoundingClientRect()
          return { left: Math.round(left), top: Math.round(top + scrollY) }
        }),
      )
    const columns = async () => new Set((await tops('.post-row article')).map(({ left }) => left)).size
    const posts = await tops('.post-row article')
    for (const row of [0, 3, 6]) {
      const [first, second, third] = posts.slice(row, row + 3)
      expect([second?.top, third?.top]).toEqual([first?.top, first?.top])
      expect((first?.left ?? 0) < (second?.left ?? 0) && (second?.left ?? 0) < (third?.left ?? 0)).toBe(true)
    }
    expect(new Set(posts.map(({ top }) => top)).size).toBe(3)
    expect(await columns()).toBe(3)
    await page.goto('/blog/?s=oriole')
    const times = await tops('.post-row time')
    expect(new Set(times.slice(0, 3).map(({ top }) => top)).size).toBe(1)
    await page.goto('/blog/')
    await page.setViewportSize({ width: 800, height: 900 })
    expect(await columns()).toBe(2)
    // With two columns, the fourth post is placed beside the third.
    const narrow = await tops('.post-row article')
    expect(narrow[3]?.top).toBe(narrow[2]?.top)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await columns()).toBe(1)
    const [beside, last] = await Promise.all([sidebar(page).boundingBox(), cards(page).last().boundingBox()])
    expect((beside?.y ?? 0) > (last?.y ?? 0) + (last?.height ?? 0)).toBe(true)
    await page.getByRole('link', { name: 'Page 2', exact: true }).click()
    await expect(page).toHaveURL(/\/blog\/page\/2\/$/)
    await expect(cards(page)).not.toHaveCount(0)
  })

  /** Opens the page with these line heights (px) in its first titles, each of which has one line. */
  async function openWith(page: Page, path: string, heading: RegExp, heights: readonly number[]): Promise<void> {
    let at = 0
    const alter = async (route: Route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(heading, (tag) => {
        const height = heights[at]
        at += 1
        return height === undefined ? tag : `${tag} style="line-height: ${height}px"`
      })
      await route.fulfill({ response, body })
    }
    await page.route(path, alter)
    // Delayed fonts also delay the load event.
    await page.goto(path, { waitUntil: 'commit' })
  }

  /** Delays the fonts until the returned function is called. */
  async function holdFonts(page: Page): Promise<() => void> {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/*.woff2', async (route) => {
      await held
      await route.continue()
    })
    return release
  }

  const shifts = (page: Page) =>
    page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            resolve(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0))
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(0), 300)
        }),
    )

  test('[BLOG-01 compact above 76 px] a title in a list is compact from 77 px, once the fonts have come', async ({
    page,
  }) => {
    const release = await holdFonts(page)
    await openWith(page, '/blog/?s=oriole', /<h2 class="entry-title[^"]*"/g, [76, 77, 120])
    await scriptRun(page, 'content-page')
    await expect(titles(page)).toHaveText(['Note Four', 'Note Three', 'Note Two', 'Note One'])
    expect((await titles(page).first().boundingBox())?.height).toBe(76)
    expect(await page.locator('.compact').count()).toBe(0)
    release()
    await expect(page.locator('.entry-title.compact')).toHaveText(['Note Three', 'Note Two'])
    expect(await shifts(page)).toBeLessThanOrEqual(0.02)
  })

  test('[BLOG-01 compact above 80 px] the title of a post is compact from 81 px, and again after the window changed', async ({
    page,
  }) => {
    const title = page.locator('h1.entry-title')
    const path = `/blog/${demo.post}/`
    const heading = /<h1 class="entry-title[^"]*"/
    const release = await holdFonts(page)
    await openWith(page, path, heading, [81])
    await scriptRun(page, 'content-page')
    await expect(title).not.toHaveClass(/compact/)
    release()
    await expect(title).toHaveClass(/compact/)
    expect(await shifts(page)).toBeLessThanOrEqual(0.02)
    for (const height of [80, 50]) {
      await openWith(page, path, heading, [height])
      await scriptRun(page, 'content-page')
      await page.evaluate(async () => void (await document.fonts.ready))
      await expect(title).not.toHaveClass(/compact/)
      expect((await title.boundingBox())?.height).toBe(height)
    }
    // The title now has two lines of 50 px.
    await page.setViewportSize({ width: 320, height: 800 })
    await expect(title).toHaveClass(/compact/)
    await page.setViewportSize(wide)
    await expect(title).not.toHaveClass(/compact/)
  })

  test('a post leads to its author, category, tags and what is like it', async ({ page }) => {
    await page.goto('/blog/reading-a-tea-label/')
    const more = page.getByRole('region', { name: 'More to read' })
    await expect(more.getByRole('heading', { level: 3, name: 'Water before leaf' })).toBeVisible()
    expect(await more.getByRole('heading', { level: 3 }).count()).toBeLessThanOrEqual(3)
    await page.getByRole('link', { name: 'beginners' }).click()
    await expect(page).toHaveURL(/\/tag\/beginners\/$/)
    for (const name of ['Water before leaf', 'How to read a tea label'])
      await expect(titles(page).filter({ hasText: name })).toHaveCount(1)
    expect(await findingsOf(page)).toEqual([])
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('[BLOG-01 sidebar] is complete and searches', async ({ page }) => {
    await page.goto('/blog/')
    await page.getByRole('searchbox', { name: 'Search the journal' }).fill('oriole')
    await sidebar(page).getByRole('button', { name: 'Search' }).click()
    await expect(titles(page)).toHaveText(['Note Four', 'Note Three', 'Note Two', 'Note One'])
    await page.getByRole('searchbox', { name: 'Search the journal' }).fill('coffee machine')
    await sidebar(page).getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('No post has all of these words.')).toBeVisible()
    await expect(page.getByText('Posts in which all of these words are found.')).toHaveCount(0)
    await page.getByRole('link', { name: 'All posts of the journal' }).click()
    await expect(cards(page)).toHaveCount(9)
  })
})

test('[SITE-13 no sideways scrolling] a table, code and videos that are wider than a phone do not widen the page', async ({
  ownShop,
  page,
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: ownShop.url })
  const headers = await editorHeaders(request)
  const cells = Array.from({ length: 12 }, (_, index) => `<td>Column ${index}</td>`).join('')
  const content =
    `<table><tbody><tr>${cells}</tr></tbody></table><pre><code>${'steep(water, leaf) '.repeat(20)}</code></pre>` +
    '<p><video src="/wp-content/uploads/none.mp4" width="640" height="360" controls></video></p>' +
    '<p><iframe src="https://www.youtube.com/embed/tea" title="A film" width="640" height="360"></iframe></p>'
  const made = await request.post('/wp-json/wp/v2/posts', {
    headers,
    data: { title: 'Wide things', status: 'publish', content },
  })
  const { id, link } = (await made.json()) as { id: number; link: string }
  // Nothing outside of the shop is loaded.
  await page.route(/youtube|none\.mp4/, (route) => route.fulfill({ body: '' }))
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(new URL(link).pathname)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  expect(await findingsOf(page)).toEqual([])
  const scroller = page.getByRole('group', { name: 'Table' })
  await scroller.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => scroller.evaluate(({ scrollLeft }) => scrollLeft)).toBeGreaterThan(20)
  await request.delete(`/wp-json/wp/v2/posts/${id}?force=true`, { headers })
  await request.dispose()
})
