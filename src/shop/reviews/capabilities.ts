import { defineCapability } from '../../platform/access/permissions.ts'

export const reviewsWrite = defineCapability('reviews.write', 'guest')
