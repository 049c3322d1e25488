/**
 * Markup of forms: public names, values that are shown again, and attacks through values (contact-form-7.md §3, §4).
 */
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { defaultProperties } from './contact-form.ts'
import type { FormResult, FormView } from './kinds/field-kind.tsx'
import { renderForm } from './render-form.tsx'

const unitTag = 'wpcf7-f10-p1132-o1'
const shownAs = (more: Partial<FormView> = {}) => ({
  path: '/contact/',
  containerPost: 1132,
  unitTag,
  secret: 'secret',
  now: new Date('2026-11-26T12:00:00Z'),
  ...more,
})
function render(template: string, more: Partial<FormView> = {}, settings = '') {
  const form = { ...defaultProperties, id: 10, title: 'Any', slug: 'any', version: 1, form: template }
  const html = renderForm({ ...shownAs(more), form: { ...form, additional_settings: settings } })
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  const one = (selector: string) => {
    const found = document.querySelector(selector)
    if (!found) throw new Error(`${selector} is not there: ${html}`)
    return found
  }
  const all = (selector: string) => [...document.querySelectorAll(selector)]
  return { html, document, one, all }
}
const attributesOf = (element: Element) =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name.toLowerCase(), value]))

test('the wrapper, the form and its parts have the public names, in the public order', () => {
  const { one, all } = render('[text* your-name]', {
    attributes: new Map([
      ['html_class', 'narrow"x'],
      ['html_title', 'Ask us'],
    ]),
  })
  expect(attributesOf(one('.wpcf7'))).toEqual({
    class: 'wpcf7 no-js',
    id: unitTag,
    lang: 'en-CA',
    dir: 'ltr',
    'data-wpcf7-id': '10',
  })
  expect(attributesOf(one('form'))).toEqual({
    action: `/contact/#${unitTag}`,
    method: 'post',
    class: 'wpcf7-form init narrowx',
    'aria-label': 'Ask us',
    novalidate: '',
    'data-status': 'init',
  })
  expect(attributesOf(one('.wpcf7 > .screen-reader-response > p'))).toEqual({
    role: 'status',
    'aria-live': 'polite',
    'aria-atomic': 'true',
  })
  expect(one('.screen-reader-response > p + ul').children).toHaveLength(0)
  expect(one('form').lastElementChild?.className).toBe('wpcf7-response-output')
  const hidden = all('form > fieldset.hidden-fields-container > input[type=hidden]')
  expect(Object.fromEntries(hidden.map((input) => [input.getAttribute('name'), input.getAttribute('value')]))).toEqual({
    _wpcf7: '10',
    _wpcf7_version: '6.1.6',
    _wpcf7_locale: 'en_CA',
    _wpcf7_unit_tag: unitTag,
    _wpcf7_container_post: '1132',
    _wpcf7_posted_data_hash: '',
  })
})

