import { type Kind, listedSettings } from '../../../things/settings/setting.ts'
import { defaultTheme, type Theme, themeSettings } from './settings.ts'
import { footerCss, headerCss } from './variants.ts'

export const themeTokens = listedSettings(themeSettings)
export const colorTokens = themeTokens.filter(({ kind }) => kind.type === 'line').map(({ json }) => json as keyof Theme)

function isOfKind(kind: Kind, value: unknown): boolean {
  if (kind.type === 'line') return typeof value === 'string' && kind.pattern?.test(value) === true
  if (kind.type === 'integer') return Number.isInteger(value) && Number(value) >= kind.min && Number(value) <= kind.max
  return kind.type === 'option' && typeof value === 'string' && Object.hasOwn(kind.labels, value)
}

/** These values, with invalid ones replaced by the default: nothing else may reach the style sheet. */
export function validTheme(values: object): Theme {
  const valueByToken = new Map<string, unknown>(Object.entries(values))
  return Object.fromEntries(
    themeTokens.map(({ json, kind }) => {
      const value = valueByToken.get(json)
      return [json, isOfKind(kind, value) ? value : defaultTheme[json as keyof Theme]]
    }),
  ) as Theme
}

const fonts: Readonly<Record<Theme['display_font'], string>> = {
  fraunces: '"Fraunces","Fraunces fallback",Georgia,serif',
  source_sans: '"Source Sans 3","Source Sans 3 fallback",system-ui,sans-serif',
  system: 'system-ui,sans-serif',
}
const spaces = [4, 8, 12, 16, 24, 32, 48, 64, 96]
const partSpaces = { phone: 64, desktop: 96 }
/** Size of small text, which is fixed so that it stays readable. */
const SMALL = 0.882

/** A CSS custom property; `desktop` is its value from 960 px, if it differs. */
type Property = { readonly name: string; readonly value: string; readonly desktop?: string }

export function propertiesOf(theme: Theme): readonly Property[] {
  const rem = (size: number) => `${Number(((size * theme.text_size) / 100).toFixed(3))}rem`
  const step = (ratio: number, exponent: number) => rem((1 + ratio / 100) ** exponent)
  const px = (size: number) => `${Math.round((size * theme.spacing) / 100)}px`
  return [
    ...colorTokens.map((name) => ({
      name: `--${name.replace('_', '-')}`,
      value: String(theme[name]).toLowerCase(),
    })),
    { name: '--display', value: fonts[theme.display_font] },
    { name: '--text', value: fonts[theme.text_font] },
    { name: '--step--1', value: rem(SMALL) },
    { name: '--step-0', value: rem(1) },
    ...[1, 2, 3, 4, 5].map((exponent) => ({
      name: `--step-${exponent}`,
      value: step(theme.ratio_phone, exponent),
      desktop: step(theme.ratio_desktop, exponent),
    })),
    ...spaces.map((size, index) => ({ name: `--space-${index + 1}`, value: px(size) })),
    { name: '--space-part', value: px(partSpaces.phone), desktop: px(partSpaces.desktop) },
    { name: '--radius', value: `${theme.radius}px` },
    { name: '--radius-picture', value: `${theme.radius_picture}px` },
  ]
}

/** The style sheet of a theme, with only the values that differ from the default; may be empty. */
export function themeCss(values: object): string {
  const theme = validTheme(values)
  const defaults = propertiesOf(defaultTheme)
  const changed = propertiesOf(theme).filter(
    ({ value, desktop }, index) => value !== defaults[index]?.value || desktop !== defaults[index]?.desktop,
  )
  const root = changed.map(({ name, value }) => `${name}:${value}`).join(';')
  const desktop = changed.flatMap((one) => (one.desktop === undefined ? [] : [`${one.name}:${one.desktop}`])).join(';')
  return [
    root && `:root{${root}}`,
    desktop && `@media (min-width:960px){:root{${desktop}}}`,
    headerCss[theme.header],
    footerCss[theme.footer],
  ].join('')
}
