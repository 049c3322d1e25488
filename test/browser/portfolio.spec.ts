/** The portfolio: filtered in place, by mouse and keyboard, and without script. In a separate shop. */
import type { Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn, signInByRequest } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { choosePicture, libraryOf, markPicture } from './choose-picture.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads, phone } from './shop-test.ts'

const projects = [
  { title: 'The Corner House', categories: ['houses'], excerpt: 'Nine seats around a counter of oak.' },
  { title: 'A Table by the Lake', categories: ['tables'] },
  { title: 'Kiln Street', categories: ['houses', 'tables'], video: 'https://vimeo.com/42' },
  { title: 'The Long Room', categories: [] },
] as const

/** Titles of the projects in a category, newest first. */
const titlesOf = (category: string): string[] =>
  projects
    .filter(({ categories }) => category === 'all' || categories.some((one) => one === category))
    .map(({ title }) => title)
    .toReversed()

test.beforeAll(async ({ ownShop, playwright }) => {
  const request = await playwright.request.newContext({ baseURL: ownShop.url })
  await signInByRequest(request, users.editor)
  const office = await (await request.get('/wp-admin/')).text()
  const headers = { 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(office)?.[1] ?? '' }
  const make = async (path: string, data: object) => {
    const answer = await request.post(`/wp-json/wp/v2/${path}`, { headers, data })
    expect(answer.status()).toBe(201)
    return ((await answer.json()) as { id: number }).id
  }
  // Projects of the demo shop would appear between these.
  const others = (await (await request.get('/wp-json/wp/v2/project?per_page=100')).json()) as { id: number }[]
  for (const { id } of others) await request.delete(`/wp-json/wp/v2/project/${id}`, { headers })
  const ids = {
    houses: await make('project_category', { name: 'Houses', slug: 'houses' }),
    tables: await make('project_category', { name: 'Tables', slug: 'tables' }),
  }
  const pictures = '/wp-json/wp/v2/media?media_type=image&per_page=8'
  const media = (await (await request.get(pictures, { headers })).json()) as { id: number }[]
  for (const [at, { categories, ...project }] of projects.entries()) {
    await make('project', {
      ...project,
      status: 'publish',
      date: `2026-01-0${at + 1}T12:00:00`,
      content: '<p>Four weeks from the first drawing to the first cup.</p><h2>What is poured</h2><p>Oolong.</p>',
      project_category: categories.map((one) => ids[one]),
      featured_media: media[at]?.id,
      pictures: media.slice(4).map(({ id }) => id),
    })
  }
  await request.dispose()
})

const filter = (page: Page, name: string) => page.locator('.portfolio-filter').getByRole('link', { name, exact: true })
const shown = (page: Page) => page.locator('.portfolio-item:not([hidden]) h2')

/** Opens the page and waits for the script, which loads on the first interaction. */
async function open(page: Page, path = '/portfolio/'): Promise<void> {
  await page.goto(path)
  await page.mouse.move(20, 20)
  await page.mouse.move(40, 40)
  await scriptRun(page, 'portfolio-filter')
}

