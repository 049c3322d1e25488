/** Behaviour of form fields while a visitor fills them in. */
import type { Locator, Page } from '@playwright/test'
import { addFormPage, openForms } from '../running/contact-forms.ts'
import { findingsOf } from './axe.ts'
import { test } from './own-shop-test.ts'
import { expect } from './shop-test.ts'

const fields = `
<label>Your site
[url your-site id:site]</label>

One tea
[checkbox your-tea exclusive "Black" "Green" "White"]

Heard of us
[checkbox your-source free_text "A friend" "Elsewhere"]

Poured
[radio your-pot free_text default:1 "Glass" "Another pot"]

<label>Note
[textarea your-note x3 minlength:3 maxlength:10]</label>

[count your-note] written, [count your-note down] left

You chose: [output your-tea "nothing yet"] and [reflection your-source "no source"]

[quiz your-sum "Two and two?|4"]

<div class="inert-on-submitting inert-on-sent"><label>Colour
[text your-colour]</label></div>

[submit name:go "Send it"]`

const consent = `
[acceptance terms] I have read the terms. [/acceptance]

[acceptance robot invert] I am a robot. [/acceptance]

[acceptance news optional] Send me news. [/acceptance]

[submit "Agree"]

[response]`

const letters = `
[captchac letters]

<div class="use-floating-validation-tip"><label>Letters
[captchar letters]</label></div>

[submit "Read"]`

const slug = 'every-field'
const path = `/${slug}/`

test.beforeAll(async ({ ownShop }) => addFormPage(ownShop, slug, [fields, consent, letters]))

const first = (page: Page) => page.locator('.wpcf7').nth(0)
const tip = (page: Page) => first(page).locator('.wpcf7-not-valid-tip')

/** Fills the field and leaves it with Tab. */
async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Tab')
}

test('[FORM-09] an address without a scheme gets one, if it may be an address', async ({ page }) => {
  await openForms(page, path)
  const site = page.getByLabel('Your site')
  for (const [typed, becomes] of [
    ['shop.test/tea', 'http://shop.test/tea'],
    ['  //shop.test ', 'http://shop.test'],
    ['https://shop.test', 'https://shop.test'],
    ['mailto:ada@shop.test', 'mailto:ada@shop.test'],
    ['shop', 'shop'],
    ['', ''],
  ] as const) {
    await enter(site, typed)
    await expect(site).toHaveValue(becomes)
    await expect(tip(page)).toHaveText(becomes === 'shop' ? ['Please enter a URL.'] : [])
  }
})

test('[FORM-12 exclusive] [FORM-12 free text] one box of a group is ticked, and own words go with their choice', async ({
  page,
}) => {
  await openForms(page, path)
  await page.getByLabel('Black').check()
  await page.getByLabel('Green').check()
  await expect(page.getByLabel('Black')).not.toBeChecked()
  await page.getByLabel('Green').uncheck()
  await expect(first(page).locator('.wpcf7-exclusive-checkbox :checked')).toHaveCount(0)

  const source = page.getByLabel('Elsewhere: your own words')
  await expect(source).toBeDisabled()
  await page.getByLabel('Elsewhere', { exact: true }).check()
  await enter(source, 'A sign')
  await page.getByLabel('A friend').check()
  await expect(source).toBeEnabled()
  await page.getByLabel('Elsewhere', { exact: true }).uncheck()
  await expect(source).toBeDisabled()

  const pot = page.getByLabel('Another pot: your own words')
  await expect(pot).toBeDisabled()
  await page.getByLabel('Glass').focus()
  await page.keyboard.press('ArrowDown')
  await expect(pot).toBeEnabled()
  await page.getByLabel('Glass').check()
  await expect(pot).toBeDisabled()
})

test('[FORM-11 too-long] [FORM-11 too-short] counters follow what is typed, mark what does not fit, and begin again', async ({
  page,
}) => {
  await openForms(page, path)
  const [up, down] = [page.locator('.wpcf7-character-count.up'), page.locator('.wpcf7-character-count.down')]
  const note = page.getByLabel('Note')
  const states = async (text: string) => {
    // A user cannot type more than `maxlength`, but a script or a restored form can set a longer value.
    await note.evaluate((field: HTMLTextAreaElement, value) => {
      field.value = value
      for (const event of ['input', 'change']) field.dispatchEvent(new Event(event, { bubbles: true }))
    }, text)
    const classes = await up.evaluate(({ classList }) =>
      ['too-short', 'too-long'].filter((one) => classList.contains(one)),
    )
    return [await up.textContent(), await down.textContent(), ...classes]
  }
  expect(await states('ab')).toEqual(['2', '8', 'too-short'])
  expect(await states('a\nb')).toEqual(['3', '7'])
  expect(await states('a'.repeat(10))).toEqual(['10', '0'])
  expect(await states('a'.repeat(12))).toEqual(['12', '-2', 'too-long'])
  await expect(up).toHaveAttribute('data-current-value', '12')
  await expect(tip(page)).toHaveText('This field has a too long input.')
  await page.evaluate(() => scrollTo(0, 0))
  expect(await findingsOf(page)).toEqual([])

  await expect(page.locator('output')).toHaveText(['nothing yet', 'no source'])
  await page.getByLabel('White').check()
  await page.getByLabel('A friend').check()
  await page.getByLabel('Elsewhere', { exact: true }).check()
  await expect(page.locator('output')).toHaveText(['White', 'A friend', 'Elsewhere'])
  await first(page)
    .locator('form')
    .evaluate((form: HTMLFormElement) => form.reset())
  await expect(up).toHaveText('0')
  await expect(down).toHaveText('10')
  await expect(page.locator('output')).toHaveText(['nothing yet', 'no source'])
  await expect(page.getByLabel('Elsewhere: your own words')).toBeDisabled()
})

