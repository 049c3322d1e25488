import { z } from 'zod'
import { themeEdit } from '../../../things/settings/capabilities.ts'
import { defaultsOf } from '../../../things/settings/setting.ts'
import { declaredJson, settingsCalls } from '../../../things/settings/settings-calls.ts'
import { lowContrasts } from './contrast.ts'
import { restTheme, type ThemeSettings, themeSettings } from './settings.ts'
import { validTheme } from './theme-css.ts'

const warning = z.strictObject({
  what: z.string(),
  foreground: z.string(),
  background: z.string(),
  ratio: z.number(),
  needed: z.number(),
})

/** `samovar/v1/appearance/theme`: colours, type and spacing of the shop, and warnings about low contrast. */
export const themeCalls = settingsCalls<ThemeSettings>({
  path: restTheme,
  capability: themeEdit,
  summaries: ['Retrieves the theme of the shop', 'Updates the theme of the shop'],
  defaults: defaultsOf(themeSettings),
  // All tokens, including those added since the theme was stored.
  json: { ...declaredJson(themeSettings), of: ({ theme }) => validTheme(theme) },
  derived: {
    shape: {
      warnings: z
        .array(warning)
        .describe('Pairs of colours whose contrast is below WCAG 2.2 AA. They do not prevent saving.'),
    },
    of: ({ theme }) => ({ warnings: lowContrasts(validTheme(theme)) }),
  },
})
