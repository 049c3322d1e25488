/** Visual details of the back office and of the account: text that is cut or wraps, columns and states that mislead. */
import type { Locator, Page } from '@playwright/test'
import { demo, users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { openBuilder } from './builder-page.ts'
import { expect, forgetFailedLoads, phone, test } from './shop-test.ts'

/** Right edge of the text in an element. */
const textEnd = (element: Locator): Promise<number> =>
  element.evaluate((one) => {
    const range = document.createRange()
    range.selectNodeContents([...one.childNodes].findLast((node) => node.textContent?.trim()) ?? one)
    return Math.round(range.getBoundingClientRect().right)
  })

async function openAsOwner(page: Page, path: string): Promise<void> {
  await signIn(page, users.owner)
  await page.goto(path)
}

async function openProduct(page: Page, slug: string): Promise<void> {
  await signIn(page, users.owner)
  const products = await (await page.request.get(`/wp-json/wc/store/v1/products?slug=${slug}`)).json()
  await page.goto(`/wp-admin/products/${products[0].id}/`)
}

test('tax rates say from which day they apply as people write it, and the title of a column is above its numbers', async ({
  page,
}) => {
  await openAsOwner(page, '/wp-admin/settings/taxes/')
  const rate = page.getByRole('row', { name: /^Select GST 5%/ }).first()
  await expect(rate.getByText('Jan 1, 2008')).toBeVisible()
  const priority = page.getByRole('button', { name: 'Priority' })
  expect(await textEnd(priority)).toBe(await textEnd(rate.getByRole('cell', { name: '1', exact: true })))
})

test('the button that deletes a tax class says so in one line', async ({ page }) => {
  await openAsOwner(page, '/wp-admin/settings/taxes/rules/')
  const button = page.getByRole('button', { name: 'Delete Food supplements' })
  await button.waitFor()
  const lines = await button.evaluate((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    return range.getClientRects().length
  })
  expect(lines).toBe(1)
})

test('an inbox that cannot be read does not seem to be loading', async ({ page, complaints }) => {
  await page.route(/\/wp-json\/.*\/submissions\?/, (route) => route.abort('failed'))
  await openAsOwner(page, '/wp-admin/messages/')
  await expect(page.getByRole('alert')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByRole('list', { name: 'Loading messages' })).toHaveCount(0)
  forgetFailedLoads(complaints)
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  test('the page builder can be read, and has the letters of the back office', async ({ page }) => {
    const { item } = await openBuilder(page, 'Evening')
    await expect(page.getByRole('checkbox', { name: 'Show the title of the page' })).toBeVisible()
    for (const name of ['Blocks', 'Update'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveCSS('font-family', /^"Source Sans 3"/)
    expect(await findingsOf(page), 'settings of the page').toEqual([])
    await item('heading').click()
    await expect(page.getByRole('textbox').first()).toBeVisible()
    expect(await findingsOf(page), 'settings of a block').toEqual([])
  })
})

test('on a tablet, the fields of a variation are in two columns', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 })
  await openProduct(page, demo.manyChoices)
  const variation = page.getByRole('region', { name: 'Variations' }).getByRole('row').nth(1)
  const [sku, price] = [variation.locator('[data-label=SKU]'), variation.locator('[data-label=Price]')]
  await variation.getByRole('button', { name: /^All columns of / }).click()
  await sku.waitFor()
  expect((await sku.boundingBox())?.x).not.toBe((await price.boundingBox())?.x)
  expect((await variation.boundingBox())?.height).toBeLessThan(330)
})

test.describe('on a phone', () => {
  test.use(phone)

  test('the tools of a text are in two rows, and its link is apart from its button', async ({ page }) => {
    await openAsOwner(page, '/wp-admin/posts/new/')
    const tools = page.getByRole('toolbar').first().getByRole('button')
    await tools.first().waitFor()
    const tops = await tools.evaluateAll((all) => all.map((tool) => Math.round(tool.getBoundingClientRect().y)))
    expect(new Set(tops).size).toBe(2)
    await page.getByRole('button', { name: 'Link', exact: true }).click()
    const address = await page.getByRole('textbox', { name: 'Address of the link' }).boundingBox()
    const button = await page.getByRole('button', { name: 'Set link' }).boundingBox()
    expect((button?.x ?? 0) - (address?.x ?? 0) - (address?.width ?? 0)).toBeGreaterThanOrEqual(8)
  })

  test('the buttons of an attribute are beside each other, below its choices', async ({ page }) => {
    await openProduct(page, demo.simple)
    const attribute = page.getByRole('group', { name: 'Origin' })
    const buttons = ['Move Origin up', 'Remove Origin'].map((name) => attribute.getByRole('button', { name }))
    const choice = await attribute.getByText('Used for variations').boundingBox()
    const [up, remove] = await Promise.all(buttons.map((button) => button.boundingBox()))
    expect(up?.y).toBe(remove?.y)
    expect(up?.y).toBeGreaterThan((choice?.y ?? 0) + (choice?.height ?? 0) - 1)
  })

  test('a report says in full with what it is compared', async ({ page }) => {
    await openAsOwner(page, '/wp-admin/reports/?range=year')
    const comparison = page.getByRole('combobox', { name: 'Comparison' })
    await comparison.waitFor()
    const room = await comparison.evaluate((select: HTMLSelectElement) => {
      const text = document.createElement('span')
      text.style.cssText = 'position: absolute; white-space: nowrap'
      text.style.font = getComputedStyle(select).font
      text.textContent = select.selectedOptions[0]?.text ?? ''
      document.body.append(text)
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(select)
      const arrow = 20
      const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd)
      const free = select.clientWidth - padding - arrow - text.getBoundingClientRect().width
      text.remove()
      return free
    })
    expect(room).toBeGreaterThanOrEqual(0)
  })

  test('the days of an order’s steps do not wrap', async ({ page }) => {
    await signIn(page, users.customer)
    await page.goto('/my-account/')
    const days = page.getByRole('list', { name: 'Progress of this order' }).locator('time')
    await expect(days).not.toHaveCount(0)
    const lines = await days.evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return range.getClientRects().length
      }),
    )
    expect(new Set(lines)).toEqual(new Set([1]))
  })
})
