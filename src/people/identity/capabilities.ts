import { defineCapability } from '../../platform/access/permissions.ts'

export const accountAccess = defineCapability('account.access', 'customer')
/** Staff: roles, invitations, sign-ins and keys of others, and emails with links that sign people in. */
export const usersManage = defineCapability('users.manage', 'administrator')
