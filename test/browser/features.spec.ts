/** All presentation features on one page: what moves, what loads, what shifts, and what an attacker writes into them. */
import { gzipSync } from 'node:zlib'
import { openFeaturePage, scrollThrough } from '../running/feature-page.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

test.describe.configure({ mode: 'serial' })

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

test.describe('with motion', () => {
  test.use({ reducedMotion: 'no-preference' })
  test('a page with every feature loads at most 40 KB of script, and shifts nothing', async ({ page, baseURL }) => {
    const bodies: Promise<number>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script' && response.url().startsWith(`${baseURL}/`))
        bodies.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
    })
    const bytes = async () => (await Promise.all(bodies)).reduce((sum, one) => sum + one, 0)
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
          if (!entry.hadRecentInput) shifts.push(entry.value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/every-feature/')
    await page.mouse.move(20, 20)
    await page.mouse.move(40, 40)
    await scrollThrough(page)
    await page.waitForTimeout(2_500)
    expect(await bytes()).toBeLessThanOrEqual(40_000)
    const shifted = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifted.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(0.02)
  })
})

/** After OWASP's list of cross-site scripting filters. */
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

test('scripts that are stored in options and texts of features run nowhere', async ({ page, complaints, baseURL }) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '')) foreign.push(request.url())
  })
  await page.goto('/about/')
  const slugs: string[] = []
  // A text shows at most 60 features.
  for (let first = 0; first < attacked.length; first += 28) {
    const slug = `attacked-${first}`
    slugs.push(slug)
    const title = vectors[first % vectors.length] ?? ''
    const content = attacked.slice(first, first + 28).join('\n')
    await asOwner(page, 'post', '/wp-json/wp/v2/pages', {
      title: `Attacked ${title}`,
      slug,
      content,
      status: 'publish',
    })
  }
  for (const slug of slugs) {
    await page.goto(`/${slug}/`)
    await page.mouse.move(20, 20)
    await scrollThrough(page)
    for (const control of await page.locator('.entry-content :is(button, [tabindex="0"], a)').all())
      await control.dispatchEvent('mouseover')
    const bad = await page.evaluate(() => ({
      handlers: [...document.querySelectorAll('.entry-content *')].flatMap((element) =>
        [...element.attributes].filter(({ name }) => name.startsWith('on')).map(({ name }) => name),
      ),
      scripts: document.querySelectorAll('.entry-content :is(script, object, embed, base, form, style, link, meta)')
        .length,
      addresses: [...document.querySelectorAll<HTMLElement>('.entry-content :is([href], [src])')]
        .map((element) => (element.getAttribute('href') ?? element.getAttribute('src') ?? '').trim().toLowerCase())
        .filter((address) => /^(\w+:|\/\/)/.test(address) && !/^(https:\/\/|mailto:|tel:)/.test(address)),
    }))
    expect(bad, slug).toEqual({ handlers: [], scripts: 0, addresses: [] })
  }
  expect(dialogs).toEqual([])
  expect(foreign).toEqual([])
  expect(complaints).toEqual([])
})
