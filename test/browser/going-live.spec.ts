/** A new owner sets up an empty shop by following only its first steps, until the first order. */
import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { cards } from '../running/buyer.ts'
import { newCustomerAddress } from '../running/demo-shop.ts'
import { scriptRun } from '../running/script-run.ts'
import { removeDataDir, type ShopProcess, startShop, temporaryDataDir } from '../running/shop-process.ts'
import { fillCheckout, payByCard, signInByForm } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { holdRequests } from './shop-test.ts'

const MAX_CLICKS = 45
const owner = { email: 'olive@steep.test', password: 'first flush 2026' }

const test = base.extend<object, { newShop: ShopProcess }>({
  newShop: [
    async ({}, use) => {
      const dataDir = await temporaryDataDir()
      const environment = { SEED: 'none', WARM_PICTURES: 'off' }
      const shop = await startShop({ dataDir, environment })
      await expect.poll(() => shop.output()).toContain('npm run shop -- user create')
      const cli = join(resolve(import.meta.dirname, '../..'), 'dist/server/shop.js')
      const made = spawnSync(
        process.execPath,
        [cli, 'user', 'create', owner.email, '--role', 'administrator', '--name', 'Olive'],
        { env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment }, input: owner.password, encoding: 'utf8' },
      )
      expect([made.status, made.stderr]).toEqual([0, ''])
      await use(shop)
      await shop.stop()
      await removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ newShop }, use) => {
    await use(newShop.url)
  },
})

/** Counts clicks on any page, but not key presses. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => unknown }
    addEventListener('pointerdown', () => void countClick(), true)
  })
  return () => clicks
}

test('from nothing to the first order, by the first steps alone, within 15 minutes', async ({ page, request }) => {
  test.setTimeout(120_000)
  page.setDefaultTimeout(15_000)
  const began = Date.now()
  const clicks = await countClicks(page)
  await signInByForm(page, owner)
  await page.goto('/wp-admin/')
  const step = (id: string) => page.locator(`[data-task="${id}"]`)
  const home = async () => {
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  }
  await expect(page.getByText('The shop is closed.')).toBeVisible()
  expect(await (await request.get('/shop/')).text()).toContain('class="coming-soon')
  expect(await findingsOf(page)).toEqual([])

  await step('store').getByRole('link').click()
  const type = async (label: string, text: string) => {
    await page.getByLabel(new RegExp(`^${label}`)).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
  }
  await type('Name of the shop', 'Second Steep')
  await type('Street', '1 Pier Road')
  await type('City', 'Toronto')
  await type('Postal code', 'M5V 2T6')
  await type('Email address of the owner', owner.email)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await home()
  await expect(step('store').getByText('Done', { exact: true })).toBeVisible()

  await step('product').getByRole('link').click()
  await page.getByLabel(/^Name /).click()
  await page.keyboard.type('Rainy Day Assam')
  await page.getByLabel('Regular price', { exact: true }).click()
  await page.keyboard.type('12.50')
  await page.getByLabel('Status', { exact: true }).click()
  await page.getByLabel('Status', { exact: true }).selectOption('publish')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create the product' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Rainy Day Assam' })).toBeVisible()
  await home()
  await expect(step('product').getByText('Done', { exact: true })).toBeVisible()

  await step('shipping').getByRole('link').click()
  await page.getByRole('link', { name: 'New zone' }).click()
  await page.getByLabel('Name', { exact: true }).click()
  await page.keyboard.type('Canada')
  await page.getByRole('combobox', { name: 'Countries, provinces and continents' }).click()
  await page.keyboard.type('Canada')
  await page.getByRole('option', { name: 'Canada', exact: false }).first().click()
  await page.getByRole('button', { name: 'Create the shipping zone' }).click()
  await page.getByRole('button', { name: 'Add flat rate' }).click()
  await page.getByRole('dialog').getByLabel('Cost', { exact: true }).click()
  await page.keyboard.type('9.95')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('region', { name: 'Methods' }).getByRole('listitem')).toHaveCount(1)
  await home()
  await expect(step('shipping').getByText('Done', { exact: true })).toBeVisible()

  await step('taxes').getByRole('link').click()
  await page.getByRole('link', { name: 'Rules, classes and files' }).click()
  await page.getByRole('button', { name: 'Add Canada’s rates' }).click()
  await expect(page.getByText(/^\d+ added/)).toBeVisible()
  await home()
  await expect(step('taxes').getByText('Done', { exact: true })).toBeVisible()

  await step('mail').getByRole('button', { name: 'Send a test' }).click()
  await expect(page.getByText('It waits in the outbox')).toBeVisible()
  await step('policies').getByRole('button', { name: 'Write drafts' }).click()
  await expect(page.getByText('2 drafts wait under Pages')).toBeVisible()
  // The second click does not wait for the answer to the first.
  const release = await holdRequests(page, /samovar\/v1\/onboarding$/)
  for (const id of ['mail', 'domain']) await step(id).getByRole('button', { name: 'Skip' }).click()
  release()
  for (const id of ['mail', 'domain']) await expect(step(id).getByText('Skipped')).toBeVisible()

  await page.getByRole('button', { name: 'Try it as a shopper' }).click()
  await expect(page.getByText('You are a shopper here.')).toBeVisible()
  await expect(page.getByText('No card is charged')).toBeVisible()
  await page.screenshot({ path: 'shots/going-live-shopper.png' })
  await page.goto('/shop/')
  await page.getByRole('link', { name: 'Rainy Day Assam' }).first().click()
  // The shop page also has a button with this name. Pressing it while the product page loads would add nothing.
  await page.waitForURL('**/product/**')
  await scriptRun(page, 'cart')
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await expect(page.locator('dialog#mini-cart[open]')).toBeVisible()
  await page.goto('/checkout/')
  await fillCheckout(page, newCustomerAddress())
  await payByCard(page, cards.good)
  await expect(page.getByRole('heading', { name: 'Thank you, Ada.' })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: 'Back to the back office' }).click()

  await page.getByRole('button', { name: 'Open the shop' }).click()
  await expect(page.getByText('The shop is open.')).toBeVisible()
  expect(await (await request.get('/shop/')).text()).toContain('Rainy Day Assam')
  await page.screenshot({ path: 'shots/going-live-home.png', fullPage: true })
  const [count, ms] = [clicks(), Date.now() - began]
  process.stdout.write(`  going live: ${count} clicks, ${Math.round(ms / 1000)} s of a machine\n`)
  expect(count).toBeLessThanOrEqual(MAX_CLICKS)

  for (const [scheme, width] of [
    ['light', 390],
    ['dark', 390],
    ['dark', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/wp-admin/setup/', '/wp-admin/system-status/']) {
      await page.goto(path)
      await expect(page.locator('#screen section h2').first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
      expect([path, scheme, await findingsOf(page)]).toEqual([path, scheme, []])
      await page.screenshot({ path: `shots/going-live-${path.split('/')[2]}-${scheme}-${width}.png`, fullPage: true })
    }
  }
})
