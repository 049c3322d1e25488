/** A page with every block of the site, as visitors see it. */
import type { Page } from '@playwright/test'
import { scrollThrough } from '../running/feature-page.ts'
import { scriptRun } from '../running/script-run.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

test.describe.configure({ mode: 'serial' })
test.use({ isFirstVisit: true })

const path = '/every-block/'

type Settings = Readonly<Record<string, unknown>>
const block = (name: string, settings: Settings = {}) => ({ lib: 'Samovar', block: name, ...settings })
const text = (html: string) => block('rich_text', { text: html })
const parts = (count: number, settings: (number: number) => Settings) =>
  Array.from({ length: count }, (_, index) => ({ order: index, ...settings(index + 1) }))

async function everyBlock(page: Page): Promise<Settings[]> {
  const media = await asOwner<{ id: number }[]>(
    page,
    'get',
    '/wp-json/wp/v2/media?media_type=image&per_page=12&orderby=id&order=asc',
  )
  const [form] = await asOwner<{ id: number }[]>(page, 'get', '/wp-json/contact-form-7/v1/contact-forms')
  const picture = (number: number) => media[number % media.length]?.id ?? 0
  const pictures = [1, 2, 3, 4, 5].map(picture)
  return [
    block('section', {
      background: 'leaf',
      picture: picture(0),
      space: 'large',
      content: [
        block('heading', { text: 'Tea from one hill', align: 'center' }),
        block('rich_text', { text: '<p>A page of blocks, with <a href="/shop/">a link</a>.</p>', align: 'center' }),
        block('button', { align: 'center', label: 'See the teas' }),
      ],
    }),
    block('heading', { text: 'Words' }),
    text('<p>Long texts have lines that can be read, wherever the window ends. '.repeat(4)),
    block('table_of_contents'),
    block('button', { kind: 'secondary', label: 'Read the journal', url: '/blog/', new_tab: 1 }),
    block('accordion', {
      exclusive: 1,
      items: parts(3, (n) => ({ title: `Question ${n}`, html: `<p>Answer ${n}.</p>` })),
    }),
    block('tabs', {
      items: parts(3, (n) => ({ title: `Way ${n}`, html: `<h3>Steps of way ${n}</h3><p>Pour ${n} times.</p>` })),
    }),
    block('markup', { html: '<table><tr><th scope="row">Water</th><td>80 °C</td></tr></table>' }),
    block('heading', { text: 'Pictures' }),
    block('image', { picture: picture(1), caption: 'A pot on the table' }),
    block('image', { picture: picture(2), width: 'wide', url: '/about/', lightbox: 0, alt: 'About us' }),
    block('gallery', { pictures, columns: '4' }),
    block('video', { video: 'https://youtu.be/aqz-KE-bpKQ', title: 'A film', caption: 'Ten minutes of rain' }),
    block('map_picture', { picture: picture(3), url: 'https://www.openstreetmap.org/' }),
    block('image', { picture: picture(4), width: 'full', alt: 'Hills' }),
    block('call_to_action', { second_label: 'Write to us', second_url: '/contact/', colour: '#7a3b1d' }),
    block('call_to_action', { title: 'In a colour between', colour: '#d98e2b', align: 'start' }),
    block('spacer', { height: 40 }),
    block('heading', { text: 'Lists' }),
    block('post_list'),
    block('post_list', { layout: 'list', count: 2 }),
    block('portfolio_list', { filter: 1, count: 6 }),
    block('menu', { menu: 'footer' }),
    block('search'),
    block('contact_form', { form: form ? [form.id] : [] }),
    block('section', {
      background: 'mist',
      content: [
        block('layout_columns', {
          count: '3',
          column_1: [block('heading', { text: 'One', level: '3' }), text('<p>Left.</p>')],
          column_2: [block('heading', { text: 'Two', level: '3' }), block('image', { picture: picture(5) })],
          column_3: [block('heading', { text: 'Three', level: '3' }), block('button')],
        }),
      ],
    }),
    block('heading', { text: 'Features' }),
    block('service', { title: 'Tastings', html: '<p>Eight cups.</p>' }),
    block('service_thumb', { title: 'Blends', picture: picture(6), html: '<p>Made for you.</p>' }),
    block('perfect', { title: 'Mornings', html: '<p>Strong.</p>' }),
    block('perfect', { title: 'Evenings', html: '<p>Mild.</p>' }),
    block('client', { name: 'Birch Street Café', url: 'https://birch.example/' }),
    block('client', { name: 'Harbour Books' }),
    block('columns', { count: '4', items: parts(4, (n) => ({ html: `<p>Column ${n}</p>` })) }),
    block('counter', { items: parts(3, (n) => ({ value: n * 1200, after: ' teas', html: `<p>Kind ${n}</p>` })) }),
    block('quick_counter', { items: parts(1, () => ({ value: 40, html: '<p>Quick</p>' })) }),
    block('skill_bars', { items: parts(3, (n) => ({ label: `Skill ${n}`, percent: n * 30 })) }),
    block('flip_boxes', {
      items: parts(3, (n) => ({ title: `Box ${n}`, text: 'Turn it', picture: picture(n), html: `<p>Back ${n}</p>` })),
    }),
    block('expanding_grid', {
      items: parts(4, (n) => ({ title: `Garden ${n}`, picture: picture(n), url: '/shop/', html: '<p>About it.</p>' })),
    }),
    block('gallery_carousel', { title: 'Six pictures', pictures }),
    block('home_slider', { title: 'Houses', items: parts(3, (n) => ({ title: `House ${n}`, picture: picture(n) })) }),
    block('vertical_slider', { title: 'Steps', items: parts(3, (n) => ({ title: `Step ${n}`, picture: picture(n) })) }),
    block('section', {
      colour: '#1b2a41',
      content: [
        block('heading', { text: 'Guests' }),
        block('testimonials', {
          title: 'From our guests',
          items: parts(4, (n) => ({ name: `Guest ${n}`, about: 'Halifax', html: `<p>Worth the walk, ${n}.</p>` })),
        }),
        block('flip_boxes', { items: parts(2, (n) => ({ title: `Dark ${n}`, html: `<p>Behind ${n}</p>` })) }),
        block('search', { label: 'Search in the dark' }),
      ],
    }),
    block('testimonial_columns', { items: parts(3, (n) => ({ name: `Reader ${n}`, html: `<p>Read ${n}.</p>` })) }),
  ]
}

