import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import { SettingsScreen } from '../../../platform/admin/form/settings-screen.tsx'
import { paths } from '../../../platform/web/routes.ts'
import type { AccountSettingsJson } from '../rest/account-settings.ts'

const { Checkbox } = formFields<AccountSettingsJson>()

export const AccountSettingsScreen = () => (
  <SettingsScreen<AccountSettingsJson> title="Accounts" href={paths.restAccountSettings} savedText="Saved.">
    <FieldGroup title="Registration">
      <Checkbox
        name="registration"
        label="People can register without buying"
        hint="They enter their email address, and choose a password by the link that is sent there."
      />
    </FieldGroup>
    <FieldGroup title="Staff">
      <Checkbox
        name="require_second_factor"
        label="Everyone who works here needs a second factor"
        hint="The back office opens for them once they have set one up in their account, under Sign-in and security. Set up your own first."
      />
    </FieldGroup>
  </SettingsScreen>
)
