/** Mail-tags in the messages that the sender of a form reads. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { letter, makeForm, send } from '../../../test/support/contact-form.ts'
import { openShop } from '../../../test/support/shop.ts'
import { createSignedInUser } from '../../../test/support/users.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { defaultMessages, type FormMessages } from './contact-form.ts'

const { app, shop, db } = await openShop()

const formWith = (messages: Partial<FormMessages>, form?: string) =>
  makeForm(db, { messages: { ...defaultMessages, ...messages }, ...(form === undefined ? {} : { form }) })
const ada = letter('Ada Leaf', 'ada@shop.test', 'Oolong', 'Which keeps best?')

test('[FORM-01 status and message] mail-tags in the message for a sent form are replaced, and its markup is left out', async () => {
  const form = await formWith({
    mail_sent_ok:
      '<b>Thank you</b>, [your-name]! [_site_title] answers at [your-email]. [[your-name]] [unknown] 1 < 2 <3',
  })
  const { json } = await send(app, form, ada)
  const { siteTitle } = shop.settings()
  expect(json.message).toBe(
    `Thank you, Ada Leaf! ${siteTitle} answers at ada@shop.test. [your-name] [unknown] 1 < 2 <3`,
  )
})

test('[FORM-01 invalid_fields] mail-tags in errors are replaced, also the number of fields with an error', async () => {
  const form = await formWith({
    validation_error: '[your-name], please mend [_invalid_fields] fields.',
    invalid_email: '“[your-email]” is no email address.',
  })
  const { json } = await send(app, form, { ...ada, 'your-email': 'nobody', 'your-subject': '' })
  expect(json).toMatchObject({
    status: 'validation_failed',
    message: 'Ada Leaf, please mend 2 fields.',
    invalid_fields: [
      { field: 'your-email', message: '“nobody” is no email address.' },
      { field: 'your-subject', message: defaultMessages.invalid_required },
    ],
  })
})

test('what a visitor types is no markup in a message, and what is in the way of mail stays hidden', async () => {
  const author = await createSignedInUser(shop, 'editor', 'Maya Okafor')
  const form = await formWith(
    { mail_sent_ok: '<[your-name] to [your-team] by [_post_author]: [_post_author_email]' },
    '[text your-name][select your-team "Sales|sales@shop.test"][submit]',
  )
  const page = eq(entries.id, Number(form.hidden._wpcf7_container_post))
  await db.update(entries).set({ authorId: author.id }).where(page)
  const { json } = await send(app, form, { 'your-name': '<img src=x onerror=alert(1)>', 'your-team': 'Sales' })
  expect(json).toMatchObject({ status: 'mail_sent', message: 'img src=x onerror=alert(1) to Sales by Maya Okafor: ' })
})

test('without script the page has the filled in messages, and says thanks by name only in the browser that sent it', async () => {
  const form = await formWith({
    mail_sent_ok: 'Thank you, [your-name]!',
    validation_error: '[your-name], please mend it.',
    invalid_email: '“[your-email]” is no email address.',
  })
  const post = (fields: Record<string, string>) =>
    app.request(form.path, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...form.hidden, ...fields }).toString(),
    })
  const output = (html: string) => /<div class="wpcf7-response-output"[^>]*>([^<]*)<\/div>/.exec(html)?.[1]
  const refused = await (await post({ ...ada, 'your-email': '<b>' })).text()
  expect(output(refused)).toBe('Ada Leaf, please mend it.')
  expect(refused).toMatch(/wpcf7-not-valid-tip"[^>]*>“b” is no email address\./)

  const sent = await post(ada)
  expect(sent.status).toBe(303)
  const location = sent.headers.get('location') ?? ''
  expect(location).toBe(`${form.path}?wpcf7_sent=${form.unitTag}#${form.unitTag}`)
  const cookie = sent.headers.get('set-cookie')?.split(';')[0] ?? ''
  const read = async (headers: Record<string, string>) => {
    const response = await app.request(location, { headers })
    return { output: output(await response.text()), cache: response.headers.get('cache-control') }
  }
  const thanks = await read({ cookie })
  expect(thanks.output).toBe('Thank you, Ada Leaf!')
  expect(thanks.cache).toMatch(/no-store|private/)
  expect((await read({})).output).toBe(defaultMessages.mail_sent_ok)
  const [name, value = ''] = cookie.split('=')
  expect((await read({ cookie: `${name}=x${value}` })).output).toBe(defaultMessages.mail_sent_ok)
  const other = await formWith({ mail_sent_ok: 'Hello, [your-name]!' })
  const elsewhere = await app.request(`${other.path}?wpcf7_sent=${other.unitTag}`, { headers: { cookie } })
  expect(output(await elsewhere.text())).toBe(defaultMessages.mail_sent_ok)
})

test('without script a message without mail-tags needs no cookie', async () => {
  const form = await formWith({ mail_sent_ok: 'It is here.' })
  const sent = await app.request(form.path, {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form.hidden, ...ada }).toString(),
  })
  expect(sent.headers.get('set-cookie')).toBeNull()
  expect(await (await app.request(sent.headers.get('location') ?? '')).text()).toContain('It is here.')
})
