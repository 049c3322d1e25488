/** The first screen of pages on a phone, and what is reached with one tap. */
import type { Locator, Page } from '@playwright/test'
import { demo, users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { libraryOf } from './choose-picture.ts'
import { expect, phone, test } from './shop-test.ts'

test.use(phone)

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).first().boundingBox()
  if (!box) throw new Error(`${selector} is not shown`)
  return { ...box, bottom: box.y + box.height, right: box.x + box.width }
}
/** Number of text lines in an element that contains only text. */
const linesOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })

test('account and saved teas are in the header, the store notice has one line', async ({ page }) => {
  await page.goto('/')
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const targets = await page.locator('#masthead a, #masthead button').filter({ visible: true }).all()
    const boxes = await Promise.all(targets.map((target) => target.boundingBox()))
    for (const box of boxes)
      expect([width, (box?.width ?? 0) >= 44, (box?.height ?? 0) >= 44]).toEqual([width, true, true])
    for (const [index, box] of boxes.entries())
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(boxes[index + 1]?.x ?? width)
    expect(await linesOf(page, '.woocommerce-store-notice p')).toBe(1)
    const dismiss = await boxOf(page, '.woocommerce-store-notice__dismiss-link')
    expect([dismiss.width, dismiss.height]).toEqual([44, 44])
  }
  await page.setViewportSize(phone.viewport)
  await page.locator('#masthead').getByRole('link', { name: 'Saved teas' }).tap()
  await expect(page).toHaveURL('/saved-teas/')
  await page.locator('#masthead').getByRole('link', { name: 'My account' }).tap()
  await expect(page).toHaveURL('/my-account/')
})

test('the breadcrumb of a product has one line, with the font of the shop and without it', async ({ page }) => {
  const { promise: sent, resolve: send } = Promise.withResolvers<void>()
  await page.route('**/*.woff2', (route) => sent.then(() => route.continue()))
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`/product/${demo.external}/`, { waitUntil: 'commit' })
    const crumbs = page.locator('.woocommerce-breadcrumb')
    // Committed is earlier than styled: without its style sheet the list has a line for every crumb.
    await expect(crumbs).toHaveCSS('font-family', /Source Sans 3/)
    expect([width, await crumbs.evaluate(({ clientHeight }) => clientHeight <= 48)]).toEqual([width, true])
  }
  send()
  await page.evaluate(async () => document.fonts.ready)
  expect((await boxOf(page, '.woocommerce-breadcrumb')).height).toBeLessThanOrEqual(48)
})

test('name and price of a product are on the first screen, above the bar at its end', async ({ page }) => {
  for (const slug of [
    ...[demo.simple, demo.variable, demo.manyChoices, demo.grouped, demo.external],
    ...[demo.soldOut, demo.onSale, demo.teaware, demo.onePicture],
  ]) {
    await page.goto(`/product/${slug}/`)
    const bar = page.locator('[data-add-bar]:not([inert])')
    const end = (await bar.isVisible()) ? (await boxOf(page, '[data-add-bar]')).y : phone.viewport.height
    const [name, price] = [await boxOf(page, 'h1'), await boxOf(page, '.summary .price')]
    expect([slug, name.bottom <= end, price.bottom <= end]).toEqual([slug, true, true])
  }
})

test('the navigation of the account is one row, which shows the page that is open', async ({ page }) => {
  await signIn(page, users.customer)
  for (const [path, name] of [
    ['/my-account/orders/', 'Orders'],
    ['/my-account/sign-ins/', 'Sign-in and security'],
  ] as const) {
    await page.goto(path)
    const navigation = page.getByRole('navigation', { name: 'Your account' })
    expect((await navigation.boundingBox())?.height).toBeLessThanOrEqual(48)
    await expect(navigation.getByRole('link', { name })).toBeInViewport({ ratio: 1 })
    await navigation.getByRole('link', { name: 'Sign out' }).focus()
    await expect(navigation.getByRole('link', { name: 'Sign out' })).toBeInViewport({ ratio: 1 })
  }
})

test('no page of the account is focused where its row fades, with a keyboard in both directions', async ({ page }) => {
  await signIn(page, users.customer)
  await page.goto('/my-account/')
  const row = page.getByRole('navigation', { name: 'Your account' }).getByRole('list')
  const links = await row.getByRole('link').count()
  await row.getByRole('link').first().focus()
  for (const key of ['Tab', 'Shift+Tab'])
    for (let pressed = 1; pressed < links; pressed++) {
      await page.keyboard.press(key)
      const [left, right, name] = await row.evaluate((list) => {
        const [focused, around] = [document.activeElement?.getBoundingClientRect(), list.getBoundingClientRect()]
        const [start, end] = [(focused?.left ?? 0) - around.left, around.right - (focused?.right ?? 0)]
        return [Math.round(start), Math.round(end), document.activeElement?.textContent]
      })
      expect([name, left >= 0, right >= 48]).toEqual([name, true, true])
    }
})

