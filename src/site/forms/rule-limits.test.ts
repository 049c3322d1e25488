import { describe, expect, test } from 'vitest'
import { cpuMsOf } from '../../../test/support/cpu-time.ts'
import { endingOf, type FileInfo, type FormValues, findErrors, type Rule } from './rules.ts'

type Limit = Omit<Rule, 'field' | 'error'>

const held = (texts: readonly string[], files: readonly FileInfo[] = []): FormValues => ({
  texts: (field) => (field === 'tea' ? texts : []),
  files: (field) => (field === 'tea' ? files : []),
})
const passes = (rule: Limit, ...texts: string[]): boolean =>
  findErrors([{ ...rule, field: 'tea', error: 'No.' }], held(texts)).length === 0
const takes = (rule: Limit, ...files: (readonly [name: string, size: number])[]): boolean => {
  const list = files.map(([name, size]) => ({ name, size }))
  return findErrors([{ ...rule, field: 'tea', error: 'No.' }], held([], list)).length === 0
}
const accepted = (rule: Limit, values: readonly string[]): string[] => values.filter((value) => passes(rule, value))

describe('how much of it', () => {
  test('[FORM-08 minlength and maxlength] characters of all values, a line end as one, nothing for blanks', () => {
    const lengths = ['', '  ', 'a', 'ab', ' abc ', 'abcd', 'a\r\nb', 'a\r\n\r\nb', 'a\nb', '🍵', '🍵🍵', 'é', 'e\u0301']
    expect(accepted({ rule: 'minlength', threshold: 3 }, lengths)).toEqual(
      ['', '  ', ' abc ', 'abcd', 'a\r\nb', 'a\r\n\r\nb', 'a\nb', '🍵🍵'], // A surrogate pair is two characters.
    )
    expect(accepted({ rule: 'maxlength', threshold: 3 }, lengths)).toEqual(
      lengths.filter((text) => !['abcd', 'a\r\n\r\nb', '🍵🍵'].includes(text)),
    )
    expect(passes({ rule: 'minlength', threshold: 4 }, 'ab', 'cd', ' ')).toBe(true)
    expect(passes({ rule: 'minlength', threshold: 5 }, 'ab', 'cd', ' ')).toBe(false)
    expect(passes({ rule: 'maxlength', threshold: 4 }, 'ab', 'cd', ' ')).toBe(true)
    expect(passes({ rule: 'maxlength', threshold: 3 }, 'ab', 'cd')).toBe(false)
    expect(passes({ rule: 'maxlength', threshold: 0 }, '')).toBe(true)
    expect(passes({ rule: 'maxlength', threshold: 2000 }, 'a\r\n'.repeat(1000).trim())).toBe(true)
    expect(passes({ rule: 'maxlength', threshold: 400 }, 'a'.repeat(401))).toBe(false)
  })

  test('[FORM-08 minnumber and maxnumber] the bound itself is inside; bounds are texts or numbers', () => {
    const values = ['-1e9', '-5.01', '-5', '0', '.5', '9.99', '10', '10.0', '10.001', '1e1', '1e400', 'ten', '']
    expect(accepted({ rule: 'minnumber', threshold: '-5' }, values)).toEqual(values.slice(2))
    expect(accepted({ rule: 'maxnumber', threshold: 10 }, values)).toEqual(
      values.filter((value) => !['10.001', '1e400'].includes(value)),
    )
    expect(passes({ rule: 'minnumber', threshold: '0' }, '-0')).toBe(true)
    expect(passes({ rule: 'maxnumber', threshold: '9' }, '10')).toBe(false)
    expect(passes({ rule: 'maxnumber', threshold: '9' }, '1', '10')).toBe(false)
  })

  test('[FORM-08 mindate and maxdate] the day itself is inside, also beyond year 9999', () => {
    const days = ['0099-01-01', '2025-12-31', '2026-01-01', '2026-01-02', '9999-12-31', '10000-01-01', 'soon', '']
    expect(accepted({ rule: 'mindate', threshold: '2026-01-01' }, days)).toEqual(days.slice(2))
    expect(accepted({ rule: 'maxdate', threshold: '2026-01-01' }, days)).toEqual([...days.slice(0, 3), 'soon', ''])
    expect(passes({ rule: 'maxdate', threshold: '9999-12-31' }, '10000-01-01')).toBe(false)
    expect(passes({ rule: 'mindate', threshold: '10000-01-01' }, '9999-12-31')).toBe(false)
  })

  test('[FORM-08 stepnumber] the base and steps from it in both directions, decimals as people write them', () => {
    const step = (interval: number, base = 0) => ({ rule: 'stepnumber', base, interval })
    expect(accepted(step(5), ['0', '5', '-5', '7', '5.0', '4.999999', '5e1', 'ten', ''])).toEqual([
      '0',
      '5',
      '-5',
      '5.0',
      '5e1',
      'ten',
      '',
    ])
    const tenths = Array.from({ length: 200 }, (_, index) => (index / 10).toFixed(1))
    expect(accepted(step(0.1), tenths)).toEqual(tenths)
    expect(accepted(step(0.01), ['0.07', '0.29', '1.1', '4.35', '-8.41', '0.005', '0.015'])).toEqual([
      '0.07',
      '0.29',
      '1.1',
      '4.35',
      '-8.41',
    ])
    expect(accepted(step(3, 1), ['1', '4', '-2', '-5', '0', '3'])).toEqual(['1', '4', '-2', '-5'])
    expect(accepted(step(0.5, 0.25), ['0.25', '0.75', '-0.25', '0.5', '1'])).toEqual(['0.25', '0.75', '-0.25'])
    expect(passes(step(1), '2.0000004')).toBe(true)
    expect(passes(step(1), '2.000001')).toBe(false)
    expect(passes({ rule: 'stepnumber' }, '3')).toBe(true)
    expect(passes({ rule: 'stepnumber' }, '3.5')).toBe(false)
  })
})

