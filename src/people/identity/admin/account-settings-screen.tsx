import { SettingsScreen } from '../../../platform/admin/form/settings-screen.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { SettingGroups } from '../../../things/settings/admin/setting-groups.tsx'
import { accountSettings } from '../settings.ts'

/** How people come to have an account, and what protects those of the staff. */
export const AccountSettingsScreen = () => (
  <SettingsScreen title="Accounts" href={paths.restAccountSettings} savedText="Saved.">
    <SettingGroups settings={accountSettings} />
  </SettingsScreen>
)
