/** Filters, paging and cards of the listing, with script and without, on a desktop and on a phone. */
import type { Page } from '@playwright/test'
import { scriptRun } from '../running/script-run.ts'
import { findingsAtWidths } from './axe.ts'
import { expect, holdRequests, phone, test } from './shop-test.ts'

const count = (page: Page) => page.locator('.woocommerce-result-count')
const chips = (page: Page) => page.getByRole('list', { name: 'Chosen filters' })
/** An option in the filter panel, with any count. */
const choice = (page: Page, group: string, name: string) =>
  page.locator(`[data-group="${group}"]`).getByRole('link', { name: new RegExp(`^${name}\\b`) })
const openGroup = (page: Page, group: string) => page.locator(`[data-group="${group}"] > summary`).click()
/** Sets a marker that a page load would remove. First waits for the script that updates the listing in place. */
async function markPage(page: Page): Promise<void> {
  await scriptRun(page, 'listing')
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
}
const isSamePage = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-same-page'))

test('[CAT-08] a filter updates in place, keeps the focus, and the back button removes it', async ({ page }) => {
  await page.goto('/shop/')
  await markPage(page)
  const before = await count(page).textContent()
  await openGroup(page, 'pa_origin')
  const japan = choice(page, 'pa_origin', 'Japan')
  const number = await japan.locator('.count').textContent()
  await japan.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/shop/?filter_origin=japan')
  await expect(count(page)).toHaveText(`Showing all ${number} results`)
  await expect(japan).toBeFocused()
  await expect(japan).toHaveAttribute('aria-current', 'true')
  await expect(chips(page).getByRole('link', { name: 'Remove filter: Japan' })).toBeVisible()

  await choice(page, 'pa_origin', 'Taiwan').click()
  await expect(page).toHaveURL('/shop/?filter_origin=japan,taiwan&query_type_origin=or')
  expect(await isSamePage(page)).toBe(true)
  await page.goBack()
  await expect(count(page)).toHaveText(`Showing all ${number} results`)
  await page.goBack()
  await expect(count(page)).toHaveText(before ?? '')
  expect(await isSamePage(page)).toBe(true)
})

test('a filter starts at the first page, and a chip removes it; sorting still works afterwards', async ({ page }) => {
  await page.goto('/shop/page/3/')
  await page
    .getByRole('list', { name: 'Availability' })
    .getByRole('link', { name: /^On sale/ })
    .click()
  await expect(page).toHaveURL('/shop/?on_sale=1')
  await page.locator('select.orderby').selectOption('price')
  await expect(page).toHaveURL(/\/shop\/\?orderby=price&paged=1&on_sale=1$/)
  await chips(page).getByRole('link', { name: 'Remove filter: On sale' }).click()
  await expect(page).toHaveURL('/shop/?orderby=price')
  await expect(chips(page)).toHaveCount(0)
})

test('options without results say so and are not links', async ({ page }) => {
  await page.goto('/product-category/oolong/?filter_origin=taiwan')
  const panel = page.locator('#filters')
  await expect(panel.locator('.product-categories')).toContainText('White tea')
  await expect(panel.getByRole('link', { name: /^White tea/ })).toHaveCount(0)
  await expect(panel.getByRole('link', { name: /^Black tea/ })).toHaveAttribute(
    'href',
    '/product-category/black-tea/?filter_origin=taiwan',
  )
})

