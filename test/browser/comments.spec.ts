/** Comments on posts: reading, replying in place and submitting, with and without script. */
import type { Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { abortFirst, expect, forgetFailedLoads, phone, test } from './shop-test.ts'

const path = '/blog/water-before-leaf/'
let visitors = 0
/** Gives the visitor a separate IP address, because comments are rate-limited by address. */
const asVisitor = (page: Page) => page.setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.114.${(visitors += 1) + 7}` })

const threads = (page: Page) => page.locator('.comment-list > .comment')
const parent = (page: Page) => page.locator('#comment_parent')
const cancel = (page: Page) => page.locator('#cancel-comment-reply-link')

async function fill(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your comment').fill(text)
  await page.getByLabel('Your name').fill('Ada Leaf')
  await page.getByLabel('Your email address').fill(`ada${Date.now()}${visitors}@shop.test`)
}

/** Opens the post and waits for the comment scripts, which load on the first interaction. */
async function open(page: Page): Promise<void> {
  await asVisitor(page)
  await page.goto(path)
  // This script registers the listeners for the first interaction.
  await scriptRun(page, 'content-page')
  await page.mouse.move(20, 20)
  await page.mouse.move(40, 40)
  await scriptRun(page, 'comment-reply')
  await page.locator('#respond').scrollIntoViewIfNeeded()
  await scriptRun(page, 'comment-form')
}

test('[BLOG-05 thread] a post shows its comments, replies under their parent, and a form', async ({ page }) => {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: /^\d+ comments$/ })).toBeVisible()
  await expect(threads(page)).not.toHaveCount(0)
  const answer = threads(page).first().locator('.children > .comment').first()
  await expect(answer).toContainText('from the shop')
  await expect(answer.locator('.children > .comment')).toHaveCount(1)
  await expect(page.getByLabel('Your comment')).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
})

test('[BLOG-04 reply moves the form, cancel reply] the form moves under the comment and back, with its input', async ({
  page,
}) => {
  await open(page)
  await page.getByLabel('Your comment').fill('Half a thought')
  const first = threads(page).first()
  const id = (await first.getAttribute('id'))?.replace('comment-', '') ?? ''
  const reply = first.locator('.comment-reply-link').first()
  await reply.focus()
  await page.keyboard.press('Enter')
  await expect(first.locator(`#div-comment-${id} + #respond`)).toBeVisible()
  await expect(page).toHaveURL(path)
  await expect(page.locator('#reply-title')).toHaveText('Reply to Bronwyn Sato')
  await expect(parent(page)).toHaveValue(id)
  await expect(page.getByLabel('Your comment')).toBeFocused()
  await expect(page.getByLabel('Your comment')).toHaveValue('Half a thought')
  // axe would measure elements under the sticky header as too small, so the page is scrolled to the top.
  await page.evaluate(() => scrollTo(0, 0))
  expect(await findingsOf(page)).toEqual([])

  const second = threads(page).nth(1)
  await second.locator('.comment-reply-link').first().click()
  await expect(second.locator('#respond')).toBeVisible()
  await expect(page.locator('#respond')).toHaveCount(1)

  await cancel(page).click()
  await expect(page.locator('.comment #respond')).toHaveCount(0)
  await expect(page.locator('#comments > #respond')).toBeVisible()
  await expect(page.locator('#reply-title')).toHaveText('Leave a comment')
  await expect(parent(page)).toHaveValue('0')
  await expect(cancel(page)).toBeHidden()
  await expect(second.locator('.comment-reply-link').first()).toBeFocused()
  await expect(page.getByLabel('Your comment')).toHaveValue('Half a thought')
})

