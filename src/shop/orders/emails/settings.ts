import type { EmailSettings } from './email-templates.ts'

/** Which emails about orders are sent, and to whom. */
export type OrderEmailSettings = {
  /** Which email types are enabled, and who receives the shop's own. */
  readonly emails: EmailSettings
}

export const orderEmailDefaults: OrderEmailSettings = {
  emails: {},
}
