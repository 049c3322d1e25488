import { conflict } from '../../../platform/rest/response.ts'
import { paths } from '../../../platform/web/routes.ts'
import { defaultsOf } from '../../../things/settings/setting.ts'
import { declaredJson, settingsCalls } from '../../../things/settings/settings-calls.ts'
import { usersManage } from '../capabilities.ts'
import { accountSettings } from '../settings.ts'
import { hasSecondFactor } from '../users.store.ts'

/** Otherwise the owner who requires a second factor would be locked out first. */
const needsOwnSecondFactor = conflict(
  'rest_no_own_second_factor',
  'Set up a second factor for yourself first: in your account, under Sign-in and security.',
)

/** `samovar/v1/settings/accounts`: settings of registration and accounts. */
export const accountSettingsCalls = settingsCalls({
  path: paths.restAccountSettings,
  capability: usersManage,
  summaries: ['Retrieves the account settings', 'Updates the account settings'],
  defaults: defaultsOf(accountSettings),
  json: declaredJson(accountSettings),
  check: async (db, { sent, user }) =>
    sent.require_second_factor === true && !(await hasSecondFactor(db, user.id)) ? needsOwnSecondFactor : null,
})