for (const modifier of ['Control', 'Meta']) {
  test(`[BLOG-04 Ctrl+Enter] ${modifier}+Enter sends, and the reply is held under its parent`, async ({ page }) => {
    await open(page)
    const text = `Rain water, by ${modifier} ${Date.now()}.`
    const first = threads(page).first()
    await first.locator('.comment-reply-link').first().click()
    await fill(page, text)
    await page.getByLabel('Your comment').focus()
    await page.keyboard.press(`${modifier}+Enter`)
    const mine = first.locator('.children .comment', { hasText: text })
    await expect(mine).toContainText('waits for approval')
    await expect(mine).toBeFocused()
    await expect(page).toHaveURL(/unapproved=\d+.*#comment-\d+$/)
    await expect(page.locator('#comments > #respond')).toBeVisible()
    await page.evaluate(() => scrollTo(0, 0))
    expect(await findingsOf(page)).toEqual([])
    await page.goto(path)
    await expect(page.locator('#comments')).not.toContainText(text)
  })
}

test('[BLOG-05 moderation] a comment is shown though its page failed at first, and has a proof though the shop had none at first', async ({
  page,
  complaints,
}) => {
  const help = /samovar\/v1\/comment-form/
  await page.route(help, (route) => route.fulfill({ status: 503, json: {} }))
  const refused = page.waitForResponse(help)
  await open(page)
  await (await refused).finished()
  await page.unroute(help)
  await abortFirst(page, '**/*unapproved=*')
  const text = `Water from the well ${Date.now()}.`
  await fill(page, text)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.getByRole('button', { name: 'Send comment' }).click()
  expect((new URLSearchParams((await sent).postData() ?? '').get('proof') ?? '').length).toBeGreaterThan(100)
  await expect(page.locator('.comment', { hasText: text })).toContainText('waits for approval')
  forgetFailedLoads(complaints)
})

test('[BLOG-05 moderation] an approved comment is shown though its page failed at first: only the fragment is new', async ({
  page,
  complaints,
}) => {
  await asVisitor(page)
  await signIn(page, users.owner)
  await page.goto('/blog/reading-a-tea-label/')
  await page.locator('#respond').scrollIntoViewIfNeeded()
  await scriptRun(page, 'comment-form')
  await abortFirst(page, '**/blog/reading-a-tea-label/')
  const text = `From the shop ${Date.now()}.`
  await page.getByLabel('Your comment').fill(text)
  await page.getByRole('button', { name: 'Send comment' }).click()
  await expect(page.locator('.comment', { hasText: text })).toBeVisible()
  await expect(page).toHaveURL(/\/blog\/reading-a-tea-label\/#comment-\d+$/)
  await expect(page.getByLabel('Your comment')).toHaveValue('')
  forgetFailedLoads(complaints)
})

test('[BLOG-05 moderation] the owner approves a comment, and it is public', async ({ page, browser, baseURL }) => {
  await open(page)
  const text = `Snow from the balcony ${Date.now()}.`
  await fill(page, text)
  await page.getByRole('button', { name: 'Send comment' }).click()
  await expect(page.locator('.comment', { hasText: text })).toContainText('waits for approval')

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const office = await context.newPage()
  await signIn(office, users.owner)
  await office.goto('/wp-admin/reviews/')
  const card = office.locator('[data-comment]', { hasText: text })
  await card.getByRole('button', { name: 'Approve' }).click()
  await expect(card).toBeHidden()
  await office.goto(path)
  await expect(office.locator('.comment', { hasText: text })).toBeVisible()
  await context.close()
})

test('[BLOG-05 paginate, without script] the twenty-first thread is on the next page, is answered there, and is read without script', async ({
  page,
  browser,
  baseURL,
}) => {
  await signIn(page, users.owner)
  const nonce = /data-rest-nonce="([^"]+)"/.exec(await (await page.request.get('/wp-admin/')).text())?.[1] ?? ''
  // The date is older than that of all other posts, so the post is not first in lists that other tests check.
  const made = await page.request.post('/wp-json/wp/v2/posts', {
    headers: { 'x-wp-nonce': nonce },
    data: {
      title: `Cold water ${Date.now()}`,
      content: '<p>Cold.</p>',
      status: 'publish',
      date: '2019-01-01T08:00:00',
    },
  })
  const { id, link } = (await made.json()) as { id: number; link: string }
  const { pathname } = new URL(link)
  for (let number = 1; number <= 21; number += 1) {
    const form = { comment_post_ID: String(id), comment_parent: '0', comment: `Cup number ${number}.` }
    expect((await page.request.post('/wp-comments-post.php', { form, maxRedirects: 0 })).status()).toBeLessThan(400)
  }

  await page.goto(pathname)
  await expect(page.getByRole('heading', { name: '21 comments' })).toBeVisible()
  await expect(threads(page)).toHaveCount(20)
  const pages = page.getByRole('navigation', { name: 'Pages of comments' })
  await expect(pages.locator('[aria-current=page]')).toHaveText('1')
  await page.evaluate(() => scrollTo(0, 0))
  expect(await findingsOf(page)).toEqual([])
  await pages.getByRole('link', { name: 'Page 2', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${pathname}comment-page-2/#comments`)
  await expect(threads(page)).toHaveText([/Cup number 21\./])
  await expect(page.getByRole('heading', { name: '21 comments' })).toBeInViewport()
  // The `#comments` fragment has scrolled the page, which counts as the first interaction, so the script loads.
  await scriptRun(page, 'comment-reply')
  await threads(page).first().locator('.comment-reply-link').click()
  await expect(page.locator('.comment #respond')).toBeVisible()
  await scriptRun(page, 'comment-form')
  await page.getByLabel('Your comment').fill('A cold one.')
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('.children .comment', { hasText: 'A cold one.' })).toBeVisible()
  await expect(page).toHaveURL(/\/comment-page-2\/.*#comment-\d+$/)

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), javaScriptEnabled: false })
  const reader = await context.newPage()
  await reader.goto(`${pathname}comment-page-2/`)
  await expect(reader.locator('.children .comment')).toContainText('A cold one.')
  await reader
    .getByRole('navigation', { name: 'Pages of comments' })
    .getByRole('link', { name: 'Page 1', exact: true })
    .click()
  await expect(threads(reader)).toHaveCount(20)
  await expect(threads(reader).first()).toContainText('Cup number 1.')
  await context.close()
  await page.request.delete(`/wp-json/wp/v2/posts/${id}?force=true`, { headers: { 'x-wp-nonce': nonce } })
})

