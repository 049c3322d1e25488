/** Rows and column grids in texts, and the dialog that inserts them in the editor. */
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsAround, findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, phone } from './shop-test.ts'

const numbers = [1, 2, 3, 4, 5, 6, 7]
const columns = (count: number) =>
  `<p>[columns count="${count}"]</p>${numbers.map((n) => `<p>[column]Item ${count}-${n}${n === 1 ? '<br>with a second line' : ''}[/column]</p>`).join('\n')}<p>[/columns]</p>`

const rowsText = [
  '<p>[client name="Birch Street Café" url="https://birch.example/"]</p><p>[client name="Harbour Books"]</p>',
  '<p>Between.</p>',
  '<p>[service title="Tastings"]<strong>Eight</strong> cups.[/service]</p>\n<p>[service_thumb title="Blends" picture="1"]Made for you.[/service_thumb]</p>',
  '<p>[perfect title="Mornings"]Strong.[/perfect]</p><p>[perfect title="Evenings"]Mild.[/perfect]</p>',
  '<p>[service title="Alone"]After a box.[/service]</p>',
  columns(2),
  columns(3),
  columns(4),
  `<p>[testimonial_columns count="2"]</p>${numbers.map((n) => `<p>[testimonial name="Guest ${n}" about="Halifax"]Cup ${n}.[/testimonial]</p>`).join('')}<p>[/testimonial_columns]</p>`,
].join('\n')

test.describe.configure({ mode: 'serial' })

test('[SHOW-07 client area] [SHOW-07 service rows] [SHOW-07 perfect row] [SHOW-09 grids] [SHOW-09 testimonials] neighbours stand in rows, and grids break after every second, third and fourth item', async ({
  page,
}) => {
  await page.goto('/about/')
  const data = { title: 'Rows', slug: 'rows', content: rowsText, status: 'publish' }
  await asOwner(page, 'post', '/wp-json/wp/v2/pages', data)
  await page.goto('/rows/')
  const text = page.locator('.entry-content')
  await expect(text.locator('.client-area')).toHaveCount(1)
  await expect(text.locator('.client-area > .client')).toHaveText(['Birch Street Café', 'Harbour Books'])
  await expect(text.locator('.service-row')).toHaveCount(2)
  await expect(text.locator('.service-row').first().locator('> *')).toHaveCount(2)
  await expect(text.locator('.service-row').first().locator('img')).toHaveJSProperty('complete', true)
  await expect(text.locator('.perfect-row > .perfect')).toHaveCount(2)
  await expect(text.getByText('[')).toHaveCount(0)

  /** Number of items in each visual row, from the positions of their boxes. */
  const rowsOf = (count: number, grid = 0) =>
    text
      .locator(`.columns-${count}`)
      .nth(grid)
      .locator('> .column')
      .evaluateAll((items) =>
        items
          .reduce<{ top: number; count: number }[]>((rows, item) => {
            const { top } = item.getBoundingClientRect()
            const row = rows.find((one) => Math.abs(one.top - top) < 1)
            if (row) row.count += 1
            else rows.push({ top, count: 1 })
            return rows
          }, [])
          .map((row) => row.count),
      )
  expect(await rowsOf(2)).toEqual([2, 2, 2, 1])
  expect(await rowsOf(3)).toEqual([3, 3, 1])
  expect(await rowsOf(4)).toEqual([4, 3])
  expect(await rowsOf(2, 1)).toEqual([2, 2, 2, 1])
  await expect(text.locator('.columns-2').nth(1).locator('figcaption')).toHaveCount(7)
  await expect(text.locator('.columns-3 > .row-break')).toHaveCount(2)
  expect(await findingsOf(page)).toEqual([])
})

test.describe('on a phone without script', () => {
  test.use({ ...phone, javaScriptEnabled: false })
  test('[SHOW-09 grids] columns stand below each other', async ({ page }) => {
    await page.goto('/rows/')
    await expect(page.locator('.columns-4 > .column').last()).toBeVisible()
    const lefts = await page
      .locator('.columns-4 > .column')
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().left))
    expect(new Set(lefts).size).toBe(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  })
})

