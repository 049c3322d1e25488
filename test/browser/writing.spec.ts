/**
 * The owner writes a page, and a post with draft, schedule, revision and a new URL. In a separate shop, because other
 * tests expect the texts of the demo shop.
 */

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { users } from '../running/demo-shop.ts'
import { forgetSession, signIn, signInByForm } from '../running/shopper.ts'
import { mp4OfSize, webm } from '../support/videos.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

/** axe violations and horizontal overflow on a phone. Restores the wide window. */
async function findingsAtPhone(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 844 })
  const findings = await findingsOf(page)
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await page.setViewportSize({ width: 1280, height: 900 })
  return beyond > 0 ? [...findings, `${beyond} px lie beside the window`] : findings
}

test.describe.configure({ mode: 'serial' })

test('[PLAT-04 administrators edit] a page is edited, and its new address takes over from the former one', async ({
  page,
  request,
}) => {
  await signIn(page, users.owner)
  // Searched for by name, because the list shows the newest pages and other tests create pages, too.
  await page.goto('/wp-admin/pages/?s=Questions')
  await page.getByRole('link', { name: 'Questions and answers', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeVisible()
  await page.getByLabel('Title', { exact: true }).fill('Questions and answers')
  await page.getByLabel('Address').fill('answers')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.', { exact: false })).toBeVisible()
  await expect.poll(async () => (await request.get('/faq/')).url()).toContain('/answers/')
  expect(await (await request.get('/answers/')).text()).toContain('Questions and answers</h1>')
})

test('[PLAT-04 editors edit] an editor changes a page and has no part of the shop; a customer gets to neither', async ({
  page,
  request,
}) => {
  await signInByForm(page, users.editor)
  const navigation = page.getByRole('navigation', { name: 'Back office' })
  await expect(navigation.getByRole('link', { name: 'Pages' })).toBeVisible()
  await expect(navigation.getByRole('link', { name: 'Orders' })).toHaveCount(0)
  // Opened by its slug, because other tests also create pages with this title.
  const [about] = (await (await page.request.get('/wp-json/wp/v2/pages?slug=about')).json()) as { id: number }[]
  await page.goto(`/wp-admin/pages/${about?.id}/`)
  await page.getByLabel('Title', { exact: true }).fill('About our tea house')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved.', { exact: false })).toBeVisible()
  await expect.poll(async () => (await request.get('/about/')).text()).toContain('About our tea house</h1>')

  await forgetSession(page)
  await signIn(page, users.customer)
  const refused = await page.goto('/wp-admin/pages/')
  expect(refused?.status()).toBe(403)
  await expect(page.getByRole('navigation', { name: 'Back office' })).toHaveCount(0)
})

test('a post is drafted, previewed, scheduled, published, changed and brought back', async ({ page, request }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/posts/')
  await page.getByRole('link', { name: 'New post' }).click()
  await page.getByLabel('Title', { exact: true }).fill('A cup before snow')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await text.pressSequentially('The first words.')
  await page.getByRole('button', { name: 'Create the post' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'A cup before snow' })).toBeVisible()
  expect((await request.get('/blog/a-cup-before-snow/')).status()).toBe(404)
  const preview = (await page.getByRole('link', { name: 'Preview' }).getAttribute('href')) ?? ''
  expect(await (await request.get(preview)).text()).toContain('The first words.')

  await page.getByLabel('Date').fill('2040-01-02T09:00')
  await page.getByLabel('Status').selectOption('publish')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Scheduled', { exact: true })).toBeVisible()
  expect((await request.get('/blog/a-cup-before-snow/')).status()).toBe(404)

  const form = page.url()
  await page.goto('/wp-admin/posts/')
  await page.getByRole('checkbox', { name: 'Select A cup before snow' }).check()
  await page.getByRole('group', { name: 'With those selected' }).getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('1 post published.')).toBeVisible()
  await expect.poll(async () => (await request.get('/blog/a-cup-before-snow/')).status()).toBe(200)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await request.get('/blog/a-cup-before-snow/')).status()).toBe(404)
  await page.goto(form)
  await expect(page.getByLabel('Date')).toHaveValue('2040-01-02T09:00')

  await page.getByLabel('Date').fill('2026-01-02T09:00')
  await text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Words that were not needed.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('Published', { exact: true })).toBeVisible()
  expect(await (await request.get('/blog/a-cup-before-snow/')).text()).toContain('Words that were not needed.')

  const revisions = page.getByRole('region', { name: 'Revisions' })
  await revisions.getByRole('button').first().click()
  await expect(revisions.getByText('Words that were not needed.')).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await page.getByLabel('Address').fill('not-saved')
  const restore = revisions.getByRole('button', { name: 'Restore this revision' })
  const question = page.getByRole('dialog', { name: 'Restore without saving?' })
  await restore.click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByLabel('Address')).toHaveValue('not-saved')
  await restore.click()
  await question.getByRole('button', { name: 'Restore' }).click()
  await expect(question).toBeHidden()
  await expect(text).not.toContainText('Words that were not needed.')
  await expect.poll(async () => (await request.get('/blog/a-cup-before-snow/')).text()).not.toContain('not needed')

  await page.getByLabel('Address').fill('before-snow')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.poll(async () => (await request.get('/blog/a-cup-before-snow/')).url()).toContain('/blog/before-snow/')
  expect(await findingsAtPhone(page)).toEqual([])

  await page.getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByText('The post is in the trash.')).toBeVisible()
  await expect.poll(async () => (await request.get('/blog/before-snow/')).status()).toBe(404)
  expect(await findingsAtPhone(page)).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await request.get('/blog/before-snow/')).status()).toBe(200)
})

