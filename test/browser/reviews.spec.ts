/** Reviews: read, filtered by rating, written by mouse, keyboard, touch and without script, and moderated. */
import type { Browser, Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { endSession, signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { expect, phone, test } from './shop-test.ts'

const address = (slug: string) => `/product/${slug}/#reviews`
let visitors = 0

/** Gives the visitor a separate IP address, because reviews are rate-limited by address. */
const asVisitor = (page: Page) => page.setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.113.${(visitors += 1) + 7}` })

async function fill(page: Page, words: { text: string; author?: string; email?: string }): Promise<void> {
  await page.getByLabel('Your review').fill(words.text)
  await page.getByLabel('Your name').fill(words.author ?? 'Ada Leaf')
  await page.getByLabel('Your email address').fill(words.email ?? `ada${Date.now()}@shop.test`)
}

const star = (page: Page, number: number) => page.getByRole('radio', { name: `${number} of 5 stars` })
const chosen = (page: Page) => page.locator('.stars [aria-checked=true]')

/** Opens the reviews and waits for the star links, which the script adds. */
async function open(page: Page, slug: string): Promise<void> {
  await asVisitor(page)
  await page.goto(address(slug))
  await page.locator('#respond').scrollIntoViewIfNeeded()
  await expect(star(page, 1)).toBeVisible()
}

test('[REV-01 read with rating, integer from 1 to 5] reviews are shown with whole stars, filtered by a bar of the histogram, and written with whole stars only', async ({
  page,
}) => {
  await page.goto(address('xi-hu-longjing'))
  await expect(page.locator('#reviews .commentlist > li.review').first()).toBeVisible()
  const ratings = page.locator('.commentlist > li > .comment_container > [role=img]')
  for (const label of await ratings.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))) {
    expect(label).toMatch(/^Rated [1-5]\.00 out of 5$/)
  }
  await page.getByRole('link', { name: /^4 stars\s*1\s*review$/ }).click()
  await expect(page).toHaveURL(/review_stars=4#reviews$/)
  await expect(page.locator('.commentlist > li')).toHaveCount(1)
  await expect(page.locator('#reviews')).toContainText('1 review with 4 stars')
  await page.getByRole('link', { name: 'Show all reviews' }).click()
  await expect(page.locator('.commentlist > li')).not.toHaveCount(1)
  const offered = await page
    .locator('#rating option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  expect(offered.filter((value) => value !== '').toSorted()).toEqual(['1', '2', '3', '4', '5'])
  await expect(page.locator('.stars [role=radio]')).toHaveCount(5)
})

test.describe('writing', () => {
  test('[REV-03 alert] without a rating an alert is shown, the field has an error, and nothing is sent', async ({
    page,
  }) => {
    await open(page, 'uji-matcha')
    await fill(page, { text: 'Foams well.' })
    const posts: string[] = []
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
    const alert = page.waitForEvent('dialog')
    const click = page.locator('#respond #submit').click()
    const dialog = await alert
    expect([dialog.type(), dialog.message()]).toEqual(['alert', 'Please select a rating'])
    await dialog.accept()
    await click
    await expect(page.locator('#rating-mistake')).toHaveText('Please select a rating')
    await expect(page.getByRole('group', { name: 'Your rating' })).toHaveAccessibleDescription('Please select a rating')
    await expect(star(page, 1)).toBeFocused()
    expect(posts).toEqual([])
    expect(await findingsOf(page)).toEqual([])
  })

  test('[REV-02 star links, comment form] by keyboard: one tab stop for the stars, arrows, Home and End, sent with Ctrl+Enter', async ({
    page,
  }) => {
    await open(page, 'uji-matcha')
    await page.locator('.histogram a, a[href="#review_form"]').last().focus()
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press('Tab')
      if (await star(page, 1).evaluate((element) => element === document.activeElement)) break
    }
    await expect(star(page, 1)).toBeFocused()
    await expect(chosen(page)).toHaveCount(0)
    const pressed = async (key: string, number: number) => {
      await page.keyboard.press(key)
      await expect(star(page, number)).toBeFocused()
      await expect(chosen(page)).toHaveText(`${number} of 5 stars`)
      await expect(page.locator('#rating')).toHaveValue(String(number))
    }
    await pressed('Space', 1)
    await pressed('ArrowRight', 2)
    await pressed('ArrowDown', 3)
    await pressed('End', 5)
    await pressed('ArrowRight', 1)
    await pressed('ArrowLeft', 5)
    await pressed('Home', 1)
    await pressed('ArrowUp', 5)
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('.stars a:focus')).toHaveCount(0)
    await page.keyboard.press('Tab')
    await expect(star(page, 5)).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.type('Grassy, in the best way.')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Kay Board')
    await page.keyboard.press('Tab')
    await page.keyboard.type(`kay${Date.now()}@shop.test`)
    await page.keyboard.press('Control+Enter')
    const mine = page.locator('.comment_container', { hasText: 'Grassy, in the best way.' })
    await expect(mine).toContainText('waits for approval')
    await expect(mine).toBeFocused()
    await expect(page).toHaveURL(/unapproved=\d+.*#comment-\d+$/)
    expect(await findingsOf(page)).toEqual([])
  })

  test('[REV-02] server errors are shown in place, and no input is lost', async ({ page }) => {
    await open(page, 'uji-matcha')
    await star(page, 4).click()
    await fill(page, { text: 'Half of it is foam.', author: '', email: 'ada@' })
    await page.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.locator('#author-mistake')).toHaveText('Enter your name.')
    await expect(page.locator('#email-mistake')).toContainText('does not look right')
    await expect(page.getByLabel('Your name')).toBeFocused()
    await expect(page.getByLabel('Your name')).toHaveAccessibleDescription('Enter your name.')
    await expect(page.getByLabel('Your review')).toHaveValue('Half of it is foam.')
    await expect(chosen(page)).toHaveText('4 of 5 stars')
    expect(await findingsOf(page)).toEqual([])
    await page.getByLabel('Your name').fill('Ada')
    await expect(page.locator('#author-mistake')).toBeHidden()
  })

  test('[REV-02] a signed-in user who writes the first review of a product is not asked for a name', async ({
    page,
  }) => {
    await signIn(page, users.customer)
    await open(page, 'paper-filters')
    await expect(page.getByText('There are no reviews yet.')).toBeVisible()
    await expect(page.getByText(/You are writing as/)).toBeVisible()
    await expect(page.getByLabel('Your name')).toBeHidden()
    // Scrolled to the top, because the sticky header would cover half of a tab.
    await page.evaluate(() => scrollTo(0, 0))
    expect(await findingsOf(page)).toEqual([])
    await star(page, 5).click()
    await page.getByLabel('Your review').fill('They filter.')
    await page.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.locator('.comment_container', { hasText: 'They filter.' })).toBeVisible()
  })

  test('[REV-02] a writer whose session has ended meanwhile is asked for a name, and nothing is lost', async ({
    page,
    browser,
    baseURL,
  }) => {
    await signIn(page, users.customer)
    await open(page, 'uji-matcha')
    await expect(page.getByText('You are writing as')).toBeVisible()
    await star(page, 4).click()
    await page.getByLabel('Your review').fill('Warm and long.')
    await endSession(page, browser, baseURL)
    await page.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.getByLabel('Your name')).toBeFocused()
    await expect(page.locator('#author-mistake')).toContainText('You were signed out meanwhile.')
    await expect(page.getByText('You are writing as')).toBeHidden()
    await expect(page.getByLabel('Your review')).toHaveValue('Warm and long.')
    expect(await findingsOf(page)).toEqual([])
    await page.getByLabel('Your name').fill('Cora')
    await page.getByLabel('Your email address').fill(`cora${Date.now()}@shop.test`)
    await page.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.locator('.comment_container', { hasText: 'Warm and long.' })).toBeVisible()
  })

  test('[REV-02] when the shop cannot be reached the input stays, and a second attempt sends it once', async ({
    page,
    complaints,
  }) => {
    await open(page, 'sun-moon-lake-ruby-18')
    await star(page, 3).click()
    await fill(page, { text: 'Cinnamon, somehow.' })
    await page.route('**/wp-comments-post.php', (route) => route.abort())
    await page.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.locator('#respond [role=alert]')).toContainText('What you wrote is still here')
    await page.unroute('**/wp-comments-post.php')
    // Discards the browser's error about the connection that the test aborted.
    complaints.splice(0)
    await page.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.locator('.comment_container', { hasText: 'Cinnamon, somehow.' })).toHaveCount(1)
  })
})

test.describe('on a phone', () => {
  test.use(phone)
  test('[REV-02] a star is wide enough for a finger, and a tap selects it', async ({ page }) => {
    await open(page, 'uji-matcha')
    const box = await star(page, 3).boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await star(page, 3).tap()
    await expect(chosen(page)).toHaveText('3 of 5 stars')
    await star(page, 2).tap()
    await expect(chosen(page)).toHaveText('2 of 5 stars')
    await fill(page, { text: 'Good on the train.' })
    await page.getByRole('button', { name: 'Submit review' }).tap()
    await expect(page.locator('.comment_container', { hasText: 'Good on the train.' })).toContainText(
      'waits for approval',
    )
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }))
    expect(scroll).toBeLessThanOrEqual(client)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('[REV-02] [REV-03] a review is written with a select of ratings; errors keep all input', async ({ page }) => {
    await asVisitor(page)
    await page.goto(address('qimen-hao-ya'))
    await page.getByLabel('Your rating').selectOption('2')
    await fill(page, { text: 'Cocoa, yes. <Orchid>, no.', author: '' })
    await page.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.locator('#author-mistake')).toHaveText('Enter your name.')
    await expect(page.getByLabel('Your name')).toBeFocused()
    await expect(page.getByLabel('Your rating')).toHaveValue('2')
    await expect(page.getByLabel('Your review')).toHaveValue('Cocoa, yes. <Orchid>, no.')
    await page.getByLabel('Your name').fill('Nora Script')
    await page.getByRole('button', { name: 'Submit review' }).click()
    const mine = page.locator('.comment_container', { hasText: 'Cocoa, yes. <Orchid>, no.' })
    await expect(mine).toContainText('waits for approval')
    expect(new URL(page.url()).hash).toMatch(/^#comment-\d+$/)
  })
})

async function asOwner(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await signIn(page, users.owner)
  return page
}

test('[REV-05] a review is approved, undone, replied to, edited and deleted by keyboard, and the shop shows it', async ({
  page,
  browser,
  baseURL,
}) => {
  const text = `Smoke and honey ${Date.now()}.`
  const product = 'lapsang-souchong'
  await open(page, product)
  const count = () => page.locator('#reviews').getAttribute('data-count')
  // Navigating to the same URL would only scroll to its hash.
  const look = () => page.goto(address(product)).then(() => page.reload())
  const before = Number(await count())
  await star(page, 1).click()
  await fill(page, { text, author: 'Morag' })
  await page.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.locator('.comment_container', { hasText: text })).toContainText('waits for approval')

  const office = await asOwner(browser, baseURL)
  await office.goto('/wp-admin/reviews/')
  const card = office.locator('[data-comment]', { hasText: text })
  await expect(card).toContainText('Held because')
  expect(await findingsOf(office)).toEqual([])
  const focus = () => card.locator('a[data-row]').focus()

  await focus()
  await office.keyboard.press('a')
  await expect(office.getByRole('status').filter({ hasText: 'One review approved.' })).toBeVisible()
  await expect(card).toBeHidden()
  await look()
  await expect(page.locator('.commentlist')).toContainText(text)
  expect(Number(await count())).toBe(before + 1)

  await office.keyboard.press('z')
  await expect(card).toBeVisible()
  await look()
  await expect(page.locator('#reviews')).not.toContainText(text)

  await focus()
  await office.keyboard.press('e')
  await office.getByLabel('Stars', { exact: true }).last().selectOption('5')
  expect(await findingsOf(office)).toEqual([])
  await office.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(card.getByRole('img', { name: '5 of 5 stars' })).toBeVisible()
  await expect(card.locator('a[data-row]')).toBeFocused()

  await office.keyboard.press('r')
  await office.keyboard.type('Thank you, Morag.')
  await office.keyboard.press('Control+Enter')
  await expect(card).toBeHidden()
  await look()
  const shown = page.locator('.commentlist > li', { hasText: text })
  await expect(shown.locator('.bypostauthor')).toContainText('from the shop')
  await expect(shown.getByRole('img', { name: 'Rated 5.00 out of 5' })).toBeVisible()

  await office.goto(`/wp-admin/reviews/?status=approved&s=${encodeURIComponent(text)}`)
  await card.first().getByRole('checkbox').check()
  await office.getByRole('button', { name: 'Trash' }).first().click()
  await expect(card).toBeHidden()
  await office.goto('/wp-admin/reviews/?status=trash')
  await card.getByRole('button', { name: 'Delete permanently' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
  await expect(card).toBeHidden()
  await look()
  expect(Number(await count())).toBe(before)
  await office.context().close()
})
