import { defineCapability } from '../../platform/access/permissions.ts'

export const contentRead = defineCapability('content.read', 'guest')
export const contentWrite = defineCapability('content.write', 'editor')
export const builderUse = defineCapability('builder.use', 'editor')