test('[PORT-01 category, all, active] a category shows its projects at once, and all of them come back', async ({
  page,
}) => {
  await open(page)
  const stays = await page.evaluateHandle(() => document)
  await expect(shown(page)).toHaveText(titlesOf('all'))
  await expect(page.locator('.portfolio-filter .active')).toHaveText('All')
  for (const [name, category] of [
    ['Houses', 'houses'],
    ['Tables', 'tables'],
    ['All', 'all'],
    ['Tables', 'tables'],
  ] as const) {
    const link = filter(page, name)
    await expect(link).toHaveAttribute('data-type', category)
    // By mouse and by keyboard.
    await (category === 'houses' ? link.click() : link.press('Enter'))
    await expect(shown(page)).toHaveText(titlesOf(category))
    await expect(page.locator('.portfolio-filter .active')).toHaveText(name)
    await expect(page.locator('.portfolio-filter [aria-current]')).toHaveText(name)
    await expect(page).toHaveURL(category === 'all' ? '/portfolio/' : `/portfolio-category/${category}/`)
    await expect(page.getByRole('status').filter({ hasText: /project/ })).toHaveText(
      `${titlesOf(category).length} projects`,
    )
    // With reduced motion nothing is animated.
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  }
  expect(await stays.evaluate((before) => before === document)).toBe(true)
  await page.reload()
  await expect(shown(page)).toHaveText(titlesOf('tables'))
  expect(await findingsOf(page)).toEqual([])
})

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' })

  test('[PORT-01 1000 ms] projects move in for a second, and a choice in between takes over', async ({ page }) => {
    await open(page)
    await page.evaluate(() => {
      const times: string[] = []
      Object.assign(window, { times })
      document.addEventListener('portfolio:filtered', (event) => times.push((event as CustomEvent).detail.category))
    })
    const filtered = () => page.evaluate(() => (window as unknown as { times: string[] }).times)
    /**
     * Pauses the projects' animations at this time (ms), so that a slow machine has no effect. First clicks a filter,
     * if given. Returns the number of animations.
     */
    const at = (ms: number, pressed?: string) =>
      page.evaluate(
        ([time, category]) => {
          if (category) document.querySelector<HTMLElement>(`.portfolio-filter [data-type="${category}"]`)?.click()
          const moves = document
            .getAnimations()
            .filter(({ effect }) => (effect as KeyframeEffect).target?.matches('.portfolio-item'))
          for (const move of moves) {
            move.pause()
            move.currentTime = time
          }
          return moves.length
        },
        [ms, pressed] as const,
      )
    const look = () =>
      page.locator('.portfolio-item:not([hidden])').evaluateAll((items) =>
        items.map((item) => ({
          opacity: Number(getComputedStyle(item).opacity),
          moved: getComputedStyle(item).transform,
        })),
      )
    expect(await at(100, 'tables')).toBe(2)
    expect(await at(900, 'houses')).toBe(2)
    const late = await look()
    // The project that was hidden fades in; the other one moves from its previous position.
    expect(late.some(({ opacity }) => opacity > 0 && opacity < 1)).toBe(true)
    for (const { moved } of late) expect(moved).not.toBe('none')
    expect(await filtered()).toEqual([])
    // The animation takes 1000 ms: at 999 ms none has ended.
    expect(await at(999)).toBe(2)
    await page.evaluate(() => {
      for (const move of document.getAnimations()) move.play()
    })
    await expect.poll(filtered).toEqual(['houses'])
    expect(await look()).toEqual([
      { opacity: 1, moved: 'none' },
      { opacity: 1, moved: 'none' },
    ])
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a category has a page, and a project shows its pictures and its video', async ({ page }) => {
    await page.goto('/portfolio/')
    await filter(page, 'Houses').click()
    await expect(page).toHaveURL('/portfolio-category/houses/')
    await expect(shown(page)).toHaveText(titlesOf('houses'))
    await expect(page.locator('.portfolio-filter .active')).toHaveText('Houses')
    await expect(page.getByRole('link', { name: 'Kiln Street: play the video' })).toHaveAttribute(
      'href',
      'https://player.vimeo.com/video/42',
    )
    await page.getByRole('link', { name: 'Kiln Street', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kiln Street')
    await expect(page.locator('a[rel="prettyPhoto[project]"]')).toHaveCount(5)
    const first = page.locator('a[rel="prettyPhoto[project]"]').nth(1)
    expect(await first.getAttribute('href')).toMatch(/^\/wp-content\/uploads\/.+\.webp$/)
  })
})

