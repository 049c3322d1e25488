/** Contact forms that receive bodies no browser sends. */

import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { beforeEach, expect, test } from 'vitest'
import { formFiles } from '../../src/site/forms/forms.table.ts'
import { feedbackPath, makeForm, send, storedOf, type TestForm } from '../support/contact-form.ts'
import { cpuMsOf } from '../support/cpu-time.ts'
import { createProof } from '../support/proofs.ts'
import { openShop } from '../support/shop.ts'

const { app, db, shop } = await openShop()
const fileForm =
  '[text* your-name][email your-email][textarea your-message][file your-file filetypes:txt|zip limit:1mb][submit]'
const boundary = 'boundary-of-a-test'
const multipart = `multipart/form-data; boundary=${boundary}`

type Part = readonly [disposition: string, value: string, type?: string]
const bodyOf = (form: TestForm, parts: readonly Part[]): string =>
  [...Object.entries(form.hidden).map(([name, value]): Part => [`name="${name}"`, value]), ...parts]
    .map(
      ([disposition, value, type]) =>
        `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n${value}\r\n`,
    )
    .join('') + `--${boundary}--\r\n`

let addresses = 0
/** Posts a body unchanged, each time from another network. */
async function post(path: string, body: BodyInit | null, headers: Readonly<Record<string, string>>) {
  addresses += 1
  let response = new Response()
  let text = ''
  const cpuMs = await cpuMsOf(async () => {
    response = await app.request(path, {
      method: 'POST',
      body,
      headers: { 'user-agent': 'a test', 'x-forwarded-for': `198.18.7.${addresses}`, ...headers },
      duplex: 'half',
    } as RequestInit)
    text = await response.text()
  })
  return { status: response.status, text, cpuMs }
}

/** A stream of this many bytes without a stated length, and the number of bytes that were read from it. */
function flowing(start: string, bytes: number) {
  let read = 0
  const chunk = new Uint8Array(64 * 1024).fill(120)
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
    pull(controller) {
      read += chunk.length
      if (read > bytes) controller.close()
      else controller.enqueue(chunk)
    },
  })
  return { stream, read: () => read }
}

let form: TestForm
beforeEach(async () => {
  form = await makeForm(db, { form: fileForm })
})

test('[FORM-01 status and message] a body of 100 MB is refused before it is read', async () => {
  const plain = await makeForm(db)
  const start = bodyOf(form, [['name="your-name"', 'Ada']]).slice(0, -4)
  const HUNDRED = 100 * 1024 * 1024
  for (const [path, most] of [
    [feedbackPath(form), 3 * 1024 * 1024],
    [feedbackPath(plain), 1024 * 1024],
    [form.path, 27 * 1024 * 1024],
  ] as const) {
    const declared = flowing(start, HUNDRED)
    const first = await post(path, declared.stream, { 'content-type': multipart, 'content-length': `${HUNDRED}` })
    expect([path, first.status]).toEqual([path, 413])
    expect(declared.read()).toBeLessThan(1024 * 1024)
    const silent = flowing(start, HUNDRED)
    const second = await post(path, silent.stream, { 'content-type': multipart })
    expect([path, second.status]).toEqual([path, 413])
    expect(silent.read()).toBeLessThan(most)
  }
  expect(await storedOf(db, form)).toEqual([])
})

test('uploads that never end leave room for small messages', async () => {
  const sizes = [
    ...Array<number>(12).fill(25),
    ...[12, 6, 3, 1, 1, 0.5, 0.25, 0.1, 0.05].flatMap((size) => [size, size]),
  ]
  const stalled = sizes.map((megabytes) => {
    let end = () => {}
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(`--${boundary}\r\n`))
        end = () => controller.error(new Error('gone'))
      },
    })
    const path = form.path
    const answer = post(path, stream, {
      'content-type': multipart,
      'content-length': `${megabytes * 1024 * 1024}`,
    }).catch(() => null)
    return { answer, end: () => end() }
  })
  await pause(50)
  const sent = bodyOf(form, [['name="your-name"', 'Ada']])
  const headers = { 'content-type': multipart, 'content-length': `${sent.length}` }
  const answer = await post(feedbackPath(form), sent, headers)
  for (const one of stalled) one.end()
  await Promise.all(stalled.map((one) => one.answer))
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.stringContaining('mail_sent')])
})

