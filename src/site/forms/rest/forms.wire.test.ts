import { expect, test } from 'vitest'
import { jsonClient } from '../../../../test/support/json-client.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { defaultProperties, formHash } from '../contact-form.ts'
import { formSubmissions } from '../forms.table.ts'

const { app, db, shop } = await openShop()
const editor = await createSignedInUser(shop, 'editor', 'Edith Leaf')
const customer = await createSignedInUser(shop, 'customer')
const forms = '/wp-json/samovar/v1/forms'
const plugin = '/wp-json/contact-form-7/v1/contact-forms'

type Json = {
  readonly id: number
  readonly version: number
  readonly code?: string
  readonly title: string
  readonly status: string
  readonly slug: string
  readonly shortcode: string
  readonly submissions: number
  readonly form: string
  readonly document: string
  readonly messages: Readonly<Record<string, string>>
  readonly mail: Readonly<Record<string, unknown>>
  readonly problems: readonly object[]
  readonly config_errors: Readonly<Record<string, readonly { readonly message: string }[]>>
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly data?: object
}
const call = jsonClient<Json>(app, '', editor)
const list = async (path: string) => (await call('GET', path)).json as unknown as Json[]

test('[FORM-15 form-tag markup] a form begins with the default fields, is changed in parts, duplicated, trashed and restored', async () => {
  const made = await call('POST', forms, { title: 'Ask us' })
  expect([made.status, made.headers.get('location')]).toEqual([201, `${shop.url}${forms}/${made.json.id}`])
  expect(made.json).toMatchObject({
    title: 'Ask us',
    slug: 'ask-us',
    status: 'publish',
    version: 1,
    shortcode: `[contact-form-7 id="${formHash(made.json.id)}" title="Ask us"]`,
    submissions: 0,
    problems: [],
    ...defaultProperties,
  })
  const path = `${forms}/${made.json.id}`
  const markup = '[text* your-name] [email your-mail]\r\n[submit "Send"]'
  const changed = await call('PUT', path, {
    version: 1,
    form: markup,
    mail: { subject: 'Question\nBcc: a@b.test', body: '[your-name] [your-email]', active: true },
    messages: { mail_sent_ok: 'Thank you!', invalid_url: 'No', unknown: 'x' },
  })
  expect(changed.json).toMatchObject({
    version: 2,
    title: 'Ask us',
    form: markup.replace('\r', ''),
    mail: { subject: 'Question Bcc: a@b.test', recipient: '[_site_admin_email]', use_html: false },
    messages: {
      mail_sent_ok: 'Thank you!',
      invalid_url: 'No',
      invalid_email: defaultProperties.messages.invalid_email,
    },
    problems: [
      { section: 'mail.additional_headers', message: 'The form has no field for [your-email].' },
      { section: 'mail.body', message: 'The form has no field for [your-email].' },
    ],
  })
  expect(Object.keys(changed.json.messages)).not.toContain('unknown')
  // An empty message is replaced with its default.
  expect((await call('PUT', path, { messages: { invalid_url: ' ' } })).json.messages['invalid_url']).toBe(
    defaultProperties.messages.invalid_url,
  )
  const late = await call('PUT', path, { title: 'Late', version: 1 })
  expect([late.status, late.json]).toMatchObject([409, { code: 'samovar_rest_outdated', data: { version: 3 } }])

  const copy = await call('POST', `${path}/duplicate`, {})
  expect([copy.status, copy.json]).toMatchObject([201, { title: 'Ask us (copy)', slug: 'ask-us-copy', version: 1 }])
  expect(copy.json.form).toBe(changed.json.form)
  expect((await call('DELETE', path)).json.status).toBe('trash')
  expect((await list(`${forms}?search=ask`)).map(({ title }) => title)).toEqual(['Ask us (copy)'])
  expect((await list(`${forms}?status=trash`)).map(({ title }) => title)).toEqual(['Ask us'])
  expect((await call('GET', `${plugin}/${made.json.id}`)).status).toBe(404)
  expect((await call('PUT', path, { status: 'publish' })).json).toMatchObject({ status: 'publish', slug: 'ask-us' })
  expect((await call('DELETE', `${forms}/${copy.json.id}?force=true`)).json).toMatchObject({ deleted: true })
  expect((await call('GET', `${forms}/${copy.json.id}`)).json.code).toBe('wpcf7_not_found')
})

test('[FORM-15 form-tag markup] two changes to different parts at once are both saved', async () => {
  const { id } = (await call('POST', forms, { title: 'At once' })).json
  await Promise.all([
    call('PUT', `${forms}/${id}`, { mail: { subject: 'One' } }),
    call('PUT', `${forms}/${id}`, { mail: { recipient: 'two@shop.test' } }),
    call('PUT', `${forms}/${id}`, { messages: { spam: 'Three' } }),
  ])
  expect((await call('GET', `${forms}/${id}`)).json).toMatchObject({
    mail: { subject: 'One', recipient: 'two@shop.test' },
    messages: { spam: 'Three' },
    version: 4,
  })
})

