import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

test('look', async ({ page }) => {
  test.setTimeout(120_000)
  await signIn(page, users.owner)
  await page.setViewportSize({ width: 1440, height: 1000 })
  await page.goto('/wp-admin/products/new/')
  await page.getByLabel('Name (required)').waitFor()
  await page.waitForTimeout(800)
  await page.screenshot({ path: '/tmp/e-new.png', fullPage: true })
  await page.getByLabel('Name (required)').fill('Assam')
  await page.getByLabel('Regular price').fill('12.50')
  console.log(await findingsOf(page))
  await page.getByRole('button', { name: 'Create the product' }).click()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/e-made.png', fullPage: true })
  console.log(page.url())
  console.log(await findingsOf(page))
  const list = await (await page.request.get('/wp-json/wc/store/v1/products?slug=jasmine-dragon-pearls')).json()
  await page.goto(`/wp-admin/products/${list[0].id}/`)
  await page.getByLabel('Name (required)').waitFor()
  await page.waitForTimeout(1500)
  await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')))
  await page.screenshot({ path: '/tmp/e-tea.png', fullPage: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: '/tmp/e-tea-390.png', fullPage: true })
  console.log(await findingsOf(page))
  console.log(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
})
