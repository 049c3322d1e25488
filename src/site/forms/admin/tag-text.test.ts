import { describe, expect, test } from 'vitest'
import { parseTemplate, tagTypes } from '../form-tag.ts'
import { type TagKind, tagKinds } from './tag-kinds.ts'
import { emptyTag, fieldText, freeName, type TagValues, tagText } from './tag-text.ts'

const kindOf = (type: string) => tagKinds.find((kind) => kind.type === type) as TagKind
const textOf = (type: string, values: Partial<TagValues>) =>
  tagText(kindOf(type), { ...emptyTag, name: 'a', ...values })

describe('[FORM-15 form-tag markup] the tag helper writes tags that are read as they were meant', () => {
  test.each([
    [
      'text',
      { isRequired: true, values: 'Your name', options: { placeholder: true, minlength: '2' } },
      '[text* a placeholder minlength:2 "Your name"]',
    ],
    ['date', { options: { min: 'today+3 days' } }, '[date a min:today+3_days]'],
    [
      'select',
      { values: 'Sales|s@shop.test\n\n Support ', options: { include_blank: true } },
      '[select a include_blank "Sales|s@shop.test" "Support"]',
    ],
    [
      'file',
      { options: { limit: '2mb', filetypes: '.pdf, jpg png' }, id: 'f', classes: 'x y' },
      '[file a limit:2mb filetypes:.pdf|jpg|png id:f class:x class:y]',
    ],
    [
      'acceptance',
      { content: 'I accept [all] <a href="/terms/">terms</a>', options: { optional: true } },
      '[acceptance a optional] I accept &#91;all] <a href="/terms/">terms</a> [/acceptance]',
    ],
    [
      'acceptance',
      { options: { 'default:on': true, 'consent_for:storage': true } },
      '[acceptance a default:on consent_for:storage]',
    ],
    ['submit', { values: 'Send "now"' }, `[submit 'Send "now"']`],
    ['text', { values: `5" isn't 6'` }, `[text a "5” isn't 6'"]`],
    ['response', { isRequired: true }, '[response]'],
    ['radio', { isRequired: true, values: 'a]b' }, '[radio a "a]b"]'],
  ] as const)('%s %o', (type, values, written) => {
    expect(textOf(type, values)).toBe(written)
    const { tags, problems } = parseTemplate(written)
    expect(problems).toEqual([])
    expect(tags).toHaveLength(1)
    expect(tags[0]?.basetype).toBe(type)
  })

  test.each(tagKinds.map((kind) => [kind.type, kind] as const))('%s survives whatever is typed', (_type, kind) => {
    const hostile = `"><img src=x onerror=alert(1)> ] [text evil] ' [/${kind.type}]\n[email evil2 "`
    const options = Object.fromEntries(
      kind.options.map(({ name, control }) => [name, control === 'flag' ? true : hostile]),
    )
    const values = { name: 'a', words: hostile, isRequired: true, id: hostile, classes: hostile, values: hostile }
    const text = fieldText(kind, { ...values, content: hostile, options })
    const { tags, problems } = parseTemplate(text)
    expect([text, problems, tags.map(({ basetype }) => basetype)]).toEqual([text, [], [kind.type]])
  })

  test('every kind that is read can be inserted', () => {
    expect(tagKinds.map(({ type }) => type).toSorted()).toEqual(tagTypes.filter((type) => type !== 'time').toSorted())
  })

  test('words stand around it, and names are free', () => {
    const words = { ...emptyTag, name: 'a', words: 'Tea & <b>water</b>' }
    expect(fieldText(kindOf('text'), words)).toBe(
      '<label> Tea &#38; &#60;b&#62;water&#60;/b&#62;\n    [text a] </label>',
    )
    expect(fieldText(kindOf('radio'), { ...words, values: 'x' })).toContain('</legend>\n[radio a "x"]\n</fieldset>')
    expect(freeName('email', [])).toBe('your-email')
    expect(freeName('email', ['your-email', 'your-email-2'])).toBe('your-email-3')
    expect(freeName('captchar', [])).toBe('your-captcha')
  })
})
