import { type SettingsOf, setting } from '../settings/setting.ts'

/** Owner's settings of one type of message. */
export type MessageTypeSettings = {
  readonly enabled: boolean
  /** Addresses at the shop; the owner's if there are none. */
  readonly recipients: readonly string[]
  /** Replaces the subject; may contain `{site_title}` and the words of its type. '' for the usual one. */
  readonly subject: string
}

/** By type id. What is not stored has its default. */
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
