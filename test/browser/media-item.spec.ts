/** A picture in the media library: its focal point by mouse and by keyboard, and replacing its file. */
import sharp from 'sharp'
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsAround } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

const picture = (width: number, background: string) =>
  sharp({ create: { width, height: 400, channels: 3, background } })
    .png()
    .toBuffer()

test('the focal point is set on the picture and by keys, and another file takes its place everywhere', async ({
  page,
  complaints,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about/')
  await signIn(page, users.owner)
  await page.goto('/wp-admin/upload/')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'cup.png', mimeType: 'image/png', buffer: await picture(800, '#b5532d') })
  await page.getByRole('link', { name: 'cup', exact: true }).click()
  // Other test files choose this newest picture, and would be asked for its missing alternative text.
  await page.getByLabel('Alternative text').fill('A cup')
  await page.getByRole('slider', { name: /^From the left/ }).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('From the left: 1 %')).toBeVisible()
  const shown = page.locator('[class*=focal] img, [class*=picture] img').first()
  await expect(shown).toHaveJSProperty('complete', true)
  const { width, height } = (await shown.boundingBox()) ?? { width: 0, height: 0 }
  await shown.click({ position: { x: width * 0.75, y: height * 0.25 } })
  await expect(page.getByText('From the left: 75 %')).toBeVisible()
  await expect(page.getByText('From the top: 25 %')).toBeVisible()
  expect(await findingsAround(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.screenshot({ path: 'test-results/media-item-390.png', fullPage: true })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Saved. Every page that shows it is updated.')).toBeVisible()

  const id = /upload\/(\d+)/.exec(page.url())?.[1]
  const path = `/wp-json/wp/v2/media/${id}`
  const before = await asOwner<{ focal_point: object; source_url: string }>(page, 'get', path)
  expect(before.focal_point).toEqual({ x: 75, y: 25 })
  await page
    .getByLabel('Replace the file; its texts stay.')
    .setInputFiles({ name: 'pot.png', mimeType: 'image/png', buffer: await picture(900, '#2c5a45') })
  await expect(page.getByText('The file was replaced.')).toBeVisible()
  await expect(page.getByText('900 × 400')).toBeVisible()
  const after = await asOwner<{ source_url: string }>(page, 'get', path)
  expect(after.source_url).not.toBe(before.source_url)

  await page
    .getByLabel('Replace the file; its texts stay.')
    .setInputFiles({ name: 'text.png', mimeType: 'image/png', buffer: Buffer.from('tea') })
  await expect(page.getByRole('alert')).toContainText('not a picture')
  forgetFailedLoads(complaints)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.screenshot({ path: 'test-results/media-item-1440.png', fullPage: true })
})
