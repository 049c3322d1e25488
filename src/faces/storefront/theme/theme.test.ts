import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { luminanceOf } from '../../../platform/ui/luminance.ts'
import { contrastOf, lowContrasts } from './contrast.ts'
import { defaultTheme } from './settings.ts'
import { propertiesOf, themeCss, validTheme } from './theme-css.ts'

test('contrast is that of WCAG 2', () => {
  expect([luminanceOf('#000000'), luminanceOf('#ffffff')]).toEqual([0, 1])
  for (const [first, second, ratio] of [
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#123456', '#123456', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#FF0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
  ] as const)
    expect([first, second, contrastOf(first, second).toFixed(2)]).toEqual([first, second, ratio.toFixed(2)])
})

test('the shop’s own look has enough contrast, and a warning names the pair, its ratio and the needed one', () => {
  expect(lowContrasts(defaultTheme)).toEqual([])
  const warnings = lowContrasts({ ...defaultTheme, leaf: '#8fbf9f' })
  expect(warnings).toContainEqual({
    what: 'Words of buttons',
    foreground: 'white',
    background: 'leaf',
    ratio: 2.07,
    needed: 4.5,
  })
  expect(warnings.map(({ foreground, background }) => `${foreground} on ${background}`)).toEqual([
    'leaf on paper',
    'leaf on cream',
    'leaf on mist',
    'white on leaf',
  ])
  expect(lowContrasts({ ...defaultTheme, edge: '#b0b0b0' }).map(({ needed }) => needed)).toEqual([3, 3])
  expect(
    lowContrasts({ ...defaultTheme, paper: '#16211b', ink: '#f5f2e8' }).map(({ background }) => background),
  ).toEqual([...['cream', 'mist', 'white', 'tint', 'paper', 'paper', 'paper', 'paper', 'paper', 'paper']])
  // This contrast is 4.4998: rounded, it would seem to reach the required 4.5.
  for (const { ratio, needed } of lowContrasts({ ...defaultTheme, ink_soft: '#737373' }))
    expect(ratio).toBeLessThan(needed)
})

test('the own look is that of the tokens, on phones and on desktops', () => {
  const [phone = '', desktop = ''] = readFileSync('src/faces/storefront/tokens.css', 'utf8').split('(min-width: 960px)')
  for (const { name, value, desktop: wide } of propertiesOf(defaultTheme)) {
    const found = (css: string) => new RegExp(`^ +${name}: (.*);`, 'm').exec(css)?.[1]?.replaceAll(', ', ',')
    expect([name, found(phone)]).toEqual([name, value])
    expect([name, found(desktop)]).toEqual([name, wide])
  }
  expect(themeCss(defaultTheme)).toBe('')
  expect(themeCss({})).toBe('')
})

test('the style sheet has what differs, and the desktop’s value of what has one', () => {
  expect(themeCss({ ...defaultTheme, leaf_deep: '#AABBCC', radius: 0 })).toBe(':root{--leaf-deep:#aabbcc;--radius:0px}')
  expect(themeCss({ ...defaultTheme, spacing: 125 })).toBe(
    ':root{--space-1:5px;--space-2:10px;--space-3:15px;--space-4:20px;--space-5:30px;--space-6:40px;--space-7:60px;--space-8:80px;--space-9:120px;--space-part:80px}@media (min-width:960px){:root{--space-part:120px}}',
  )
  // The desktop's values are included although they do not change, because this style sheet comes after the shop's and
  // would override them.
  expect(themeCss({ ...defaultTheme, ratio_phone: 10 })).toBe(
    ':root{--step-1:1.1rem;--step-2:1.21rem;--step-3:1.331rem;--step-4:1.464rem;--step-5:1.611rem}@media (min-width:960px){:root{--step-1:1.25rem;--step-2:1.563rem;--step-3:1.953rem;--step-4:2.441rem;--step-5:3.052rem}}',
  )
  const large = themeCss({ ...defaultTheme, text_size: 110 })
  expect(large).toContain('--step--1:0.97rem;--step-0:1.1rem;--step-1:1.32rem')
  expect(themeCss({ ...defaultTheme, display_font: 'system' })).toBe(':root{--display:system-ui,sans-serif}')
  expect(themeCss({ ...defaultTheme, header: 'compact' })).toContain('--masthead-height: 52px')
  expect(themeCss({ ...defaultTheme, footer: 'simple' })).toContain('#colophon')
})

const strange: readonly unknown[] = [
  ...[
    'red;}body{display:none',
    'red',
    '#fff',
    '#2c5a45;',
    '#2c5a45}',
    ' #2c5a45',
    '#2c5a4g',
    '#2c5a45\n',
    '\\23 2c5a45',
  ],
  ...['url(https://evil.test)', '</style><script>', 'expression(alert(1))', '\\0000232c5a45', 'var(--ink)', '＃2c5a45'],
  ...[Number.NaN, Number.POSITIVE_INFINITY, 1e308, -1, 3.5, '12', 0x1_00_00_00, true, null, undefined],
  ...[['#2c5a45'], [4], [['simple']], { toString: () => '#2c5a45' }, { length: 7 }],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'],
]

test('nothing but a value of its kind reaches the style sheet, whatever is stored', () => {
  for (const [index, value] of strange.entries())
    for (const name of Object.keys(defaultTheme))
      expect([index, name, themeCss({ ...defaultTheme, [name]: value })]).toEqual([index, name, ''])
  expect(themeCss(JSON.parse('{"__proto__":{"leaf":"#ffffff"},"constructor":"#ffffff","x":"}"}') as object)).toBe('')
  expect(themeCss(Object.create({ leaf: '#ffffff' }) as object)).toBe('')
  expect(themeCss([])).toBe('')
  expect(Object.keys(validTheme({ extra: '#ffffff' }))).toEqual(Object.keys(defaultTheme))
})
