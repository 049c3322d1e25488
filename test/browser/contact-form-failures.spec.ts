/** Difficult conditions for a contact form: no network, invalid responses, nesting in another form, a small window. */
import type { Page } from '@playwright/test'
import { fillContactForm, openForms } from '../running/contact-forms.ts'
import { asOwner } from '../running/staff-requests.ts'
import { findingsOf } from './axe.ts'
import { expect, forgetFailedLoads, phone, test } from './shop-test.ts'

const path = '/contact/'

const form = (page: Page) => page.locator('.wpcf7-form')
const output = (page: Page) => page.locator('.wpcf7-response-output')
const announced = (page: Page) => page.locator('.screen-reader-response [role=status]')
const send = (page: Page) => page.getByRole('button', { name: 'Send message' })

test('[FORM-14 fetch_error] [FORM-14 invalid_json] whoever is offline, or gets nonsense back, reads it and sends again', async ({
  page,
  complaints,
}) => {
  await openForms(page, path)
  await fillContactForm(page)
  const replies = [
    ['You are probably offline.', (url: RegExp) => page.route(url, (route) => route.abort('internetdisconnected'))],
    [
      'The response is not a valid JSON response.',
      (url: RegExp) => page.route(url, (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' })),
    ],
    [
      'The response is not a valid JSON response.',
      (url: RegExp) => page.route(url, (route) => route.fulfill({ json: [] })),
    ],
    [
      'Too much.',
      (url: RegExp) =>
        page.route(url, (route) => route.fulfill({ status: 429, json: { code: 'x', message: 'Too much.' } })),
    ],
  ] as const
  for (const [message, reply] of replies) {
    await reply(/\/feedback$/)
    // Two replies have the same message, so the test waits for each request.
    const asked = page.waitForRequest(/\/feedback$/)
    await send(page).click()
    await asked
    await expect(form(page)).toHaveAttribute('data-status', 'failed')
    await expect(output(page)).toHaveText(message)
    await expect(announced(page)).toHaveText(message)
    await page.unroute(/\/feedback$/)
  }
  await expect(page.getByLabel('Your message')).toHaveValue('How hard may it be?')
  await send(page).click()
  await expect(output(page)).toHaveText('Thank you for your message. It has been sent.')
  forgetFailedLoads(complaints)
})

test('[FORM-15 spam] a proof of work that was not to be had, or went with a lost answer, is made anew before the form is sent', async ({
  page,
  complaints,
}) => {
  await openForms(page, path)
  const visitor = /\/forms\/\d+\/visitor$/
  const proofs: string[] = []
  page.on('request', (request) => {
    if (!/\/feedback$/.test(request.url())) return
    const body = request.postDataBuffer()?.toString() ?? ''
    proofs.push(/name="_samovar_proof"\r\n\r\n([\w+/=-]+)/.exec(body)?.[1] ?? '')
  })
  await page.route(visitor, (route) => route.fulfill({ status: 503, json: {} }))
  const refused = page.waitForResponse(visitor)
  await fillContactForm(page)
  await (await refused).finished()
  await page.unroute(visitor)

  await page.route(/\/feedback$/, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  // The button has the focus already, so only the sending itself can begin a proof.
  await page.keyboard.press('Enter')
  await expect(form(page)).toHaveAttribute('data-status', 'failed')
  await page.unroute(/\/feedback$/)
  await page.getByLabel('Your message').fill('How hard may it be at most?')
  await send(page).press('Enter')
  await expect(output(page)).toHaveText('Thank you for your message. It has been sent.')
  const [first = '', second = ''] = proofs
  expect([first.length > 100, second.length > 100, first === second]).toEqual([true, true, false])
  forgetFailedLoads(complaints)
})

test('[FORM-15 spam] a proof of work that fails while the form is being sent is made anew, too', async ({
  page,
  complaints,
}) => {
  await openForms(page, path)
  let refuse = () => {}
  const isSent = new Promise<void>((done) => {
    refuse = done
  })
  let attempts = 0
  await page.route(/\/forms\/\d+\/visitor$/, async (route) => {
    attempts += 1
    if (attempts > 1) return route.fallback()
    await isSent
    return route.fulfill({ status: 503, json: {} })
  })
  await fillContactForm(page)
  const asked = page.waitForRequest(/\/feedback$/)
  await page.keyboard.press('Enter')
  await expect(form(page)).toHaveAttribute('data-status', 'submitting')
  refuse()
  expect((await asked).postDataBuffer()?.toString()).toMatch(/name="_samovar_proof"\r\n\r\n[\w+/=-]{100}/)
  await expect(output(page)).toHaveText('Thank you for your message. It has been sent.')
  forgetFailedLoads(complaints)
})

test('[FORM-14 nested form] a form within another form says that it is in the wrong place', async ({ page }) => {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      '<div class="wpcf7 ',
      '<form id="around"><p>Around it</p><div class="wpcf7 ',
    )
    await route.fulfill({ response, body })
  })
  await page.goto(path)
  await expect(page.locator('#around .wpcf7-form-in-wrong-place')).toHaveText(
    'Error: This contact form is placed in the wrong place.',
  )
  await expect(page.locator('.wpcf7')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use(phone)
  test('[FORM-13 under the field] a form and its errors fit the smallest window, and can be pressed', async ({
    page,
  }) => {
    await openForms(page, '/wholesale/')
    await page.setViewportSize({ width: 320, height: 700 })
    await page.getByLabel('You may keep').check()
    await page.getByRole('button', { name: 'Send enquiry' }).tap()
    await expect(page.locator('.wpcf7-not-valid-tip').nth(4)).toBeVisible()
    await expect(page.getByLabel('Your name')).toBeFocused()
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }))
    expect(scroll).toBeLessThanOrEqual(client)
    for (const label of await page.locator('.wpcf7-list-item label').all())
      expect((await label.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44)
    await page.evaluate(() => scrollTo(0, 0))
    expect(await findingsOf(page)).toEqual([])
  })
})