test.describe('on a phone', () => {
  test.use(phone)
  test('[BLOG-04 reply moves the form] a tap replies, and nothing overflows the window', async ({ page }) => {
    await asVisitor(page)
    await page.goto(path)
    const deep = page.locator('.children .children .comment-reply-link').first()
    await deep.scrollIntoViewIfNeeded()
    await scriptRun(page, 'comment-reply')
    expect((await deep.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44)
    await deep.tap()
    await expect(page.locator('.children .children #respond')).toBeVisible()
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }))
    expect(scroll).toBeLessThanOrEqual(client)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('[BLOG-05 without script] a reply and a comment are written, errors are shown, and cancel goes back', async ({
    page,
  }) => {
    await asVisitor(page)
    await page.goto(path)
    await threads(page).first().locator('.comment-reply-link').first().click()
    await expect(page).toHaveURL(/\?replytocom=\d+#respond$/)
    await expect(page.locator('#reply-title')).toHaveText('Reply to Bronwyn Sato')
    await expect(page.locator('#respond')).toBeInViewport()
    await cancel(page).click()
    await expect(page).toHaveURL(`${path}#respond`)
    await expect(page.locator('#reply-title')).toHaveText('Leave a comment')

    await page.goBack()
    await fill(page, 'Melted <snow>.')
    await page.getByLabel('Your name').fill('')
    await page.getByRole('button', { name: 'Send comment' }).click()
    await expect(page.locator('#author-mistake')).toHaveText('Enter your name.')
    await expect(page.getByLabel('Your comment')).toHaveValue('Melted <snow>.')
    await page.getByLabel('Your name').fill('Nora Script')
    await page.getByRole('button', { name: 'Send comment' }).click()
    const mine = threads(page).first().locator('.children .comment', { hasText: 'Melted <snow>.' })
    await expect(mine).toContainText('waits for approval')
    expect(new URL(page.url()).hash).toMatch(/^#comment-\d+$/)
  })
})

test('[BLOG-02] a post links to the previous and the next one', async ({ page }) => {
  await page.goto('/blog/')
  await page.locator('main article a[href^="/blog/"]').first().click()
  await expect(page).toHaveURL(/\/blog\/[^/]+\/$/)
  const newest = page.url()
  const posts = page.getByRole('navigation', { name: 'Posts' })
  await expect(posts.locator('[rel=next]')).toHaveCount(0)
  await posts.locator('[rel=prev]').click()
  await expect(page).not.toHaveURL(newest)
  await expect(page.locator('h1')).toBeVisible()
  await posts.locator('[rel=next]').click()
  await expect(page).toHaveURL(newest)
})
