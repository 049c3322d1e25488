/** Lists and forms of the back office: the features that every screen gets from `src/platform/admin`. */
import type { Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { endSession, signIn } from '../running/shopper.ts'
import { findingsOf } from './axe.ts'
import { expect, forgetFailedLoads, phone, test } from './shop-test.ts'

test('a session that ends while a form is filled in loses nothing: who signs in again in another tab can save', async ({
  page,
  browser,
  baseURL,
  complaints,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/coupons/new/')
  await page.getByLabel(/^Code/).fill('ended-session')
  await page.getByLabel('Percent', { exact: true }).fill('5')
  await endSession(page, browser, baseURL)
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/You were signed out\. Sign in again as .* in a new tab/)).toBeVisible()
  expect(await findingsOf(page)).toEqual([])
  forgetFailedLoads(complaints)
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Sign in again (new tab)' }).click(),
  ])
  await tab.getByLabel('Email address').fill(users.editor.email)
  await tab.getByLabel('Password', { exact: true }).fill(users.editor.password)
  await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
  await tab.waitForURL((url) => !url.pathname.includes('wp-login'))
  // Another user's session must not save the owner's input. The message of the first attempt is still visible, so the
  // test waits for the response.
  const refused = page.waitForResponse(
    (answer) => answer.request().method() === 'POST' && /\/coupons/.test(answer.url()),
  )
  await page.keyboard.press('Control+s')
  expect((await refused).ok()).toBe(false)
  await expect(page.getByText(/You were signed out/)).toBeVisible()
  await endSession(tab, browser, baseURL)
  await signIn(tab, users.owner)
  await tab.close()
  forgetFailedLoads(complaints)
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { name: 'ended-session' })).toBeVisible()
  await expect(page.getByLabel('Percent', { exact: true })).toHaveValue('5.00')
})