test('a form that asks for more since its page was opened shows its new fields, with what was typed', async ({
  page,
}) => {
  await page.goto(path)
  const forms = '/wp-json/contact-form-7/v1/contact-forms'
  const title = `Growing ${Date.now()}`
  const markup =
    '<label>Your name [text* your-name]</label><label>Your menu [file your-menu filetypes:txt]</label>[submit "Send message"]'
  const { id } = await asOwner<{ id: number }>(page, 'post', forms, { title, form: markup })
  const content = `[contact-form-7 id="${id}" title="Growing"]`
  const { link } = await asOwner<{ link: string }>(page, 'post', '/wp-json/wp/v2/pages', {
    title,
    content,
    status: 'publish',
  })
  await openForms(page, new URL(link).pathname)
  await page.getByLabel('Your name').fill('Ada Leaf')
  const menu = { name: 'menu.txt', mimeType: 'text/plain', buffer: Buffer.from('Oolong') }
  await page.getByLabel('Your menu').setInputFiles(menu)
  await asOwner(page, 'put', `${forms}/${id}`, { form: `<label>Your tea [text* your-tea]</label>${markup}` })
  await send(page).click()
  await expect(output(page)).toHaveText(
    'This form was changed after you opened it. Send it again to see its new fields; what you typed stays.',
  )
  await send(page).click()
  await expect(page.locator('.wpcf7-not-valid-tip')).toHaveText('Please fill out this field.')
  await expect(page.getByLabel('Your name')).toHaveValue('Ada Leaf')
  await expect(page.getByLabel('Your menu')).toHaveAccessibleDescription(
    'Please choose “menu.txt” again: browsers do not keep files.',
  )
  await page.getByLabel('Your tea').fill('Oolong')
  await page.getByLabel('Your menu').setInputFiles(menu)
  await expect(page.locator('.wpcf7-file-again')).toHaveCount(0)
  await send(page).click()
  await expect(output(page)).toHaveText('Thank you for your message. It has been sent.')
})
