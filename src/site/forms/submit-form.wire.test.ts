/** Contact forms from the page to the stored submission, with and without JavaScript. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  browser,
  makeForm as insertForm,
  letter as letterOf,
  type Sent,
  send as sendForm,
  storedOf,
  type TestForm,
} from '../../../test/support/contact-form.ts'
import { createProof } from '../../../test/support/proofs.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { users } from '../../people/identity/accounts.table.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { emails } from '../../things/messages/emails.table.ts'
import { lettersOf, newCaptcha } from './captcha.ts'
import { defaultProperties, type FormProperties } from './contact-form.ts'
import { expandForms } from './expand-forms.tsx'
import { formFiles, formSubmissions } from './forms.table.ts'
import { moveSubmissions } from './submissions/manage-submissions.ts'

const { app, shop, db } = await openShop()
const makeForm = (properties: Partial<FormProperties> = {}) => insertForm(db, properties)
const send = (form: TestForm, fields: Sent, headers: Record<string, string> = {}) =>
  sendForm(app, form, fields, { headers })
const proven = async (fields: Sent) => ({ ...fields, _samovar_proof: await createProof(shop, 'form') })
const letter = (text: string) => letterOf('Ada Leaf', 'Ada@shop.test', 'Oolong', text)
const stored = (form: TestForm) => storedOf(db, form)

test('[FORM-03 ids] [FORM-03 posted_data_hash] a page shows its form, and what is sent is stored with its email before anything else', async () => {
  const form = await makeForm()
  const page = await app.request(form.path)
  const html = await page.text()
  expect(html).toContain(`<div class="wpcf7 no-js" id="${form.unitTag}" lang="en-CA" dir="ltr"`)
  expect(html).toContain('<p>Write to us.</p>')
  const hidden = { ...form.hidden, _wpcf7_version: '6.1.6', _wpcf7_locale: 'en_CA', _wpcf7_posted_data_hash: '' }
  for (const [name, value] of Object.entries(hidden))
    expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`)
  const { json } = await send(form, await proven(letter('Which oolong keeps best?')))
  expect(json).toMatchObject({
    status: 'mail_sent',
    contact_form_id: form.id,
    into: `#${form.unitTag}`,
    invalid_fields: [],
  })
  expect(json.posted_data_hash).toMatch(/^[0-9a-f]{32}$/)
  const [submission] = await stored(form)
  expect(submission).toMatchObject({ status: 'inbox', email: 'ada@shop.test', spamReason: '', userAgent: browser })
  const queued = await db
    .select()
    .from(emails)
    .where(eq(emails.key, `form:${submission?.id}:mail`))
  expect(queued).toHaveLength(1)
  expect(queued[0]).toMatchObject({ status: 'waiting', recipient: shop.settings().ownerEmail })
})

test('the same form sent twice at once is stored and mailed once', async () => {
  const form = await makeForm()
  const fields = letter('Twice')
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(form, fields)))
  expect(answers.map(({ json }) => json.status)).toEqual(Array(4).fill('mail_sent'))
  expect(await stored(form)).toHaveLength(1)
})

test('what was held as spam is judged anew when it is sent again, and there once; what the staff calls spam stays it', async () => {
  const form = await makeForm()
  const fields = letter('Held at first')
  const held = { ...fields, _samovar_proof: 'forged' }
  for (const sent of [held, held, await proven(fields)]) {
    const rows = await stored(form)
    expect(rows.map(({ status }) => status)).toEqual(rows.length === 0 ? [] : ['spam'])
    expect((await send(form, sent)).json).toMatchObject({
      status: 'mail_sent',
      message: defaultProperties.messages.mail_sent_ok,
    })
  }
  const [arrived, ...more] = await stored(form)
  expect([arrived?.status, arrived?.spamReason, more]).toEqual(['inbox', '', []])
  expect(await db.$count(emails, eq(emails.key, `form:${arrived?.id}:mail`))).toBe(1)
  await db.update(formSubmissions).set({ status: 'spam' }).where(eq(formSubmissions.formId, form.id))
  await send(form, await proven(fields))
  expect(await stored(form)).toMatchObject([{ id: arrived?.id, status: 'spam' }])
})

test('a message that its sender sends again while the owner looks at the spam leaves it by the owner’s word', async () => {
  const form = await makeForm()
  const held = { ...letter('Is this spam?'), _samovar_proof: 'forged' }
  await send(form, held)
  const [seen] = await stored(form)
  await send(form, held)
  await moveSubmissions(shop, [seen?.id ?? 0], 'inbox')
  await send(form, held)
  expect((await stored(form)).map(({ status }) => status)).toEqual(['inbox'])
})

test('a message whose sender lets the shop keep none is not kept either when the staff takes it out of the spam', async () => {
  const form = await makeForm({
    form: '[text* your-name][acceptance keep consent_for:storage optional] Keep it [/acceptance]',
  })
  await send(form, { 'your-name': 'Ada', keep: '1', _samovar_proof: 'forged' })
  await send(form, { 'your-name': 'Bo', _samovar_proof: 'forged' })
  const held = await stored(form)
  expect(held.map(({ status }) => status)).toEqual(['spam', 'spam'])
  for (const to of ['trash', 'inbox'] as const)
    await moveSubmissions(
      shop,
      held.map(({ id }) => id),
      to,
    )
  const moved = await db
    .select()
    .from(formSubmissions)
    .where(eq(formSubmissions.formId, form.id))
    .orderBy(formSubmissions.id)
  expect(moved.map(({ status }) => status)).toEqual(['inbox', 'transient'])
  expect(await db.$count(emails, eq(emails.key, `form:${moved[1]?.id}:mail`))).toBe(1)
})

test('without script the page comes back with errors and values, and a sent form leads to its page', async () => {
  const form = await makeForm()
  const postTo = (to: TestForm) => (fields: Record<string, string>) =>
    app.request(to.path, {
      method: 'POST',
      headers: { 'user-agent': browser, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...to.hidden, ...fields }).toString(),
    })
  const post = postTo(form)
  const refused = await post({ ...letter('<b>"Still here"</b>'), 'your-email': 'nobody' })
  const html = await refused.text()
  expect(refused.status).toBe(200)
  expect(html).toContain('data-status="invalid"')
  expect(html).toContain('&lt;b&gt;&quot;Still here&quot;&lt;/b&gt;')
  expect(html).toMatch(/wpcf7-not-valid-tip"[^>]*>Please enter an email address\./)
  const choosing = await makeForm({ form: '[text* your-name][radio teas free_text "Black" "Other"][submit]' })
  const chosen = { teas: 'Black', _wpcf7_free_text_teas: 'A <green> one' }
  const again = await (await postTo(choosing)({ ...chosen, 'your-name': '' })).text()
  expect(again).toMatch(/<input [^>]*class="wpcf7-free-text"[^>]*value="A &lt;green&gt; one"/)
  expect(again.match(/<input type="radio"[^>]* checked=""/g)).toHaveLength(1)
  for (const number of ['1e309', '1.5', '99999999999'])
    expect((await post({ ...letter('Of no form'), _wpcf7: number })).status).toBeLessThan(500)
  expect(await stored(form)).toHaveLength(0)
  const sent = await post(letter('Without script'))
  expect(sent.status).toBe(303)
  const location = sent.headers.get('location') ?? ''
  expect(location).toBe(`${form.path}?wpcf7_sent=${form.unitTag}#${form.unitTag}`)
  const thanks = await (await app.request(location)).text()
  expect(thanks).toContain('data-status="sent"')
  expect(thanks).toContain('Thank you for your message. It has been sent.')
  expect(thanks).not.toContain('value="Ada Leaf"')
  expect(await stored(form)).toHaveLength(1)
  const plain = await (await app.request(form.path)).text()
  expect(plain).toContain('data-status="init"')
})

test('a file is judged by its content and size, and stored with the submission', async () => {
  const form = await makeForm({ form: '[text* your-name][file your-file limit:1kb filetypes:pdf|txt][submit]' })
  const withFile = (name: string, content: string | Uint8Array<ArrayBuffer>) =>
    send(form, { 'your-name': name, 'your-file': new File([content], name) })
  const refusals = [
    await withFile('a.pdf', 'no pdf'),
    await withFile('a.exe', 'MZ'),
    await withFile('a.php.txt', 'text'),
    await withFile('a.txt', 'x'.repeat(1025)),
  ]
  for (const { json } of refusals) expect(json.status).toBe('validation_failed')
  const { json } = await withFile('../../b .txt', 'x'.repeat(1024))
  expect(json.status).toBe('mail_sent')
  const [submission] = await stored(form)
  const files = await db
    .select()
    .from(formFiles)
    .where(eq(formFiles.submissionId, submission?.id ?? 0))
  expect(files).toMatchObject([{ field: 'your-file', name: 'b .txt', size: 1024 }])
  expect(files[0]?.bytes.toString()).toBe('x'.repeat(1024))
})

test('a file for a field that the form had before it was changed is not dropped silently', async () => {
  const form = await makeForm({ form: '[text* your-name][textarea your-file][submit]' })
  const file = new File(['Oolong'], 'menu.txt')
  const { json } = await send(form, { 'your-name': 'Ada', 'your-menu': file })
  const reason =
    'This form was changed after you opened it, and takes no file here any more. Remove the file, or reload the page.'
  expect(json).toMatchObject({ status: 'validation_failed', message: reason })
  expect(json.invalid_fields).toMatchObject([{ field: 'your-menu', message: reason }])
  expect((await send(form, { 'your-name': 'Ada', 'your-file': file })).json).toMatchObject({ message: reason })
  expect(await stored(form)).toHaveLength(0)
  // Names that begin with an underscore are no data, and a file input without a file sends an empty one.
  const sent = await send(form, { 'your-name': 'Ada', _own: file, 'your-menu': new File([], '') })
  expect(sent.json).toMatchObject({ status: 'mail_sent' })
})

test('a file whose name is cut is stored and mailed under a name of whole letters', async () => {
  const form = await makeForm({
    form: '[file your-file filetypes:text]',
    mail: { ...defaultProperties.mail, body: '[your-file]' },
  })
  const { code } = await send(form, { 'your-file': new File(['Oolong'], `${'🍵'.repeat(70)}.text`) })
  expect(code).toBe(200)
  expect((await stored(form))[0]?.mails.mail?.body).toBe(`${'🍵'.repeat(57)}.text`)
})

test('an address longer than any email address is kept as a text', async () => {
  const form = await makeForm({ form: '[email your-email maxlength:9000]' })
  const words = Array.from({ length: 800 }, () => Math.random().toString(36).slice(2))
  expect(await send(form, { 'your-email': `${words.join('')}@shop.test` })).toMatchObject({
    json: { status: 'mail_sent' },
  })
  expect(await stored(form)).toMatchObject([{ email: null }])
})

test('a form for members is shown to them alone, with a nonce that is checked', async () => {
  const form = await makeForm({ additional_settings: 'subscribers_only: on' })
  const customer = await createSignedInUser(shop, 'customer', 'Maya Reader')
  const guest = await app.request(form.path)
  expect(await guest.text()).toContain('wpcf7-subscribers-only')
  const page = await app.request(form.path, { headers: customer.headers })
  expect(page.headers.get('cache-control')).toMatch(/no-store|private/)
  const nonce = /name="_wpnonce" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  expect(nonce).not.toBe('')
  const anonymous = await send(form, letter('As nobody'))
  expect(anonymous.json).toMatchObject({ status: 'error' })
  expect(anonymous.json).not.toHaveProperty('posted_data_hash')
  const forged = await send(form, { ...letter('Forged'), _wpnonce: 'wrong' }, customer.headers)
  expect(forged.json).toMatchObject({ status: 'spam', posted_data_hash: '' })
  const sent = await send(form, { ...letter('As a member'), _wpnonce: nonce }, customer.headers)
  expect(sent.json).toMatchObject({ status: 'mail_sent' })
  expect(await stored(form)).toMatchObject([{ userId: customer.id }])
})

test('spam is held and its sender learns nothing; a flood without proofs is held after a few', async () => {
  const form = await makeForm()
  const held = await send(form, await proven({ ...letter('Cheap watches'), _wpcf7_ak_hp_textarea: 'filled' }))
  expect(held.json).toMatchObject({ status: 'mail_sent' })
  expect(held.json.posted_data_hash).toMatch(/^[0-9a-f]{32}$/)
  for (let index = 0; index < 12; index += 1)
    await send(form, { ...letter(`A flood, number ${index}`), 'your-email': `x${index}@shop.test` })
  const rows = await stored(form)
  expect(rows).toHaveLength(13)
  expect(rows.filter(({ status }) => status === 'inbox').length).toBeLessThan(5)
  const short = await send(form, letter('By a program'), { 'user-agent': 'x' })
  expect(short.json).toMatchObject({ status: 'spam', message: defaultProperties.messages.spam })
})

test('whoever was held only because many sent without our script is heard when they write with it', async () => {
  const form = await makeForm()
  for (let index = 0; index < 6; index += 1)
    await send(form, { ...letter(`Without script, number ${index}`), 'your-email': `held${index}@shop.test` })
  const held = (await stored(form)).find(({ status }) => status === 'spam')
  expect(held?.spamReason).toBe('one of many that were sent without our script')
  await send(form, await proven({ ...letter('You have not answered yet'), 'your-email': held?.email ?? '' }))
  expect((await stored(form)).at(-1)).toMatchObject({ email: held?.email, status: 'inbox', spamReason: '' })
})

test('[FORM-15 mails] the author of the page is named and mailed, also without a post; not once their account is disabled', async () => {
  const author = await createSignedInUser(shop, 'editor', 'Maya Okafor')
  const mail = {
    ...defaultProperties.mail,
    recipient: '[_site_admin_email], [_post_author_email]',
    body: 'By [_post_author]',
  }
  const form = await makeForm({ mail })
  const page = eq(entries.id, Number(form.hidden._wpcf7_container_post))
  await db.update(entries).set({ authorId: author.id }).where(page)
  await send(form, await proven(letter('To the author')))
  await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, author.id))
  await send(form, await proven(letter('To the author who has left')))
  const { ownerEmail } = shop.settings()
  expect((await stored(form)).map(({ mails }) => mails.mail)).toMatchObject([
    { recipient: `${ownerEmail}, ${author.email}`, body: 'By Maya Okafor' },
    { recipient: ownerEmail, body: 'By Maya Okafor' },
  ])
})

test('[FORM-15 submissions] what a script adds, or an open page had before its form was changed, is kept and can be mailed', async () => {
  const mail = { ...defaultProperties.mail, body: '[your-name] by [utm_source]' }
  const form = await makeForm({ form: '[text* your-name][email* your-email][count your-name][submit]', mail })
  const added = { utm_source: 'newsletter', 'no name!': 'x', _own: 'y' }
  for (const text of ['How hard may water be?', 'And how soft?'])
    await send(form, await proven({ ...letter(text), ...added }))
  const rows = await stored(form)
  expect(rows.map(({ fields }) => fields.map(({ name, texts }) => [name, ...texts]))).toEqual(
    ['How hard may water be?', 'And how soft?'].map((text) => [
      ['your-name', 'Ada Leaf'],
      ['your-email', 'Ada@shop.test'],
      ['your-subject', 'Oolong'],
      ['your-message', text],
      ['utm_source', 'newsletter'],
    ]),
  )
  expect(rows[0]?.mails.mail?.body).toBe('Ada Leaf by newsletter')
})

test('[FORM-15 spam] addresses of pages that a script adds do not make a message spam; links in other texts do', async () => {
  const form = await makeForm()
  const pages = { landing_page: 'https://samovar.test/tea/?utm_source=news', referrer: 'https://search.test/' }
  const enquiry = { ...letter('Is https://samovar.test/sencha/ in stock?'), 'your-email': 'linked@shop.test' }
  await send(form, await proven({ ...enquiry, ...pages }))
  await send(form, await proven({ ...enquiry, note: 'See https://a.test' }))
  const [asked, advertised] = await stored(form)
  expect([asked?.status, asked?.spamReason]).toEqual(['inbox', ''])
  expect([advertised?.status, advertised?.spamReason]).toEqual(['spam', 'has a link'])
})

test('[FORM-03 captcha and quiz] [FORM-01 captcha] [FORM-01 quiz] the letters of the picture and the answer are needed, once', async () => {
  const form = await makeForm({
    form: '[text a][quiz your-quiz "Two and two?|Four"][captchac code][captchar code][submit]',
  })
  const html = await (await app.request(form.path)).text()
  const valueOf = (name: string) => new RegExp(`name="${name}" value="(\\w+)"`).exec(html)?.[1] ?? ''
  const challenge = valueOf('_wpcf7_captcha_challenge_code')
  const answerHash = valueOf('_wpcf7_quiz_answer_your-quiz')
  expect(html).toContain(`/wpcf7_captcha/${challenge}.png`)
  const picture = await app.request(`/wpcf7_captcha/${challenge}.png`)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(
    Buffer.from(await picture.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  expect((await app.request('/wpcf7_captcha/1234567890123456.png')).status).toBe(404)
  const letters = lettersOf(shop.secret, challenge)
  const fields = { a: 'x', _wpcf7_captcha_challenge_code: challenge, '_wpcf7_quiz_answer_your-quiz': answerHash }
  const wrong = await send(form, { ...fields, code: 'AAAA', 'your-quiz': 'five' })
  expect(wrong.json).toMatchObject({
    status: 'validation_failed',
    invalid_fields: [
      { field: 'your-quiz', message: 'The answer to the quiz is incorrect.' },
      { field: 'code', message: 'Your entered code is incorrect.' },
    ],
    captcha: { code: expect.stringMatching(/^\/wpcf7_captcha\/\d+\.png$/) },
    quiz: { 'your-quiz': ['Two and two?', answerHash] },
  })
  const answered = { ...fields, code: letters.toLowerCase(), 'your-quiz': ' FOUR. ' }
  const right = await Promise.all([send(form, answered), send(form, answered), send(form, answered)])
  expect(right.map(({ json }) => json.status)).toEqual(Array(3).fill('mail_sent'))
  expect(await stored(form)).toHaveLength(1)
  const again = await send(form, { ...fields, a: 'other', code: letters, 'your-quiz': 'four' })
  expect(again.json).toMatchObject({ status: 'validation_failed', invalid_fields: [{ field: 'code' }] })
})

test('a message that is sent again with the letters of a new picture is stored and mailed once', async () => {
  const form = await makeForm({ form: '[text a][captchac code][captchar code][submit]' })
  for (const challenge of [newCaptcha(shop.now()), newCaptcha(shop.now())]) {
    const code = lettersOf(shop.secret, challenge)
    const { json } = await send(form, { a: 'Once', code, _wpcf7_captcha_challenge_code: challenge })
    expect(json.status).toBe('mail_sent')
  }
  expect(await stored(form)).toHaveLength(1)
})

test('a page that names a form is cached with forms, also one that is not there; others are not', async () => {
  const form = await makeForm()
  const place = { path: '/', query: new URLSearchParams(), containerPost: 0, session: async () => null }
  const tagsOf = async (html: string) => (await expandForms(shop, html, place)).tags
  expect(await tagsOf(`[contact-form-7 id="${form.id}"]`)).toEqual(['forms'])
  expect(await tagsOf('[contact-form-7 id="99999"]')).toEqual(['forms'])
  expect(await tagsOf('<p>No form here.</p>')).toEqual([])
})
