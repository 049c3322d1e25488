/** The inbox of contact form messages: read, answer, move, export and delete, by keyboard and on a phone. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { connect } from '../../src/platform/database/connect.ts'
import { openEmbedded } from '../../src/platform/database/embedded.ts'
import { paths } from '../../src/platform/web/routes.ts'
import { formFiles } from '../../src/site/forms/forms.table.ts'
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { writeSubmission } from '../support/submissions.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { test as ownShopTest } from './own-shop-test.ts'
import { abortFirst, expect, forgetFailedLoads } from './shop-test.ts'

const attack = '"><img src=x onerror="document.title=1"> and javascript:alert(1)'

const test = ownShopTest.extend<object, { messages: undefined }>({
  messages: [
    async ({ ownShop }, use) => {
      const database = await openEmbedded(ownShop.dataDir)
      const { db, close } = connect(database.url)
      const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
      const { id: submissionId } = await writeSubmission(db, {
        name: 'Ada Leaf',
        message: 'Do you ship to Yukon?\n\nWe are three households.',
        email: 'ada@leaf.test',
        createdAt: at(5),
      })
      await db
        .insert(formFiles)
        .values({ submissionId, field: 'photo', name: 'my cup.svg', size: 6, bytes: Buffer.from('<svg/>') })
      await writeSubmission(db, {
        name: 'Bo Stone',
        message: attack,
        createdAt: at(6),
        pagePath: 'javascript:alert(1)',
      })
      await writeSubmission(db, { name: 'Cy Rivers', message: 'Thank you.', isRead: true, createdAt: at(7) })
      await writeSubmission(db, {
        name: 'Dee Hollow',
        message: 'A cheap loan for you',
        status: 'spam',
        spamReason: 'two links and no proof of a browser',
        createdAt: at(8),
      })
      await close()
      await database.stop()
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
})

const row = (page: Page, sender: string) => page.locator('[data-item]').filter({ hasText: sender })
const rowLink = (page: Page, name: string) => row(page, name).getByRole('link')
const toast = (page: Page) => page.locator('[role=status][data-shown]')
const tab = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name} \\d`) })

test('[FORM-15 submissions, spam] messages are read, answered, moved, undone, exported and deleted by keyboard', async ({
  page,
  complaints,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/messages/')
  await expect(page.getByRole('link', { name: 'Messages 2 unread' })).toBeVisible()
  await expect(page.locator('[data-item]')).toHaveCount(3)
  expect(await findingsAtWidths(page)).toEqual([])

  await page.keyboard.press('j')
  await expect(rowLink(page, 'Ada Leaf')).toBeFocused()
  await page.keyboard.press('Enter')
  const message = page.getByRole('region', { name: 'Message' })
  await expect(message.getByRole('heading', { name: 'Contact' })).toBeFocused()
  await expect(message).toContainText('We are three households.')
  await expect(page.getByRole('link', { name: 'Messages 1 unread' })).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    message.getByRole('button', { name: 'my cup.svg (1 KB)' }).click(),
  ])
  expect([file.suggestedFilename(), await readFile(await file.path(), 'utf8')]).toEqual(['my cup.svg', '<svg/>'])

  await page.keyboard.press('r')
  const answer = message.getByLabel('Your answer to Ada Leaf')
  await expect(answer).toBeFocused()
  await page.keyboard.type('Hello Ada,')
  await page.keyboard.press('Escape')
  await expect(answer).toBeHidden()
  await message.getByRole('button', { name: 'Answer' }).click()
  await expect(answer).toHaveValue('Hello Ada,')
  await page.getByRole('link', { name: 'Coupons', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  // While it is open, nothing else can be typed into.
  await expect(question).toBeHidden()
  await answer.fill('Hello Ada,\n\nwe do.')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page)).toContainText('Your answer is on its way.')
  await expect(message.getByRole('blockquote')).toContainText('we do.')
  await message.getByText('Where it came from').click()
  await expect(message).toContainText('To ada@leaf.test: waits to be sent')
  expect(await findingsOf(page)).toEqual([])

  await page.locator('body').press('u')
  await expect(message).toBeHidden()
  await expect(rowLink(page, 'Ada Leaf')).toBeFocused()
  await expect(row(page, 'Ada Leaf')).toContainText('Answered')
  await page.keyboard.press('n')
  await expect(page.getByRole('link', { name: 'Messages 2 unread' })).toBeVisible()

  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bulk = page.getByRole('group', { name: 'With those selected' })
  await expect(bulk).toContainText('2 selected')
  expect(await findingsOf(page)).toEqual([])
  await bulk.getByRole('button', { name: 'Trash' }).click()
  await expect(toast(page)).toContainText('2 messages moved to the trash.')
  await expect(page.locator('[data-item]')).toHaveCount(1)
  await page.keyboard.press('z')
  await expect(toast(page)).toContainText('Undone.')
  await expect(page.locator('[data-item]')).toHaveCount(3)

  await rowLink(page, 'Bo Stone').focus()
  await page.keyboard.press('Enter')
  await expect(message).toContainText(attack)
  await message.getByText('Where it came from').click()
  await expect(message).toContainText('javascript:alert(1)')
  await expect(message.locator('img, [href^="javascript:"]')).toHaveCount(0)
  await message.getByRole('heading', { level: 2 }).focus()
  await page.keyboard.press('d')
  await expect(toast(page)).toContainText('1 message moved to the trash.')
  await expect(message).toBeHidden()
  await expect(rowLink(page, 'Cy Rivers')).toBeFocused()

  // Well before the key that sends it: a busy browser begins to intercept requests later than a key is handled.
  await abortFirst(page, '**/submissions/moves')
  await page.getByRole('searchbox', { name: 'Search in messages' }).fill('yukon')
  await expect(page.locator('[data-item]')).toHaveCount(1)
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  expect(csv.suggestedFilename()).toBe('inbox.csv')
  expect(await readFile(await csv.path(), 'utf8')).toMatch(
    /^\uFEFFMessage no\.,.*your-message\n.*Ada Leaf[^]*households\."\n$/,
  )

  const failure = page.getByRole('alert')
  await rowLink(page, 'Ada Leaf').focus()
  await page.keyboard.press('s')
  await expect(failure).toBeVisible()
  forgetFailedLoads(complaints)
  await tab(page, 'Spam').click()
  await expect(failure).toHaveCount(0)
  await expect(page.getByText('No message matches')).toBeVisible()
  await page.getByRole('link', { name: 'Show all in Spam' }).click()
  await rowLink(page, 'Dee Hollow').click()
  await expect(message).toContainText('Held because: two links and no proof of a browser.')
  expect(await findingsOf(page)).toEqual([])
  await page.keyboard.press('a')
  await expect(toast(page)).toContainText('1 message moved to the inbox.')
  await expect(page.getByRole('heading', { name: 'No messages here' })).toBeVisible()
  await expect(page.getByText('seem to be spam')).toBeVisible()

  await tab(page, 'Trash').click()
  await rowLink(page, 'Bo Stone').click()
  await message.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
  await expect(toast(page)).toContainText('1 message deleted.')
  await expect(page.locator('[data-item]')).toHaveCount(0)
  expect(await findingsOf(page)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('[FORM-15 submissions] an open message stands in place of the list, and is there again after going back', async ({
    page,
  }) => {
    await signIn(page, users.owner)
    await page.goto('/wp-admin/messages/')
    await rowLink(page, 'Cy Rivers').tap()
    const message = page.getByRole('region', { name: 'Message' })
    await expect(message.getByRole('heading', { level: 2 })).toBeInViewport()
    await expect(page.locator('[data-item]').first()).toBeHidden()
    expect(await findingsOf(page)).toEqual([])
    await page.goBack()
    await expect(rowLink(page, 'Cy Rivers')).toBeFocused()
  })
})

test('an empty inbox has no messages yet only if none are in other tabs', async ({ page }) => {
  await page.goto('/about/')
  const ids: number[] = []
  for (const status of ['inbox', 'spam', 'trash']) {
    const items = await asOwner<{ id: number }[]>(page, 'get', `${paths.restSubmissions}?status=${status}`)
    ids.push(...items.map(({ id }) => id))
  }
  await asOwner(page, 'post', paths.restSubmissionMoves, { ids, to: 'spam' })
  await signIn(page, users.owner)
  await page.goto('/wp-admin/messages/')
  await expect(tab(page, 'Spam')).toHaveText(`Spam ${ids.length}`)
  await expect(page.getByText('New messages from your contact forms will appear here.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('No messages here')
  await asOwner(page, 'post', paths.restSubmissionDeletions, { ids })
  await page.reload()
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText('No messages yet')
})
