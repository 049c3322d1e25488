/** The owner edits a contact form: markup with the tag generator, emails, messages, and the list of forms. */
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { findingsAround, findingsAtWidths } from './axe.ts'
import { abortFirst, expect, forgetFailedLoads, test } from './shop-test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('[FORM-15 form-tag markup] the owner writes a form with the helper, sees it at once, mends it and saves it', async ({
  page,
  complaints,
}) => {
  const name = `Tasting ${Date.now()}`
  await signIn(page, users.owner)
  await page.goto('/wp-admin/forms/')
  await page.getByRole('link', { name: 'New contact form' }).click()
  const title = page.getByLabel(/^Title/)
  await title.fill(name)
  const markup = page.getByRole('textbox', { name: 'Markup' })
  const summary = (part: string) => page.locator('summary').filter({ has: page.getByText(part, { exact: true }) })
  const preview = page.frameLocator('iframe[title="The form as visitors see it"]')
  await expect(preview.getByLabel('Your name')).toBeVisible()
  // The whole form is shown, with its button.
  const root = preview.locator('html')
  await expect.poll(() => root.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0)
  expect(await root.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0)
  expect(await findingsAround(page)).toEqual([])

  // The tag generator builds a form-tag from its fields and inserts it at the cursor.
  await markup.press('Control+Home')
  await page.getByRole('button', { name: 'Insert a field' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Insert a field' })
  await dialog.getByLabel('Kind').selectOption('Checkboxes')
  await dialog.getByLabel('Label', { exact: true }).fill('Teas & more')
  const fieldName = dialog.getByLabel('Name')
  await expect(fieldName).toHaveValue('your-checkbox')
  await fieldName.fill('your-name')
  await dialog.getByLabel('Choices').fill('Green "Sencha"\nBlack|black@shop.test')
  await dialog.getByLabel('Required').check()
  await dialog.getByLabel('Only one at a time').check()
  await dialog.getByRole('button', { name: 'Insert into the form' }).click()
  await expect(dialog.getByText('Another field has this name.')).toBeVisible()
  expect(await findingsAround(page)).toEqual([])
  await fieldName.fill('your-teas')
  const tag = `[checkbox* your-teas exclusive use_label_element 'Green "Sencha"' "Black|black@shop.test"]`
  await expect(dialog.getByRole('status')).toHaveText(tag)
  await dialog.getByRole('button', { name: 'Insert into the form' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(markup).toBeFocused()
  await expect(markup).toHaveValue(
    new RegExp(
      `^<fieldset>\n<legend>Teas &#38; more</legend>\n${tag.replaceAll(/[[\]*|]/g, String.raw`\$&`)}\n</fieldset>\n\n<label> Your name`,
    ),
  )
  await expect(preview.getByRole('checkbox', { name: 'Green "Sencha"' })).toBeVisible()

  // Markup errors are listed with their position, and clicking one selects its line.
  await markup.press('Control+End')
  await markup.pressSequentially('\n[text* 1st] [email your-email]')
  const problems = page.getByRole('list', { name: 'Problems of the markup' })
  await expect(problems.getByRole('listitem')).toHaveCount(2)
  await expect(summary('Form')).toHaveText('Form 2 to mend')
  await problems.getByRole('button', { name: 'column 1', exact: false }).first().click()
  await expect(markup).toBeFocused()
  expect(
    await markup.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
  ).toBe('[text* 1st] [email your-email]')
  expect(await findingsAround(page)).toEqual([])
  await page.keyboard.insertText('[tel your-tel]')
  await expect(problems).toHaveCount(0)

  // The editor offers the mail-tags of this form, and lists unknown mail-tags as problems.
  await summary('Mail').press('Enter')
  const mail = page.getByRole('group', { name: 'Mail', exact: true })
  await mail.getByRole('button', { name: 'Insert [your-tel]' }).click()
  await expect(mail.getByRole('textbox', { name: 'Text' })).toHaveValue(/\[your-tel\]/)
  await mail.getByRole('textbox', { name: 'Subject' }).fill('About ')
  await mail.getByRole('button', { name: 'Insert [your-teas]' }).click()
  await expect(mail.getByRole('textbox', { name: 'Subject' })).toHaveValue('About [your-teas]')
  await mail.getByRole('textbox', { name: 'To', exact: true }).fill('[your-none]')
  await mail.getByRole('button', { name: 'To', exact: true }).click()
  await expect(mail.getByRole('textbox', { name: 'To', exact: true })).toBeFocused()
  expect(await findingsAround(page)).toEqual([])
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('tea@shop.test')
  await expect(mail.getByRole('list', { name: 'Problems of this email' })).toHaveCount(0)

  await summary('Mail 2').click()
  await page.getByLabel('Send a second email').check()
  await summary('Messages').click()
  await page.getByLabel('It was sent').fill('Thank you, we answer soon.')
  // axe cannot run in the preview, whose sandbox forbids scripts.
  await summary('Form').click()
  expect(await findingsAtWidths(page)).toEqual([])
  await summary('Settings').click()
  const settings = page.getByRole('textbox', { name: 'Settings' })
  await page.getByRole('button', { name: 'Turn on do_not_store' }).click()
  expect(await findingsAround(page)).toEqual([])

  // If saving fails, the part with the refused field opens.
  await settings.fill('x'.repeat(50_001))
  await summary('Settings').click()
  await page.keyboard.press('Control+s')
  await expect(settings).toBeFocused()
  await settings.fill('do_not_store: on')
  await page.getByLabel('Language').fill('not a language')
  await settings.press('Control+s')
  await expect(page.getByLabel('Language')).toBeFocused()
  forgetFailedLoads(complaints)
  await page.getByLabel('Language').fill('fr_CA')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.getByRole('button', { name: /^Copy/ }).click()
  await expect(page.getByText('The shortcode is copied', { exact: false })).toBeVisible()
  const shortcode = await page.evaluate(() => navigator.clipboard.readText())
  expect(shortcode).toMatch(new RegExp(`^\\[contact-form-7 id="[0-9a-f]{7}" title="${name}"\\]$`))
  await page.reload()
  await expect(markup).toHaveValue(/\[tel your-tel\]$/)
  await summary('Settings').click()
  await expect(settings).toHaveValue('do_not_store: on')

  // Unsaved changes are not lost, and another user's changes are not overwritten.
  await title.fill(`${name}!`)
  await page.getByRole('link', { name: 'Posts', exact: true }).click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  const nonce = await page.evaluate(() => document.querySelector<HTMLElement>('[data-rest-nonce]')?.dataset.restNonce)
  const rest = `/wp-json/samovar/v1/forms/${page.url().match(/(\d+)\/$/)?.[1]}`
  const headers = { 'x-wp-nonce': nonce ?? '' }
  expect((await page.request.put(rest, { headers, data: { locale: 'en_CA' } })).status()).toBe(200)
  await page.keyboard.press('Control+s')
  await expect(page.getByText(/^Somebody else saved this at/)).toBeVisible()
  complaints.splice(0)
  await page.getByRole('button', { name: 'Discard changes' }).click()

  // Duplicate a form, move the copy to the trash, and restore it.
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await expect(page.getByRole('heading', { name: `${name} (copy)` })).toBeVisible()
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await expect(page.getByText('The contact form is in the trash.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row).toHaveCount(2)
  expect(await findingsAtWidths(page)).toEqual([])
  await row.getByRole('checkbox').first().check()
  await row.getByRole('checkbox').last().check()
  await page.getByRole('button', { name: 'Move to trash' }).click()
  await expect(row).toHaveCount(0)
  await page.goto('/wp-admin/forms/?status=trash')
  await row.filter({ hasText: '(copy)' }).getByRole('link').first().click()
  const restore = page.getByRole('button', { name: 'Restore' })
  await expect(restore).toBeVisible()
  await abortFirst(page, '**/samovar/v1/forms/*')
  await restore.click()
  await expect(page.getByRole('alert')).toBeVisible()
  forgetFailedLoads(complaints)
  await restore.click()
  await expect(page.getByText('The contact form was restored.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move to trash' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('an editor writes contact forms, too', async ({ page }) => {
  await signIn(page, users.editor)
  await page.goto('/wp-admin/forms/')
  await expect(
    page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Contact forms' }),
  ).toBeVisible()
  await page.getByRole('searchbox').fill('wholesale')
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: /Wholesale/ }).click()
  await expect(page.getByRole('textbox', { name: 'Markup' })).toHaveValue(/\[submit/)
})
