import { defineCapability } from '../../platform/access/permissions.ts'

export const commentsModerate = defineCapability('comments.moderate', 'editor')