test('10,000 fields, and as many as a body has room for, are refused without long work', async () => {
  const many = (count: number, name: (index: number) => string) =>
    bodyOf(
      form,
      Array.from({ length: count }, (_, index): Part => [`name="${name(index)}"`, 'x']),
    )
  const bodies = [
    many(10_000, (index) => `field-${index}`),
    many(10_000, () => 'your-message[]'),
    many(10_000, (index) => `_${index}`),
    many(20_000, () => 'a'),
  ]
  for (const body of bodies) {
    const { status, cpuMs } = await post(feedbackPath(form), body, { 'content-type': multipart })
    expect([400, 413]).toContain(status)
    expect(cpuMs).toBeLessThan(1000)
  }
  // Every page accepts bodies as large as the largest form.
  const largest = many(300_000, () => 'a')
  const { status, cpuMs } = await post(form.path, largest, { 'content-type': multipart })
  expect(status).toBeLessThan(500)
  expect(cpuMs).toBeLessThan(1500)
  const encoded = `${new URLSearchParams(form.hidden)}&${'a=&'.repeat(100_000)}`
  const page = await post(form.path, encoded, { 'content-type': 'application/x-www-form-urlencoded' })
  expect(page.status).toBeLessThan(500)
  expect(page.cpuMs).toBeLessThan(1500)
  expect(await storedOf(db, form)).toEqual([])
})

test('[FORM-01 status and message] what is no form is refused and stores nothing', async () => {
  const good = bodyOf(form, [['name="your-name"', 'Ada']])
  const types: readonly (readonly [type: string | null, expected: number])[] = [
    [null, 415],
    ['application/json', 415],
    ['text/plain', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/mixed; boundary=x', 415],
    ['multipart/form-data', 400],
    ['multipart/form-data; boundary=', 400],
    ['multipart/form-data; boundary=another', 400],
    [`multipart/form-data; boundary=${'x'.repeat(5000)}`, 400],
    [`xmultipart/form-data; boundary=${boundary}`, 415],
  ]
  for (const [type, expected] of types) {
    const answer = await post(
      feedbackPath(form),
      new TextEncoder().encode(good),
      type === null ? {} : { 'content-type': type },
    )
    expect([type, answer.status]).toEqual([type, expected])
  }
  const broken: readonly (readonly [what: string, body: string | Uint8Array<ArrayBuffer>])[] = [
    ['nothing', ''],
    ['cut off', good.slice(0, -20)],
    ['cut off in a header', good.slice(0, good.indexOf('name=') + 3)],
    ['JSON', '{"your-name":"Ada"}'],
    ['packed', new Uint8Array(gzipSync(good))],
    ['null bytes', '\0'.repeat(1000)],
    ['only the end', `--${boundary}--\r\n`],
    ['a header without end', `--${boundary}\r\nContent-Disposition: form-data; name="${'x'.repeat(100_000)}`],
  ]
  for (const [what, body] of broken) {
    const answer = await post(feedbackPath(form), body, { 'content-type': multipart, 'content-encoding': 'gzip' })
    expect([what, answer.status]).toEqual([what, 400])
    const page = await post(form.path, body, { 'content-type': multipart })
    expect([what, page.status < 500]).toEqual([what, true])
  }
  expect(await storedOf(db, form)).toEqual([])
})

test('a form within a form is a text, and odd names of fields and files are only names', async () => {
  const inner = `--inner\r\nContent-Disposition: form-data; name="your-name"\r\n\r\nEve\r\n--inner--`
  const body = bodyOf(form, [
    ['name="your-name"', 'Ada'],
    ['name="your-name"', 'Bob'],
    ['name="your-message"', inner, 'multipart/mixed; boundary=inner'],
    ['name="_wpcf7_unit_tag"', 'wpcf7-f1-o9"><script>'],
    ['name="__proto__"', 'x'],
    ['name="constructor[]"', 'x'],
    ['name="your-file"; filename="../../etc/a%22b;\u202etxt.txt"', 'hello', 'text/html'],
  ])
  const { status, text } = await post(feedbackPath(form), body, { 'content-type': multipart })
  expect([status, JSON.parse(text)]).toMatchObject([200, { status: 'mail_sent' }])
  const [stored] = await storedOf(db, form)
  expect(stored?.fields).toMatchObject([
    { name: 'your-name', texts: ['Ada', 'Bob'] },
    { name: 'your-email', texts: [] },
    { name: 'your-message', texts: [inner.replaceAll('\r\n', '\n')] },
    { name: 'constructor', texts: ['x'] },
  ])
  const [file] = (await db.select().from(formFiles)).filter(({ submissionId }) => submissionId === stored?.id)
  expect(file?.name).toMatch(/^[^/\\"\u202e]+\.txt$/)
})

test('an archive that would unpack to a gigabyte stays what was sent', async () => {
  const zeros = new Uint8Array(64 * 1024 * 1024)
  const bomb = Buffer.from(zipSync({ 'a.txt': [zeros, { level: 9 }] }))
  const nested = Buffer.from(
    zipSync(Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${n}.zip`, [bomb, { level: 9 }]]))),
  )
  const { code, json } = await send(app, form, {
    'your-name': 'Ada',
    'your-file': new File([new Uint8Array(nested)], 'bomb.zip'),
    _samovar_proof: await createProof(shop, 'form'),
  })
  expect([code, json.status]).toEqual([200, 'mail_sent'])
  const [stored] = await storedOf(db, form)
  const [file] = (await db.select().from(formFiles)).filter(({ submissionId }) => submissionId === stored?.id)
  expect(file?.bytes.equals(nested)).toBe(true)
})
