/** Shop blocks on pages from the builder: visitors buy from them, in their own currency, at every width. */
import type { Page } from '@playwright/test'
import { demo, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

type StoreProduct = { readonly id: number; readonly name: string; readonly slug: string; readonly description: string }
type BuilderPage = { readonly version: number; readonly link: string }

async function productOf(page: Page, slug: string): Promise<StoreProduct> {
  const [product] = (await (
    await page.request.get(`/wp-json/wc/store/v1/products?slug=${slug}`)
  ).json()) as StoreProduct[]
  if (!product) throw new Error(`There is no ${slug}`)
  return product
}

async function build(page: Page, id: number, given: readonly object[]): Promise<void> {
  const path = `/wp-json/samovar/v1/builder/pages/${id}`
  const { version } = await asOwner<BuilderPage>(page, 'get', path)
  const blocks = given.map((one, index) => ({ id: index + 1, lib: 'Samovar', ...one }))
  await asOwner(page, 'put', path, { version, document: { version: '4.0.0', blocks } })
}

/** Creates a page with every block of the shop. */
async function makeShopPage(page: Page, slug: string): Promise<{ picked: StoreProduct; single: StoreProduct }> {
  await page.goto('/about/')
  const [picked, variable, onSale, single] = await Promise.all(
    [demo.simple, demo.variable, demo.onSale, demo.another].map((one) => productOf(page, one)),
  )
  if (!picked || !variable || !onSale || !single) throw new Error('unreachable')
  const made = await asOwner<{ id: number }>(page, 'post', '/wp-json/wp/v2/pages', {
    title: 'Our shop window',
    slug,
    status: 'publish',
  })
  await build(page, made.id, [
    { block: 'heading', text: 'This week' },
    { block: 'product_grid', source: 'picked', products: [picked.id, variable.id, onSale.id], columns: '4' },
    { block: 'single_product', product: [single.id] },
    {
      block: 'layout_columns',
      count: '2',
      column_1: [
        { id: 11, lib: 'Samovar', block: 'product_grid', source: 'bestselling', number: 4, layout: '4', columns: '3' },
        { id: 12, lib: 'Samovar', block: 'add_to_cart', product: [picked.id], quantity: 2 },
      ],
      column_2: [{ id: 13, lib: 'Samovar', block: 'mini_cart' }],
    },
    { block: 'heading', text: 'What people say' },
    { block: 'reviews', number: 3 },
    { block: 'product_grid', source: 'category', categories: [1e9] },
  ])
  await page.goto(`/${slug}/`)
  await scriptRun(page, 'cart')
  return { picked, single }
}

const grid = (page: Page) => page.locator('main .products').first()
const single = (page: Page) => page.locator('main article.product')
const widget = (page: Page) => page.locator('main .widget_shopping_cart_content')
const drawer = (page: Page) => page.locator('#mini-cart[open]')
const closeDrawer = (page: Page) => drawer(page).getByRole('button', { name: 'Close the cart' }).click()

test('[BLD-10] a guest buys from a grid, from one product, and sees the cart on the page', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { picked, single: one } = await makeShopPage(page, 'window')
  await expect(widget(page)).toContainText('What you put into your cart is listed here.')
  expect(await findingsAtWidths(page, [320, 390, 768, 1920, 1440])).toEqual([])
  await grid(page)
    .getByRole('link', { name: `Add to cart: “${picked.name}”` })
    .click()
  await expect(drawer(page)).toContainText(picked.name)
  expect(await findingsOf(page)).toEqual([])
  await closeDrawer(page)
  await expect(widget(page)).toContainText(picked.name)
  await single(page).getByRole('link', { name: 'Add to cart' }).click()
  await expect(drawer(page)).toContainText(one.name)
  await closeDrawer(page)
  const line = widget(page).locator('.mini_cart_item', { hasText: picked.name })
  await page.locator('main .add_to_cart_inline').getByRole('link', { name: 'Add to cart' }).click()
  await expect(line.locator('input.qty')).toHaveValue('3')
  await closeDrawer(page)

  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shifted: ((window as { shifted?: number }).shifted ?? 0) + entry.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.reload()
  await scriptRun(page, 'cart')
  await expect(line.locator('input.qty')).toHaveValue('3')
  expect(await page.evaluate(() => (window as { shifted?: number }).shifted ?? 0)).toBeLessThan(0.01)
  await line.getByRole('button', { name: `One less of ${picked.name}` }).click()
  await expect(line).toContainText('2 ×')
  await widget(page)
    .getByRole('button', { name: `Remove ${one.name} from cart` })
    .click()
  await expect(widget(page)).not.toContainText(one.name)
  await expect(line.locator('input.qty')).toHaveValue('2')
  expect(await findingsOf(page)).toEqual([])
})

