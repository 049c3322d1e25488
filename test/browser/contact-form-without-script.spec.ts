/** A contact form without script, and its submission in the shop's inbox. */
import { writeFile } from 'node:fs/promises'
import { asOwner } from '../running/staff-requests.ts'
import { findingsAtWidths } from './axe.ts'
import { expect, forgetFailedLoads, test } from './shop-test.ts'

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('errors come back with the values, a sent form leads to its page, and a reload sends nothing', async ({
    page,
  }) => {
    await page.goto('/wholesale/')
    const form = page.locator('form.wpcf7-form')
    const field = (name: string) => form.locator(`[name="your-${name}"]`)
    await field('name').fill('Ada Leaf')
    await field('business').fill('The Reading Room')
    await field('email').fill('nobody')
    await field('place').selectOption('Office')
    await field('pots').fill('20')
    await page.getByLabel('Oolong').check()
    await page.getByLabel('Tins of 250 g').check()
    await page.getByLabel('You may keep').check()
    const send = page.getByRole('button', { name: 'Send enquiry' })
    await send.click()

    await expect(form).toHaveAttribute('data-status', 'invalid')
    await expect(form.locator('.wpcf7-not-valid-tip')).toHaveText('Please enter an email address.')
    await expect(form.locator('.wpcf7-response-output')).toContainText('One or more fields have an error')
    await expect(field('email')).toHaveValue('nobody')
    await expect(field('email')).toHaveAccessibleDescription('Please enter an email address.')
    await expect(field('place')).toHaveValue('Office')
    for (const name of ['Oolong', 'Tins of 250 g', 'You may keep']) await expect(page.getByLabel(name)).toBeChecked()

    const subject = `The Reading Room ${Date.now()}`
    await field('business').fill(subject)
    await field('email').fill('ada@shop.test')
    await field('menu').setInputFiles({ name: 'menu.txt', mimeType: 'text/plain', buffer: Buffer.from('Oolong') })
    await send.click()
    await expect(page).toHaveURL(/\/wholesale\/\?wpcf7_sent=wpcf7-f\d+-p\d+-o1#wpcf7-/)
    await expect(form).toHaveAttribute('data-status', 'sent')
    await expect(form.locator('.wpcf7-response-output')).toHaveText('Thank you for your message. It has been sent.')
    await expect(field('business')).toHaveValue('')
    await page.reload()
    await expect(form).toHaveAttribute('data-status', 'sent')

    const search = `/wp-json/samovar/v1/submissions?search=${encodeURIComponent(subject)}&status=inbox`
    expect(await asOwner(page, 'get', search)).toHaveLength(1)
  })
})

test('files that are too large are refused with a page that leads back to the form', async ({
  page,
  complaints,
}, info) => {
  const file = info.outputPath('menu.pdf')
  await writeFile(file, Buffer.alloc(27 * 1024 * 1024))
  await page.goto('/wholesale/')
  const form = page.locator('form.wpcf7-form')
  await form.locator('[name="your-menu"]').setInputFiles(file)
  // Past the script of the form.
  await form.evaluate((element: HTMLFormElement) => element.submit())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your form was not sent')
  await expect(page.getByText('larger than a form may be: 25 MB')).toBeVisible()
  expect(await findingsAtWidths(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to the form' }).click()
  await expect(form).toBeVisible()
  forgetFailedLoads(complaints)
})
