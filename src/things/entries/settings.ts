import { integer, type SettingsOf, setting } from '../settings/setting.ts'

export const entrySettings = {
  /** The maximum limits the size of the database. */
  revisionsToKeep: setting(30, integer({ max: 200 }), {
    json: 'revisions_to_keep',
    group: 'Posts and pages',
    label: 'Revisions kept of each',
    hint: 'Earlier texts that can be brought back. 0 keeps none.',
  }),
}

export type EntrySettings = SettingsOf<typeof entrySettings>
