import { defineCapability } from '../../platform/access/permissions.ts'

export const accountAccess = defineCapability('account.access', 'customer')
/** Manages staff: roles, invitations, sign-ins and API keys of others, and emails with links that sign people in. */
export const usersManage = defineCapability('users.manage', 'administrator')
