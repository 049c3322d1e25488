/** A contact form together with third-party scripts written for Contact Form 7. */
import { answerForms, openForms, recordEvents, storyOf, takeEvents } from '../running/contact-forms.ts'
import { expect, test } from './shop-test.ts'

const path = '/contact/'

test('[FORM-04] [FORM-05 other resets] a script written for such forms submits, resets, validates and brings forms of its own', async ({
  page,
}) => {
  await recordEvents(page)
  // WordPress prints these settings before the plugin's script.
  await page.addInitScript(() => {
    Object.assign(window, {
      wpcf7: { api: { root: `${location.origin}/wp-json/`, namespace: 'contact-form-7/v1' }, cached: 1 },
    })
  })
  await openForms(page, path)
  await expect(page.locator('.wpcf7-form')).toHaveAttribute('data-status', 'init')
  await expect.poll(async () => (await takeEvents(page)).filter(({ name }) => name === 'reset').length).toBe(1)

  const late = page.locator('#late form')
  await page.evaluate(() => {
    const wrapper = document.querySelector('.wpcf7')
    const section = document.createElement('section')
    section.id = 'late'
    section.innerHTML = wrapper?.outerHTML.replace('wpcf7 js', 'wpcf7 no-js') ?? ''
    wrapper?.replaceWith(section)
    const form = section.querySelector('form')
    if (!form) throw new Error('There is no form')
    window.wpcf7.init(form)
    // Initialising a form twice is harmless.
    window.wpcf7.init(form)
    form.addEventListener('wpcf7beforesubmit', (event) => {
      ;(event as CustomEvent<{ formData: FormData }>).detail.formData.append('added-by-script', 'yes')
    })
  })
  await expect(page.locator('#late .wpcf7')).toHaveClass(/(^| )js( |$)/)
  await expect(late).toHaveAttribute('data-status', 'init')
  await page.evaluate(() => window.wpcf7.validate(document.querySelector('#late form') as HTMLFormElement))
  await expect(page.locator('#late .wpcf7-not-valid-tip')).toHaveText(
    Array<string>(3).fill('Please fill out this field.'),
  )

  await answerForms(page, { status: 'mail_sent', message: 'Sent.', posted_data_hash: 'a'.repeat(32) })
  const requests: string[] = []
  page.on('request', (request) => {
    if (/\/feedback$/.test(request.url())) requests.push(request.postDataBuffer()?.toString() ?? '')
  })
  await expect(late).toHaveAttribute('data-status', 'init')
  await takeEvents(page)
  await page.evaluate(() => window.wpcf7.submit(document.querySelector('#late form') as HTMLFormElement))
  await expect(late).toHaveAttribute('data-status', 'sent')
  expect(requests).toEqual([expect.stringContaining('added-by-script')])
  await expect
    .poll(async () =>
      page.evaluate(() => (document.querySelector('#late form') as HTMLFormElement).classList.contains('resetting')),
    )
    .toBe(false)
  expect(storyOf(await takeEvents(page)).filter((name) => name === 'wpcf7mailsent')).toEqual(['wpcf7mailsent'])

  await page.evaluate(() => window.wpcf7.reset(document.querySelector('#late form') as HTMLFormElement))
  await expect(late).toHaveAttribute('data-status', 'init')
  await expect(page.locator('#late .wpcf7-response-output')).toHaveText('')
  await page.evaluate(() => {
    window.wpcf7.blocked = true
  })
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(late).toHaveAttribute('data-status', 'submitting')
  expect(requests).toHaveLength(1)
})