test('a coupon is made with pickers, refused at its field, found again by a saved view, and deleted', async ({
  page,
  complaints,
}) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/coupons/new/')
  const code = page.getByLabel(/^Code/)
  await code.fill('two words')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Code takes at most 100 characters, and no spaces.')).toBeVisible()
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  expect(await findingsOf(page)).toEqual([])
  forgetFailedLoads(complaints)
  // The refused changes still count as unsaved.
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()
  // The open dialog makes the form inert, so it must be hidden before the test types.
  await expect(page.getByRole('dialog')).toBeHidden()

  await code.fill('kit-test')
  await page.getByLabel('Percent', { exact: true }).fill('5')
  // By keyboard alone: search, choose the first result, remove it, and choose it again. Enter chooses nothing while the
  // search is still running.
  const products = page.getByRole('combobox', { name: 'Only these products' })
  const chips = page.getByRole('list', { name: 'Only these products: chosen' }).getByRole('listitem')
  await products.click()
  await expect(page.getByRole('listbox').getByRole('option').nth(1)).toBeVisible()
  const answer = await holdAnswers(page, 'GET')
  await products.fill('sencha')
  await products.press('Enter')
  await expect(page.getByRole('option', { name: 'Searching …' })).toBeVisible()
  await expect(chips).toHaveCount(0)
  answer()
  await expect(page.getByRole('option', { name: /sencha/i }).first()).toBeVisible()
  await products.press('Enter')
  await expect(chips).toHaveCount(1)
  await products.press('Backspace')
  await expect(chips).toHaveCount(0)
  await products.fill('sencha')
  await expect(page.getByRole('option', { name: /sencha/i }).first()).toBeVisible()
  await products.press('Enter')
  await page.unrouteAll()
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { name: 'kit-test' })).toBeVisible()
  await expect(chips).toHaveCount(1)

  // An API client has chosen a product that no longer exists: the chip shows its id and can be removed.
  await page.evaluate(async (path) => {
    const headers = {
      'content-type': 'application/json',
      'x-wp-nonce': document.getElementById('admin')?.dataset.restNonce ?? '',
    }
    const body = JSON.stringify({ product_ids: [2_000_000_000] })
    await fetch(`/wp-json/wc/v3/coupons/${/\d+/.exec(path)?.[0]}`, { method: 'PUT', headers, body })
  }, new URL(page.url()).pathname)
  await page.reload()
  await expect(chips).toHaveText('Deleted product (2000000000)')

  await page.getByLabel('Note for yourself').fill('Not saved')
  await page.getByRole('link', { name: 'Orders', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('link', { name: 'Coupons' }).first().click()

  await page.getByRole('columnheader', { name: 'Code' }).getByRole('button').click()
  await expect(page).toHaveURL(/orderby=title&order=asc/)
  await expect(page.getByRole('columnheader', { name: 'Code' })).toHaveAttribute('aria-sort', 'ascending')
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Gives' }).uncheck()
  await expect(page.getByRole('columnheader', { name: 'Gives' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByLabel('Save this view as').fill('Codes')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.goto('/wp-admin/coupons/')
  await expect(page.getByRole('columnheader', { name: 'Gives' })).toBeVisible()
  await page.getByRole('button', { name: 'Saved views' }).click()
  await page.getByRole('link', { name: 'Codes' }).click()
  await expect(page.getByRole('columnheader', { name: 'Gives' })).toHaveCount(0)

  const row = page.getByRole('row', { name: /kit-test/ })
  await page.getByRole('checkbox', { name: 'Select kit-test' }).check()
  await page.getByRole('button', { name: 'Switch off' }).click()
  await expect(row).toContainText('Switched off')
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(row).toContainText('In use')
  await page.getByRole('checkbox', { name: 'Select kit-test' }).check()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
  await expect(row).toHaveCount(0)
})

/** Delays all REST requests with this method until the returned function is called. */
async function holdAnswers(page: Page, method: string) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/wp-json/**', async (route) => {
    if (route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}

test('what is typed while a form is saved stays, unsaved, and another tab’s change is kept', async ({ page }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/tags/new/')
  const name = page.getByLabel(/^Name/)
  const description = page.getByLabel(/^Description/)
  await name.fill('Held back')
  let release = await holdAnswers(page, 'POST')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('button', { name: 'Saving …' })).toBeVisible()
  await description.fill('Typed while it was created')
  release()
  await expect(page.getByRole('heading', { name: 'Held back' })).toBeVisible()
  await expect(description).toHaveValue('Typed while it was created')
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toBeEnabled()
  await page.unrouteAll()

  release = await holdAnswers(page, 'PUT')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('button', { name: 'Saving …' })).toBeVisible()
  await name.fill('Held back twice')
  await description.pressSequentially(' and saved')
  release()
  await expect(save).toBeEnabled()
  await expect(name).toHaveValue('Held back twice')
  await expect(description).toHaveValue('Typed while it was created and saved')
  await page.unrouteAll()

  // Another tab changes the slug. This tab sends only the fields that it changed.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(other.getByLabel(/^Description/)).toHaveValue('Typed while it was created')
  await other.getByLabel('Slug').fill('other-tab')
  await other.keyboard.press('Control+s')
  await expect(other.getByText('Saved. The shop now shows it.')).toBeVisible()
  await other.close()
  await save.click()
  await expect(page.getByText('Saved. The shop now shows it.')).toBeVisible()
  await expect(page.getByLabel('Slug')).toHaveValue('other-tab')
  await expect(page.getByRole('heading', { name: 'Held back twice' })).toBeVisible()
  await page.reload()
  await expect(description).toHaveValue('Typed while it was created and saved')
  await expect(save).toBeDisabled()
  await page.getByRole('button', { name: 'Delete this tag' }).click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page).toHaveURL('/wp-admin/tags/')
})

test('who edits what somebody else has saved meanwhile is told, also after the screen has asked again', async ({
  page,
  complaints,
}) => {
  await page.clock.install()
  await signIn(page, users.owner)
  await page.goto('/wp-admin/pages/new/')
  await page.getByLabel('Title').fill('Opening hours')
  await page.getByRole('button', { name: 'Create the page' }).click()
  await expect(page.getByRole('heading', { name: 'Opening hours' })).toBeVisible()
  await page.getByLabel('Title').fill('Hours of mine')

  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.getByLabel('Title').fill('Hours of another')
  await other.keyboard.press('Control+s')
  await expect(other.getByRole('heading', { name: 'Hours of another' })).toBeVisible()
  await other.close()

  await page.clock.fastForward(60_000)
  const asked = page.waitForResponse((response) => /\/pages\/\d+$/.test(response.url()))
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await asked
  await expect(page.getByRole('heading', { name: 'Hours of another' })).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('alert')).toContainText('Somebody else saved this')
  await expect(page.getByLabel('Title')).toHaveValue('Hours of mine')
  forgetFailedLoads(complaints)
  // To resolve the conflict, the user discards their changes, sees the other version, and makes their change again.
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Hours of another')
  await page.getByLabel('Status').selectOption('trash')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved. The shop now shows it if it is published.')).toBeVisible()
})

test.describe('on a phone, dark', () => {
  test.use({ ...phone, colorScheme: 'dark' })
  test('a tag is written, and neither list nor form overflows or has axe violations', async ({ page }) => {
    await signIn(page, users.owner)
    const isWithinWindow = () =>
      page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)
    await page.goto('/wp-admin/tags/')
    await page.locator('tbody a').first().waitFor()
    expect([await findingsOf(page), await isWithinWindow()]).toEqual([[], true])
    await page.getByRole('link', { name: 'New tag' }).click()
    await page.getByLabel(/^Name/).fill('kit tag')
    await page.getByRole('button', { name: 'Create the tag' }).click()
    await expect(page.getByRole('heading', { name: 'kit tag' })).toBeVisible()
    await expect(page.getByLabel('Slug')).toHaveValue('kit-tag')
    expect([await findingsOf(page), await isWithinWindow()]).toEqual([[], true])
    await page.getByRole('button', { name: 'Delete this tag' }).click()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(page).toHaveURL('/wp-admin/tags/')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await expect(page).toHaveURL('/wp-admin/orders/')
  })
})
