/** Reports of the back office, and the dashboard on its home screen. */
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAtWidths, findingsOf } from './axe.ts'
import { expect, test } from './shop-test.ts'

const names = ['Revenue', 'Orders', 'Products', 'Categories', 'Coupons', 'Taxes', 'Stock', 'Customers', 'Sources']

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(`in a ${colorScheme} window`, () => {
    test.use({ colorScheme })

    test('every report has its charts, each with a table, and no axe violations', async ({ page }) => {
      await signIn(page, users.owner)
      await page.goto('/wp-admin/')
      await expect(page.getByRole('heading', { name: 'Today, compared with the same day last week' })).toBeVisible()
      await expect(page.getByRole('link', { name: /Stock: to order/ })).toContainText(/\d/)
      await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Reports' }).click()
      await page.getByRole('combobox', { name: 'Time' }).selectOption('Last 7 days')
      await page.getByRole('combobox', { name: 'Time' }).selectOption('This year')
      for (const name of names) {
        await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name }).click()
        const heading = page.getByRole('heading', { level: 1, name })
        // The report that is already open does not move the focus to its heading.
        if (name === 'Revenue') await expect(heading).toBeVisible()
        else await expect(heading).toBeFocused()
        await expect(page.getByRole('combobox', { name: 'Time' })).toHaveValue('year')
        await expect(
          page
            .getByRole('table')
            .or(page.getByText(/^Nothing of this kind|^No orders/))
            .first(),
        ).toBeVisible()
        if (name === 'Revenue') await expect(page.locator('.uplot canvas')).toHaveCount(3)
        if (colorScheme === 'light' || name === 'Revenue') expect(await findingsAtWidths(page), name).toEqual([])
      }
      await page.goto('/wp-admin/attribution/')
      await expect(page).toHaveURL(/\/wp-admin\/reports\/sources\/$/)
    })
  })

test('a report is a table at every width, and on a phone it scrolls beside the names of its rows', async ({ page }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/reports/')
  const table = page.getByRole('region', { name: 'Revenue, table' })
  const day = table.getByRole('rowheader').first()
  const total = table.getByRole('columnheader', { name: 'Total sales' })
  await day.waitFor()
  const overflow = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await page.setViewportSize({ width: 768, height: 1024 })
  expect(await overflow()).toBe(0)
  expect(await findingsOf(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3000)
  await day.scrollIntoViewIfNeeded()
  expect(await overflow()).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expect(total).not.toBeInViewport()
  await table.evaluate((element) => element.scrollTo({ left: element.scrollWidth }))
  await expect(total).toBeInViewport({ ratio: 1 })
  await expect(day).toBeInViewport({ ratio: 1 })
  expect(await findingsOf(page)).toEqual([])
})

test('a range of one’s own is in the address, compared and saved as a file', async ({ page }) => {
  await signIn(page, users.owner)
  await page.goto(
    '/wp-admin/reports/?range=custom&after=2026-01-01&before=2026-12-31&interval=quarter&compare=previous_year',
  )
  await expect(page.getByRole('table', { name: 'Revenue' }).getByRole('row')).toHaveCount(5)
  const quarter = page.getByRole('slider', { name: /Quarter$/ })
  await quarter.focus()
  await expect(quarter).toHaveAttribute('aria-valuetext', /^Q4 2026: Total sales \$[\d,.]+, before \$/)
  await page.keyboard.press('ArrowLeft')
  await expect(quarter).toHaveAttribute('aria-valuetext', /^Q3 2026/)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('revenue-2026-01-01-to-2026-12-31.csv')
})

test('charts are drawn whatever the browser calls its language', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'language', { get: () => 'en-US@posix' }))
  await signIn(page, users.owner)
  await page.goto('/wp-admin/reports/?range=year')
  await expect(page.locator('.uplot canvas')).toHaveCount(3)
})
