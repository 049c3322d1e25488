/**
 * The contact form of the demo shop: submission without a page load, and status, message and event of each response.
 */
import type { Page } from '@playwright/test'
import { answerForms, fillContactForm, openForms, recordEvents, storyOf, takeEvents } from '../running/contact-forms.ts'
import { findingsOf } from './axe.ts'
import { expect, test } from './shop-test.ts'

const path = '/contact/'

const form = (page: Page) => page.locator('.wpcf7-form')
const output = (page: Page) => page.locator('.wpcf7-response-output')
const announced = (page: Page) => page.locator('.screen-reader-response [role=status]')
const listed = (page: Page) => page.locator('.screen-reader-response li')
const send = (page: Page) => page.getByRole('button', { name: 'Send message' })
const field = (page: Page, name: string) => form(page).locator(`[name="${name}"]`)

test('[FORM-05 mapped status] [FORM-05 cleared on mail_sent] [FORM-13 response] a message is sent in place, and the form is as new', async ({
  page,
}) => {
  await recordEvents(page)
  await openForms(page, path)
  await expect(page.locator('.wpcf7')).toHaveClass(/(^| )js( |$)/)
  await fillContactForm(page)
  await takeEvents(page)
  await page.setViewportSize({ width: 390, height: 640 })
  const sent = page.waitForRequest(/\/feedback$/)
  await send(page).click()
  const posted = (await sent).postDataBuffer()?.toString() ?? ''
  await expect(output(page)).toHaveText('Thank you for your message. It has been sent.')
  await expect(output(page)).toBeInViewport({ ratio: 1 })
  await expect(announced(page)).toHaveText('Thank you for your message. It has been sent.')
  await expect(form(page)).toHaveClass(/(^| )sent( |$)/)
  await expect(form(page)).toHaveAttribute('data-status', 'sent')
  await expect(page).toHaveURL(path)
  for (const name of ['your-name', 'your-email', 'your-subject', 'your-message'])
    await expect(field(page, name)).toHaveValue('')
  await expect(field(page, '_wpcf7_posted_data_hash')).toHaveValue(/^[0-9a-f]{32}$/)
  // The script sends a proof of work to the shop's spam check.
  expect(posted).toMatch(/name="_samovar_proof"\r\n\r\n\w{40}/)

  await expect
    .poll(() => page.evaluate(() => document.querySelector('form.wpcf7-form')?.classList.contains('resetting')))
    .toBe(false)
  const events = await takeEvents(page)
  expect(storyOf(events)).toEqual([
    ...['wpcf7beforesubmit', 'submitting', 'sent', 'wpcf7mailsent', 'wpcf7submit'],
    ...['resetting', 'sent', 'wpcf7reset'],
  ])
  const [before, , , mailSent] = events
  const { unitTag, contactFormId, ...detail } = JSON.parse(before?.detail ?? '{}') as Record<string, unknown>
  expect(unitTag).toBe(await page.locator('.wpcf7').getAttribute('id'))
  expect(unitTag).toContain(`wpcf7-f${contactFormId as number}-p${detail.containerPostId as number}-o1`)
  expect(detail).toMatchObject({ pluginVersion: '6.1.6', contactFormLocale: 'en_CA', status: 'init' })
  expect(detail.inputs).toContainEqual({ name: 'your-name', value: 'Ada Leaf' })
  expect(JSON.stringify(detail.inputs)).not.toContain('_wpcf7')
  expect(detail.sends).toContain('_wpcf7_unit_tag')
  expect(JSON.parse(mailSent?.detail ?? '{}')).toMatchObject({
    status: 'mail_sent',
    apiResponse: { status: 'mail_sent', posted_data_hash: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown },
  })
  expect(await findingsOf(page)).toEqual([])
})

/** Status in the response, resulting status of the form, and the event fired in addition to `wpcf7submit`. */
const answers = [
  ['validation_failed', 'invalid', 'wpcf7invalid'],
  ['acceptance_missing', 'unaccepted', 'wpcf7unaccepted'],
  ['spam', 'spam', 'wpcf7spam'],
  ['aborted', 'aborted', 'wpcf7aborted'],
  ['mail_failed', 'failed', 'wpcf7mailfailed'],
  ['payment_required', 'payment-required', null],
  ['Waits for_the owner!', 'custom-Waits-for-the-owner', null],
] as const