describe('files', () => {
  test('[FORM-08 file] the last ending of a name, in any case, or a type that has this ending', () => {
    const names = [
      'a.pdf',
      'A.PDF',
      'a.b.pdf',
      '.pdf',
      'a.pdf.exe',
      'a.exe',
      'pdf',
      'a.',
      '',
      'a.pdf ',
      'a/pdf',
      'a.xpdf',
    ]
    const ofNames = (accept: readonly string[]) => names.filter((name) => takes({ rule: 'file', accept }, [name, 1]))
    expect(ofNames(['.txt', '.pdf'])).toEqual(['a.pdf', 'A.PDF', 'a.b.pdf', '.pdf'])
    expect(ofNames(['.PDF'])).toEqual(ofNames(['.pdf']))
    expect(ofNames(['application/pdf'])).toEqual(ofNames(['.pdf']))
    expect(ofNames(['pdf', '', '.', '*', '*/*', 'application/unknown', '__proto__'])).toEqual([])
    const pictures = ['a.jpg', 'a.jpeg', 'a.png', 'a.gif', 'a.webp', 'a.heic', 'a.tif', 'a.bmp']
    expect(pictures.filter((name) => !takes({ rule: 'file', accept: ['image/*'] }, [name, 1]))).toEqual([])
    for (const name of ['a.svg', 'a.html', 'a.pdf', 'a.mp4', 'a.php', 'image.exe'])
      expect(takes({ rule: 'file', accept: ['image/*', 'IMAGE/PNG'] }, [name, 1])).toBe(false)
    expect(takes({ rule: 'file', accept: ['Image/PNG'] }, ['a.png', 1])).toBe(true)
    const media = ['audio/*', 'video/*', 'image/*']
    expect(['a.mp3', 'a.mov', 'a.png'].every((name) => takes({ rule: 'file', accept: media }, [name, 1]))).toBe(true)
    expect(takes({ rule: 'file', accept: ['.pdf'] }, ['a.pdf', 1], ['a.exe', 1])).toBe(false)
    expect(takes({ rule: 'file', accept: ['.pdf'] })).toBe(true)
    expect(takes({ rule: 'file' }, ['a.pdf', 1])).toBe(false)
  })

  test('an ending is what follows the last dot', () => {
    expect(['a.tar.GZ', 'a', 'a.', '.htaccess', 'a.b\n.c', 'tea.pdf\0.png'].map(endingOf)).toEqual([
      'gz',
      '',
      '',
      'htaccess',
      'c',
      'png',
    ])
  })

  test('[FORM-08 minfilesize and maxfilesize] bytes of all files together, to the byte', () => {
    const sizes = (rule: Limit, ...list: number[]) => takes(rule, ...list.map((size) => ['a.txt', size] as const))
    const max = { rule: 'maxfilesize', threshold: 10_240 }
    expect([sizes(max), sizes(max, 0), sizes(max, 10_240), sizes(max, 10_241)]).toEqual([true, true, true, false])
    expect([sizes(max, 5120, 5120), sizes(max, 5120, 5121)]).toEqual([true, false])
    const min = { rule: 'minfilesize', threshold: 100 }
    expect([sizes(min), sizes(min, 0), sizes(min, 99), sizes(min, 100), sizes(min, 50, 50)]).toEqual([
      true,
      false,
      false,
      true,
      true,
    ])
  })
})