/** Block ids count up across the whole page, including nested blocks. */
function numbered(blocks: readonly Settings[], next = { id: 0 }): Settings[] {
  return blocks.map((one) => ({
    id: (next.id += 1),
    ...Object.fromEntries(
      Object.entries(one).map(([name, value]) => [
        name,
        name !== 'items' && Array.isArray(value) && typeof value[0] === 'object' ? numbered(value, next) : value,
      ]),
    ),
  }))
}

async function openPage(page: Page): Promise<void> {
  await page.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Film</title><p>Rain</p>' }),
  )
  await page.goto('/about/')
  if ((await page.request.get(path)).status() === 404) {
    const data = { title: 'Every block', slug: 'every-block', content: '<p>Text</p>', status: 'publish' }
    const { id } = await asOwner<{ id: number }>(page, 'post', '/wp-json/wp/v2/pages', data)
    const editing = `/wp-json/samovar/v1/builder/pages/${id}`
    const { version } = await asOwner<{ version: number }>(page, 'get', editing)
    const document = { version: '4.0.0', showsTitle: true, blocks: numbered(await everyBlock(page)) }
    await asOwner(page, 'put', editing, { version, document })
  }
}

/** Horizontal overflow of the page, in px. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('[BLD-10] a visitor sees every block, on a phone and on a wide window', async ({ page }) => {
  await openPage(page)
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
        sources: { node: Element | null }[]
      })[])
        if (!entry.hadRecentInput && entry.value > 0.01)
          shifts.push(`${entry.value} ${entry.sources.map(({ node }) => node?.nodeName).join(' ')}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    await scrollThrough(page)
    await expect(page.locator('.entry-content [data-feature]:not([data-started])')).toHaveCount(0)
    expect(await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([])
    expect(await findingsOf(page)).toEqual([])
    const broken = await page
      .locator('.entry-content img')
      .evaluateAll((all) => (all as HTMLImageElement[]).filter((one) => one.complete && one.naturalWidth === 0).length)
    expect(broken).toBe(0)
  }
  for (const width of [320, 600, 960, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect([width, await overflow(page)]).toEqual([width, 0])
  }
  await expect(page.getByText('3,600 teas')).toBeVisible()
  // A video loads only when it nears the viewport.
  await page.locator('.entry-content iframe').scrollIntoViewIfNeeded()
  await expect(page.frameLocator('.entry-content iframe').getByText('Rain')).toBeVisible()
})

test('[BLD-10] blocks are used by keyboard, and their pictures open larger', async ({ page }) => {
  await openPage(page)
  await page.goto(path)
  await scriptRun(page, 'content-page')
  const tab = (name: string) => page.getByRole('tab', { name })
  await tab('Way 1').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Way 2')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Pour 2 times.')).toBeVisible()
  await expect(page.getByText('Pour 1 times.')).toBeHidden()
  // A link in the table of contents opens the tab that contains its heading.
  await page.locator('#toc_container').getByRole('link', { name: 'Steps of way 3' }).click()
  await expect(page.getByRole('heading', { name: 'Steps of way 3' })).toBeInViewport()

  const question = page.locator('summary', { hasText: 'Question 2' })
  await question.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Answer 2.')).toBeVisible()
  await expect(page.getByText('Answer 1.')).toBeHidden()

  const gallery = page.getByRole('list', { name: 'Pictures', exact: true })
  await gallery.getByRole('link').nth(1).press('Enter')
  const lightbox = page.getByRole('dialog', { name: 'Lightbox' })
  await expect(lightbox.locator('.currentTextHolder')).toHaveText('2/5')
  // The Close button moves when the picture loads, so the test waits for the picture before it clicks.
  const isShown = () => expect(lightbox.locator('#fullResImage')).toHaveJSProperty('complete', true)
  await isShown()
  await lightbox.getByRole('button', { name: 'Close' }).click()
  await expect(lightbox).toHaveCount(0)
  await page.getByRole('figure').filter({ hasText: 'A pot on the table' }).getByRole('link').click()
  await expect(lightbox.locator('.pp_description')).toHaveText('A pot on the table')
  await isShown()
  await lightbox.getByRole('button', { name: 'Close' }).click()
  await expect(lightbox).toHaveCount(0)

  const filter = page.locator('.portfolio-filter a').nth(1)
  await filter.click()
  await expect(filter).toHaveAttribute('aria-current', 'true')
  expect(new URL(page.url()).pathname).toBe(path)
  // Located by type, because the field's ARIA role changes once search suggestions have loaded.
  const search = page.locator('.entry-content input[type=search]').first()
  await search.fill('oolong')
  await search.press('Enter')
  await expect(page).toHaveURL(/\/shop\/\?s=oolong/)
})

test('[BLD-10] without script every text can be read', async ({ browser, baseURL, page }) => {
  await openPage(page)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
  const plain = await context.newPage()
  await plain.route('https://www.youtube-nocookie.com/**', (route) => route.fulfill({ body: 'Rain' }))
  await plain.goto(path)
  for (const words of ['Pour 1 times.', 'Pour 3 times.', 'Back 2', 'Worth the walk, 4.', 'Harbour Books'])
    await expect(plain.getByText(words)).toBeVisible()
  await plain.locator('summary', { hasText: 'Question 3' }).click()
  await expect(plain.getByText('Answer 3.')).toBeVisible()
  await expect(plain.locator('noscript iframe, .entry-content iframe:visible')).toHaveCount(1)
  await context.close()
})
