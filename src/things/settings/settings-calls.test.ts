import { expect, test } from 'vitest'
import { z } from 'zod'
import { shopSettingsWrite, themeEdit } from './capabilities.ts'
import { boolean, custom, defaultsOf, integer, line, oneOf, setting } from './setting.ts'
import { declaredJson } from './settings-calls.ts'

const place = { group: 'Tea', label: 'A label' }
const tree = {
  cups: setting(2, integer({ min: 1, max: 9 }), { ...place, json: 'cup_count', mayChange: themeEdit }),
  policies: {
    returnDays: setting(30, integer({ max: 365 }), { ...place, json: 'return_days' }),
    text: setting('', line({ max: 5, isRequired: true }), { ...place, json: 'policy_text' }),
  },
  notice: setting<{ readonly text: string } | null, 'notice', string>(
    null,
    custom,
    { ...place, json: 'notice' },
    (notice) => notice?.text ?? '',
  ),
  leaf: setting('green', oneOf({ green: 'Green', black: 'Black' }), { ...place, json: 'leaf' }),
  isOpen: setting(true, boolean, { ...place, json: 'is_open' }),
  onlyInCode: setting(5),
}
const json = declaredJson(tree, { notice: z.string() }, { notice: (text: string) => (text === '' ? null : { text }) })
const defaults = defaultsOf(tree)

test('declared settings have their defaults under their keys, and their JSON under its names', () => {
  expect(defaults).toEqual({
    cups: 2,
    policies: { returnDays: 30, text: '' },
    notice: null,
    leaf: 'green',
    isOpen: true,
    onlyInCode: 5,
  })
  expect(json.of(defaults)).toEqual({
    cup_count: 2,
    return_days: 30,
    policy_text: '',
    notice: '',
    leaf: 'green',
    is_open: true,
  })
  expect(json.mayChange).toMatchObject({ cup_count: themeEdit, leaf: shopSettingsWrite })
})

test('only changes are stored, and those of a part leave the other parts of its row', () => {
  expect(json.parse({ cup_count: 2, leaf: 'green' }, defaults)).toEqual({})
  expect(json.parse({ return_days: 14, notice: 'Closed' }, defaults)).toEqual({
    policies: { returnDays: 14, text: '' },
    notice: { text: 'Closed' },
  })
  expect(json.parse({ return_days: 14, policy_text: 'x' }, defaults)).toEqual({
    policies: { returnDays: 14, text: 'x' },
  })
  expect(json.parse({ notice: '' }, { ...defaults, notice: { text: 'Closed' } })).toEqual({ notice: null })
})

test('values are checked by the kind of their setting', () => {
  const shape = z.object(json.shape).partial()
  const wrong = { cup_count: 0, policy_text: ' ', leaf: 'red', is_open: 'yes', return_days: 1.5 }
  const problems = shape.safeParse(wrong).error?.issues.map(({ path }) => path[0])
  expect(problems?.toSorted()).toEqual(Object.keys(wrong).toSorted())
  expect(shape.parse({ policy_text: '  a \n b ' })).toEqual({ policy_text: 'a b' })
})