for (const [name, device] of [
  ['a desk', { viewport: { width: 1440, height: 900 } }],
  ['a phone', phone],
] as const) {
  test.describe(`on ${name}`, () => {
    test.use(device)
    test(`portfolio and project can be read on ${name}, and nothing lies beside the window`, async ({ page }) => {
      for (const path of ['/portfolio/', '/project/kiln-street/']) {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        expect(await findingsOf(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      }
    })
  })
}

test('an editor writes a project: pictures in order, a video, categories', async ({ page, complaints }) => {
  await signIn(page, users.editor)
  await page.goto('/wp-admin/projects/new/')
  // The text editor shifts the fields below it when it loads, so that an earlier click could miss its button.
  await expect(page.getByRole('toolbar', { name: /^Formatting of/ })).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('The Attic')
  const pictures = page.getByRole('group', { name: 'Pictures', exact: true })
  const chosen = pictures.getByRole('list').getByRole('img')
  const alts: string[] = []
  for (const at of [0, 1]) {
    await pictures.getByRole('button', { name: 'Add a picture' }).click()
    await choosePicture(page, at)
    await expect(chosen).toHaveCount(at + 1)
    alts.push((await chosen.nth(at).getAttribute('alt')) ?? '')
  }
  // The library is reopened immediately. The delayed close event of the first dialog must not close the second one.
  const add = pictures.getByRole('button', { name: 'Add a picture' })
  await add.click()
  const library = libraryOf(page)
  const use = await markPicture(library, 0)
  await add.evaluate(
    async (button: HTMLElement, pressed) => {
      ;(pressed as HTMLElement).click()
      await Promise.resolve()
      button.click()
    },
    await use.elementHandle(),
  )
  await library.getByRole('button', { name: 'Close' }).click()
  await expect(library).toBeHidden()
  await pictures.getByRole('button', { name: 'Move picture 2 up' }).press('Enter')
  await expect(chosen.first()).toHaveAttribute('alt', alts[1] ?? '')
  for (const first of [0, 1]) {
    // Dispatches the drag events, because headless Chromium does not always start a drag by mouse.
    const dataTransfer = await page.evaluateHandle(() => new DataTransfer())
    await chosen.first().dispatchEvent('dragstart', { dataTransfer })
    for (const type of ['dragover', 'drop', 'dragend']) await chosen.nth(1).dispatchEvent(type, { dataTransfer })
    await expect(chosen.first(), `dragged ${first + 1} times`).toHaveAttribute('alt', alts[first] ?? '')
  }
  await page.getByLabel('Video').fill('javascript:alert(1)')
  await page.getByLabel('Status').selectOption('publish')
  await page.getByRole('combobox', { name: 'Categories' }).fill('Houses')
  await page.getByRole('option', { name: /Houses/ }).click()
  await page.getByRole('button', { name: 'Create the project' }).click()
  await expect(page.getByText('Write the address of a video').first()).toBeVisible()
  forgetFailedLoads(complaints)
  expect(await findingsOf(page)).toEqual([])
  await page.getByLabel('Video').fill('https://youtu.be/abc')
  await page.getByRole('button', { name: 'Create the project' }).click()
  await page.getByRole('link', { name: 'View in the shop' }).waitFor()
  await page.goto('/project/the-attic/')
  const links = page.locator('a[rel="prettyPhoto[project]"] img')
  await expect(links.nth(1)).toHaveAttribute('alt', alts[1] ?? '')
  await expect(page.getByRole('link', { name: 'Houses', exact: true })).toBeVisible()
  await page.goto('/wp-admin/projects/')
  await expect(page.getByRole('link', { name: 'The Attic', exact: true })).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
})

test('[PORT-01 lightbox bound again] what a category shows opens in the lightbox, and the next one is of it, too', async ({
  page,
}) => {
  await open(page)
  await filter(page, 'Houses').click()
  await scriptRun(page, 'content-page')
  const link = page.getByRole('link', { name: 'The Corner House: larger picture' })
  const title = await link.getAttribute('title')
  await link.click()
  const lightbox = page.locator('.pp_pic_holder')
  await expect(lightbox).toBeVisible()
  await expect(page).toHaveURL('/portfolio-category/houses/')
  await expect(lightbox.locator('.pp_description')).toHaveText(title ?? '')
  // The lightbox set contains exactly the visible projects.
  const count = await shown(page).count()
  await expect(lightbox.locator('.currentTextHolder')).toHaveText(`${count}/${count}`)
})
