import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { test } from './shop-test.ts'
import type { Locator, Page } from '@playwright/test'

async function drag(page: Page, from: Locator, to: Locator, at = 0.5) {
  await from.scrollIntoViewIfNeeded()
  const a = await from.boundingBox()
  const b = await to.boundingBox()
  if (!a || !b) throw new Error('Nothing to drag')
  await page.mouse.move(a.x + 40, a.y + 20)
  await page.mouse.down()
  await page.mouse.move(a.x + 60, a.y + 30, { steps: 4 })
  await page.mouse.move(b.x + b.width / 2, b.y + b.height * at, { steps: 12 })
  await page.waitForTimeout(150)
  await page.mouse.move(b.x + b.width / 2 + 3, b.y + b.height * at + 3, { steps: 3 })
  await page.waitForTimeout(250)
  await page.mouse.up()
  await page.waitForTimeout(600)
}
test('explore', async ({ page }) => {
  test.setTimeout(120_000)
  page.on('console', (message) => console.log('CONSOLE', message.type(), message.text().slice(0, 600)))
  page.on('pageerror', (error) => console.log('ERROR', error.stack?.slice(0, 900)))
  await page.goto('/about/')
  await signIn(page, users.owner)
  const made = await asOwner<{ id: number }>(page, 'post', '/wp-json/wp/v2/pages', { title: 'Built', status: 'publish', content: '' })
  await page.goto(`/wp-admin/post.php?post=${made.id}&action=sktbuilder`)
  const frame = page.frameLocator('iframe[name=sktbuilder-iframe]')
  const blocks = frame.locator('#sktbuilder-blocks')
  await blocks.waitFor()
  await page.waitForTimeout(500)
  const item = (name: string) => page.getByTestId(`drawer-item:Samovar/${name}`)
  await drag(page, item('heading'), blocks)
  await page.screenshot({ path: '/tmp/c1-a.png' })
  await drag(page, item('layout_columns'), blocks, 0.9)
  await page.screenshot({ path: '/tmp/c1-b.png' })
  await drag(page, item('rich_text'), frame.locator('[data-slot=column_1]'))
  await page.screenshot({ path: '/tmp/c1-c.png' })
  await page.getByRole('button', { name: 'Outline' }).click()
  await page.waitForTimeout(300)
  console.log(await page.getByRole('tree').innerText())
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForTimeout(800)
  const json = await asOwner<any>(page, 'get', `/wp-json/samovar/v1/builder/pages/${made.id}`)
  console.log(JSON.stringify(json.document))
  await page.screenshot({ path: '/tmp/c1-d.png' })
})
