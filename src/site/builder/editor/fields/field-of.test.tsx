import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AdminProvider } from '../../../../platform/admin/admin-context.tsx'
import type { OptionJson } from '../../../../things/blocks/option-json.ts'
import { FieldOf } from './field-of.tsx'

const context = { rest: {}, screens: [], entities: () => Promise.resolve({}) } as never

const markupOf = (
  control: OptionJson['control'],
  value: unknown,
  byDefault: OptionJson['default'] = '',
  isReadOnly = false,
) =>
  renderToStaticMarkup(
    <AdminProvider value={context}>
      <QueryClientProvider client={new QueryClient()}>
        <FieldOf
          id="one"
          option={{ name: 'one', title: 'One', control, default: byDefault }}
          value={value}
          onChange={() => undefined}
          isReadOnly={isReadOnly}
        />
      </QueryClientProvider>
    </AdminProvider>,
  )

/** Values as the plugin's scripts and shortcodes write them, or invalid ones, which pages show as the default. */
test('a setting is shown in its field as pages show it', () => {
  const isOn = (value: unknown, byDefault = false) => markupOf('flag', value, byDefault).includes('checked')
  expect([1, '1', 'yes', 'true', 'on', true].map((value) => isOn(value))).toEqual(Array(6).fill(true))
  expect([0, '0', 'no', 'false', 'off', false].map((value) => isOn(value, true))).toEqual(Array(6).fill(false))
  expect([isOn('perhaps', true), isOn(undefined, true), isOn(null)]).toEqual([true, true, false])
  for (const value of ['12,15', { id: 12 }, 7]) expect(markupOf('entities', value, [])).not.toContain('12')
  expect(markupOf('entities', [12, '15'], [])).toMatch(/\(12\).*\(15\)/)
  expect(markupOf('video', { url: '/a.mp4', preview: '' })).not.toContain('object')
  expect(markupOf('address', 12, '/shop/')).toContain('value="/shop/"')
})

test('a setting shows its title once', () => {
  const controls = ['address', 'colour', 'entities', 'flag', 'markup', 'picture', 'pictures', 'rich', 'video'] as const
  for (const control of controls) {
    const html = markupOf(control, undefined, control === 'pictures' || control === 'entities' ? [] : '')
    expect(html.match(/>One</g), control).toHaveLength(1)
  }
})

test('[BLD-11 drafts] nothing can be written into a text while somebody else has the lock', () => {
  expect(markupOf('rich', '<p>A</p>', '', true)).toContain('inert=""')
  expect(markupOf('rich', '<p>A</p>')).not.toContain('inert')
})
