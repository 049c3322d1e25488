import { describe, expect, test } from 'vitest'
import { defaultProperties } from './contact-form.ts'
import {
  choicesOf,
  type FormTag,
  hasOption,
  integerOption,
  mailedChoices,
  optionOf,
  optionsOf,
  parseTemplate,
  tagTypes,
} from './form-tag.ts'

/** The only tag of this markup. */
function tagOf(source: string): FormTag {
  const { tags, parts, problems } = parseTemplate(source)
  expect(problems).toEqual([])
  expect(parts).toEqual(tags)
  const [tag] = tags
  if (!tag) throw new Error(`No tag in ${source}`)
  return tag
}
/** The markup's text without tags. */
const textOf = (source: string): string =>
  parseTemplate(source)
    .parts.map((part) => (typeof part === 'string' ? part : '·'))
    .join('')
const problemsOf = (source: string): string[] =>
  parseTemplate(source).problems.map(({ line, column, message }) => `${line}:${column} ${message}`)

describe('[FORM-15 form-tag markup] tags', () => {
  test('every type is read, and with a star where a field can be required', () => {
    for (const type of tagTypes) {
      const named = type === 'submit' || type === 'response' ? `[${type}]` : `[${type} tea]`
      expect(tagOf(named)).toMatchObject({
        type,
        basetype: type,
        isRequired: false,
        name: named.includes('tea') ? 'tea' : '',
      })
    }
    const starred = [
      'text',
      'email',
      'url',
      'tel',
      'textarea',
      'number',
      'range',
      'date',
      'time',
      'checkbox',
      'select',
      'file',
    ]
    for (const type of tagTypes) {
      const { tags, problems } = parseTemplate(`[${type}* tea]`)
      if (starred.includes(type)) expect(tags).toMatchObject([{ type: `${type}*`, basetype: type, isRequired: true }])
      else expect({ type, tags, problems: problems.length }).toEqual({ type, tags: [], problems: 1 })
    }
  })

  test('name, options and quoted values, in one line or several', () => {
    const tag = {
      type: 'text*',
      basetype: 'text',
      isRequired: true,
      name: 'your-name',
      options: ['size:40', 'class:a', 'class:b', 'placeholder', 'autocomplete:name'],
      rawValues: ['Ada Leaf', 'it’s', 'a "b"'],
      content: '',
      line: 1,
      column: 1,
    }
    const options = 'size:40 class:a class:b placeholder autocomplete:name'
    expect(tagOf(`[text* your-name ${options} "Ada Leaf" "it’s" 'a "b"']`)).toEqual(tag)
    const lines = options.replaceAll(' ', '\r\n\t')
    expect(tagOf(`[text*\n  your-name\n${lines}\n"Ada Leaf"\n"it’s"\t'a "b"' \n]`)).toEqual(tag)
    expect(tagOf(`[text* your-name ${options} "Ada Leaf""it’s"'a "b"' /]`)).toEqual(tag)
    expect(tagOf('[text tea]')).toMatchObject({ options: [], rawValues: [] })
  })

  test('values have brackets, tags and nothing in them', () => {
    expect(tagOf('[select tea "a [b] c" "[text x]" "" "  d " \'"\']').rawValues).toEqual([
      'a [b] c',
      '[text x]',
      '',
      'd',
      '"',
    ])
    expect(tagOf('[text tea"]"]').rawValues).toEqual([']'])
    expect(tagOf('[quiz tea "1+1=?|2" "Say ‘tea’|tea"]').rawValues).toEqual(['1+1=?|2', 'Say ‘tea’|tea'])
  })

  test('a slash at the end is no option, but belongs to an address', () => {
    expect(tagOf('[text tea /]').options).toEqual([])
    expect(tagOf('[text tea "a"/]').rawValues).toEqual(['a'])
    expect(tagOf('[response/]').options).toEqual([])
    expect(tagOf('[hidden page default:https://shop.test/]').options).toEqual(['default:https://shop.test/'])
  })

  test('names begin with a letter; dots become lines, as in what is posted', () => {
    expect(['a', 'Your-Name', 'a_1', 'a:b', 'a.b.c', 'a--'].map((name) => tagOf(`[text ${name}]`).name)).toEqual([
      'a',
      'Your-Name',
      'a_1',
      'a:b',
      'a_b_c',
      'a--',
    ])
    for (const name of ['1a', '_a', '-a', '.a', 'a[]', 'é', 'a$b', 'a<b>', 'a,b'])
      expect(parseTemplate(`[text ${name}]`).tags).toEqual([])
  })

  test('content stands between a tag and its end, also none of it', () => {
    expect(tagOf('[textarea tea]Two\n<b>lines</b>[/textarea]')).toMatchObject({ content: 'Two\n<b>lines</b>' })
    expect(tagOf('[textarea* tea "x"]a[/textarea*]')).toMatchObject({ content: 'a', rawValues: ['x'] })
    expect(tagOf('[acceptance terms] I <a href="/terms/">agree</a>. [/acceptance]').content).toBe(
      ' I <a href="/terms/">agree</a>. ',
    )
    expect(tagOf('[textarea tea][/textarea]').content).toBe('')
    expect(textOf('[textarea tea]a [b] c[/textarea]')).toBe('·a [b] c[/textarea]')
    expect(textOf('[text a]x[/textarea]')).toBe('·x[/textarea]')
    expect(parseTemplate('[text a] [textarea b]c[/textarea]').tags.map(({ content }) => content)).toEqual(['', 'c'])
    expect(textOf('[/text] and [text a]')).toBe('[/text] and ·')
    expect(textOf('[/text][text a]')).toBe('[/text]·')
  })

  test('doubled brackets show a tag instead of a field', () => {
    expect(textOf('See [[text tea]].')).toBe('See [text tea].')
    expect(textOf('[[textarea tea]x[/textarea]]')).toBe('[textarea tea]x[/textarea]')
    expect(textOf('[text a][[text b]][text c]')).toBe('·[text b]·')
    expect(textOf('[[text a] and [text b]]')).toBe('[· and ·]')
  })

  test('other brackets and HTML are text', () => {
    const source = '<p data-a="[x]">[gallery] [texts a] [TEXT a] [text] [ text a] [text[a] a[0] [] [[]] </p>'
    expect(parseTemplate(source.replace('[text] ', '')).parts).toEqual([source.replace('[text] ', '')])
    expect(parseTemplate('')).toEqual({ parts: [], tags: [], problems: [] })
    expect(parseTemplate('[text a][text b]').parts).toHaveLength(2)
  })

  test('the form that editors begin with has its five tags', () => {
    const { tags, problems } = parseTemplate(defaultProperties.form)
    expect(problems).toEqual([])
    expect(tags.map(({ type, name }) => `${type} ${name}`)).toEqual([
      'text* your-name',
      'email* your-email',
      'text* your-subject',
      'textarea your-message',
      'submit ',
    ])
  })
})

