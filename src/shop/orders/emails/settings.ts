import type { EmailSettings } from './email-templates.ts'

/** Which emails about orders are sent, and to whom. */
export type OrderEmailSettings = {
  /** Which mails are written, and to whom the shop's own go. */
  readonly emails: EmailSettings
}

export const orderEmailDefaults: OrderEmailSettings = {
  emails: {},
}
