import { line, type SettingsOf, setting } from '../../things/settings/setting.ts'

export const formSettings = {
  forms: {
    disallowedWords: setting('', line({ max: 2000 }), {
      json: 'forms_disallowed_words',
      group: 'Contact forms',
      label: 'Words that make a message spam',
      hint: 'Separate them by commas. They are looked for in every field, in upper and lower case.',
      isWide: true,
    }),
  },
}

export type FormSettings = SettingsOf<typeof formSettings>
