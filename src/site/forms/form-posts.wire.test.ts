/** Forms that browsers without JavaScript submit to their page, and what else is sent there. */
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { feedbackPath, makeForm, storedOf, type TestForm } from '../../../test/support/contact-form.ts'
import { referenceIds } from '../../../test/support/reference-shop.ts'
import { openShop } from '../../../test/support/shop.ts'
import { entries } from '../../things/entries/entries.table.ts'
import { entryHref } from '../../things/entries/entry.ts'

const { app, db } = await openShop()

const post = ({ path, hidden }: TestForm, fields: Record<string, string>) =>
  app.request(path, {
    method: 'POST',
    headers: { 'user-agent': 'Firefox/140.0', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...hidden, ...fields }).toString(),
  })

test('a page that was open while its form was deleted says so, when the form is sent', async () => {
  const form = await makeForm(db)
  await db.update(entries).set({ status: 'trash' }).where(eq(entries.id, form.id))
  const answer = await post(form, { 'your-name': 'Ada Leaf' })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('<strong>Error:</strong> Contact form not found.')
})

test('a form with 10,000 fields is refused with the reason, not as a page that is missing', async () => {
  const form = await makeForm(db)
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field-${index}`, 'x']))
  const answer = await post(form, many)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'wpcf7_unreadable' })
})

/** As a browser sends a page's form that has file fields, with its length. */
async function postFiles({ path, hidden }: TestForm, fields: Record<string, string | File>, to = path) {
  const body = new FormData()
  for (const [name, value] of Object.entries({ ...hidden, ...fields })) body.append(name, value)
  const encoded = new Response(body)
  const bytes = await encoded.arrayBuffer()
  return app.request(to, {
    method: 'POST',
    headers: {
      'user-agent': 'Firefox/140.0',
      'content-type': encoded.headers.get('content-type') ?? '',
      'content-length': `${bytes.byteLength}`,
    },
    body: bytes,
  })
}

test('a text that is too long for a form is refused with the reason, and comes back', async () => {
  const form = await makeForm(db, { form: '[text* your-name][textarea your-message][submit]' })
  const fields = { 'your-name': 'Ada Leaf', 'your-message': `Dear “Samovar”: ${'т'.repeat(300 * 1024)}` }
  const reason = 'What you wrote is longer than a form may be: 512 KB. Please shorten it; nothing was sent.'
  for (const answer of [await post(form, fields), await postFiles(form, fields)]) {
    expect(answer.status).toBe(200)
    const html = await answer.text()
    expect(html).toContain(`<div class="wpcf7-response-output" aria-hidden="true">${reason}</div>`)
    expect(html).toContain('value="Ada Leaf"')
    expect(html).toContain(`>${fields['your-message']}</textarea>`)
  }
  const answer = await postFiles(form, fields, feedbackPath(form))
  expect(await answer.json()).toMatchObject({ status: 'validation_failed', message: reason, invalid_fields: [] })
  expect(await storedOf(db, form)).toEqual([])
})

test('a text of the length that a form may have arrives, whatever its letters', async () => {
  const form = await makeForm(db, { form: '[textarea your-message maxlength:300000][submit]' })
  const text = 'т'.repeat(255 * 1024)
  expect((await post(form, { 'your-message': text })).status).toBe(303)
  expect((await storedOf(db, form))[0]?.fields).toMatchObject([{ texts: [text] }])
})

test('other forms of pages are refused above 512 KB', async () => {
  const fields = { 'your-message': 'a'.repeat(600 * 1024) }
  expect((await post({ ...(await makeForm(db)), hidden: {} }, fields)).status).toBe(413)
})

test('a form that is too large or unreadable is answered with a page that says so and leads back', async () => {
  const { path } = await makeForm(db)
  const send = (body: string, type: string) =>
    app.request(`${path}?tea=1`, {
      method: 'POST',
      headers: { 'user-agent': 'Firefox/140.0', accept: 'text/html,*/*;q=0.8', 'content-type': type },
      body,
    })
  const tooLong = await send('a'.repeat(3 * 1024 * 1024), 'application/x-www-form-urlencoded')
  const noForm = await send('_wpcf7_unit_tag', 'multipart/form-data; boundary=x')
  expect([tooLong.status, noForm.status]).toEqual([413, 400])
  const pages = [await tooLong.text(), await noForm.text()]
  for (const page of pages) expect(page).toContain(`<a href="${path}?tea=1">Back to the form</a>`)
  expect(pages[0]).toContain('What you sent is larger than a form may be: 25 MB with its files')
  expect(pages[1]).toContain('more fields than a form may have')
})

describe('while large forms arrive slowly', () => {
  const uploads: ReadableStreamDefaultController[] = []
  const upload = async (path: string, address: string) =>
    app.request(path, {
      method: 'POST',
      headers: {
        'user-agent': 'Firefox/140.0',
        accept: 'text/html',
        'x-forwarded-for': address,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': `${25 * 1024 * 1024}`,
      },
      body: new ReadableStream({ start: (controller) => void uploads.push(controller) }),
      duplex: 'half',
    } as RequestInit)

  /** Sends one more after `addresses` have begun theirs, and another one after these have ended. */
  async function sendAfter(path: string, addresses: readonly string[], address: string) {
    uploads.length = 0
    const waiting = addresses.map((one) => upload(path, one))
    await expect.poll(() => uploads.length).toBe(addresses.length)
    const refused = await upload(path, address)
    const message = await post(await makeForm(db), {})
    const other = upload(path, '192.0.2.200')
    for (const one of uploads) one.close()
    const ended = await Promise.all(waiting)
    const count = uploads.length
    const later = upload(path, address)
    await expect.poll(() => uploads.length).toBe(count + 1)
    uploads.at(-1)?.close()
    const statuses = [...ended, await later].map(({ status }) => status)
    return { refused, message, other: (await other).status, statuses }
  }

  test('one more than is read at once is asked to come back, and messages without files pass', async () => {
    const form = await makeForm(db)
    const addresses = Array.from({ length: 10 }, (_, index) => `192.0.2.${index}`)
    const { refused, message, other, statuses } = await sendAfter(form.path, addresses, '192.0.2.100')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('60')
    const page = await refused.text()
    expect(page).toContain('Please try again in a minute')
    expect(page).toContain(`<a href="${form.path}">Back to the form</a>`)
    expect(message.status).toBe(200)
    expect(other).toBe(503)
    expect(statuses).not.toContain(503)
  })

  test('one network cannot keep out all others', async () => {
    const form = await makeForm(db)
    const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8::3']
    const { refused, message, other, statuses } = await sendAfter(form.path, addresses, '2001:db8::4')
    expect([refused.status, message.status]).toEqual([503, 200])
    expect([other, ...statuses]).not.toContain(503)
  })
})

test('a large file for a form that takes none any more is refused with the reason', async () => {
  const form = await makeForm(db, { form: '[text* your-name][submit]' })
  const menu = new File(['x'.repeat(3 * 1024 * 1024)], 'menu.txt')
  const answer = await postFiles(form, { 'your-name': 'Ada', 'your-menu': menu }, feedbackPath(form))
  expect(await answer.json()).toMatchObject({
    status: 'validation_failed',
    message: expect.stringContaining('takes no file here any more'),
  })
})

test('a form that comes back says at a file field that its file has to be chosen again', async () => {
  const form = await makeForm(db, {
    form: '[text* your-name][text* your-tea][file your-menu filetypes:txt][file your-list filetypes:txt][submit]',
  })
  const menu = new File(['Oolong'], 'menu<1>.txt')
  const html = await (await postFiles(form, { 'your-name': 'Ada', 'your-menu': menu })).text()
  const id = `${form.unitTag}-again-your-menu`
  expect(html).toMatch(new RegExp(`<input type="file"[^>]* aria-describedby="${id}"[^>]* name="your-menu"`))
  expect(html).toContain(`id="${id}">Please choose “menu1.txt” again: browsers do not keep files.</span>`)
  expect(html.match(/do not keep files/g)).toHaveLength(1)
  // An error at the field asks for another file already.
  const wrong = new File(['%PDF'], 'menu.pdf')
  const refused = await (await postFiles(form, { 'your-name': 'Ada', 'your-tea': 'Oolong', 'your-menu': wrong })).text()
  expect(refused).toContain('You are not allowed to upload files of this type.')
  expect(refused).not.toContain('do not keep files')
})

test('a form sent to an address like that of another host leads to a page of this shop', async () => {
  const form = await makeForm(db, { form: '[text your-name]' })
  for (const path of ['//evil.test/', '/\\evil.test/']) {
    const answer = await post({ ...form, path }, { 'your-name': path })
    expect(answer.headers.get('location')).toMatch(/^\/evil\.test\/\?wpcf7_sent=/)
  }
  expect(await storedOf(db, form)).toHaveLength(2)
})

test('each of two equal forms on a page, and each place of its answer, has its own', async () => {
  const form = await makeForm(db, { form: '[response][text* your-name][response]' })
  const container = eq(entries.id, Number(form.hidden._wpcf7_container_post))
  const [page] = await db.select().from(entries).where(container)
  await db
    .update(entries)
    .set({ content: `${page?.content}\n${page?.content}` })
    .where(container)
  const second = form.unitTag.replace(/o1$/, 'o2')
  const answer = await post({ ...form, hidden: { ...form.hidden, _wpcf7_unit_tag: second } }, { 'your-name': '' })
  const html = await answer.text()
  expect(html.match(/data-status="\w+"/g)).toEqual(['data-status="init"', 'data-status="invalid"'])
  expect(html.match(/response-output" aria-hidden="true">(One)?/g)?.map((one) => one.endsWith('One'))).toEqual([
    false,
    false,
    true,
    true,
  ])
  expect(html.match(/<li id="[^"]*-ve-[^"]*"/g)).toEqual([`<li id="${second}-ve-your-name"`])
})

test('a form works also in the text of a product, a post and a project', async () => {
  const form = await makeForm(db, { form: '[text* your-name]' })
  const text = { content: `[contact-form-7 id="${form.id}"]`, title: 'With a form', slug: 'with-a-form' }
  const written = await db
    .insert(entries)
    .values([
      { ...text, kind: 'post' },
      { ...text, kind: 'project' },
    ])
    .returning()
  const simple = eq(entries.id, referenceIds.simple)
  const [product] = await db.update(entries).set({ content: text.content }).where(simple).returning()
  for (const entry of [product, ...written]) {
    const path = (entry && entryHref(entry)) ?? ''
    const hidden = { _wpcf7: `${form.id}`, _wpcf7_unit_tag: `wpcf7-f${form.id}-p${entry?.id}-o1` }
    const refused = await post({ ...form, path, hidden }, { 'your-name': '' })
    expect([path, await refused.text()]).toEqual([path, expect.stringContaining('data-status="invalid"')])
    const sent = await post({ ...form, path, hidden }, { 'your-name': 'Ada' })
    const location = sent.headers.get('location') ?? ''
    expect(location.startsWith(`${path}?wpcf7_sent=`)).toBe(true)
    const page = await app.request(location)
    expect([path, await page.text()]).toEqual([path, expect.stringContaining('data-status="sent"')])
  }
})
