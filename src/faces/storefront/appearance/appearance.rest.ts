import { paths } from '../../../platform/web/routes.ts'
import { themeEdit } from '../../../things/settings/capabilities.ts'
import { defaultsOf } from '../../../things/settings/setting.ts'
import { declaredJson, settingsCalls } from '../../../things/settings/settings-calls.ts'
import { highlightsSchema, noticeOf } from '../settings/settings.rest.ts'
import { appearanceScreenSettings } from './settings.ts'

/** `samovar/v1/appearance`: settings of every page. */
export const appearanceCalls = settingsCalls({
  path: paths.restAppearance,
  capability: themeEdit,
  summaries: ['Retrieves the appearance settings of the site', 'Updates the appearance settings of the site'],
  defaults: defaultsOf(appearanceScreenSettings),
  json: declaredJson(appearanceScreenSettings, { footer_highlights: highlightsSchema }, { store_notice: noticeOf }),
})