test('a picture is uploaded, described, featured, put into the text, and kept while it is shown', async ({
  page,
  request,
  complaints,
}) => {
  const draw = async (name: string, background: string) => ({
    name,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .png()
      .toBuffer(),
  })
  await signIn(page, users.owner)
  await page.goto('/wp-admin/categories/new/')
  await page.getByLabel('Name', { exact: false }).fill('Colours')
  await page.getByRole('button', { name: 'Create the category' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Colours' })).toBeVisible()
  expect(await findingsAtPhone(page)).toEqual([])
  await page.goto('/wp-admin/categories/')
  await expect(page.getByRole('link', { name: 'Colours' })).toBeVisible()
  expect(await findingsAtPhone(page)).toEqual([])
  await page.goto('/wp-admin/posts/new/')
  await page.getByLabel('Title', { exact: true }).fill('Two colours of tea')
  await page.getByRole('combobox', { name: 'Categories' }).fill('Colours')
  await page.getByRole('option', { name: 'Colours' }).click()
  // An open list would cover the fields below.
  await expect(page.getByRole('listbox', { name: 'Suggestions' })).toHaveCount(0)
  const featured = page.getByRole('group', { name: 'Featured picture' })
  await featured.getByRole('button', { name: 'Choose a picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' })
  await expect(dialog.getByRole('option').first()).toBeVisible()
  const files = [await draw('Emerald swatch.png', '#2c5a45'), await draw('Copper swatch.png', '#b5651d')]
  await dialog.locator('input[type=file]').setInputFiles(files)
  await expect(dialog.getByRole('option', { name: 'Emerald swatch' })).toBeVisible()
  await expect(dialog.getByRole('option', { name: 'Copper swatch' })).toBeVisible()
  await dialog.getByRole('option', { name: 'Emerald swatch' }).click()
  expect(await findingsOf(page)).toEqual([])
  expect(await findingsAtPhone(page)).toEqual([])
  const alt = dialog.getByLabel('Alternative text')
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await expect(alt).toBeFocused()
  await alt.fill('A green leaf')
  await alt.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(featured.getByRole('img', { name: 'A green leaf' })).toBeVisible()

  await page.getByRole('button', { name: 'Picture', exact: true }).click()
  await dialog.getByRole('searchbox', { name: 'Search pictures' }).fill('copper swatch')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await dialog.getByRole('option').first().focus()
  await page.keyboard.press('Enter')
  await expect(alt).toBeFocused()
  await page.keyboard.type('An amber cup')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await page.getByLabel('Status').selectOption('publish')
  await page.getByRole('button', { name: 'Create the post' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Two colours of tea' })).toBeVisible()
  expect(await findingsAtPhone(page)).toEqual([])

  await page.getByLabel('Title', { exact: true }).fill('Three colours of tea')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Preview without saving' }).click()
  const preview = await opened
  await expect(preview.getByRole('heading', { level: 1, name: 'Three colours of tea' })).toBeVisible()
  await preview.close()
  await page.getByRole('button', { name: 'Discard changes' }).click()

  const html = await (await request.get('/blog/two-colours-of-tea/')).text()
  expect(html).toContain('Colours')
  expect(html).not.toContain('Three colours')
  expect(html).toMatch(/<figure><img[^>]*alt="An amber cup"/)
  await page.goto('/blog/two-colours-of-tea/')
  const shown = page.getByRole('img', { name: 'A green leaf' })
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

  await page.goto('/wp-admin/upload/?s=emerald+swatch')
  await expect(page.getByRole('link', { name: 'Emerald swatch' })).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  expect(await findingsAtPhone(page)).toEqual([])
  await page.getByRole('link', { name: 'Emerald swatch' }).click()
  await expect(page.getByRole('link', { name: 'Two colours of tea' })).toBeVisible()
  expect(await findingsAtPhone(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete this file' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('This picture is shown by the post “Two colours of tea”.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep it' }).click()
  expect((await request.get('/blog/two-colours-of-tea/')).status()).toBe(200)
  forgetFailedLoads(complaints)
})

test('[BLD-08 sizes] [BLD-08 formats] an editor uploads a video to the media library and watches it there; pickers of pictures have none', async ({
  page,
  complaints,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/upload/')
  const input = page.locator('input[type=file]')
  await page.getByRole('button', { name: 'Upload pictures or videos' }).waitFor()
  const tooLarge = { name: 'A long film.mp4', mimeType: 'video/mp4', buffer: mp4OfSize(8_388_609) }
  const broken = { name: 'A broken film.ogv', mimeType: 'video/ogg', buffer: Buffer.from('OggS<html>') }
  await input.setInputFiles([{ name: 'Steam rising.webm', mimeType: 'video/webm', buffer: webm }, tooLarge, broken])
  await expect(page.getByText('A long film.mp4 is larger than 8 MB.')).toBeVisible()
  await expect(page.getByText('This file is not a video that can be used here.')).toBeVisible()
  const link = page.getByRole('link', { name: 'Steam rising' })
  await expect(link).toBeVisible()
  await expect(page.getByRole('row').filter({ has: link })).toContainText('WEBM, 64 × 36, 1 KB')
  expect(await findingsOf(page)).toEqual([])
  expect(await findingsAtPhone(page)).toEqual([])

  await link.click()
  const video = page.locator('video[controls][preload=metadata]')
  await expect(video).toHaveAccessibleName('Steam rising')
  await expect
    .poll(() => video.evaluate((one: HTMLVideoElement) => [one.videoWidth, one.videoHeight]))
    .toEqual([64, 36])
  await page.getByLabel('Alternative text').fill('Steam rises from a cup')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(video).toHaveAccessibleName('Steam rises from a cup')
  expect(await findingsOf(page)).toEqual([])
  expect(await findingsAtPhone(page)).toEqual([])

  await page.goto('/wp-admin/posts/new/')
  const featured = page.getByRole('group', { name: 'Featured picture' })
  await featured.getByRole('button', { name: 'Choose a picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose a picture' })
  await expect(dialog.getByRole('option').first()).toBeVisible()
  await expect(dialog.getByRole('option', { name: 'Steam rising' })).toHaveCount(0)
  await dialog.locator('input[type=file]').setInputFiles([{ name: 'Again.webm', mimeType: 'video/webm', buffer: webm }])
  await expect(dialog.getByText('Again.webm is a video. Choose a picture here')).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  forgetFailedLoads(complaints)
})

test('the form of a new text appears together with its editor, which is higher than anything that could wait for it', async ({
  page,
}) => {
  await signIn(page, users.owner)
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/rich-text-editor-*.js', (route) => isReleased.then(() => route.continue()))
  const asked = page.waitForRequest('**/rich-text-editor-*.js')
  await page.goto('/wp-admin/projects/new/')
  await asked
  await expect(page.getByRole('heading', { level: 1, name: 'New project' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeHidden()
  release()
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a picture' })).toBeVisible()
})
