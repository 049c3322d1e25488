/** Nothing that a person may be about to press moves while the rest of a screen of the back office loads. */
import type { Page, Request } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { expect, holdRequests, test } from './shop-test.ts'

/** Time between the responses that one screen waits for. */
const STEP_MS = 150
const MAX_MOVE_PX = 4
/** Layout shifts are only recorded in the window, so that it is as tall as the screens. */
const HEIGHT_PX = 6_000

/** Records what moves, in any direction, in every page that is opened from now on. */
const recordMoves = (page: Page) =>
  page.addInitScript((max) => {
    const moves: string[] = []
    Object.assign(window, { moves })
    type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        for (const { node, previousRect, currentRect } of (entry as unknown as { sources: Source[] }).sources) {
          const moved = (side: 'top' | 'left' | 'right') => Math.abs(currentRect[side] - previousRect[side]) > max
          // What only grows is not elsewhere.
          if (!moved('top') && !(moved('left') && moved('right'))) continue
          const [from, to] = [previousRect, currentRect].map(({ left, top }) => `${left}, ${top}`)
          moves.push(`${from} to ${to} px: ${node?.textContent?.slice(0, 60)}`)
        }
    }).observe({ type: 'layout-shift', buffered: true })
  }, MAX_MOVE_PX)

const movesOf = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done((window as never as { moves: string[] }).moves)))
      }),
  )

for (const width of [1_440, 390])
  test(`what stands below or beside something else waits for it, ${width} px wide`, async ({ page }) => {
    test.slow()
    await page.setViewportSize({ width, height: HEIGHT_PX })
    await signIn(page, users.owner)
    await page.goto('/wp-admin/orders/?s=1002')
    const order = await page.getByRole('link', { name: /#1002/ }).getAttribute('href')
    await page.goto('/wp-admin/pages/?s=guide')
    const guide = await page.getByRole('link', { name: 'Tea guide' }).first().getAttribute('href')
    await page.goto('/wp-admin/attributes/')
    const attribute = await page.getByRole('link', { name: 'Caffeine' }).first().getAttribute('href')
    await page.goto('/wp-admin/products/?type=variable')
    const product = await page.locator('tbody').getByRole('link').first().getAttribute('href')
    await recordMoves(page)
    const open = new Set<Request>()
    await page.route('**/wp-json/**', async (route) => {
      open.add(route.request())
      await new Promise((done) => setTimeout(done, open.size * STEP_MS))
      await route.continue()
    })
    for (const event of ['requestfinished', 'requestfailed'] as const)
      page.on(event as 'requestfinished', (request) => void open.delete(request))
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const tab = (name: RegExp) => page.locator('#screen').getByRole('link', { name })
    for (const [path, last] of [
      ['/wp-admin/', page.getByRole('link', { name: 'All reports' })],
      ['/wp-admin/orders/', tab(/^All \d/)],
      ['/wp-admin/posts/', tab(/^Published \d/)],
      ['/wp-admin/users/', tab(/^All \d/)],
      ['/wp-admin/reviews/', tab(/^Waiting \d/)],
      ['/wp-admin/messages/', tab(/^Inbox \d/)],
      ['/wp-admin/settings/privacy/', button('Save changes')],
      ['/wp-admin/settings/taxes/rules/', button('Import')],
      ['/wp-admin/settings/shipping/', button('Try it')],
      ['/wp-admin/settings/keys/', button('Create').last()],
      ['/wp-admin/products/csv/', page.getByText('Export CSV')],
      ['/wp-admin/products/new/', button('Create the product')],
      ['/wp-admin/orders/new/', button('Create the order')],
      ['/wp-admin/pages/new/', button('Create the page')],
      [guide, button('Save changes')],
      [order, page.getByText('Nothing was refunded.')],
      [attribute, button('Add the value')],
      [product, page.getByRole('grid', { name: 'Variations' })],
    ] as const) {
      await page.goto(String(path))
      await expect(last).toBeVisible()
      await expect.poll(() => open.size).toBe(0)
      expect.soft(await movesOf(page), String(path)).toEqual([])
    }
  })

test('the fields of a product below its files wait for these', async ({ page }) => {
  await signIn(page, users.owner)
  const office = await (await page.request.get('/wp-admin/')).text()
  const headers = { 'x-wp-nonce': /data-rest-nonce="(\w+)"/.exec(office)?.[1] ?? '' }
  const data = { name: 'A guide', type: 'simple', status: 'draft', downloadable: true }
  const { id } = await (await page.request.post('/wp-json/wc/v3/products', { headers, data })).json()
  const release = await holdRequests(page, /\/downloads-[^/]*\.js/)
  await page.goto(`/wp-admin/products/${id}/`)
  await expect(page.getByRole('heading', { name: 'A guide' })).toBeVisible()
  const price = page.getByLabel('Regular price')
  // Long enough for all else to be there.
  await page.waitForTimeout(1_500)
  await expect(price).toBeHidden()
  release()
  await expect(price).toBeVisible()
  await expect(page.getByLabel('Downloads per purchase')).toBeVisible()
})
