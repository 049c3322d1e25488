import { defineCapability } from '../../platform/access/permissions.ts'

export const commentsModerate = defineCapability('comments.moderate', 'editor')
/** Approved comments on published entries. */
export const commentsRead = defineCapability('comments.read', 'guest')
