import { SettingsScreen } from '../../../platform/admin/form/settings-screen.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { SettingGroups } from '../../../things/settings/admin/setting-groups.tsx'
import { accountSettings } from '../settings.ts'

export const AccountSettingsScreen = () => (
  <SettingsScreen title="Accounts" href={paths.restAccountSettings} savedText="Saved.">
    <SettingGroups settings={accountSettings} />
  </SettingsScreen>
)
