/**
 * Pages of the demo shop made of blocks: they weigh as much as hand-made pages and can be edited in the page builder.
 */
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { scrollThrough } from '../running/feature-page.ts'
import { addHandMadePage, builtPath, handMadePath } from '../running/hand-made-page.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

test.describe.configure({ mode: 'serial' })

type Weight = {
  readonly requests: readonly string[]
  readonly scripts: number
  readonly styles: number
  readonly html: number
  readonly height: number
  readonly words: string
  readonly shift: number
}

/** Measures a page scrolled to its end: compressed bytes by type, page height in px, and layout shift (CLS). */
async function weigh(page: Page, path: string): Promise<Weight> {
  const loaded: { path: string; kind: string; bytes: Promise<number> }[] = []
  const context = await page.context().browser()?.newContext({ reducedMotion: 'reduce' })
  const fresh = (await context?.newPage()) ?? page
  await fresh.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  fresh.on('response', (response) => {
    const kind = response.request().resourceType()
    const bytes =
      kind === 'image' ? Promise.resolve(0) : response.body().then((body) => gzipSync(body, { level: 9 }).length)
    loaded.push({ path: new URL(response.url()).pathname, kind, bytes })
  })
  await fresh.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' })
  await scrollThrough(fresh)
  await fresh.waitForLoadState('networkidle')
  const sum = async (kind: string) => {
    const sizes = await Promise.all(loaded.filter((one) => one.kind === kind).map(({ bytes }) => bytes))
    return sizes.reduce((total, one) => total + one, 0)
  }
  const weight = {
    requests: loaded.map((one) => (one.path === path ? 'the page' : one.path)).toSorted(),
    scripts: await sum('script'),
    styles: await sum('stylesheet'),
    html: await sum('document'),
    ...(await fresh.evaluate(() => ({
      height: document.documentElement.scrollHeight,
      words: document.querySelector('main')?.innerText ?? '',
      shift: (window as unknown as { shifts: number[] }).shifts.reduce((total, one) => total + one, 0),
    }))),
  }
  await context?.close()
  return weight
}

test('[BLD-10] a page of blocks loads, weighs and measures what the same page made by hand does', async ({
  page,
  ownShop,
}) => {
  await addHandMadePage(ownShop)
  await page.goto(builtPath)
  // The server generates picture sizes on first request, so they are requested before measuring.
  await scrollThrough(page)
  const [built, handMade] = [await weigh(page, builtPath), await weigh(page, handMadePath)]
  expect(built.requests).toEqual(handMade.requests)
  expect([built.scripts, built.styles, built.height]).toEqual([handMade.scripts, handMade.styles, handMade.height])
  expect(built.words).toBe(handMade.words)
  // The wrapper elements of the blocks add a few bytes.
  expect(built.html / handMade.html).toBeLessThan(1.02)
  expect(built.shift).toBeLessThanOrEqual(0.02)
  const home = await weigh(page, '/')
  expect(home.shift).toBeLessThanOrEqual(0.02)
})

test('[BLD-12 rendered on the server] the home page of blocks says what it is for search engines, and its first picture comes first', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.locator('h1')).toHaveText('Tea that knows where it grew')
  const first = page.locator('img[fetchpriority="high"]')
  await expect(first).toHaveCount(1)
  await expect(first).not.toHaveAttribute('loading', 'lazy')
  const preload = page.locator('head link[rel="preload"][as="image"]')
  await expect(preload).toHaveAttribute('imagesrcset', (await first.getAttribute('srcset')) ?? '')
  await expect(page.locator('body link[rel="preload"]')).toHaveCount(0)
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /home-hero\.webp$/)
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /^Longjing from the hills/)
  const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

type BuilderPage = { id: number; version: number; document: { blocks: { items?: { title?: string }[] }[] } }

test('[BLD-01 opens] the back office leads to the home page in the page builder, and what is saved there is shown at once', async ({
  page,
}) => {
  await page.goto('/')
  await signIn(page, users.owner)
  // Other files test the builder itself.
  await page.route('**/wp-admin/home-page/', (route) => route.fulfill({ contentType: 'text/html', body: 'Builder' }))
  await page.goto('/wp-admin/')
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Home page' }).click()
  await expect(page.locator('body')).toHaveText('Builder')
  const asked = await page.request.get('/wp-admin/home-page/', { maxRedirects: 0 })
  const [, id = ''] = /^\/wp-admin\/post\.php\?post=(\d+)&action=sktbuilder$/.exec(asked.headers().location ?? '') ?? []
  const path = `/wp-json/samovar/v1/builder/pages/${id}`
  const { version, document: built } = await asOwner<BuilderPage>(page, 'get', path)
  const [hero, ...others] = built.blocks
  const [first, ...slides] = hero?.items ?? []
  const changed = { ...hero, items: [{ ...first, title: 'Tea for a <long> evening' }, ...slides] }
  const sent = { version, document: { ...built, blocks: [others[1], changed, others[0], ...others.slice(2)] } }
  await asOwner(page, 'put', path, sent)
  await page.goto('/')
  await expect(page.locator('h1')).toHaveText('Tea for a <long> evening')
  // The products are now above the hero.
  const tops = await page
    .locator('main :is(h1, ul.products)')
    .evaluateAll((all) => all.map((one) => [one.tagName, one.getBoundingClientRect().top] as const))
  expect(tops.map(([tag]) => tag)).toEqual(['UL', 'H1'])
  expect((tops[0]?.[1] ?? 0) < (tops[1]?.[1] ?? 0)).toBe(true)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(await findingsOf(page)).toEqual([])
})