describe('kinds of fields', () => {
  test.each([
    [
      '[text* your-name minlength:2 autocomplete:name]',
      'input',
      {
        type: 'text',
        class: 'wpcf7-form-control wpcf7-text wpcf7-validates-as-required',
        size: '40',
        maxlength: '400',
        minlength: '2',
        'aria-required': 'true',
        'aria-invalid': 'false',
      },
    ],
    [
      '[email your-name "a@shop.test"]',
      'input',
      {
        type: 'email',
        class: 'wpcf7-form-control wpcf7-email wpcf7-text wpcf7-validates-as-email',
        value: 'a@shop.test',
      },
    ],
    ['[url* your-name placeholder "https://"]', 'input', { type: 'url', placeholder: 'https://', value: '' }],
    ['[tel your-name id:phone class:wide class:tall tabindex:3]', 'input', { type: 'tel', id: 'phone', tabindex: '3' }],
    ['[textarea your-name 30x5] Dear all [/textarea]', 'textarea', { cols: '30', rows: '5', maxlength: '2000' }],
    [
      '[number* your-name min:1 max:10 step:0.5]',
      'input',
      {
        type: 'number',
        min: '1',
        max: '10',
        step: '0.5',
        class: 'wpcf7-form-control wpcf7-number wpcf7-validates-as-number wpcf7-validates-as-required',
      },
    ],
    ['[range your-name]', 'input', { type: 'range', min: '0', max: '100' }],
    [
      '[date your-name min:today max:today+2_weeks]',
      'input',
      {
        type: 'date',
        min: '2026-11-26',
        max: '2026-12-10',
        class: 'wpcf7-form-control wpcf7-date wpcf7-validates-as-date',
      },
    ],
    ['[time your-name "12:30"]', 'input', { type: 'time', value: '12:30' }],
    ['[select your-name multiple size:3 "Black" "Green"]', 'select', { name: 'your-name[]', multiple: '', size: '3' }],
    [
      '[file your-name limit:2mb filetypes:pdf|image/* capture:user]',
      'input',
      { type: 'file', accept: '.pdf,image/*', capture: 'user' },
    ],
    ['[quiz your-name "Two and two?|4"]', 'input', { type: 'text', autocomplete: 'off', 'aria-required': 'true' }],
  ])('%s', (template, selector, expected) => {
    const { one } = render(template)
    expect(attributesOf(one(`.wpcf7-form-control-wrap[data-name=your-name] ${selector}`))).toMatchObject(expected)
  })

  test('choices are items with labels, the last may have an own text', () => {
    const { one, all } = render('[checkbox* your-teas exclusive free_text default:2 "Black|black@shop.test" "Other"]')
    expect(one('.wpcf7-form-control-wrap > span').className).toBe(
      'wpcf7-form-control wpcf7-checkbox wpcf7-exclusive-checkbox wpcf7-validates-as-required',
    )
    expect(all('.wpcf7-list-item').map(({ className }) => className)).toEqual([
      'wpcf7-list-item first',
      'wpcf7-list-item last has-free-text',
    ])
    expect(
      all('input[type=checkbox]').map((input) => [
        input.getAttribute('name'),
        input.getAttribute('value'),
        input.hasAttribute('checked'),
      ]),
    ).toEqual([
      ['your-teas', 'Black', false],
      ['your-teas', 'Other', true],
    ])
    expect(one('.has-free-text input.wpcf7-free-text').getAttribute('name')).toBe('_wpcf7_free_text_your-teas')
    expect(render('[checkbox your-teas "A"]').one('input[type=checkbox]').getAttribute('name')).toBe('your-teas[]')
  })

  test('groups of one name that come back without script keep their own words and choices', () => {
    const template = '[checkbox teas "Black"][checkbox teas free_text "Green" "Other"][checkbox teas free_text "None"]'
    const texts = new Map([
      ['teas', ['Black', 'None']],
      ['_wpcf7_free_text_teas', ['', 'I drink coffee']],
    ])
    const { all } = render(template, { result: { ...refused({}), texts } })
    expect(all('.wpcf7-free-text').map((input) => input.getAttribute('value'))).toEqual(['', 'I drink coffee'])
    expect(all('input[type=checkbox]').map((input) => input.hasAttribute('checked'))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('an acceptance, a counter, a reflection, an own place for the answer', () => {
    const { one, all } = render(
      '[acceptance ok optional invert] Not <b>now</b> [/acceptance][reflection words][count words down][textarea words maxlength:50 "abc"][response][submit "Go"]',
    )
    expect(one('.wpcf7-acceptance').className).toBe('wpcf7-form-control wpcf7-acceptance optional invert')
    expect(one('.wpcf7-acceptance .wpcf7-list-item-label').innerHTML).toBe('Not <b>now</b>')
    expect(attributesOf(one('.wpcf7-character-count'))).toMatchObject({
      class: 'wpcf7-character-count down',
      'data-target-name': 'words',
      'data-starting-value': '50',
      'data-current-value': '47',
      'data-maximum-value': '50',
    })
    expect(one('[data-reflection-of=words] output').getAttribute('name')).toBe('words')
    expect(all('.wpcf7-response-output')).toHaveLength(1)
    expect(attributesOf(one('input.has-spinner'))).toMatchObject({ type: 'submit', value: 'Go' })
    expect(one('input.has-spinner + .wpcf7-spinner').textContent).toBe('')
  })
})

test('empty lines begin paragraphs, tags that are unknown or doubled stay as text', () => {
  const { one, all } = render('<label>Name\n[text your-name]</label>\n\n[rating x] and [[text y]]')
  expect(one('form > p label > br').nextElementSibling?.className).toBe('wpcf7-form-control-wrap')
  expect(all('form > p').at(-1)?.textContent).toBe('[rating x] and [text y]')
})

test('defaults are those of the address, the visitor, the shortcode, in the order of the options', () => {
  const more = {
    query: new URLSearchParams('tea=Oolong&teas[]=Green'),
    user: { id: 3, name: 'Maya Tremblay', email: 'maya@shop.test' },
    attributes: new Map([
      ['from', 'page'],
      ['__proto__', 'x'],
    ]),
  }
  const template =
    '[text tea default:get "Any"][checkbox teas default:get "Black" "Green"][email mail default:user_email][text last default:user_last_name][text from default:shortcode_attr][text constructor default:get "own"][text toString default:user_constructor]'
  const { all } = render(template, more)
  expect(
    all('input:not([type=hidden]):not([type=checkbox]):not([name^=_wpcf7])').map((input) =>
      input.getAttribute('value'),
    ),
  ).toEqual(['Oolong', 'maya@shop.test', 'Tremblay', 'page', 'own', ''])
  expect(all('input[checked]').map((input) => input.getAttribute('value'))).toEqual(['Green'])
})

const refused = (texts: Readonly<Record<string, string>>): FormResult => ({
  status: 'validation_failed',
  message: 'One or more fields have an error.',
  errors: Object.keys(texts).map((field) => ({ field, error: `No: ${field}` })),
  texts: new Map(Object.entries(texts).map(([name, text]) => [name, [text]])),
})

test('a refused form comes back with its values, tips, and a list for screen readers', () => {
  const { one } = render('[text* your-name][email your-email]', { result: refused({ 'your-name': '"><i>' }) })
  expect(one('form').getAttribute('data-status')).toBe('invalid')
  const input = one('[name=your-name]')
  expect(attributesOf(input)).toMatchObject({ value: '"><i>', 'aria-invalid': 'true' })
  expect(input.className).toContain('wpcf7-not-valid')
  const described = input.getAttribute('aria-describedby')
  expect(described).toBe(`${unitTag}-ve-your-name`)
  expect(one(`.screen-reader-response li#${described}`).textContent).toBe('No: your-name')
  expect(one('.wpcf7-form-control-wrap > .wpcf7-not-valid-tip:last-child').textContent).toBe('No: your-name')
  expect(one('.screen-reader-response p').textContent).toBe(one('.wpcf7-response-output').textContent)
})

test('an error has its id once, in the list for screen readers, which skip the tip at the field', () => {
  const markup = '[checkbox* teas "Black"] or [checkbox teas "Green"][text* your-name]'
  const { all } = render(markup, { result: refused({ teas: '', 'your-name': '' }) })
  const ids = all('[id*="-ve-"]')
  expect(ids.map(({ id }) => id)).toEqual([`${unitTag}-ve-teas`, `${unitTag}-ve-your-name`])
  const tips = all('.wpcf7-not-valid-tip').map((tip) => tip.getAttribute('aria-hidden'))
  expect(tips).toEqual(['true', 'true', 'true'])
})

describe('what an attacker writes', () => {
  const vectors = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "'><iframe srcdoc='<script>alert(1)</script>'>",
    '<a href="javascript:alert(1)">x</a>',
    '<form action="https://elsewhere.test"><button formaction="javascript:alert(1)">',
    '<input onfocus=alert(1) autofocus>',
    '</textarea><script>alert(1)</script>',
    '\uE0000\uE001',
    '\uE002',
    '<b title="[text inner]">',
  ]
  const isHarmless = ({ all, html }: ReturnType<typeof render>) => {
    expect(all('script, svg, iframe, object, embed, button'), html).toEqual([])
    expect(all('form'), html).toHaveLength(1)
    expect(
      all('.wpcf7 *').filter((element) => [...element.attributes].some(({ name }) => name.startsWith('on'))),
      html,
    ).toEqual([])
    expect(all('[href^="javascript:"], [formaction], [srcdoc], [autofocus]'), html).toEqual([])
  }
  test.each(vectors)('in markup, labels, choices, options and messages: %s', (vector) => {
    const quoted = vector.replaceAll('"', '')
    isHarmless(render(`${vector}[text a]${vector}`))
    isHarmless(render(`[acceptance a] ${vector} [/acceptance]`))
    isHarmless(render(`[textarea a] ${vector} [/textarea]`))
    isHarmless(
      render(
        `[radio a "${quoted}"][select b "${quoted}|${quoted}"][quiz q "${quoted}|1"][text c "${quoted}"][submit "${quoted}"]`,
      ),
    )
    isHarmless(render(`[text a id:${quoted.replaceAll(' ', '')} class:x]`))
  })
  test.each(vectors)('in posted values, the address and the shortcode: %s', (vector) => {
    const fields = { a: vector, b: vector }
    isHarmless(render('[text a][textarea b][reflection a]', { result: { ...refused(fields), message: vector } }))
    isHarmless(render('[text a default:get]', { query: new URLSearchParams({ a: vector }) }))
    const names = ['html_id', 'html_name', 'html_title', 'html_class']
    isHarmless(render('[text a]', { attributes: new Map(names.map((name) => [name, vector])), path: `/${vector}` }))
  })
})
