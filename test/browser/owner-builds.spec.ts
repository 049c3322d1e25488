/** The owner's changes are on visitors' cached pages within a second. In a separate shop. */
import type { APIRequestContext } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { choosePicture } from './choose-picture.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

const WITHIN_MS = 1_000

/**
 * Waits until a visitor's page contains the text. Returns the time in ms; call it when the owner's change was answered.
 */
async function waitUntilServed(visitor: APIRequestContext, path: string, text: string): Promise<number> {
  const start = Date.now()
  await expect.poll(async () => (await visitor.get(path)).text(), { timeout: 5_000, intervals: [20] }).toContain(text)
  return Date.now() - start
}

test('a notice, a project with pictures and a post with a gallery are served within a second', async ({
  page,
  request,
}) => {
  const visit = async (path: string) => (await request.get(path)).headers().etag
  for (const path of ['/about/', '/portfolio/', '/blog/']) {
    // The first request fills the cache.
    await visit(path)
    expect(await visit(path), path).toBeDefined()
  }
  await signIn(page, users.owner)

  await page.goto('/wp-admin/appearance/')
  await page.getByLabel(/Shown at the top of every page/).fill('Closed on Thanksgiving Monday.')
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await answered
  expect(await waitUntilServed(request, '/about/', 'Closed on Thanksgiving Monday.')).toBeLessThan(WITHIN_MS)

  await page.goto('/wp-admin/projects/new/')
  await page.getByLabel('Title', { exact: true }).fill('The Boat Shed')
  const pictures = page.getByRole('group', { name: 'Pictures', exact: true })
  for (const at of [0, 1]) {
    await pictures.getByRole('button', { name: 'Add a picture' }).click()
    await choosePicture(page, at)
    await expect(pictures.getByRole('list').getByRole('img')).toHaveCount(at + 1)
  }
  await page.getByLabel('Status').selectOption('publish')
  const made = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await page.getByRole('button', { name: 'Create the project' }).click()
  await made
  expect(await waitUntilServed(request, '/portfolio/', 'The Boat Shed')).toBeLessThan(WITHIN_MS)

  await page.goto('/wp-admin/posts/new/')
  await page.getByLabel('Title', { exact: true }).fill('Four pictures of rain')
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('It rained.')
  await page.getByRole('button', { name: 'Feature' }).click()
  const dialog = page.getByRole('dialog', { name: 'Presentation feature' })
  await dialog.getByLabel('Feature').selectOption('Gallery carousel')
  for (const at of [0, 1, 2, 3]) {
    await dialog.getByRole('button', { name: 'Add a picture' }).click()
    await choosePicture(page, at)
  }
  await expect(dialog.frameLocator('iframe').getByRole('img')).toHaveCount(4)
  await dialog.getByRole('button', { name: 'Insert into the text' }).click()
  await expect(dialog).toBeHidden()
  await page.getByLabel('Status').selectOption('publish')
  const posted = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && answer.url().includes('/posts'),
  )
  await page.getByRole('button', { name: 'Create the post' }).click()
  await posted
  expect(await waitUntilServed(request, '/blog/', 'Four pictures of rain')).toBeLessThan(WITHIN_MS)

  await page.goto('/blog/four-pictures-of-rain/')
  const links = page.locator('.entry-content [data-feature=gallery_carousel] a')
  await expect(links).toHaveCount(4)
  await scriptRun(page, 'content-page')
  await links.first().click()
  await expect(page.locator('.currentTextHolder')).toHaveText('1/4')
  expect(await findingsOf(page)).toEqual([])
})
