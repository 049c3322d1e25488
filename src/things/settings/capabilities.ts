import { defineCapability } from '../../platform/access/permissions.ts'

export const themeEdit = defineCapability('theme.edit', 'editor')
export const shopSettingsWrite = defineCapability('shop.settings', 'shop_manager')
/** Where the money goes. */
export const paymentSettingsWrite = defineCapability('payments.settings', 'administrator')
