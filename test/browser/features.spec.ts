/** All presentation features on one page: animations, loading, layout shifts, and HTML injection. */
import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { demo } from '../running/demo-shop.ts'
import { openFeaturePage, scrollThrough } from '../running/feature-page.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

test.describe.configure({ mode: 'serial' })
test.use({ isFirstVisit: true })

/** Records layout shifts. Call it before the page is opened. The returned function gives the sum so far (CLS). */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, one) => sum + one, 0))
}

test('[SHOW-10] with reduced motion no feature moves', async ({ page }) => {
  await page.goto('/about/')
  await openFeaturePage(page)
  await scrollThrough(page)
  const moving = () => page.evaluate(() => document.getAnimations().map(({ id, playState }) => `${id} ${playState}`))
  expect(await moving()).toEqual([])
  const text = () => page.locator('.entry-content').innerText()
  const before = await text()
  for (const control of await page.locator('.entry-content button:visible').all()) await control.dispatchEvent('click')
  expect(await moving()).toEqual([])
  await expect(page.getByText('3,600 teas')).toBeVisible()
  await page.waitForTimeout(1_000)
  expect(before).toContain('90%')
  expect(await findingsOf(page)).toEqual([])
})

test('[SITE-05] the slider with a percentage stands in a text as well, and moves by its buttons', async ({ page }) => {
  await page.goto('/every-feature/')
  const slider = page.locator('.entry-content [data-feature=home_slider]')
  await slider.scrollIntoViewIfNeeded()
  const next = slider.getByRole('button', { name: 'Next slide' })
  await next.click()
  await expect(slider.locator('[data-position]')).toHaveText('2 / 3')
  await expect(slider.getByRole('link', { name: 'House 2' })).toBeInViewport()
  await next.click()
  await next.click()
  await expect(slider.locator('[data-position]')).toHaveText('1 / 3')
})

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' })
  test('a page with every feature loads at most 40 KB of script, and shifts nothing', async ({ page, baseURL }) => {
    const bodies: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script' && response.url().startsWith(`${baseURL}/`))
        bodies.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
    })
    const bytes = async () => (await Promise.all(bodies)).reduce((sum, one) => sum + one, 0)
    const shifted = await watchShifts(page)
    await page.goto('/every-feature/')
    await page.mouse.move(20, 20)
    await page.mouse.move(40, 40)
    await scrollThrough(page)
    await page.waitForTimeout(2_500)
    expect(await bytes()).toBeLessThanOrEqual(40_000)
    expect(await shifted()).toBeLessThanOrEqual(0.02)
  })
})

/** Based on OWASP's XSS filter evasion cheat sheet. */
const vectors = [
  '"><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "javascript:alert('x')",
  'JaVaScRiPt:alert(1)',
  '&#106;avascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  '" onmouseover="alert(1)" x="',
  '&quot; onfocus=&quot;alert(1)&quot; autofocus x=&quot;',
  '<svg/onload=alert(1)>',
  '</title><script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '//evil.example/x.js',
  'expression(alert(1))',
  '<a href="javascript:alert(1)">x</a>',
  '%3Cscript%3Ealert(1)%3C/script%3E',
] as const

const options = ['title', 'name', 'about', 'label', 'url', 'text', 'before', 'after', 'value', 'percent', 'count']
const attacked = vectors.flatMap((vector) => {
  const written = vector.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const given = options
    .map((name) => `${name}="${written.replaceAll('"', '”')}" ${name}='${written.replaceAll("'", '’')}'`)
    .join(' ')
  return [
    `<p>[client ${given}]</p>`,
    `<p>[service ${given}]${written}[/service]</p>`,
    `<p>[flip_boxes][flip_box ${given}]${vector}[/flip_box][/flip_boxes]</p>`,
    `<p>[expanding_grid][grid_item ${given}]${vector}[/grid_item][/expanding_grid]</p>`,
    `<p>[skill_bars][skill ${given}]${vector}[/skill][/skill_bars]</p>`,
    `<p>[counter][count ${given}]${vector}[/count][/counter]</p>`,
    `<p>[testimonials ${given}][testimonial ${given}]${vector}[/testimonial][/testimonials]</p>`,
  ]
})

/** Records dialogs and requests to other origins, which an injected script would cause. */
function watchAttacks(page: Page, baseURL: string) {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL)) foreign.push(request.url())
  })
  return { dialogs, foreign }
}

const foundIn = (page: Page, part: string) =>
  page.evaluate((selector) => {
    const elements = [...document.querySelectorAll<HTMLElement>(`${selector} *`)]
    const address = (element: HTMLElement) => (element.getAttribute('href') ?? element.getAttribute('src') ?? '').trim()
    return {
      handlers: elements.flatMap((element) => element.getAttributeNames().filter((name) => name.startsWith('on'))),
      elements: elements.filter((element) => element.matches('script, object, embed, base, style, link, meta')).length,
      addresses: elements
        .map(address)
        .filter((text) => !text.startsWith(location.origin))
        .filter((text) => /^(\w+:|\/\/)/i.test(text) && !/^(https:\/\/|mailto:|tel:)/i.test(text)),
    }
  }, part)
