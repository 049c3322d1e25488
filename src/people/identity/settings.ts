import { boolean, type SettingsOf, setting } from '../../things/settings/setting.ts'

export const accountSettings = {
  registration: setting(true, boolean, {
    json: 'registration',
    description: 'Whether visitors can create an account without buying.',
    group: 'Registration',
    label: 'People can register without buying',
    hint: 'They enter their email address, and choose a password by the link that is sent there.',
  }),
  requireSecondFactor: setting(false, boolean, {
    json: 'require_second_factor',
    description: 'Whether staff need a second factor to open the back office.',
    group: 'Staff',
    label: 'Everyone who works here needs a second factor',
    hint: 'The back office opens for them once they have set one up in their account, under Sign-in and security. Set up your own first.',
  }),
}

export type AccountSettings = SettingsOf<typeof accountSettings>
