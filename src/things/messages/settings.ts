import { type SettingsOf, setting } from '../settings/setting.ts'

/** Owner's settings of one type of message. */
export type MessageTypeSettings = {
  readonly enabled: boolean
  /** Addresses of the shop that receive it; if empty, the owner's. */
  readonly recipients: readonly string[]
  /** Custom subject, which may contain `{site_title}` and the placeholders of its type; '' for the default. */
  readonly subject: string
}

/** By type id, with only the values that differ from the default. */
export const messageSettings = { emails: setting<Readonly<Record<string, Partial<MessageTypeSettings>>>>({}) }

export type MessageSettings = SettingsOf<typeof messageSettings>

export const messageSettingsOf = (
  { emails }: MessageSettings,
  type: { readonly id: string; readonly isOffByDefault?: boolean },
): MessageTypeSettings => ({
  enabled: type.isOffByDefault !== true,
  recipients: [],
  subject: '',
  ...emails[type.id],
})