test('[BLD-10] a customer buys in euros, on a phone, and without script', async ({ page, browser, baseURL }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const { picked } = await makeShopPage(page, 'window-in-euros')
  const path = '/wp-json/samovar/v1/settings/currencies'
  const before = await asOwner<{ currencies: object[] }>(page, 'get', path)
  await asOwner(page, 'put', path, { currencies: [{ currency: 'EUR', rate: '0.5', is_charged: true }] })
  try {
    await signIn(page, users.customer)
    await page.goto('/window-in-euros/?currency=EUR')
    await page.goto('/window-in-euros/')
    await scriptRun(page, 'cart')
    await expect(grid(page).locator('.price').first()).toContainText('€')
    await expect(single(page).locator('.price').first()).toContainText('€')
    await grid(page)
      .getByRole('link', { name: `Add to cart: “${picked.name}”` })
      .click()
    await closeDrawer(page)
    await expect(widget(page).locator('.total')).toContainText('€')
    expect(await findingsOf(page)).toEqual([])
  } finally {
    await asOwner(page, 'put', path, { currencies: before.currencies })
  }
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const plain = await context.newPage()
  await plain.goto('/window-in-euros/')
  await plain.locator('main .add_to_cart_inline a').click()
  await expect(plain.getByRole('alert')).toContainText(picked.name)
  await widget(plain).getByRole('link', { name: 'View cart' }).click()
  await expect(plain.locator('input.qty')).toHaveValue('2')
  await context.close()
})

test('[BLD-10] the description of a product is made of blocks, whose scripts run in its tab', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/about/')
  const product = await productOf(page, demo.counted)
  const [other, media] = await Promise.all([
    productOf(page, demo.simple),
    asOwner<{ id: number }[]>(page, 'get', '/wp-json/wp/v2/media?media_type=image&per_page=2'),
  ])
  const slide = (number: number) => ({
    id: number,
    order: number,
    title: `House ${number}`,
    picture: media[0]?.id,
    html: '',
  })
  await build(page, product.id, [
    { block: 'heading', text: 'Where it grows' },
    { block: 'rich_text', text: product.description },
    { block: 'flip_boxes', columns: '2', items: [1, 2].map((n) => ({ ...slide(n), html: `<p>Back ${n}</p>` })) },
    { block: 'tabs', items: [1, 2].map((n) => ({ id: n, order: n, title: `Steep ${n}`, html: `<p>Minute ${n}</p>` })) },
    { block: 'product_grid', source: 'picked', products: [other.id, product.id], columns: '2' },
  ])
  await page.goto(`/product/${product.slug}/`)
  await scriptRun(page, 'cart')
  const tab = page.locator('#tab-description')
  await expect(tab.getByRole('heading', { name: 'Where it grows', level: 3 })).toBeVisible()
  await expect(tab.getByRole('heading', { name: 'How we steep it' })).toBeVisible()
  await tab.getByRole('button', { name: 'Turn over: House 1' }).scrollIntoViewIfNeeded()
  await expect(tab.locator('[data-feature=flip_boxes][data-started]')).toBeVisible()
  await tab.getByRole('button', { name: 'Turn over: House 1' }).press('Enter')
  await expect(tab.getByRole('button', { name: 'Turn over: House 1' })).toHaveAttribute('aria-pressed', 'true')
  await tab.getByRole('tab', { name: 'Steep 2' }).click()
  await page.getByRole('tab', { name: 'Additional information' }).click()
  await expect(tab).toBeHidden()
  await page.getByRole('tab', { name: 'Description' }).click()
  await expect(tab.getByText('Minute 2')).toBeVisible()
  await expect(tab.getByText('Minute 1')).toBeHidden()
  expect(await findingsAtWidths(page, [320, 390, 768, 1440])).toEqual([])
  await tab.getByRole('link', { name: `Add to cart: “${other.name}”` }).click()
  await expect(drawer(page)).toContainText(other.name)
})
