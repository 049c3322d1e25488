import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { test } from '@playwright/test'
test('explore', async ({ page }) => {
  test.setTimeout(120_000)
  const base = process.env.SAMOVAR_TEST_URL ?? ''
  page.on('console', (message) => console.log('CONSOLE', message.type(), message.text().slice(0, 600)))
  page.on('pageerror', (error) => console.log('ERROR', error.stack?.slice(0, 900)))
  await page.goto(`${base}/about/`)
  await signIn(page, users.owner)
  const made = await asOwner<{ id: number }>(page, 'post', '/wp-json/wp/v2/pages', { title: 'Built', status: 'publish', content: '<h2>Hello</h2><p>Some text.</p>' })
  await page.goto(`${base}/wp-admin/post.php?post=${made.id}&action=sktbuilder`)
  await page.waitForTimeout(6000)
  await page.screenshot({ path: '/tmp/c1-1440.png' })
  const frame = page.frame('sktbuilder-iframe')
  console.log('FRAME', frame?.url(), (await frame?.locator('#sktbuilder-blocks').innerHTML())?.slice(0, 1500))
})
