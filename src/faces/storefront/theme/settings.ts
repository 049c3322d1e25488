import { paths } from '../../../platform/web/routes.ts'
import { themeEdit } from '../../../things/settings/capabilities.ts'
import { defaultsOf, integer, line, oneOf, type SettingsOf, setting } from '../../../things/settings/setting.ts'

/** Not in `paths`, because every path there adds to the size of the back office's frame. */
export const restTheme = `${paths.restAppearance}/theme`

const placed = <const Name extends string>(json: Name, group: string, label: string, hint?: string) => ({
  json,
  mayChange: themeEdit,
  group,
  label,
  ...(hint === undefined ? {} : { hint }),
})

export const colorPattern = /^#[\da-f]{6}$/i
const colorKind = line({ max: 7, isRequired: true, pattern: colorPattern, error: 'is a colour such as #2c5a45.' })
const color = <const Name extends string>(json: Name, initial: string, label: string, hint?: string) =>
  setting(initial, colorKind, placed(json, 'Colours', label, hint))

type Rules = Parameters<typeof integer>[0]
const number =
  (group: string) =>
  <const Name extends string>(json: Name, initial: number, rules: Rules, label: string, hint?: string) =>
    setting(initial, integer(rules), placed(json, group, label, hint))
const sizes = number('Type')
const space = number('Space and corners')

type Font = 'fraunces' | 'source_sans' | 'system'

/** The look of the shop. A token has the same name here and in the API, and with hyphens in the style sheet. */
export const themeSettings = {
  theme: {
    paper: color('paper', '#fbf8f1', 'Paper', 'The page.'),
    cream: color('cream', '#f4eee1', 'Cream', 'Behind pictures.'),
    mist: color('mist', '#eef1ea', 'Mist', 'Quiet boxes.'),
    line: color('line', '#d9d2c3', 'Line', 'Hairlines.'),
    edge: color('edge', '#8c8778', 'Edge', 'Borders of fields.'),
    ink: color('ink', '#1d2723', 'Ink', 'Text.'),
    ink_soft: color('ink_soft', '#5a655f', 'Soft ink', 'Hints and dates.'),
    leaf: color('leaf', '#2c5a45', 'Leaf', 'Links and buttons.'),
    leaf_deep: color('leaf_deep', '#1f4433', 'Deep leaf', 'Footer, and links on hover.'),
    clay: color('clay', '#a84b25', 'Clay', 'Sales, and the one thing to do on a page.'),
    clay_deep: color('clay_deep', '#8a3b1b', 'Deep clay', 'The same on hover.'),
    gold: color('gold', '#8a6418', 'Gold', 'Stars.'),
    berry: color('berry', '#8e2b3c', 'Berry', 'Errors.'),
    sky: color('sky', '#2a5b78', 'Sky', 'Information.'),
    text_size: sizes('text_size', 100, { min: 85, max: 120 }, 'Size of text, in percent'),
    ratio_phone: sizes('ratio_phone', 20, { min: 5, max: 30 }, 'Growth of titles on phones, in percent'),
    ratio_desktop: sizes(
      'ratio_desktop',
      25,
      { min: 5, max: 35 },
      'Growth of titles on wide screens, in percent',
      'From each size to the next larger one.',
    ),
    display_font: setting<Font, 'display_font'>(
      'fraunces',
      oneOf({ fraunces: 'Fraunces', source_sans: 'Source Sans 3', system: 'The font of the device' }, 'select'),
      placed('display_font', 'Type', 'Font of titles'),
    ),
    text_font: setting<Exclude<Font, 'fraunces'>, 'text_font'>(
      'source_sans',
      oneOf({ source_sans: 'Source Sans 3', system: 'The font of the device' }, 'select'),
      placed('text_font', 'Type', 'Font of text'),
    ),
    spacing: space('spacing', 100, { min: 75, max: 140 }, 'Space between things, in percent'),
    radius: space('radius', 4, { max: 24 }, 'Corners of buttons and fields, in pixels'),
    radius_picture: space('radius_picture', 12, { max: 32 }, 'Corners of pictures and boxes, in pixels'),
    header: setting<'standard' | 'centred' | 'compact', 'header'>(
      'standard',
      oneOf({ standard: 'Name, menu and tools in one line', centred: 'Name above the menu', compact: 'Low' }, 'select'),
      placed('header', 'Header and footer', 'Header'),
    ),
    footer: setting<'full' | 'simple', 'footer'>(
      'full',
      oneOf({ full: 'Highlights and columns', simple: 'Links in lines' }, 'select'),
      placed('footer', 'Header and footer', 'Footer'),
    ),
  },
}

export type ThemeSettings = SettingsOf<typeof themeSettings>
export type Theme = ThemeSettings['theme']

/** The shop's default look. */
export const defaultTheme: Theme = defaultsOf(themeSettings).theme
