/** The order of the checkout fields, and splitting a full name typed into the first-name field. */
import type { Page } from '@playwright/test'
import { scriptRun } from '../running/script-run.ts'
import { fillCart } from './page-kinds.ts'
import { expect, test } from './shop-test.ts'

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`)

test.beforeEach(async ({ page, context, baseURL }) => {
  await fillCart(context, baseURL)
  await page.goto('/checkout/')
  await scriptRun(page, 'checkout.client')
})

const visibleFields = (page: Page, set: string): Promise<string[]> =>
  page
    .locator(`form.checkout [name^="${set}_"]:not([type=hidden], [name*="method"])`)
    .evaluateAll((all) =>
      all.filter((one) => (one as HTMLElement).offsetParent !== null).map((one) => one.getAttribute('name') ?? ''),
    )

const address = ['first_name', 'last_name', 'company', 'country', 'address_1', 'address_2', 'city', 'state', 'postcode']

test('[CHK-01 priority, phone and email billing only] the page asks for the email first, then by priority; Tab follows the same order', async ({
  page,
}) => {
  const billing = await visibleFields(page, 'billing')
  expect(billing).toEqual(
    ['email', ...address, 'phone'].map((name) => `billing_${name}`).filter((name) => billing.includes(name)),
  )
  for (const name of ['email', 'first_name', 'last_name', 'address_1', 'city', 'state', 'postcode', 'phone']) {
    expect(billing).toContain(`billing_${name}`)
  }
  const priorities = await page
    .locator('[id^="billing_"][id$="_field"]')
    .evaluateAll((rows) => rows.map((row) => Number((row as HTMLElement).dataset.priority)))
  // 110 is the priority of the email field, which is first; the other priorities ascend.
  expect(priorities[0]).toBe(110)
  expect(priorities.slice(1)).toEqual(priorities.slice(1).toSorted((a, b) => a - b))
  // The visual order matches the reading order: each field is below or to the right of the previous one.
  const places = await Promise.all(billing.map((name) => field(page, name).boundingBox()))
  for (const [index, place] of places.entries()) {
    const before = places[index - 1]
    if (before && place) expect(place.y > before.y || place.x > before.x, billing[index]).toBe(true)
  }
  await field(page, 'billing_email').focus()
  const walked: string[] = []
  for (let presses = 0; presses < 30 && walked.at(-1) !== billing.at(-1); presses += 1) {
    walked.push(await page.evaluate(() => document.activeElement?.getAttribute('name') ?? ''))
    await page.keyboard.press('Tab')
  }
  expect(walked.filter((name) => billing.includes(name))).toEqual(billing)
  await page.locator('#ship-to-different-address-checkbox').check()
  await expect(field(page, 'shipping_city')).toBeVisible()
  const shipping = await visibleFields(page, 'shipping')
  expect(shipping).toEqual(address.map((name) => `shipping_${name}`).filter((name) => shipping.includes(name)))
  expect(shipping).not.toContain('shipping_email')
  expect(shipping).not.toContain('shipping_phone')
})

test('[ADDR-04] a full name is split once when both fields are left', async ({ page }) => {
  const [first, last] = [field(page, 'billing_first_name'), field(page, 'billing_last_name')]
  const city = field(page, 'billing_city')
  await first.pressSequentially('Ada Mary Leaf')
  await expect(first).toHaveValue('Ada Mary Leaf')
  await city.focus()
  await expect(first).toHaveValue('Ada Mary')
  await expect(last).toHaveValue('Leaf')
  await expect(page.locator('#billing_first_name_field')).toContainText('We have put Leaf into the last name.')
  // A name that the shopper changes back is not split again.
  await last.fill('')
  await first.fill('Ada Mary Leaf')
  await city.focus()
  await expect(first).toHaveValue('Ada Mary Leaf')
})

test('[ADDR-04] two first names are not split while the last name is still to be typed', async ({ page }) => {
  const [first, last] = [field(page, 'billing_first_name'), field(page, 'billing_last_name')]
  await first.pressSequentially('Mary Ann')
  await page.keyboard.press('Tab')
  await expect(last).toBeFocused()
  await expect(last).toHaveValue('')
  await page.keyboard.type('Leaf')
  await page.keyboard.press('Tab')
  await expect(first).toHaveValue('Mary Ann')
  await expect(last).toHaveValue('Leaf')
})

test('[ADDR-04] if the last name is skipped it is filled; a single word is not split', async ({ page }) => {
  const [first, last] = [field(page, 'billing_first_name'), field(page, 'billing_last_name')]
  await first.pressSequentially('Madonna')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(first).toHaveValue('Madonna')
  await expect(last).toHaveValue('')
  await first.fill('Ada Leaf')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(first).toHaveValue('Ada')
  await expect(last).toHaveValue('Leaf')
})

test('a click that leaves a wrong field is not lost because the message at the field moves the page', async ({
  page,
}) => {
  const other = page.locator('#ship-to-different-address-checkbox')
  await field(page, 'billing_phone').pressSequentially('abc')
  await other.click()
  await expect(page.locator('#billing_phone_description')).toContainText('not a valid phone number')
  await expect(other).toBeChecked()
  // So does the hint about a postal code, above the button.
  await field(page, 'billing_state').selectOption('QC')
  await field(page, 'billing_postcode').fill('K1A 0B1')
  await other.click()
  await expect(page.locator('#billing_postcode_field [data-hint]')).toContainText('are in Ontario')
  await expect(other).not.toBeChecked()
})
