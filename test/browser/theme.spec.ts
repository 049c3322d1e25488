/** An editor changes colours and corners next to a preview of the shop, and visitors see them after saving. */
import type { FrameLocator } from '@playwright/test'
import { demo, users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAround, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

const LEAF = 'rgb(10, 90, 140)'

test('an editor tries colours and corners on a page of the shop, is warned of what is hard to read, saves, and takes it back', async ({
  page,
  browser,
  baseURL,
}) => {
  const guest = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  const sheet = async () => /theme-[\w-]+\.css/.exec(await (await guest.request.get('/shop/')).text())?.[0] ?? ''
  expect(await sheet()).toBe('')

  await signIn(page, users.editor)
  await page.goto('/wp-admin/appearance/')
  await page.getByRole('link', { name: 'Colours and type' }).click()
  const shown = page.frameLocator('iframe[title="A page of the shop"]')
  const token = (frame: FrameLocator, name: string) =>
    frame.locator('html').evaluate((html, property) => getComputedStyle(html).getPropertyValue(property), name)
  await expect(shown.locator('#masthead')).toBeVisible()
  // axe skips the frame, because it would report the frame's landmarks as duplicates of the screen's.
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await expect.poll(beyond).toBe(0)
    expect(await findingsAround(page)).toEqual([])
  }

  const leaf = page.getByLabel('Leaf', { exact: true })
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(leaf).toHaveValue('#2c5a45')
  await leaf.fill('#8fbf9f')
  const warnings = page.getByRole('status').filter({ hasText: 'Some people could not read this' })
  await expect(warnings).toContainText('Words of buttons: white on leaf has a contrast of 2.07, and needs 4.5.')
  await expect.poll(() => token(shown, '--leaf')).toBe('#8fbf9f')
  await leaf.fill('#8fb')
  await expect(warnings).toHaveCount(0)
  await save.click()
  await expect(page.getByText('Leaf is a colour such as #2c5a45.')).toBeVisible()
  expect(await findingsAround(page)).toEqual([])
  await page.getByLabel('Leaf, picker', { exact: true }).fill('#0a5a8c')
  await expect(leaf).toHaveValue('#0a5a8c')
  await page.getByLabel('Corners of buttons and fields, in pixels').fill('18')
  await page.getByLabel('Header', { exact: true }).selectOption('compact')
  await expect.poll(() => token(shown, '--radius')).toBe('18px')
  await expect.poll(() => token(shown, '--masthead-height')).toBe('56px')

  await page.getByRole('combobox', { name: 'Page', exact: true }).selectOption('A product')
  await page.getByRole('combobox', { name: 'Width', exact: true }).selectOption('Phone')
  await expect(shown.locator('form.cart')).toBeAttached()
  await expect.poll(() => token(shown, '--leaf')).toBe('#0a5a8c')
  await expect.poll(() => token(shown, '--masthead-height')).toBe('52px')

  // Another tab of the screen is a separate page, where the changes would be lost.
  await page.getByRole('link', { name: 'Header and notices' }).last().click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved. The shop now shows it.')).toBeVisible()
  await expect.poll(sheet).not.toBe('')
  const linkColor = () =>
    guest
      .locator('.entry-content a')
      .first()
      .evaluate((link) => getComputedStyle(link).color)
  for (const [width, height] of [
    [390, '52px'],
    [1440, '56px'],
  ] as const) {
    await guest.setViewportSize({ width, height: 900 })
    await guest.goto(`/product/${demo.simple}/`)
    const button = guest.locator('form.cart button[type=submit]').first()
    expect(await button.evaluate((element) => getComputedStyle(element).borderRadius)).toBe('18px')
    expect(await guest.locator('#masthead').evaluate((header) => getComputedStyle(header).height)).toBe(height)
  }
  await guest.goto(`/blog/${demo.post}/`)
  await expect.poll(linkColor).toBe(LEAF)
  expect(await findingsOf(guest)).toEqual([])

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(leaf).toHaveValue('#2c5a45')
  await expect.poll(sheet).toBe('')
  await leaf.fill('#0a5a8c')
  await page.getByRole('button', { name: 'Reset Leaf to #2c5a45' }).click()
  await expect(leaf).toBeFocused()
  await expect(leaf).toHaveValue('#2c5a45')
  await expect(save).toBeDisabled()
  await page.getByLabel('Footer', { exact: true }).selectOption('simple')
  await page.getByRole('button', { name: 'Reset all' }).click()
  await expect(page.getByLabel('Footer', { exact: true })).toHaveValue('full')
  await guest.context().close()
})
