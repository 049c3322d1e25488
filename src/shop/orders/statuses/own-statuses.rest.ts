import { z } from 'zod'
import { addError } from '../../../platform/rest/fields.ts'
import { lineSchema } from '../../../things/settings/settings-calls.ts'
import { statusNames } from '../order-status.ts'
import { behaviours, MAX_OWN_STATUSES, ownSlug } from './own-statuses.ts'

/** Slugs that lists and API clients use already. */
const reservedSlugs = new Set([
  ...Object.keys(statusNames),
  ...['any', 'trash', 'draft', 'auto-draft', 'checkout-draft', 'disputed', 'capture'],
])

export const ownStatusesSchema = z
  .array(
    z.strictObject({
      slug: z.string().regex(ownSlug, { error: '{name} has lowercase letters, digits and hyphens, at most 20.' }),
      label: lineSchema({ max: 40, isRequired: true }),
      behaves_as: z.enum(behaviours),
    }),
  )
  .max(MAX_OWN_STATUSES)
  .superRefine((all, context) => {
    for (const [index, { slug }] of all.entries())
      if (reservedSlugs.has(slug) || all.findIndex((one) => one.slug === slug) < index)
        addError(context, `{name} has the slug ${slug} twice, or it is one of the shop.`)
  })
