import { defineCapability } from '../../platform/access/permissions.ts'

export const emailsRead = defineCapability('emails.read', 'shop_manager')