test('[FORM-04] [FORM-05 mapped status] each answer is a status, a message and an event, and nothing is lost by it', async ({
  page,
}) => {
  await recordEvents(page)
  await openForms(page, path)
  await fillContactForm(page)
  for (const [answer, status, event] of answers) {
    await answerForms(page, { status: answer, message: `It is ${status}.` })
    await takeEvents(page)
    const before = await form(page).getAttribute('data-status')
    await send(page).click()
    await expect(output(page)).toHaveText(`It is ${status}.`)
    await expect(form(page)).toHaveAttribute('data-status', status)
    await expect(form(page)).not.toHaveClass(new RegExp(`\\b(submitting|${before})\\b`))
    const events = await takeEvents(page)
    expect(storyOf(events)).toEqual([
      'wpcf7beforesubmit',
      'submitting',
      status,
      ...(event ? [event] : []),
      'wpcf7submit',
    ])
    expect(events.map(({ name, shown }) => (name === 'statuschanged' ? 'itself' : shown))).not.toContain(
      'not in its classes',
    )
    expect(events.at(-1)?.status).toBe(answer)
    await page.evaluate(() => scrollTo(0, 0))
    expect(await findingsOf(page), status).toEqual([])
    await page.unroute(/\/feedback$/)
  }
  await expect(page.getByLabel('Your message')).toHaveValue('How hard may it be?')
})

test('[FORM-06] a change is checked at once up to its field, and the status is as before', async ({ page }) => {
  await recordEvents(page)
  await openForms(page, path)
  await page.getByLabel('Your email').fill('ada@')
  await page.getByLabel('Your email').press('Tab')
  await expect(page.locator('.wpcf7-not-valid-tip')).toHaveText([
    'Please fill out this field.',
    'Please enter an email address.',
  ])
  await expect(field(page, 'your-subject')).toHaveAttribute('aria-invalid', 'false')
  expect(storyOf(await takeEvents(page))).toEqual(['validating', 'init'])
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Your email').fill('ada@shop.test')
  await page.getByLabel('Subject', { exact: true }).focus()
  await expect(page.locator('.wpcf7-not-valid-tip')).toHaveCount(0)

  await answerForms(page, { status: 'Odd one', message: 'Odd.' })
  await send(page).click()
  await expect(output(page)).toHaveText('Odd.')
  await takeEvents(page)
  await page.getByLabel('Your email').fill('')
  await page.getByLabel('Your email').blur()
  await expect(page.locator('.wpcf7-not-valid-tip')).toHaveText('Please fill out this field.')
  expect(storyOf(await takeEvents(page))).toEqual(['validating', 'custom-Odd-one'])
  await expect(form(page)).toHaveAttribute('data-status', 'custom-Odd-one')
})

test('[FORM-13 under the field] [FORM-13 screen-reader list] [FORM-13 response] by keyboard alone: errors are read at their fields, mended and sent', async ({
  page,
}) => {
  await openForms(page, path)
  await send(page).focus()
  await page.keyboard.press('Enter')
  await expect(output(page)).toHaveText('One or more fields have an error. Please check and try again.')
  await expect(announced(page)).toHaveText('One or more fields have an error. Please check and try again.')
  await expect(listed(page)).toHaveText(Array<string>(3).fill('Please fill out this field.'))
  const name = page.getByLabel('Your name')
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(name).toHaveAccessibleDescription('Please fill out this field.')
  await expect(name).toHaveClass(/wpcf7-not-valid/)
  const tag = await page.locator('.wpcf7').getAttribute('id')
  await expect(listed(page).first()).toHaveAttribute('id', `${tag}-ve-your-name`)
  const tips = page.locator('.wpcf7-form-control-wrap > .wpcf7-not-valid-tip:last-child')
  await expect(tips).toHaveText(Array<string>(3).fill('Please fill out this field.'))
  await expect(tips.first()).toHaveAttribute('aria-hidden', 'true')
  const [above, below] = await Promise.all([name.boundingBox(), tips.first().boundingBox()])
  expect(below?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
  await page.evaluate(() => scrollTo(0, 0))
  expect(await findingsOf(page)).toEqual([])

  await page.keyboard.type('Ada Leaf')
  await page.keyboard.press('Tab')
  await expect(name).toHaveAttribute('aria-invalid', 'false')
  await expect(name).toHaveAccessibleDescription('')
  await page.keyboard.type(`ada${Date.now()}@shop.test`)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Water')
  await expect(page.locator('.wpcf7-not-valid-tip')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(output(page)).toHaveText('Thank you for your message. It has been sent.')
  await expect(listed(page)).toHaveCount(0)
  await expect(page.locator('.wpcf7-not-valid')).toHaveCount(0)
})

test('[FORM-05 other resets] a form that is emptied is resetting until its questions have come, then as at first', async ({
  page,
}) => {
  await recordEvents(page)
  await openForms(page, path)
  await fillContactForm(page)
  await answerForms(page, { status: 'spam', message: 'No.' })
  await send(page).click()
  await expect(output(page)).toHaveText('No.')
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\/refill$/, async (route) => {
    await held
    await route.continue()
  })
  await form(page).evaluate((element: HTMLFormElement) => element.reset())
  await expect(form(page)).toHaveClass(/(^| )resetting( |$)/)
  await expect(output(page)).toHaveText('')
  await expect(page.getByLabel('Your name')).toHaveValue('')
  await takeEvents(page)
  release()
  await expect(form(page)).toHaveAttribute('data-status', 'init')
  expect(storyOf(await takeEvents(page))).toEqual(['init', 'wpcf7reset'])
})
