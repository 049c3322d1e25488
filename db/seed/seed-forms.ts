import type { Tx } from '../../src/platform/database/connect.ts'
import { formHash } from '../../src/site/forms/contact-form.ts'
import { entries } from '../../src/things/entries/entries.table.ts'
import { daysBefore } from './days-before.ts'
import { forms } from './forms.ts'

/** Contact forms; answers what a shortcode calls them, by slug. */
export async function seedForms(tx: Tx, now: Date): Promise<ReadonlyMap<string, string>> {
  const made = daysBefore(now, 400)
  const rows = await tx
    .insert(entries)
    .values(
      forms.map(({ slug, title, properties }) => ({
        kind: 'form' as const,
        slug,
        title,
        fields: properties,
        commentsOpen: false,
        publishedAt: made,
        createdAt: made,
        updatedAt: made,
      })),
    )
    .returning({ id: entries.id, slug: entries.slug })
  return new Map(rows.map(({ id, slug }) => [slug, formHash(id)]))
}
