import { defineCapability } from '../../platform/access/permissions.ts'

export const logRead = defineCapability('log.read', 'administrator')
