/** Values of submitted fields whose name several tags have. */
import { expect, test } from 'vitest'
import { cpuMsOf } from '../../../test/support/cpu-time.ts'
import { parseTemplate } from './form-tag.ts'
import { type PostedForm, parsePostedForm, submittedFields, valuesOf } from './posted-form.ts'

const posted = (texts: Readonly<Record<string, readonly string[]>>): PostedForm => ({
  texts: new Map(Object.entries(texts)),
  files: new Map(),
})

test('a field is stored also if a tag that shows or counts its text comes first', () => {
  const { tags } = parseTemplate(`[output your-name] [text* your-name] [count your-message down]
    [textarea your-message maxlength:500] [reflection teas] [checkbox teas free_text "Green" "Other"]`)
  const sent = posted({
    'your-name': ['Maya'],
    'your-message': ['Hello'],
    teas: ['Other'],
    _wpcf7_free_text_teas: ['Puer'],
  })
  expect(submittedFields(tags, sent)).toEqual([
    { name: 'your-name', type: 'text', texts: ['Maya'] },
    { name: 'your-message', type: 'textarea', texts: ['Hello'] },
    { name: 'teas', type: 'checkbox', texts: ['Other Puer'] },
  ])
  expect(valuesOf(tags, sent).texts('teas')).toEqual(['Other Puer'])
})

test('each group of checkboxes of one name has its own mailed values and free text', () => {
  const { tags } = parseTemplate(`[checkbox to "Sales|sales@shop.test"] [checkbox to "Help|help@shop.test"]
    [checkbox teas free_text "Green" "Another green"] [checkbox teas free_text "Black" "Another black"]`)
  const sent = posted({
    to: ['Sales', 'Help'],
    teas: ['Green', 'Another black'],
    _wpcf7_free_text_teas: ['', 'Assam'],
  })
  expect(submittedFields(tags, sent)).toEqual([
    { name: 'to', type: 'checkbox', texts: ['sales@shop.test', 'help@shop.test'], posted: ['Sales', 'Help'] },
    { name: 'teas', type: 'checkbox', texts: ['Green', 'Another black Assam'] },
  ])
  expect(valuesOf(tags, sent).texts('teas')).toEqual(['Green', 'Another black Assam'])
})

const teas = (template: string, chosen: readonly string[], typed: readonly string[]) =>
  valuesOf(parseTemplate(template).tags, posted({ teas: chosen, _wpcf7_free_text_teas: typed })).texts('teas')

test('words typed beside a choice belong to it, also where the script leaves out those of choices that are not ticked', () => {
  const groups = `[checkbox teas free_text "Green" "Another green"] [checkbox teas free_text "Black" "Another black"]`
  expect(teas(groups, ['Another black'], ['Assam'])).toEqual(['Another black Assam'])
  expect(teas(groups, ['Another black'], ['', 'Assam'])).toEqual(['Another black Assam'])
  expect(teas(groups, ['Another green', 'Another black'], ['', 'Assam'])).toEqual([
    'Another green',
    'Another black Assam',
  ])
  const others = `[checkbox teas free_text "Green" "Other"] [checkbox teas free_text "Black" "Other"]`
  expect(teas(others, ['Other'], ['Puer'])).toEqual(['Other Puer'])
  expect(teas(others, ['Other'], ['Puer', ''])).toEqual(['Other Puer'])
  expect(teas(others, ['Other', 'Other'], ['Puer', 'Assam'])).toEqual(['Other Puer', 'Other Assam'])
})

const part = (name: string, value = '') => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

test.each([
  ['pairs of a form that names a boundary', 'application/x-www-form-urlencoded; boundary=b', 'a&'.repeat(1_000_000)],
  ['parts behind another boundary', 'multipart/form-data; a="; boundary=c"; boundary=b', part('a').repeat(300_000)],
  ['headers', 'multipart/form-data; boundary=b', `--b\r\n${'a: b\r\n'.repeat(3_000_000)}\r\n`],
])(
  'countless %s are refused within a moment, so that nobody waits for them',
  async (_, type, text) => {
    const bytes = Buffer.from(text)
    expect(await cpuMsOf(async () => expect(await parsePostedForm(bytes, type)).toBeNull())).toBeLessThan(300)
  },
  60_000,
)

test('numbered and named parts of a list are its values, as in PHP', async () => {
  const sent = ['teas[]', 'teas[1]', 'teas[other]', 'your.name'].map((name) => part(name, name)).join('')
  const form = await parsePostedForm(Buffer.from(`${sent}--b--\r\n`), 'multipart/form-data; boundary=b')
  expect([...(form?.texts ?? [])]).toEqual([
    ['teas', ['teas[]', 'teas[1]', 'teas[other]']],
    ['your_name', ['your.name']],
  ])
})
