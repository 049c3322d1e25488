import { describe, expect, test } from 'vitest'
import { type FileInfo, type FormValues, findErrors, type Rule } from './rules.ts'

type Values = Readonly<Record<string, readonly string[]>>
type Files = Readonly<Record<string, readonly FileInfo[]>>

const held = (texts: Values, files: Files = {}): FormValues => ({
  texts: (field) => texts[field] ?? [],
  files: (field) => files[field] ?? [],
})
const passes = (rule: Omit<Rule, 'field' | 'error'>, ...texts: string[]): boolean =>
  findErrors([{ ...rule, field: 'tea', error: 'No.' }], held({ tea: texts })).length === 0
const takes = (rule: Omit<Rule, 'field' | 'error'>, ...files: (readonly [name: string, size: number])[]): boolean => {
  const list = files.map(([name, size]) => ({ name, size }))
  return findErrors([{ ...rule, field: 'file', error: 'No.' }], held({}, { file: list })).length === 0
}

/** Checks the values one by one: the rule passes `accepted` and refuses `refused`. */
function expectValues(rule: Omit<Rule, 'field' | 'error'>, accepted: readonly string[], refused: readonly string[]) {
  expect({ refused: accepted.filter((text) => !passes(rule, text)) }).toEqual({ refused: [] })
  expect({ accepted: refused.filter((text) => passes(rule, text)) }).toEqual({ accepted: [] })
}