test('[FORM-15 submissions] the list counts what visitors sent, without spam', async () => {
  const { id } = (await call('POST', forms, { title: 'Counted' })).json
  const submission = {
    formId: id,
    formTitle: 'Counted',
    fields: [],
    searchText: '',
    remoteIp: '192.0.2.1',
    userAgent: 'Test',
    pagePath: '/',
    unitTag: 'wpcf7-f1-o1',
    mails: {},
    createdAt: shop.now(),
  }
  await db.insert(formSubmissions).values([
    { ...submission, status: 'inbox', postedDataHash: 'a' },
    { ...submission, status: 'inbox', postedDataHash: 'b' },
    { ...submission, status: 'spam', postedDataHash: 'c' },
  ])
  const [first] = await list(`${forms}?orderby=submissions&order=desc&_fields=title,submissions`)
  expect(first).toEqual({ title: 'Counted', submissions: 2 })
  // Submissions remain when their form is deleted.
  await call('DELETE', `${plugin}/${id}`)
  expect(await db.$count(formSubmissions)).toBe(3)
})

test('[FORM-15 form-tag markup] markup is shown as visitors see it, without what acts', async () => {
  const form = [
    '<label>Name [text* your-name]</label> <script>alert(1)</script><img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a> [text a placeholder "\'><img src=x onerror=alert(1)>"]',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe> <form action="https://evil.test">[text b]</form>',
    '[submit "Send"]',
  ].join('\n')
  const { document } = (await call('POST', `${forms}/preview`, { form })).json
  expect(document).toContain('name="your-name"')
  expect(document).toContain('rel="stylesheet"')
  expect(document).not.toMatch(/<script|<img[^>]+onerror|href="javascript|srcdoc|evil\.test/)
  expect(document.match(/<form/g)).toHaveLength(1)
  const before = await list(forms)
  expect((await call('POST', `${forms}/preview`, { form: 'x'.repeat(100_001) })).status).toBe(400)
  expect(await list(forms)).toEqual(before)
})

test('what is wrong is refused at its field, and many at once one by one', async () => {
  const { id } = (await call('POST', forms, { title: 'Strict' })).json
  const cases = [
    [{ form: 7 }, 'form'],
    [{ form: 'x'.repeat(100_001) }, 'form'],
    [{ title: 'x'.repeat(201) }, 'title'],
    [{ locale: '"><script>' }, 'locale'],
    [{ mail: 'x' }, 'mail'],
    [{ mail: { use_html: 'perhaps' } }, 'mail.use_html'],
    [{ mail_2: { subject: ['x'] } }, 'mail_2.subject'],
    [{ messages: { spam: 4 } }, 'messages.spam'],
    [{ additional_settings: [] }, 'additional_settings'],
    [{ status: 'draft' }, 'status'],
    [{ version: 'x' }, 'version'],
  ] as const
  for (const path of [`${forms}/${id}`, `${plugin}/${id}`])
    for (const [body, field] of cases) {
      if (path.startsWith(plugin) && ['status', 'version'].includes(field)) continue
      const refused = await call('PUT', path, body)
      expect([field, refused.status, refused.json.code]).toEqual([field, 400, 'rest_invalid_param'])
      expect(refused.json.data).toMatchObject({ params: { [field]: expect.any(String) as unknown } })
    }
  expect((await call('GET', `${forms}/${id}`)).json.version).toBe(1)
  const { json } = await call('POST', `${forms}/batch`, {
    create: [{ title: 'In a batch' }, { form: 4 }],
    update: [
      { id, status: 'trash' },
      { id: 999_999, title: 'x' },
    ],
    delete: [999_999],
  })
  expect(json).toMatchObject({
    create: [{ title: 'In a batch' }, { id: 0, error: { code: 'rest_invalid_param' } }],
    update: [
      { id, status: 'trash' },
      { id: 999_999, error: { code: 'wpcf7_not_found' } },
    ],
    delete: [{ id: 999_999, error: { code: 'wpcf7_not_found' } }],
  })
})

test('[FORM-15 form-tag markup] the plugin’s own API reads and writes forms with its names', async () => {
  const made = await call('POST', plugin, {
    title: 'Wholesale',
    locale: 'en_US',
    form: '[select* your-dept "Sales|sales@shop.test" "Support"] [acceptance ok] Yes [/acceptance]\n[text your-dept]',
    additional_settings: 'demo_mode: on\nnonsense\nskip_mail: off\nx: 1',
    mail: { recipient: '' },
  })
  expect(made.status).toBe(200)
  const { id } = made.json
  expect(Object.keys(made.json)).toEqual(['id', 'slug', 'title', 'locale', 'properties', 'config_errors'])
  expect(made.json).toMatchObject({ slug: 'wholesale', title: 'Wholesale', locale: 'en_US' })
  expect(Object.keys(made.json.properties)).toEqual(['form', 'mail', 'mail_2', 'messages', 'additional_settings'])
  expect(made.json.properties['form']?.['fields']).toEqual([
    {
      type: 'select*',
      basetype: 'select',
      name: 'your-dept',
      options: [],
      raw_values: ['Sales|sales@shop.test', 'Support'],
      labels: ['Sales', 'Support'],
      values: ['Sales', 'Support'],
      pipes: [
        ['Sales', 'sales@shop.test'],
        ['Support', 'Support'],
      ],
      content: '',
    },
    expect.objectContaining({ type: 'acceptance', name: 'ok', content: ' Yes ' }),
    expect.objectContaining({ type: 'text', name: 'your-dept' }),
  ])
  expect(made.json.properties['additional_settings']?.['settings']).toEqual([
    ['demo_mode', true],
    ['skip_mail', false],
    ['x', '1'],
  ])
  expect(made.json.config_errors['form.body']?.map(({ message }) => message)).toEqual([
    'Line 2, column 1: Another field is called “your-dept”.',
    'The form has no button to send it: [submit "Send"].',
  ])
  expect(made.json.config_errors).toMatchObject({
    'mail.recipient': [{ message: 'Nobody would receive this email.', link: '' }],
    'mail.subject': [{ message: 'The form has no field for [your-subject].' }],
    'additional_settings.body': [{ message: '“nonsense” is not a setting: write “name: value”.' }],
  })
  // A program can send back what it has read, and a dry run saves nothing.
  const again = await call('PATCH', `${plugin}/${id}`, { ...made.json.properties, title: 'Wholesale tea' })
  expect(again.json).toEqual({ ...made.json, title: 'Wholesale tea' })
  const dry = await call('POST', `${plugin}/${id}`, { context: 'dry-run', form: '[text a]' })
  expect(dry.json.properties['form']).toMatchObject({ content: '[text a]' })
  expect((await call('GET', `${plugin}/${id}`)).json).toEqual(again.json)
  expect((await call('POST', plugin, { context: 'dry-run', title: 'Not made' })).json.id).toBe(-1)
  // A form without mistakes has an empty list of errors.
  expect((await call('POST', plugin, { title: '' })).json).toMatchObject({ title: 'Untitled', config_errors: [] })

  const listed = await list(`${plugin}?search=wholesale&per_page=5`)
  expect(listed).toEqual([{ id, hash: formHash(id), slug: 'wholesale', title: 'Wholesale tea', locale: 'en_US' }])
  const ids = (await list(`${plugin}?order=DESC&orderby=ID`)).map((one) => one.id)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect(await list(`${plugin}?offset=1&per_page=1&order=desc`)).toMatchObject([{ id: ids[1] }])

  expect((await call('POST', plugin, { id, title: 'x' })).json.code).toBe('wpcf7_post_exists')
  expect((await call('PUT', `${plugin}/999999`, { title: 'x' })).json.code).toBe('wpcf7_not_found')
  expect((await call('GET', `${plugin}/x1`)).json.code).toBe('rest_no_route')
  expect((await call('DELETE', `${plugin}/${id}`)).json).toEqual({ deleted: true })
  expect((await call('DELETE', `${plugin}/${id}`)).json.code).toBe('wpcf7_not_found')
})

test('who may not is refused as recorded, and changes nothing', async () => {
  const { id } = (await call('POST', forms, { title: 'Mine' })).json
  for (const who of [null, customer]) {
    expect((await call('GET', plugin, undefined, who)).json).toEqual({
      code: 'wpcf7_forbidden',
      message: 'You are not allowed to access contact forms.',
      data: { status: 403 },
    })
    expect((await call('GET', `${plugin}/${id}`, undefined, who)).json).toEqual({
      code: 'wpcf7_forbidden',
      message: 'You are not allowed to access the requested contact form.',
      data: { status: 403 },
    })
    for (const [method, path] of [
      ['POST', plugin],
      ['PUT', `${plugin}/${id}`],
      ['DELETE', `${plugin}/${id}`],
      ['POST', forms],
      ['POST', `${forms}/${id}/duplicate`],
      ['POST', `${forms}/preview`],
      ['DELETE', `${forms}/${id}?force=true`],
    ] as const)
      expect([401, 403]).toContain((await call(method, path, { title: 'Theirs' }, who)).status)
  }
  const noNonce = { headers: { cookie: editor.headers.cookie } }
  expect((await call('DELETE', `${plugin}/${id}`, {}, noNonce)).status).toBe(403)
  expect((await call('GET', `${forms}/${id}`)).json).toMatchObject({ title: 'Mine', version: 1 })
})