test('a price range by keyboard: thumbs, fields and URL agree', async ({ page }) => {
  await page.goto('/product-category/oolong/')
  await markPage(page)
  const highest = page.getByRole('slider', { name: 'Highest price' })
  const maxPrice = Number(await highest.getAttribute('max'))
  await highest.focus()
  for (let presses = 1; presses <= 4; presses += 1) await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(`/product-category/oolong/?max_price=${maxPrice - 4}`)
  await expect(highest).toBeFocused()
  await expect(page.getByLabel('Highest price in dollars')).toHaveValue(String(maxPrice - 4))
  await expect(chips(page)).toContainText(`Up to $${maxPrice - 4}.00`)

  await page.getByLabel('Lowest price in dollars').fill('20.50')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/product-category/oolong/?min_price=20.50&max_price=${maxPrice - 4}`)
  expect(await isSamePage(page)).toBe(true)
})

test('a thumb moved while an earlier range is being fetched keeps its position', async ({ page }) => {
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  await page.goto('/product-category/oolong/')
  await scriptRun(page, 'listing')
  const highest = page.getByRole('slider', { name: 'Highest price' })
  const max = Number(await highest.getAttribute('max'))
  await page.route(`**/product-category/oolong/?max_price=${max - 1}`, async (route) => {
    const response = await route.fetch()
    await released
    await route.fulfill({ response }).catch(() => undefined)
  })
  await highest.focus()
  const first = page.waitForRequest(/max_price/)
  await page.keyboard.press('ArrowLeft')
  await first
  await page.keyboard.press('ArrowLeft')
  release()
  await expect(page).toHaveURL(`/product-category/oolong/?max_price=${max - 2}`)
  await expect(highest).toHaveValue(String(max - 2))
})

test('a thumb moved before the script has loaded still counts', async ({ page }) => {
  let release = () => {}
  const moved = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/assets/listing-*.js', async (route) => {
    await moved
    await route.continue()
  })
  await page.goto('/product-category/oolong/')
  const highest = page.getByRole('slider', { name: 'Highest price' })
  const maxPrice = Number(await highest.getAttribute('max'))
  await highest.focus()
  await page.keyboard.press('ArrowLeft')
  release()
  await expect(page).toHaveURL(`/product-category/oolong/?max_price=${maxPrice - 1}`)
  await expect(highest).toBeFocused()
})

test('if the response never comes the browser follows the link itself', async ({ page }) => {
  await page.goto('/shop/')
  await scriptRun(page, 'listing')
  let refused = 0
  await page.route('**/shop/?on_sale=1', (route) => {
    if (route.request().isNavigationRequest()) return route.continue()
    refused += 1
    return route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Not a listing</h1>' })
  })
  await page.getByRole('link', { name: /^On sale/ }).click()
  await expect(chips(page)).toContainText('On sale')
  expect(refused).toBe(1)
})

test('[CAT-02] the count is announced again two seconds after an in-place update', async ({ page }) => {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto('/shop/?orderby=price')
  await scriptRun(page, 'listing')
  await count(page).evaluate((element) => {
    element.dataset.changes = '0'
    new MutationObserver(() => {
      element.dataset.changes = String(Number(element.dataset.changes) + 1)
    }).observe(element, { childList: true })
  })
  await expect(count(page)).toHaveAttribute('role', 'alert')
  await expect(count(page)).toContainText('Sorted by price: low to high')
  await page.clock.runFor(1500)
  await expect(count(page)).toHaveAttribute('data-changes', '0')
  await page.clock.runFor(1000)
  await expect(count(page)).not.toHaveAttribute('data-changes', '0')
  await expect(count(page)).toContainText('Sorted by price: low to high')
})

/** Number of focused elements before Tab reaches an element inside this selector. */
async function stopsBefore(page: Page, selector: string): Promise<number> {
  for (let stops = 0; stops < 40; stops += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((inside) => Boolean(document.activeElement?.closest(inside)), selector)) return stops
  }
  throw new Error(`no focus in ${selector}`)
}

test('the keyboard comes to the first product before the filters, which are one stop away', async ({ page }) => {
  // Categories have more breadcrumbs than the shop page, and a search page also has its field and button.
  for (const [path, maxStops] of [
    ['/shop/', 20],
    ['/product-category/oolong/', 22],
    ['/product-tag/everyday/', 22],
    ['/origin/japan/', 22],
    ['/shop/?s=oolong&post_type=product', 24],
  ] as const) {
    await page.goto(path)
    expect(await stopsBefore(page, '.products .product'), path).toBeLessThanOrEqual(maxStops)
  }
  await page.goto('/shop/')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the products' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(await stopsBefore(page, '.products .product')).toBe(0)

  await page.goto('/shop/')
  const toFilters = page.getByRole('link', { name: 'Categories and filters' })
  await toFilters.focus()
  await expect(toFilters).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const back = page.getByRole('link', { name: 'Back to the products' })
  await expect(back).toBeFocused()
  expect(await stopsBefore(page, '#filters .product-categories')).toBe(0)
  await back.focus()
  await page.keyboard.press('Enter')
  expect(await stopsBefore(page, '.products .product')).toBe(0)
  const [panel, results] = await Promise.all(['#filters', '#results'].map((id) => page.locator(id).boundingBox()))
  expect(panel?.y).toBe(results?.y)
  expect((panel?.x ?? 0) + (panel?.width ?? 0)).toBeLessThan(results?.x ?? 0)
})

const heights = (page: Page) =>
  page
    .locator('.products > .product')
    .evaluateAll((cards) => [...new Set(cards.map((card) => Math.round(card.getBoundingClientRect().height)))])

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('[CAT-05] all cards of a grid have the same minimum height, at every width and after a resize', async ({
      page,
    }) => {
      await page.goto('/shop/?orderby=date')
      for (const width of [1440, 320, 390, 768, 960, 1920]) {
        await page.setViewportSize({ width, height: 900 })
        expect([width, (await heights(page)).length]).toEqual([width, 1])
      }
      const least = await page
        .locator('.products > .product')
        .evaluateAll((cards) => [...new Set(cards.map((card) => getComputedStyle(card).minHeight))])
      expect(least).toEqual(['100%'])
    })
  })
}

test('[CAT-05] nothing shifts while pictures load', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
        ;(window as never as { shifts: number }).shifts += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route('**/wp-content/uploads/**', async (route) => {
    await new Promise((done) => setTimeout(done, 300))
    await route.continue()
  })
  await page.goto('/shop/')
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => (window as never as { shifts: number }).shifts)).toBeLessThan(0.01)
})

test('numbered pages: the next, the last, and the first again', async ({ page }) => {
  await page.goto('/shop/')
  const pages = page.getByRole('navigation', { name: 'Pages of products' })
  await expect(pages.locator('[aria-current="page"]')).toHaveText('1')
  await expect(pages.getByRole('link', { name: 'Previous page' })).toHaveCount(0)
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL('/shop/page/2/')
  await expect(pages.locator('a[rel="prev"]')).toHaveAttribute('href', '/shop/')
  await pages
    .getByRole('link', { name: /^Page \d+$/ })
    .last()
    .click()
  await expect(pages.locator('a[rel="next"]')).toHaveCount(0)
})

test('a page past the end says where the list ends', async ({ page }) => {
  const answer = await page.goto('/shop/page/99/?orderby=price')
  expect(answer?.status()).toBe(404)
  await page.getByRole('link', { name: 'Go to the last page' }).click()
  await expect(page).toHaveURL(/\/shop\/page\/\d+\/\?orderby=price$/)
  await expect(page.locator('.products > .product').first()).toBeVisible()
})

test('an empty listing says which filter causes it', async ({ page }) => {
  await page.goto('/product-category/oolong/?filter_origin=egypt')
  await expect(page.locator('.woocommerce-info')).toHaveText('No products were found matching your selection.')
  await page.getByRole('link', { name: /^Without “Egypt”: \d+ products$/ }).click()
  await expect(page).toHaveURL('/product-category/oolong/')
  await expect(count(page)).toBeVisible()
})

test('a misspelled search shows results of the corrected spelling, and a link to the typed one', async ({ page }) => {
  await page.goto('/shop/?s=senhca&post_type=product')
  await expect(page.getByText('Showing results for “sencha”')).toBeVisible()
  await page.getByRole('link', { name: 'Search instead for “senhca”' }).click()
  await expect(page.locator('.woocommerce-info')).toHaveText('Nothing found for “senhca”.')
  await expect(page.getByRole('heading', { name: 'Our bestsellers' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the drawer stays open while filters are selected, shows the number of results, and its button closes it', async ({
    page,
  }) => {
    await page.goto('/shop/')
    await markPage(page)
    const filter = page.getByRole('button', { name: /^Filter/ })
    const drawer = page.locator('#filters')
    await filter.tap()
    await expect(drawer).toBeVisible()
    await openGroup(page, 'pa_origin')
    await choice(page, 'pa_origin', 'Japan').tap()
    await expect(choice(page, 'pa_origin', 'Japan')).toHaveAttribute('aria-current', 'true')
    await expect(drawer).toBeVisible()
    await choice(page, 'pa_origin', 'Taiwan').tap()
    const show = drawer.getByRole('button', { name: /^Show \d+ products$/ })
    await expect(page).toHaveURL('/shop/?filter_origin=japan,taiwan&query_type_origin=or')
    await expect(choice(page, 'pa_origin', 'Taiwan')).toHaveAttribute('aria-current', 'true')
    const left = /\d+/.exec((await show.textContent()) ?? '')?.[0]
    await show.tap()
    await expect(drawer).toBeHidden()
    await expect(filter).toHaveAccessibleName(/2 filters are on/)
    await expect(count(page)).toContainText(`${left} results`)
    expect(await isSamePage(page)).toBe(true)
  })

  test('[CAT-08] a second filter tapped before the first is answered is added to it, and each shows at once', async ({
    page,
  }) => {
    await page.goto('/shop/')
    await scriptRun(page, 'listing')
    await page.getByRole('button', { name: /^Filter/ }).tap()
    await openGroup(page, 'pa_origin')
    // The first request never gets a response.
    await page.route('**/shop/?filter_origin=japan', () => undefined)
    await choice(page, 'pa_origin', 'Japan').tap()
    await expect(choice(page, 'pa_origin', 'Japan')).toHaveAttribute('aria-current', 'true')
    await choice(page, 'pa_origin', 'Japan').tap()
    await choice(page, 'pa_origin', 'Taiwan').tap()
    await expect(page).toHaveURL('/shop/?filter_origin=japan,taiwan&query_type_origin=or')
    for (const name of ['Japan', 'Taiwan'])
      await expect(choice(page, 'pa_origin', name)).toHaveAttribute('aria-current', 'true')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  test('[CAT-08] a price or an order chosen before a filter is answered keeps the filter', async ({ page }) => {
    for (const change of ['price', 'order']) {
      await page.goto('/product-category/oolong/')
      await scriptRun(page, 'listing')
      await page.route('**/product-category/oolong/?on_sale=1', () => undefined)
      await page.getByRole('button', { name: /^Filter/ }).tap()
      await page.getByRole('link', { name: /^On sale/ }).tap()
      if (change === 'price') {
        await page.getByLabel('Highest price in dollars').fill('30')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL('/product-category/oolong/?max_price=30&on_sale=1')
      } else {
        await page.keyboard.press('Escape')
        await page.locator('select.orderby').selectOption('price')
        await expect(page).toHaveURL(/on_sale=1/)
        await expect(page).toHaveURL(/orderby=price/)
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
  })

  test('the drawer closes with Escape and returns the focus', async ({ page }) => {
    await page.goto('/shop/')
    const filter = page.getByRole('button', { name: /^Filter/ })
    await filter.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('#filters')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('#filters')).toBeHidden()
    await expect(filter).toBeFocused()
  })
})

for (const [device, use] of [
  ['a desktop', {}],
  ['a phone', phone],
] as const) {
  test.describe(`without script on ${device}`, () => {
    test.use({ ...use, javaScriptEnabled: false })

    test('[CAT-08] filters, price and clearing are links and a form', async ({ page }) => {
      await page.goto('/product-category/oolong/')
      const filter = page.getByRole('button', { name: /^Filter/ })
      const openPanel = async () => {
        if (await filter.isVisible()) await filter.click()
      }
      await openPanel()
      await openGroup(page, 'pa_origin')
      await choice(page, 'pa_origin', 'Taiwan').click()
      await expect(page).toHaveURL('/product-category/oolong/?filter_origin=taiwan')
      await openPanel()
      await page.getByLabel('Highest price in dollars').fill('30')
      await page.getByRole('button', { name: 'Apply' }).click()
      await expect(page).toHaveURL(/max_price=30/)
      await expect(chips(page)).toContainText('Taiwan')
      await expect(chips(page)).toContainText('Up to $30.00')
      await chips(page).getByRole('link', { name: 'Clear all' }).click()
      await expect(page).toHaveURL('/product-category/oolong/')
    })
  })
}

test.describe('axe', () => {
  test('[SITE-13] the open filter drawer', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 900 })
    await page.goto('/shop/?filter_origin=china&rating_filter=4,5')
    await page.getByRole('button', { name: /^Filter/ }).click()
    for (const group of ['pa_size', 'pa_harvest']) await openGroup(page, group)
    expect(await findingsAtWidths(page)).toEqual([])
  })

  test('[SITE-13] products that are about to be replaced', async ({ page }) => {
    await page.goto('/shop/')
    await scriptRun(page, 'listing')
    const release = await holdRequests(page, '**/shop/?on_sale=1')
    await page
      .getByRole('list', { name: 'Availability' })
      .getByRole('link', { name: /^On sale/ })
      .click()
    await expect(page.locator('[aria-busy="true"] .products')).toBeVisible()
    expect(await findingsAtWidths(page)).toEqual([])
    release()
    await expect(page.locator('[aria-busy="true"] .products')).toHaveCount(0)
  })

  test('[SITE-13] an empty listing that helps', async ({ page }) => {
    await page.goto('/product-category/oolong/?filter_origin=egypt&on_sale=1')
    expect(await findingsAtWidths(page)).toEqual([])
  })
})
