/** Back office states that only appear after an action: open panels, lists, dialogs, errors and toasts. */
import type { Page } from '@playwright/test'
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsOf } from './axe.ts'
import { abortFirst, expect, forgetFailedLoads, holdRequests, phone, test } from './shop-test.ts'

/** Expects no axe violations and no horizontal overflow. */
async function check(page: Page, state: string) {
  expect(await findingsOf(page), state).toEqual([])
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(overflow), `${state}: wider than the window`).toBe(0)
}

for (const [name, use] of [
  ['on a wide screen', {}],
  ['on a phone, dark', { ...phone, colorScheme: 'dark' }],
] as const) {
  test.describe(name, () => {
    test.use(use)

    test('the home screen and open lists have no axe violations', async ({ page }) => {
      await signIn(page, users.owner)
      await page.goto('/wp-admin/')
      await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
      const day = page.getByRole('slider', { name: 'Last 30 days: Day' })
      await day.focus()
      const before = await day.getAttribute('aria-valuetext')
      await page.keyboard.press('ArrowLeft')
      await expect(day).not.toHaveAttribute('aria-valuetext', before ?? '')
      await page.getByText('Figures as a table').click()
      await expect(page.getByRole('table', { name: 'Last 30 days' }).getByRole('row')).toHaveCount(31)
      await check(page, 'chart and its table')

      await page.goto('/wp-admin/orders/')
      await page.locator('tbody a').first().waitFor()
      const customer = page.getByRole('combobox', { name: 'Any customer' })
      await customer.fill('customer@')
      await expect(page.getByRole('option', { name: /customer@samovar.test/ })).toBeVisible()
      await check(page, 'options of a filter')
      await customer.press('Enter')
      await expect(page).toHaveURL(/customer=\d+/)
      await expect(page.getByRole('list', { name: 'Any customer: chosen' })).toBeVisible()
      await page.getByRole('button', { name: /^Remove / }).click()
      await expect(page).not.toHaveURL(/customer=/)
      await page.locator('tbody').getByRole('checkbox').first().check()
      await expect(page.getByRole('group', { name: 'With those selected' })).toBeVisible()
      await check(page, 'bulk actions')

      await page.goto('/wp-admin/pages/')
      await page.locator('tbody a').first().waitFor()
      await page.getByRole('button', { name: 'View', exact: true }).click()
      await expect(page.getByRole('group', { name: 'Columns' }).or(page.getByRole('checkbox')).first()).toBeVisible()
      await check(page, 'open View panel')
      const panel = page.getByRole('group', { name: 'View', exact: true })
      expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Saved views' }).click()
      await check(page, 'open saved views')
      await page.keyboard.press('Escape')
      await page.locator('tbody a').first().click()
      await page.getByRole('toolbar').waitFor()
      await check(page, 'page with its editor')
    })

    test('what is about to be replaced keeps its contrast, under a bar that shows that it loads', async ({ page }) => {
      await signIn(page, users.owner)
      const bar = () =>
        page.evaluate(() => {
          const frame = document.querySelector('#screen')?.parentElement
          return frame ? getComputedStyle(frame, '::before').position : ''
        })
      const changes: readonly (readonly [string, RegExp, () => Promise<unknown>])[] = [
        [
          '/wp-admin/reports/',
          /analytics.*before/,
          () => page.getByRole('combobox', { name: 'Time' }).selectOption('Last 7 days'),
        ],
        ['/wp-admin/orders/', /wc\/v3\/orders\?/, () => page.getByRole('link', { name: /^Completed/ }).click()],
      ]
      for (const [address, request, act] of changes) {
        await page.goto(address)
        await page.locator('#screen table').first().waitFor()
        await expect(page.locator('#screen [aria-busy="true"]')).toHaveCount(0)
        const release = await holdRequests(page, request)
        await act()
        await expect(page.locator('#screen [aria-busy="true"]').first()).toBeVisible()
        expect(await bar()).toBe('fixed')
        await check(page, `${address} while it loads`)
        release()
        await expect(page.locator('#screen [aria-busy="true"]')).toHaveCount(0)
        expect(await bar()).not.toBe('fixed')
        await page.unroute(request)
      }
    })

    test('a customer is written, found and deleted, and no state has axe violations', async ({ page, complaints }) => {
      await signIn(page, users.owner)
      await page.goto('/wp-admin/customers/new/')
      const email = page.getByLabel(/^Email address/).first()
      await email.fill(users.editor.email)
      await page.keyboard.press('Control+s')
      await expect(page.getByText('An account is already registered with this email address.')).toBeVisible()
      await expect(email).toBeFocused()
      await check(page, 'error at a field')
      forgetFailedLoads(complaints)
      const address = `kit-${name.length}@samovar.test`
      await email.fill(address)
      await page.getByLabel('First name').first().fill('Kit')
      await page.getByLabel('Country').first().selectOption('CA')
      await page.getByLabel('Province or territory').selectOption('ON')
      await page.keyboard.press('Control+s')
      await expect(page.getByRole('heading', { name: 'Kit' })).toBeVisible()
      await expect(page.getByText('The customer was created.')).toBeVisible()
      await check(page, 'customer with a toast')
      await page.getByLabel('City').first().fill('Guelph')
      await page.getByRole('link', { name: 'Customers' }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check(page, 'question before leaving')
      await page.getByRole('button', { name: 'Stay here' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.keyboard.press('Control+s')
      await expect(page.getByText('Saved.')).toBeVisible()

      await page.goto(`/wp-admin/customers/?s=${address}`)
      await expect(page.getByRole('row', { name: /Kit/ })).toContainText('Guelph')
      await check(page, 'list of customers')
      await page.getByRole('checkbox', { name: 'Select Kit' }).check()
      await page.getByRole('button', { name: 'Delete permanently' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await check(page, 'question before deleting')
      await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
      await expect(page.getByText('1 customer deleted.')).toBeVisible()

      await page.goto('/wp-admin/mails/kinds/')
      await page.getByRole('link', { name: 'New account' }).click()
      // axe runs as a script, and the HTML preview of an email forbids scripts.
      await page.getByRole('button', { name: 'Plain text' }).click()
      await expect(page.locator('iframe')).toHaveCount(0)
      await check(page, 'settings of an email type')
    })
  })
}

test('a note and an answer that are not saved yet are not lost by a click elsewhere', async ({ page, complaints }) => {
  await signIn(page, users.owner)
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  const coupons = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Coupons' })
  await page.goto('/wp-admin/orders/?s=1002')
  await page.getByRole('row', { name: /#1002/ }).getByRole('link').first().click()
  const note = page.getByLabel('Note for the shop')
  await note.fill('Rings back on Monday')
  await coupons.click()
  await expect(question).toBeVisible()
  await check(page, 'question before leaving a note')
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(note).toHaveValue('Rings back on Monday')
  await page.reload()
  await note.fill('Rings back on Tuesday')
  await page.context().setOffline(true)
  await coupons.click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(question).toBeHidden()
  await expect(note).toHaveValue('Rings back on Tuesday')
  await page.context().setOffline(false)
  forgetFailedLoads(complaints)
  await note.fill('')
  await coupons.click()
  await expect(page).toHaveURL(/\/coupons\//)

  await page.goto('/wp-admin/reviews/?status=approved')
  await page.getByRole('button', { name: 'Answer', exact: true }).first().click()
  const answer = page.getByLabel(/^Your answer to /)
  await answer.fill('Thank you for the long letter')
  await coupons.click()
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(answer).toHaveValue('Thank you for the long letter')
  await coupons.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/coupons\//)
})

test('nothing on the home screen moves when the first steps come late', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.route('**/wp-json/samovar/v1/onboarding', async (route) => {
    await new Promise((done) => setTimeout(done, 1000))
    await route.continue()
  })
  await signIn(page, users.owner)
  await page.goto('/wp-admin/')
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
  await expect(page.getByRole('slider', { name: 'Last 30 days: Day' })).toBeVisible()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  const moved = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  expect(moved.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.02)
})

test('the navigation shows every entry on the screens of laptops', async ({ page }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/')
  const navigation = page.getByRole('navigation', { name: 'Back office' })
  await expect(navigation.getByRole('link', { name: 'Settings' })).toBeVisible()
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1280, height: 720 },
  ]) {
    await page.setViewportSize(viewport)
    for (const link of await navigation.getByRole('link').all()) await expect(link).toBeInViewport({ ratio: 1 })
    for (const name of ['View the shop', 'Sign out'])
      await expect(page.getByRole('banner').getByText(name)).toBeInViewport({ ratio: 1 })
    await check(page, `navigation at ${viewport.height} px`)
  }
})

test('the status of selected orders is changed, and changed back', async ({ page, complaints }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/orders/?s=1002')
  const row = page.getByRole('row', { name: /#1002/ })
  await expect(row).toContainText('Completed')
  await page.getByRole('checkbox', { name: 'Select #1002' }).check()
  await page.getByRole('button', { name: 'Change to processing' }).click()
  await expect(page.getByText('1 order now processing.')).toBeVisible()
  await expect(row).toContainText('Processing')
  await check(page, 'toast with undo')
  await page.keyboard.press('z')
  await expect(row).toContainText('Completed')

  // A change to many orders shows its progress and can be stopped.
  const order = {
    status: 'completed',
    billing: { first_name: 'Zz', last_name: 'Together' },
    fee_lines: [{ name: 'Tasting', total: '5.00' }],
  }
  for (let count = 0; count < 7; count++) await asOwner(page, 'post', '/wp-json/wc/v3/orders', order)
  await page.goto('/wp-admin/orders/?s=Together')
  await expect(page.getByRole('checkbox', { name: /^Select #/ })).toHaveCount(7)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  const answers = Promise.withResolvers<void>()
  await page.route('**/wc/v3/orders/batch', async (route) => {
    await answers.promise
    await route.continue()
  })
  const bar = page.getByRole('group', { name: 'With those selected' })
  await bar.getByRole('button', { name: 'Change to processing' }).click()
  await expect(bar).toContainText('0 of 7 done')
  await expect(bar.getByRole('button', { name: 'Stop' })).toBeFocused()
  await check(page, 'progress of a change')
  await page.keyboard.press('Enter')
  await expect(bar).toContainText('Stopping')
  answers.resolve()
  await expect(page.getByText(/^5 orders now processing\. Stopped: 2 orders left\.$/)).toBeVisible()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Undone.')).toBeVisible()

  // The message with the Undo button can be closed.
  await expect(page.getByRole('row', { name: /Together .* Completed/ })).toHaveCount(7)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await bar.getByRole('button', { name: 'Change to processing' }).click()
  await expect(page.getByText('7 orders now processing.')).toBeVisible()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)

  // What went wrong with one selection is not said of the next.
  const select = page.getByRole('checkbox', { name: /^Select #/ })
  await select.first().check()
  await abortFirst(page, '**/wc/v3/orders/batch')
  await bar.getByRole('button', { name: 'Change to completed' }).click()
  await expect(bar.getByRole('alert')).toBeVisible()
  await bar.getByRole('button', { name: 'Clear' }).click()
  forgetFailedLoads(complaints)
  await select.last().check()
  await expect(bar).toContainText('1 selected')
  await expect(bar.getByRole('alert')).toHaveCount(0)
})

test('without a network, a list and a save say so, and the save is sent again', async ({ page, complaints }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/tags/new/')
  const name = `Offline ${Date.now()}`
  await page.getByLabel('Name (required)').fill(name)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Create the tag' }).click()
  const failure = page.getByText('The shop cannot be reached.')
  await expect(failure.first()).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Create the tag' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goto('/wp-admin/coupons/')
  await page.locator('tbody a').first().waitFor()
  await page.context().setOffline(true)
  await page.getByText('Trash', { exact: true }).click()
  await expect(failure).toBeVisible()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(failure).toBeHidden()
  forgetFailedLoads(complaints)
})