const nothing = { handlers: [], elements: 0, addresses: [] }

test('scripts that are stored in options and texts of features run nowhere', async ({ page, complaints, baseURL }) => {
  const { dialogs, foreign } = watchAttacks(page, baseURL ?? '')
  await page.goto('/about/')
  const slugs: string[] = []
  // A text shows at most 60 features, so they are spread over several pages.
  for (let first = 0; first < attacked.length; first += 28) {
    const slug = `attacked-${first}`
    slugs.push(slug)
    const title = `Attacked ${vectors[first % vectors.length]}`
    const content = attacked.slice(first, first + 28).join('\n')
    await asOwner(page, 'post', '/wp-json/wp/v2/pages', { title, slug, content, status: 'publish' })
  }
  for (const slug of slugs) {
    await page.goto(`/${slug}/`)
    await page.mouse.move(20, 20)
    await scrollThrough(page)
    for (const control of await page.locator('.entry-content :is(button, [tabindex="0"], a)').all())
      await control.dispatchEvent('mouseover')
    expect(await foundIn(page, '.entry-content'), slug).toEqual(nothing)
  }
  expect([dialogs, foreign, complaints]).toEqual([[], [], []])
})

test('scripts that are stored in captions, names, menus, notices and addresses of videos run nowhere', async ({
  page,
  complaints,
  baseURL,
}) => {
  const { dialogs, foreign } = watchAttacks(page, baseURL ?? '')
  await page.goto('/about/')
  const [picture] = await asOwner<{ id: number }[]>(page, 'get', '/wp-json/wp/v2/media?media_type=image&per_page=1')
  const id = picture?.id ?? 0
  const all = vectors.join(' ')
  await asOwner(page, 'post', `/wp-json/wp/v2/media/${id}`, { caption: all, alt_text: all.slice(0, 400), title: 'x' })
  for (const video of vectors)
    await expect(
      asOwner(page, 'post', '/wp-json/wp/v2/project', { title: 'x', video, status: 'publish' }),
      video,
    ).rejects.toThrow('400')
  const texts = { title: all, slug: 'attacked', excerpt: all, content: `<p>${all}</p>`, status: 'publish' }
  await asOwner(page, 'post', '/wp-json/wp/v2/project', { ...texts, featured_media: id, pictures: [id] })
  await asOwner(page, 'post', '/wp-json/wp/v2/posts', { ...texts, featured_media: id })
  type Texts = { readonly store_notice: string; readonly footer_text: string }
  const appearance = await asOwner<Texts>(page, 'get', '/wp-json/samovar/v1/appearance')
  await asOwner(page, 'put', '/wp-json/samovar/v1/appearance', {
    store_notice: all.slice(0, 150),
    footer_text: all.slice(0, 150),
  })
  const menus = await asOwner<object>(page, 'get', '/wp-json/samovar/v1/menus')
  const link = (label: string, href: string) => ({ kind: 'link', id: 0, label, href, depth: 0 })
  for (const href of vectors.filter((vector) => /script:|^data|^\/\//i.test(vector)))
    await expect(
      asOwner(page, 'put', '/wp-json/samovar/v1/menus', { ...menus, top: [link('x', href)] }),
      href,
    ).rejects.toThrow('400')
  const top = vectors.slice(0, 6).map((label) => link(label, '/shop/'))
  await asOwner(page, 'put', '/wp-json/samovar/v1/menus', { ...menus, top })

  for (const path of ['/project/attacked/', '/portfolio/', '/blog/attacked/', '/blog/', '/feed/']) {
    await page.goto(path)
    if (path === '/feed/') continue
    await page.mouse.move(20, 20)
    for (const part of ['header', 'main', 'footer', '.woocommerce-store-notice'])
      expect(await foundIn(page, part), `${path} ${part}`).toEqual(nothing)
  }
  await page.goto('/project/attacked/')
  await page.locator('a[rel="prettyPhoto[project]"]').click()
  await expect(page.locator('.pp_description')).toContainText('onmouseover="alert(1)"')
  expect(await foundIn(page, '.pp_pic_holder')).toEqual(nothing)
  expect([dialogs, foreign, complaints]).toEqual([[], [], []])

  // Other test files check the menus and the notice of this shop, so both are restored.
  const { version } = await asOwner<{ version: number }>(page, 'get', '/wp-json/samovar/v1/menus')
  await asOwner(page, 'put', '/wp-json/samovar/v1/menus', { ...menus, version })
  const shown = { store_notice: appearance.store_notice, footer_text: appearance.footer_text }
  await asOwner(page, 'put', '/wp-json/samovar/v1/appearance', shown)
})

test('no content page shifts while it loads', async ({ page }) => {
  const shifted = await watchShifts(page)
  // Delays the fonts until after the text is shown.
  await page.route('**/*.woff2', async (route) => {
    await new Promise((done) => setTimeout(done, 300))
    await route.continue()
  })
  for (const path of [
    '/',
    '/blog/',
    `/blog/${demo.post}/`,
    '/portfolio/',
    `/project/${demo.project}/`,
    '/tea-guide/',
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await scrollThrough(page)
    expect(await shifted(), path).toBeLessThanOrEqual(0.02)
  }
})