describe('rules of rules', () => {
  const email: Rule = { rule: 'email', field: 'tea', error: 'No address.' }
  const tel: Rule = { rule: 'tel', field: 'tea', error: 'No number.' }
  const short: Rule = { rule: 'maxlength', field: 'tea', error: 'Too long.', threshold: 13 }
  const errorsOf = (rule: Rule, ...texts: string[]) => findErrors([rule], held(texts))

  test('[FORM-08 all and any] all gives its first error, or its own where that says nothing', () => {
    const all: Rule = { rule: 'all', field: 'tea', error: 'Not all.', rules: [email, short] }
    expect(errorsOf(all, 'ada@shop.test')).toEqual([])
    expect(errorsOf(all, 'nothing of it at all')).toEqual([{ field: 'tea', error: 'No address.' }])
    expect(errorsOf(all, 'ada.leaf@shop.test')).toEqual([{ field: 'tea', error: 'Too long.' }])
    const silent: Rule = { ...all, rules: [{ rule: 'email', field: 'tea' }] }
    expect(errorsOf(silent, 'x')).toEqual([{ field: 'tea', error: 'Not all.' }])
    expect(errorsOf({ rule: 'all' }, 'x')).toEqual([])
  })

  test('[FORM-08 all and any] any passes with one of its rules, and has one error of its own', () => {
    const any: Rule = { rule: 'any', field: 'tea', error: 'Neither.', rules: [email, tel] }
    expect(errorsOf(any, 'ada@shop.test')).toEqual([])
    expect(errorsOf(any, '4165550100')).toEqual([])
    expect(errorsOf(any, 'x')).toEqual([{ field: 'tea', error: 'Neither.' }])
    expect(errorsOf({ rule: 'any', rules: [email, tel] }, 'x')).toEqual([{ field: 'tea', error: 'No address.' }])
    // `any` passes only if a single one of its rules accepts all values.
    expect(errorsOf(any, 'ada@shop.test', '4165550100')).toEqual([{ field: 'tea', error: 'Neither.' }])
    expect(errorsOf({ rule: 'any', rules: [] }, 'x')).toEqual([])
  })

  test('[FORM-08 all and any] they stand in each other', () => {
    const rule: Rule = {
      rule: 'any',
      field: 'tea',
      error: 'Write a short address or a number.',
      rules: [
        { rule: 'all', rules: [email, short] },
        { rule: 'all', rules: [{ rule: 'any', rules: [tel] }] },
      ],
    }
    expect(errorsOf(rule, 'ada@shop.test')).toEqual([])
    expect(errorsOf(rule, '4165550100')).toEqual([])
    expect(errorsOf(rule, 'ada.leaf@shop.test')).toEqual([
      { field: 'tea', error: 'Write a short address or a number.' },
    ])
    const deep = Array.from({ length: 1000 }).reduce<Rule>((inner) => ({ rule: 'all', rules: [inner] }), email)
    expect(errorsOf(deep, 'x')).toEqual([{ field: 'tea', error: 'No address.' }])
  })

  test('the first error of each field counts, in the order of the rules', () => {
    const rules: Rule[] = [
      { rule: 'required', field: 'b', error: 'B is missing.' },
      { rule: 'email', field: 'tea', error: 'No address.' },
      { rule: 'minlength', field: 'tea', error: 'Too short.', threshold: 9 },
      { rule: 'required', field: 'a', error: 'A is missing.' },
      { rule: 'required', field: 'b', error: 'B is still missing.' },
    ]
    expect(findErrors(rules, held(['x']))).toEqual([
      { field: 'b', error: 'B is missing.' },
      { field: 'tea', error: 'No address.' },
      { field: 'a', error: 'A is missing.' },
    ])
  })

  test('rules that nobody knows and bounds that are none refuse nothing', () => {
    for (const rule of ['', 'toString', '__proto__', 'constructor', 'captcha', 'EMAIL'])
      expect({ rule, passes: passes({ rule }, 'x') }).toEqual({ rule, passes: true })
    const bounds = ['minitems', 'maxitems', 'minlength', 'maxlength', 'minnumber', 'maxnumber', 'mindate', 'maxdate']
    for (const rule of [...bounds, 'minfilesize', 'maxfilesize'])
      for (const bound of [{}, { threshold: 'many' }, { threshold: Number.NaN }]) {
        expect({ rule, passes: passes({ rule, ...bound }, '2026-01-01') }).toEqual({ rule, passes: true })
        expect({ rule, takes: takes({ rule, ...bound }, ['a.txt', 1]) }).toEqual({ rule, takes: true })
      }
    expect(passes({ rule: 'stepnumber', interval: 0 }, '3')).toBe(true)
  })

  test('values of a megabyte are judged at once', async () => {
    const big = ['@', '.', '-', '0', '(', '#', ' ', 'a@', 'é', '1e', 'http:'].map((part) =>
      part.repeat(1e6 / part.length),
    )
    const judge = () => {
      for (const rule of ['required', 'email', 'url', 'tel', 'number', 'date', 'time', 'dayofweek', 'minnumber'])
        for (const text of big) passes({ rule, threshold: 3, accept: ['x'] }, `x${text}x`, text)
    }
    expect(await cpuMsOf(judge)).toBeLessThan(5000)
  })
})