describe('what is filled in', () => {
  test('[FORM-08 required] one value that is more than white space is enough', () => {
    expectValues({ rule: 'required' }, ['a', ' a ', '0', 'false'], ['', ' ', '\t\r\n', '\u00a0\u3000'])
    expect(passes({ rule: 'required' })).toBe(false)
    expect(passes({ rule: 'required' }, '', ' ', 'x')).toBe(true)
    expect(passes({ rule: 'required' }, '', ' ')).toBe(false)
  })

  test('[FORM-08 requiredfile] one file is enough, also an empty one; a text is none', () => {
    expect(takes({ rule: 'requiredfile' }, ['note.txt', 0])).toBe(true)
    expect(takes({ rule: 'requiredfile' })).toBe(false)
    expect(passes({ rule: 'requiredfile' }, 'note.txt')).toBe(false)
  })

  test('[FORM-08 minitems and maxitems] blanks are not counted, and nothing at all is not too little', () => {
    const min = { rule: 'minitems', threshold: 2 }
    expect([passes(min), passes(min, 'a'), passes(min, 'a', ' '), passes(min, 'a', 'b')]).toEqual([
      true,
      false,
      false,
      true,
    ])
    const max = { rule: 'maxitems', threshold: 2 }
    expect([passes(max), passes(max, 'a', 'b'), passes(max, 'a', 'b', ''), passes(max, 'a', 'b', 'c')]).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  test('[FORM-08 enum] a value is exactly one of the list, but for white space around it and its line ends', () => {
    const rule = { rule: 'enum', accept: ['Black', 'Green & white', 'Two\nlines', 3] }
    expectValues(
      rule,
      ['Black', ' Black ', 'Green & white', 'Two\r\nlines', 'Two\rlines', '3', ''],
      ['black', 'Bla', 'Black,Green', 'Green &amp; white', 'Two lines', '3.0', 'constructor'],
    )
    expect(passes(rule, 'Black', '3')).toBe(true)
    expect(passes(rule, 'Black', 'Coffee')).toBe(false)
    expect(passes({ rule: 'enum', accept: [' padded '] }, ' padded ')).toBe(true)
    expect(passes({ rule: 'enum' }, 'anything')).toBe(false)
  })
})

describe('what kind of text it is', () => {
  test('[FORM-08 email] one @, a domain of two parts or more, at least six characters', () => {
    expectValues(
      { rule: 'email' },
      [
        ...['a@b.co', ' ada@shop.test ', 'ada+tea@shop.test', 'ada.leaf_1@mail.shop.test', "o'hara@shop.test"],
        ...['ADA@SHOP.TEST', '!#$%&*/=?^`{|}~-@shop.test', 'ada@123.45', 'ada@xn--bcher-kva.test', 'ada@bücher.test'],
        ...['ada@例え.テスト', 'ada@पुस्तक.भारत', '', `ada@${'a.'.repeat(200)}test`],
      ],
      [
        ...['a@b.c', 'ada', '@shop.test', 'ada@', 'ada@shop', 'ada@@shop.test', 'ada@tea@shop.test', 'ada@.test'],
        ...['ada@shop.', 'ada@shop..test', 'ada@-shop.test', 'ada@shop-.test', 'ada@shop.-test', 'ada@shop.test-'],
        ...['ada leaf@shop.test', 'ada@shop test.test', 'ada@shop_1.test', 'ada@[127.0.0.1]', 'Ada <ada@shop.test>'],
        ...['ada@shop.test,bob@shop.test', 'ada@shop.test\r\nBcc: bob@shop.test', '"ada"@shop.test', 'ada@shop.test.'],
        ...['ada\0@shop.test', 'ada@shop.t\u200best', '例@shop.test'],
      ],
    )
    expect(passes({ rule: 'email' }, 'ada@shop.test', 'bob@shop.test')).toBe(true)
    expect(passes({ rule: 'email' }, 'ada@shop.test', 'bob')).toBe(false)
  })

  test('[FORM-08 url] a scheme of the list, and nothing that a page could run', () => {
    expectValues(
      { rule: 'url' },
      [
        ...['https://shop.test', ' http://shop.test/tea?a=b#c ', 'HTTPS://SHOP.TEST', 'ftp://shop.test/a'],
        ...['mailto:ada@shop.test', 'tel:+14165550100', 'sms:+14165550100', 'xmpp:ada@shop.test', 'urn:isbn:1'],
        ...['https://bücher.test/茶', 'https://user:word@shop.test:8080', 'http://127.0.0.1', 'http://[::1]/', ''],
      ],
      [
        ...['shop.test', '//shop.test', '/tea', 'http', 'http:', 'http://', 'https://?', 'https://shop.test:99999'],
        ...[
          'javascript:alert(1)',
          'JaVaScRiPt:alert(1)',
          'java\nscript:alert(1)',
          'data:text/html,a',
          'blob:https://a',
        ],
        ...['vbscript:a', 'file:///etc/passwd', 'view-source:https://a', 'a test', 'not a url', 'constructor:a'],
        ...['https://shop.test/a b', '1http://shop.test', ':https://shop.test', 'https://a\nhttps://b'],
      ],
    )
  })

  test('[FORM-08 tel] 6 to 15 digits after separators are gone, a plus before them, an extension behind', () => {
    expectValues(
      { rule: 'tel' },
      [
        ...['123456', '123456789012345', '+123456', '+123456789012345', '+1 416 555 0100', '(416) 555-0100'],
        ...[
          '416.555.0100',
          '416/555/0100',
          '+44 (0)20 7946 0018',
          '0044 20 7946 0018',
          '020 7946 0018',
          '(+1)4165550100',
        ],
        ...['416 555 0100 #123', '4165550100*9', '416-555-0100 # ext. 7', '+00 44 207946', '00 123456'],
        ...[' 123456\t', '123\u00a0456', '1234 56#1234567890123456'],
      ],
      [
        ...['12345', '1234567890123456', '+12345', '+1234567890123456', '0012345', '+012345', '12345#6', '#123456'],
        ...['abc', '416-TEA-LEAF', '1+416555', '416555+', '++4165550100', '+', '+ ( ) -', '000000000', '１２３４５６'],
        ...['416,555,0100', '416;555;0100', 'tel:4165550100', '416 555 0100 ext 7', '٠١٢٣٤٥٦'],
      ],
    )
  })

  test('[FORM-08 number] whole, decimal or with an exponent', () => {
    expectValues(
      { rule: 'number' },
      ['0', '-0', '5', ' 5 ', '-12', '007', '1.50', '.5', '-.5', '1e3', '1E3', '1.5e-3', '2e+10', '9'.repeat(400), ''],
      [
        ...['5.', '.', '-', '+5', '--5', '1,5', '1 000', '1.2.3', '1e', 'e3', '1e1.5', '0x10', '0b1', '1_000', '5%'],
        ...['NaN', 'Infinity', '-Infinity', '٥', '５', '1n', '5-'],
      ],
    )
  })

  test('[FORM-08 date] a day that the calendar has', () => {
    expectValues(
      { rule: 'date' },
      [
        ...['2026-01-01', '2026-12-31', '2024-02-29', '2000-02-29', '0001-01-01', '0099-12-31', '0004-02-29'],
        ...['9999-12-31', '10000-01-01', '12000-02-29', '275000-06-30', ' 2026-11-26 ', ''],
      ],
      [
        ...['2026-02-29', '1900-02-29', '2100-02-29', '0050-02-29', '2026-04-31', '2026-02-30', '2026-13-01'],
        ...['2026-00-10', '2026-01-00', '2026-01-32', '0000-01-01', '26-01-01', '2026-1-1', '2026/01/01'],
        ...['01-01-2026', '20260101', '2026-01-01T00:00', '2026-01-01 ad', '-2026-01-01', '+12026-01-01', 'tomorrow'],
        ...['999999-01-01', '٢٠٢٦-01-01', '10001-02-29'],
      ],
    )
  })

  test('[FORM-08 time] hours and minutes, seconds if one likes', () => {
    expectValues(
      { rule: 'time' },
      ['00:00', '23:59', '09:30', '00:00:00', '23:59:59', ' 12:15 ', ''],
      [
        '24:00',
        '12:60',
        '12:30:60',
        '9:30',
        '12:5',
        '12',
        '12:30:',
        '12.30',
        '12:30 pm',
        '-1:00',
        '12:30:15.5',
        '1230',
      ],
    )
  })

  test('[FORM-08 dayofweek] Monday is 1 and Sunday 7; what is no date is left to its own rule', () => {
    const week = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29']
    for (const [index, day] of week.entries()) {
      const others = [1, 2, 3, 4, 5, 6, 7].filter((number) => number !== index + 1)
      expect(passes({ rule: 'dayofweek', accept: [index + 1] }, day)).toBe(true)
      expect(passes({ rule: 'dayofweek', accept: [String(index + 1)] }, day)).toBe(true)
      expect(passes({ rule: 'dayofweek', accept: others }, day)).toBe(false)
    }
    expectValues({ rule: 'dayofweek', accept: [1, 3] }, [...week.filter((_, i) => i === 0 || i === 2), 'soon', ''], [])
    expect(passes({ rule: 'dayofweek', accept: [0] }, '2026-11-29')).toBe(false)
    expect(passes({ rule: 'dayofweek' }, '2026-11-26')).toBe(false)
    expect(passes({ rule: 'dayofweek', accept: [6] }, '12000-01-01')).toBe(true)
  })
})