test('a browser that does not know where a row begins shows the open page in it, too', async ({ page }) => {
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll('scroll-initial-target', 'x-unknown') })
  })
  await signIn(page, users.customer)
  await page.goto('/my-account/sign-ins/')
  const navigation = page.getByRole('navigation', { name: 'Your account' })
  await expect(navigation.getByRole('link', { name: 'Sign-in and security' })).toBeInViewport({ ratio: 1 })
})

test('[SITE-13] no axe violations with a menu open, nor wherever a page has scrolled to under its bars', async ({
  page,
}) => {
  await page.goto('/shop/')
  for (const name of ['Menu', 'Search', 'Filter']) {
    await page.getByRole('button', { name, exact: true }).tap()
    expect(await findingsOf(page), `${name} is open`).toEqual([])
    await page.keyboard.press('Escape')
  }
  await page.goto(`/product/${demo.simple}/`)
  await scriptRun(page, 'cart')
  await page.locator('.single_add_to_cart_button').first().tap()
  await page.locator('#mini-cart[open]').waitFor()
  for (const [path, target, edge, bar] of [
    ['/shop/', '.woocommerce-ordering .orderby', 'top', '#masthead'],
    ['/shop/', '.products .woocommerce-LoopProduct-link', 'top', '#masthead'],
    [`/product/${demo.simple}/`, '.related .woocommerce-LoopProduct-link', 'bottom', '[data-add-bar]'],
    [`/product/${demo.simple}/`, '.related .woocommerce-LoopProduct-link', 'top', '#masthead'],
    ['/checkout/', '#billing_address_1', 'bottom', 'details:has(#order_review)'],
  ] as const) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await scrollUnder(page, page.locator(target).last(), page.locator(bar), edge)
    expect(await findingsOf(page), `${target} of ${path} half under ${bar}`).toEqual([])
  }
})

/**
 * Scrolls so that a bar covers all but 10 px of the element, upwards at the end, because only then the header shows.
 */
async function scrollUnder(page: Page, target: Locator, bar: Locator, edge: 'top' | 'bottom'): Promise<void> {
  const height = (await bar.boundingBox())?.height ?? 0
  await target.evaluate(
    (element, { edge, height }) => {
      const { top, bottom } = element.getBoundingClientRect()
      const y = scrollY + (edge === 'top' ? bottom - height - 10 : top - innerHeight + height + 10)
      scrollTo(0, y + 200)
      return new Promise((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            scrollTo(0, y)
            requestAnimationFrame(() => requestAnimationFrame(done))
          }),
        ),
      )
    },
    { edge, height },
  )
  const [at, over] = await Promise.all([target.boundingBox(), bar.boundingBox()])
  const left = edge === 'top' ? (at?.y ?? 0) + (at?.height ?? 0) - (over?.height ?? 0) : (over?.y ?? 0) - (at?.y ?? 0)
  expect(Math.round(left)).toBe(10)
}

test('a picture far down in the library is chosen with what it needs in sight, and wide screens have more beside it', async ({
  page,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/posts/new/')
  await page.getByRole('button', { name: 'Choose a picture' }).tap()
  const library = libraryOf(page)
  for (const [width, height, dialogWidth] of [
    [390, 844, 366],
    [320, 568, 296],
    [844, 390, 820],
    [1280, 800, 1080],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect.poll(async () => (await library.boundingBox())?.width).toBe(dialogWidth)
    await library.getByRole('option').nth(20).tap()
    await expect(library.getByRole('button', { name: 'Use this picture' })).toBeInViewport({ ratio: 1 })
  }
})

test('the arrow that moves a row of a menu goes with it, above the bar that saves', async ({ page }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/menus/')
  await page.locator('summary').filter({ hasText: 'Tea' }).first().tap()
  const down = page.getByRole('button', { name: 'Move Tea down' })
  await down.tap()
  await expect
    .poll(async () => ((await down.boundingBox())?.y ?? 0) + 44)
    .toBeLessThanOrEqual((await boxOf(page, '[data-save-bar]')).y)
})

test('a mail on a phone and beside one: axe, the mark, and nothing wider than the window', async ({ page }) => {
  await signIn(page, users.owner)
  for (const kind of ['order-confirmation', 'new-sign-in']) {
    await page.goto(`/wp-admin/mails/kinds/${kind}/`)
    const mail = await page.locator('iframe').getAttribute('srcdoc')
    await page.route('/a-mail/', (route) => route.fulfill({ contentType: 'text/html', body: mail ?? '' }))
    await page.goto('/a-mail/')
    const mark = page.getByRole('banner').locator('img')
    await expect.poll(() => mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    expect(await findingsAtWidths(page, [390, 700]), kind).toEqual([])
    await page.unroute('/a-mail/')
  }
})