test('an editor inserts a feature, sees it in the preview, and changes it by keyboard; undo takes it back', async ({
  page,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/pages/new/')
  await page.getByLabel('Title').fill('A page with boxes')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.fill('Before')
  await page.getByRole('button', { name: 'Feature' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Presentation feature' })
  await dialog.getByLabel('Feature').selectOption('Columns')
  await dialog.getByLabel('Columns', { exact: true }).selectOption('2')
  await dialog.getByRole('group', { name: 'Column 1' }).getByLabel('Text').fill('First & best')
  await dialog.getByRole('button', { name: 'Add: Column' }).click()
  await dialog.getByRole('group', { name: 'Column 2' }).getByLabel('Text').fill('Second')
  const preview = dialog.frameLocator('iframe')
  await expect(preview.locator('.columns-2 > .column')).toHaveText(['First & best', 'Second'])
  expect(await findingsAround(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Insert into the text' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(text).toContainText('[columns count="2"]')
  await text.getByText('Second').click()
  // The editor undoes changes within half a second as one step.
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Feature' }).press('Enter')
  await expect(dialog.getByRole('group', { name: 'Column 2' }).getByLabel('Text')).toHaveValue('<p>Second</p>')
  await dialog.getByLabel('Columns', { exact: true }).selectOption('3')
  await dialog.getByRole('button', { name: 'Move Column 2 up' }).press('Enter')
  await dialog.getByRole('button', { name: 'Change it in the text' }).press('Enter')
  await expect(text).not.toContainText('count=')
  await expect(text).toContainText(/Second.*First & best/s)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(text).toContainText(/count="2".*First & best.*Second/s)
  await page.getByRole('button', { name: 'Redo' }).click()
  await page.getByRole('button', { name: 'HTML' }).click()
  await expect(page.getByLabel('Text as HTML')).toHaveValue(
    '<p>Before</p>\n<p>[columns]</p>\n<p>[column]</p>\n<p>Second</p>\n<p>[/column]</p>\n<p>[column]</p>\n<p>First &amp; best</p>\n<p>[/column]</p>\n<p>[/columns]</p>',
  )
})

test('a feature keeps its preformatted text when it is changed', async ({ page }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/pages/new/')
  await page.getByRole('button', { name: 'HTML' }).click()
  const column = '<p>[column]</p>\n<pre>\n\n<em>Warm</em>\n<em>Pour</em></pre>\n<p>[/column]</p>'
  const columns = (count: string) => `<p>[columns${count}]</p>\n${column}\n<p>[/columns]</p>`
  await page.getByLabel('Text as HTML').fill(columns(' count="2"'))
  await page.getByRole('button', { name: 'Text', exact: true }).click()
  await page.getByRole('textbox', { name: 'Text', exact: true }).getByText('Pour').click()
  await page.getByRole('button', { name: 'Feature' }).click()
  const dialog = page.getByRole('dialog', { name: 'Presentation feature' })
  await dialog.getByLabel('Columns', { exact: true }).selectOption('3')
  await dialog.getByRole('button', { name: 'Change it in the text' }).click()
  await page.getByRole('button', { name: 'HTML' }).click()
  await expect(page.getByLabel('Text as HTML')).toHaveValue(columns(''))
})

test('a text pasted from a word processor keeps its headings and lists', async ({ page }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/pages/new/')
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await text.click()
  await text.evaluate((element) => {
    const data = new DataTransfer()
    const item = `<p class="MsoListParagraph" style="mso-list:l0 level1"><span style="mso-list:Ignore">·</span>Leaves</p>`
    data.setData('text/html', `<style>p{margin:0}</style><h1>Tea</h1><p class="MsoNormal">A <b>cup</b></p>${item}`)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await page.getByRole('button', { name: 'HTML' }).click()
  await expect(page.getByLabel('Text as HTML')).toHaveValue(
    '<h2>Tea</h2>\n<p>A <strong>cup</strong></p>\n<ul><li>Leaves</li></ul>',
  )
})
