import { defineCapability } from '../../platform/access/permissions.ts'

export const mediaUpload = defineCapability('media.upload', 'editor')
