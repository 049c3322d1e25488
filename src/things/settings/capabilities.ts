import { defineCapability } from '../../platform/access/permissions.ts'

export const themeEdit = defineCapability('theme.edit', 'editor')
export const shopSettingsWrite = defineCapability('shop.settings', 'shop_manager')
/** Restricted to administrators, because these settings decide who receives payments. */
export const paymentSettingsWrite = defineCapability('payments.settings', 'administrator')
