/** Every rule over HTTP: its description in a form's schema, and its effect on a sent form. */
import { describe, expect, test } from 'vitest'
import { browser, makeForm } from '../../../test/support/contact-form.ts'
import { openShop } from '../../../test/support/shop.ts'
import type { Rule } from './rules.ts'

const { app, db } = await openShop()

const own = (rule: Rule) => `rule: ${JSON.stringify(rule)}`
const file = (name: string, size: number) => new File(['x'.repeat(size)], name)
type Value = string | File

/** Part of the requirement, markup, additional settings, and values of the field that are accepted and refused. */
const cases: readonly (readonly [
  part: string,
  form: string,
  settings: string,
  good: readonly Value[],
  bad: readonly Value[],
])[] = [
  ['[FORM-08 required]', '[text* a]', '', ['x'], ['', '  ']],
  ['[FORM-08 requiredfile]', '[file* a filetypes:txt]', '', [file('a.txt', 1)], ['']],
  ['[FORM-08 email]', '[email a]', '', ['', 'ada+tea@bücher.example'], ['ada', 'a@b', 'a@-b.test']],
  ['[FORM-08 url]', '[url a]', '', ['https://shop.test', 'tel:+14165550100'], ['shop.test', 'javascript:alert(1)']],
  ['[FORM-08 tel]', '[tel a]', '', ['+1 (416) 555-0100', '123456'], ['12345', 'abcdefg', '1234567890123456']],
  ['[FORM-08 number]', '[number a]', '', ['-1.5', '.5', '1e3'], ['1,5', 'x']],
  ['[FORM-08 date]', '[date a]', '', ['2028-02-29'], ['2027-02-29', '29.02.2028']],
  ['[FORM-08 time]', '[time a]', '', ['23:59', '00:00:59'], ['24:00', '12:60']],
  ['[FORM-08 file]', '[file a filetypes:txt|pdf]', '', [file('a.TXT', 1)], [file('a.exe', 1), file('txt', 1)]],
  ['enum', '[select a "Black" "Green|g@shop.test"]', '', ['Green'], ['g@shop.test', 'Coffee']],
  [
    '[FORM-08 dayofweek]',
    '[date a]',
    own({ rule: 'dayofweek', field: 'a', accept: [1, 7], error: 'no' }),
    ['2026-11-30', '2026-11-29'],
    ['2026-12-01'],
  ],
  ['[FORM-08 minitems and maxitems]', '[checkbox a exclusive "x" "y"]', '', ['x'], ['x\ny']],
  [
    '[FORM-08 minitems and maxitems]',
    '[checkbox a "x" "y"]',
    own({ rule: 'minitems', field: 'a', threshold: 2, error: 'no' }),
    ['x\ny'],
    ['x'],
  ],
  ['[FORM-08 minlength and maxlength]', '[text a minlength:2 maxlength:4]', '', ['', 'ab', 'abcd'], ['a', 'abcde']],
  ['[FORM-08 minnumber and maxnumber]', '[number a min:-1 max:10]', '', ['-1', '10'], ['-1.01', '10.1']],
  [
    '[FORM-08 mindate and maxdate]',
    '[date a min:2026-01-01 max:2026-12-31]',
    '',
    ['2026-01-01', '2026-12-31'],
    ['2025-12-31', '2027-01-01'],
  ],
  [
    '[FORM-08 minfilesize and maxfilesize]',
    '[file a limit:100 filetypes:txt]',
    own({ rule: 'minfilesize', field: 'a', threshold: 10, error: 'no' }),
    [file('a.txt', 10), file('a.txt', 100)],
    [file('a.txt', 9), file('a.txt', 101)],
  ],
  [
    '[FORM-08 stepnumber]',
    '[number a]',
    own({ rule: 'stepnumber', field: 'a', base: 1, interval: 0.1, error: 'no' }),
    ['1', '1.3'],
    ['1.35'],
  ],
  [
    '[FORM-08 all and any]',
    '[text a]',
    own({
      rule: 'all',
      rules: [
        {
          rule: 'any',
          field: 'a',
          error: 'no',
          rules: [
            { rule: 'email', field: 'a' },
            { rule: 'tel', field: 'a' },
          ],
        },
        { rule: 'maxlength', field: 'a', threshold: 12, error: 'no' },
      ],
    }),
    ['ada@shop.test'.slice(1), '4165550100'],
    ['ada', 'adaadaada@shop.test'],
  ],
]

const base = '/wp-json/contact-form-7/v1/contact-forms'
async function send(id: number, value: Value) {
  const body = new FormData()
  body.append('_wpcf7_unit_tag', `wpcf7-f${id}-o1`)
  // A text with several lines is sent as several values.
  if (typeof value === 'string') for (const text of value.split('\n')) body.append('a', text)
  else body.append('a', value)
  const response = await app.request(`${base}/${id}/feedback`, {
    method: 'POST',
    headers: { 'user-agent': browser },
    body,
  })
  return (await response.json()) as { status: string; invalid_fields: { field: string }[] }
}

const partRules: Readonly<Record<string, string>> = { 'all and any': 'all' }

describe('rules on the wire', () => {
  test.each(cases)('%s %s %s', async (title, form, settings, good, bad) => {
    const part = title.replaceAll(/^\[\S+ |\]$/g, '')
    const { id } = await makeForm(db, { form, additional_settings: settings })
    const schema = (await (await app.request(`${base}/${id}/feedback/schema`)).json()) as { rules: Rule[] }
    const names = schema.rules.map(({ rule }) => rule)
    const [first = '', second = first] = part.split(' and ')
    expect(names.some((name) => [first, second, partRules[part]].includes(name))).toBe(true)
    for (const value of good) expect([value, (await send(id, value)).status]).toEqual([value, 'mail_sent'])
    for (const value of bad) {
      const answer = await send(id, value)
      expect([value, answer.status, answer.invalid_fields.map(({ field }) => field)]).toEqual([
        value,
        'validation_failed',
        ['a'],
      ])
    }
  })
})
