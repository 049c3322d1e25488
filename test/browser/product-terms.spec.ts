/** The owner arranges categories and attributes, and the shop shows the change immediately. In a separate shop. */
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect, forgetFailedLoads } from './shop-test.ts'

test('a category goes below another and along the list by keyboard, and has a page at once', async ({
  page,
  request,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/product-categories/new/')
  await page.getByLabel(/^Name/).fill('Smoked teas')
  await page.getByLabel('Inside of').selectOption({ label: '— Black tea' })
  await page.getByLabel('Description').fill('Over pine wood')
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Create the category' }).click()
  await expect(page.getByRole('heading', { name: 'Smoked teas', level: 1 })).toBeVisible()
  await expect(page.getByLabel('Inside of')).toHaveValue(/^[1-9]/)
  await page.getByRole('link', { name: 'Categories', exact: true }).first().click()

  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Smoked teas' }) })
  await expect(row).toContainText('in Black tea')
  expect(await findingsOf(page)).toEqual([])
  const out = row.getByRole('button', { name: 'Move Smoked teas to the outer level' })
  await out.focus()
  await page.keyboard.press('Enter')
  await expect(row).toContainText('in Tea')
  // The button keeps the focus although its row has moved.
  await expect(out).toBeFocused()
  const down = row.getByRole('button', { name: 'Move Smoked teas down' })
  const before = await page.getByRole('listitem').getByRole('link').allTextContents()
  await down.focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await page.getByRole('listitem').getByRole('link').allTextContents()).indexOf('Smoked teas'))
    .toBe(before.indexOf('Smoked teas') + 1)
  await row.getByRole('button', { name: 'Move Smoked teas below the one before it' }).press('Enter')
  await expect(row).toContainText('in Dark tea')

  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect([width, isWide]).toEqual([width, false])
    expect(await findingsOf(page)).toEqual([])
  }
  expect(await (await request.get('/product-category/smoked-teas/')).text()).toContain('Over pine wood')
})

test('values of an attribute are arranged, get swatches, and the product page shows them', async ({
  page,
  request,
  complaints,
}) => {
  const address = '/product/xi-hu-longjing/'
  const optionsOf = async () => {
    const text = await (await request.get(address)).text()
    return [...text.matchAll(/name="chip_pa_size"[^>]*value="([^"]+)"/g)].map(([, slug]) => slug)
  }
  const [first = '', second = ''] = await optionsOf()
  await signIn(page, users.owner)
  await page.goto('/wp-admin/attributes/')
  await expect(page.getByRole('link', { name: 'Size' })).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Size' }).click()
  await page.getByLabel('Shoppers choose among').selectOption('swatch')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved. The shop now shows it.')).toBeVisible()

  const nameOf = (slug: string) => slug.replace('-', ' ')
  const up = page.getByRole('button', { name: `Move ${nameOf(second)} up`, exact: true })
  for (let step = 0; (await up.getAttribute('aria-disabled')) === 'false' && step < 9; step += 1) {
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'GET' && answer.url().includes('/terms'),
    )
    await up.press('Enter')
    await saved
    await expect(page.getByText(`${nameOf(second)} was moved up.`)).toBeAttached()
    await expect(up).toBeFocused()
  }
  await expect.poll(async () => (await optionsOf()).slice(0, 2)).toEqual([second, first])

  await page.getByLabel(`Colour of ${nameOf(first)}`, { exact: true }).fill('#7a9a4b')
  await expect(page.getByRole('button', { name: 'No swatch' })).toBeVisible()
  await page.getByLabel('New value').fill('2 kg')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name of 2 kg')).toBeVisible()
  await expect(page.getByLabel('New value')).toHaveValue('')
  await page.getByLabel('New value').fill('2 kg')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('already exists')
  forgetFailedLoads(complaints)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect([width, isWide]).toEqual([width, false])
    expect(await findingsOf(page)).toEqual([])
  }

  await page.goto(address)
  const chip = page.locator('fieldset label', { has: page.locator(`input[value="${first}"]`) })
  await expect(chip.locator('i')).toHaveCSS('background-color', 'rgb(122, 154, 75)')
  await expect(page.getByRole('radio', { name: new RegExp(nameOf(first)) })).toBeAttached()
  await page.setViewportSize({ width: 390, height: 800 })
  expect(await findingsOf(page)).toEqual([])
})
