/**
 * The browser reads values from its form, the server from the body that the browser sent: both find the same errors.
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePostedForm, valuesOf } from './posted-form.ts'
import { type FormValues, findErrors, type Rule } from './rules.ts'

const fields = ['your-name', 'tea', 'a_b', 'a:b', 'file']
/** Names of fields with several values are posted with brackets. */
const postedName = (field: string): string => (field === 'tea' ? 'tea[]' : field)

const text = fc.oneof(
  fc.constantFrom(
    ...['', ' ', 'ada@shop.test', 'https://shop.test', '+1 416 555 0100', '5', '-.5', '2024-02-29', '2026-02-29'],
    ...['12:30', 'Black', 'Two\nlines', 'Two\r\nlines', 'a\rb', '\n', '🍵', '\u00a0', '--boundary--', '"; name="x'],
  ),
  fc.string({ unit: 'binary', maxLength: 8 }).map((one) => one.replaceAll('\0', '')),
  fc.string({ maxLength: 12 }),
)
const file = fc.record({
  name: fc.oneof(
    fc.constantFrom('a.pdf', 'A.PNG', 'a"b.txt', 'tea;x.jpg', 'né.gif', 'none', '.x'),
    // The server removes characters that file systems misinterpret, so they are left out here.
    fc.string({ maxLength: 6 }).map((one) => one.replaceAll(/[\s<>|:*?"/\\]/g, '') || 'none'),
  ),
  size: fc.integer({ min: 0, max: 40 }),
})
const names = [
  ...['required', 'requiredfile', 'email', 'url', 'tel', 'number', 'date', 'time', 'file', 'enum', 'dayofweek'],
  ...['minitems', 'maxitems', 'minlength', 'maxlength', 'minnumber', 'maxnumber', 'mindate', 'maxdate'],
  ...['minfilesize', 'maxfilesize', 'stepnumber'],
]
const simpleRule: fc.Arbitrary<Rule> = fc.record({
  rule: fc.constantFrom(...names),
  field: fc.constantFrom(...fields),
  error: fc.constantFrom('One.', 'Two.'),
  threshold: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constantFrom('3', '2026-01-01')),
  accept: fc.constantFrom(['Black', 'Two\nlines', 'a\r\nb'], ['.pdf', 'image/*', '.x'], [1, 4, 7]),
})
const rule: fc.Arbitrary<Rule> = fc.oneof(
  { weight: 4, arbitrary: simpleRule },
  {
    weight: 1,
    arbitrary: fc.record({
      rule: fc.constantFrom('all', 'any'),
      field: fc.constantFrom(...fields),
      error: fc.constant('Both.'),
      rules: fc.array(simpleRule, { maxLength: 3 }),
    }),
  },
)

/** The values of a form's controls. A browser sends one file without a name if none was chosen. */
const valuesIn = (form: FormData): FormValues => ({
  texts: (field) => form.getAll(postedName(field)).filter((value) => typeof value === 'string'),
  files: (field) =>
    form.getAll(postedName(field)).flatMap((value) => (typeof value === 'string' || value.name === '' ? [] : [value])),
})

test('[FORM-08] the errors of a form are those of its multipart body', async () => {
  const filled = fc.record({
    texts: fc.array(fc.tuple(fc.constantFrom(...fields), text), { maxLength: 6 }),
    files: fc.array(fc.tuple(fc.constantFrom(...fields), file), { maxLength: 3 }),
    rules: fc.array(rule, { maxLength: 8 }),
  })
  await fc.assert(
    fc.asyncProperty(filled, async ({ texts, files, rules }) => {
      const form = new FormData()
      for (const [field, value] of texts) form.append(postedName(field), value)
      for (const [field, { name, size }] of files) form.append(postedName(field), new File(['x'.repeat(size)], name))
      if (files.length === 0) form.append('file', new File([], ''))
      const request = new Request('http://shop.test/', { method: 'POST', body: form })
      const bytes = Buffer.from(await request.arrayBuffer())
      const posted = await parsePostedForm(bytes, request.headers.get('content-type') ?? '')
      // A body without any field is not recognized as a form.
      if (!posted) return expect([...form]).toEqual([])
      expect(findErrors(rules, valuesOf([], posted))).toEqual(findErrors(rules, valuesIn(form)))
    }),
    { numRuns: 500 },
  )
})