test('[FORM-10 acceptance] [FORM-10 inverted] nothing is sent before what is required is accepted, by keyboard as well', async ({
  page,
}) => {
  await openForms(page, path)
  const agree = page.getByRole('button', { name: 'Agree' })
  await expect(agree).toBeDisabled()
  await expect(agree).toHaveAccessibleDescription('To send, please tick “I have read the terms.”')
  await page.getByLabel('I am a robot.').check()
  await page.getByLabel('I have read the terms.').check()
  await expect(agree).toBeDisabled()
  await expect(page.getByText('To send, please untick “I am a robot.”')).toBeVisible()
  await page.getByLabel('I am a robot.').uncheck()
  await expect(agree).toBeEnabled()
  await expect(page.getByText('To send, please')).toHaveCount(0)
  await page.getByLabel('I have read the terms.').uncheck()
  await expect(agree).toBeDisabled()
  expect(await findingsOf(page)).toEqual([])

  await page.getByLabel('I have read the terms.').focus()
  await page.keyboard.press('Space')
  await agree.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator('.wpcf7-response-output').nth(1)).toHaveText(
    'Thank you for your message. It has been sent.',
  )
  // After the form is reset, its button is disabled again and the focus is still in the form.
  await expect(agree).toBeDisabled()
  await expect(page.getByLabel('I have read the terms.')).toBeFocused()
})

test('[FORM-07] parts are inert in the statuses that they name, and only then', async ({ page }) => {
  await openForms(page, path)
  const part = first(page).locator('.inert-on-sent')
  const isInert = () => part.evaluate((element: HTMLElement) => element.inert)
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route(/\/feedback$/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByLabel('Colour').fill('Amber')
  await page.getByLabel('Two and two?').fill('5')
  expect(await isInert()).toBe(false)
  const question = page.locator('[name="_wpcf7_quiz_answer_your-sum"]')
  const hash = await question.inputValue()
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(first(page).locator('form')).toHaveAttribute('data-status', 'submitting')
  expect(await isInert()).toBe(true)
  await expect(first(page).locator('.wpcf7-spinner')).toBeVisible()
  release()
  await expect(tip(page)).toHaveText('The answer to the quiz is incorrect.')
  expect(await isInert()).toBe(false)
  // The quiz question stays the same after a wrong answer, so the answer can be corrected.
  await expect(page.getByLabel('Two and two?')).toBeFocused()
  await expect(page.getByLabel('Two and two?')).toHaveValue('5')
  await expect(question).toHaveValue(hash)
  // Changing another field does not remove an error that only the server can check.
  await enter(page.getByLabel('Your site'), 'shop.test')
  await expect(tip(page)).toHaveCount(1)
  await page.getByLabel('Two and two?').fill('4')
  await page.getByRole('button', { name: 'Send it' }).click()
  await expect(first(page).locator('form')).toHaveAttribute('data-status', 'sent')
  expect(await isInert()).toBe(true)
})

test('[FORM-13 under the field] wrong letters are asked for again with another picture, and a floating tip goes when its field is used', async ({
  page,
}) => {
  await openForms(page, path)
  const form = page.locator('.wpcf7-form').nth(2)
  const picture = form.locator('img.wpcf7-captcha-letters')
  const before = await picture.getAttribute('src')
  await form.getByRole('textbox', { name: 'Letters' }).fill('nothing')
  await form.getByRole('button', { name: 'Read' }).click()
  const shown = form.locator('.wpcf7-not-valid-tip')
  await expect(shown).toHaveText('Your entered code is incorrect.')
  await expect(form.getByRole('textbox', { name: 'Letters' })).toHaveValue('')
  await expect(picture).not.toHaveAttribute('src', before ?? '')
  const digits = /(\d+)\.png$/.exec((await picture.getAttribute('src')) ?? '')?.[1] ?? ''
  await expect(form.locator('[name="_wpcf7_captcha_challenge_letters"]')).toHaveValue(digits)
  await form.getByRole('textbox', { name: 'Letters' }).click()
  await expect(shown).toBeHidden()
})