describe('[FORM-15 form-tag markup] problems', () => {
  test('have the line and column of their tag', () => {
    expect(problemsOf('a\n  [text]\r\n[text 1]')).toEqual([
      '2:3 This text tag needs a name.',
      '3:1 “1” is not a name: it begins with a letter and has letters, digits, - _ : or dots.',
    ])
    expect(problemsOf('é🍵[radio* tea]')).toEqual(['1:4 [radio] cannot be required with a star.'])
    expect(problemsOf('\n\n[text a "b" c]')).toEqual(['3:1 Options go before quoted values.'])
    expect(problemsOf('[text a "b]\n[email b]')).toEqual([
      '1:1 This text tag has no end: a bracket or a quotation mark is missing.',
    ])
    expect(problemsOf('[text a\n\n\n[email b]')).toEqual([
      '1:1 This text tag has no end: a bracket or a quotation mark is missing.',
    ])
    expect(parseTemplate('[text a\n[email b]').tags).toMatchObject([{ name: 'b', line: 2, column: 1 }])
  })

  test('a field’s name is its own, but parts of one choice and what counts or shows it share it', () => {
    expect(problemsOf('[text a]\n [email a]\n[text b]\n[file a]')).toEqual([
      '2:2 Another field is called “a”.',
      '4:1 Another field is called “a”.',
    ])
    expect(problemsOf('[text a.b][text a_b]')).toEqual(['1:11 Another field is called “a_b”.'])
    expect(problemsOf('[text a][count a][reflection a][output a][captchac c][captchar c]')).toEqual([])
    expect(problemsOf('[checkbox a "1"]<br>[checkbox* a "2"][radio b "1"][radio b "2"][submit][submit]')).toEqual([])
    expect(problemsOf('[checkbox a "1"][radio a "2"]')).toEqual(['1:17 Another field is called “a”.'])
  })
})

describe('options and choices', () => {
  test('are found by name', () => {
    const tag = {
      options: ['min:1', 'class:a', 'class:b:c', 'placeholder', 'id:', 'minlength:2', 'size:040', 'max:-3'],
    }
    expect([optionOf(tag, 'min'), optionOf(tag, 'class'), optionOf(tag, 'id'), optionOf(tag, 'lass')]).toEqual([
      '1',
      'a',
      '',
      undefined,
    ])
    expect([optionsOf(tag, 'class'), optionsOf(tag, 'x')]).toEqual([['a', 'b:c'], []])
    expect([hasOption(tag, 'placeholder'), hasOption(tag, 'class'), hasOption(tag, 'place')]).toEqual([
      true,
      false,
      false,
    ])
    expect(['minlength', 'size', 'max', 'class', 'x'].map((name) => integerOption(tag, name))).toEqual([
      2,
      40,
      undefined,
      undefined,
      undefined,
    ])
    expect(integerOption({ options: ['size:9999999999'] }, 'size')).toBeUndefined()
  })

  test('show what is before the bar and mail what is behind it', () => {
    const tag = { rawValues: ['Sales|sales@shop.test', ' Tea | a|b ', 'Plain', '|empty', 'None|'] }
    expect(choicesOf(tag)).toEqual(['Sales', 'Tea', 'Plain', '', 'None'])
    expect(mailedChoices([tag], ['Sales', 'Tea', 'Plain', '', 'None', 'other', 'sales@shop.test'])).toEqual([
      'sales@shop.test',
      'a|b',
      'Plain',
      'empty',
      '',
      'other',
      'sales@shop.test',
    ])
  })
})
