import { defineCapability } from '../../platform/access/permissions.ts'

export const formsWrite = defineCapability('forms.write', 'editor')
/** Messages of visitors, with their addresses. */
export const submissionsRead = defineCapability('submissions.read', 'shop_manager')
