/** Values of submitted fields whose name several tags have. */
import { expect, test } from 'vitest'
import { parseTemplate } from './form-tag.ts'
import { type PostedForm, submittedFields, valuesOf } from './posted-form.ts'

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
